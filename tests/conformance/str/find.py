"""`find`, `rfind`, `index`, `rindex`, `count` with and without bounds."""


def find(s, part):
    return s.find(part), s.rfind(part), s.count(part)


def find_between(s, part, start, end):
    return s.find(part, start, end), s.rfind(part, start, end), s.count(part, start, end)


def index(s, part):
    return s.index(part)


CASES = [
    ("find", ("banana", "an")),
    ("find", ("banana", "x")),
    ("find", ("banana", "")),
    ("find", ("", "")),
    ("find", ("aaaa", "aa")),
    ("find_between", ("banana", "an", 2, 6)),
    ("find_between", ("banana", "an", -4, -1)),
    ("find_between", ("banana", "", 3, 2)),
    ("find_between", ("banana", "a", None, None)),
    ("index", ("banana", "nan")),
    ("index", ("banana", "q")),
]
