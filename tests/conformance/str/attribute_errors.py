"""Unknown attributes and wrong calls."""


def missing(s):
    return s.uper()


def assign(s):
    s[0] = "x"


def delete(s):
    del s[0]


def call(s):
    return s()


CASES = [
    ("missing", ("abc",)),
    ("assign", ("abc",)),
    ("delete", ("abc",)),
    ("call", ("abc",)),
    ("call", (1.5,)),
    ("missing", (5,)),
    ("assign", (5,)),
    ("assign", ((1, 2),)),
]
