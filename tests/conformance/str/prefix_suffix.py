"""`startswith` and `endswith`, with tuples and bounds."""


def starts(s, prefix):
    return s.startswith(prefix), s.endswith(prefix)


def starts_at(s, prefix, start):
    return s.startswith(prefix, start)


CASES = [
    ("starts", ("abcabc", "abc")),
    ("starts", ("abc", "")),
    ("starts", ("abc", "abcd")),
    ("starts", ("abc", ("x", "a"))),
    ("starts", ("abc", ("b", "bc"))),
    ("starts", ("abc", ())),
    ("starts_at", ("abc", "bc", 1)),
    ("starts_at", ("abc", "", 3)),
    ("starts_at", ("abc", "", 4)),
    ("starts_at", ("abc", "c", -1)),
    ("starts", ("abc", 1)),
    ("starts", ("abc", ["a"])),
]
