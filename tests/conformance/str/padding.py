"""`center`, `ljust`, `rjust`, `zfill`, `expandtabs`."""


def pad(s, width):
    return s.center(width), s.ljust(width), s.rjust(width), s.zfill(width)


def fill(s, width, character):
    return s.center(width, character), s.ljust(width, character), s.rjust(width, character)


def tabs(s, size):
    return s.expandtabs(size)


CASES = [
    ("pad", ("ab", 5)),
    ("pad", ("abc", 6)),
    ("pad", ("abc", 2)),
    ("pad", ("-42", 6)),
    ("pad", ("+", 3)),
    ("pad", ("", 2)),
    ("fill", ("x", 4, "*")),
    ("fill", ("x", 4, "ab")),
    ("tabs", ("a\tbc\td", 4)),
    ("tabs", ("a\tb", 0)),
    ("tabs", ("ab\n\tc", 8)),
]
