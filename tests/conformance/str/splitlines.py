"""Lines end in many ways."""


def lines(s):
    return s.splitlines()


def with_ends(s):
    return s.splitlines(True), s.splitlines(keepends=False)


CASES = [
    ("lines", ("a\nb\r\nc\rd",)),
    ("lines", ("a\n\nb\n",)),
    ("lines", ("",)),
    ("lines", ("\n",)),
    ("lines", ("a\x0bb\x0cc\x1cd\x85e\u2028f",)),
    ("with_ends", ("a\r\nb\n",)),
    ("with_ends", ("a",)),
]
