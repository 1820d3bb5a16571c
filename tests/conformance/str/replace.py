"""`replace` and its count."""


def replace(s, old, new):
    return s.replace(old, new)


def replace_some(s, old, new, count):
    return s.replace(old, new, count)


CASES = [
    ("replace", ("banana", "an", "AN")),
    ("replace", ("aaa", "aa", "b")),
    ("replace", ("abc", "", "-")),
    ("replace", ("", "", "x")),
    ("replace", ("", "a", "x")),
    ("replace", ("abc", "b", "")),
    ("replace_some", ("banana", "a", "o", 2)),
    ("replace_some", ("abc", "", "-", 2)),
    ("replace_some", ("aaa", "a", "b", 0)),
    ("replace_some", ("aaa", "a", "b", -1)),
]
