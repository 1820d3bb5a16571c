"""`removeprefix` and `removesuffix`."""


def remove(s, part):
    return s.removeprefix(part), s.removesuffix(part)


CASES = [
    ("remove", ("abcabc", "abc")),
    ("remove", ("abc", "")),
    ("remove", ("", "a")),
    ("remove", ("abc", "abc")),
    ("remove", ("aaa", "a")),
    ("remove", ("abc", "x")),
]
