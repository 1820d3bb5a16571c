"""`translate` and `maketrans`."""


def translate(s, table):
    return s.translate(table)


def mapped(s, old, new):
    return s.translate(str.maketrans(old, new))


def mapped_without(s, old, new, dropped):
    return s.translate(str.maketrans(old, new, dropped))


CASES = [
    ("translate", ("abc", {97: "A", 98: None})),
    ("translate", ("abc", {97: 65})),
    ("translate", ("abc", {})),
    ("mapped", ("hello", "el", "ip")),
    ("mapped", ("hello", "", "")),
    ("mapped", ("hello", "abc", "x")),
    ("mapped_without", ("hello", "l", "L", "o")),
]
