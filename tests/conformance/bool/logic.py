"""`and`, `or` and `not` give operands, not bools."""


def both(a, b):
    return a and b


def either(a, b):
    return a or b


def chain(a, b, c):
    return a and b or c


def negation(a):
    return not a


CASES = [
    ("both", (0, 5)),
    ("both", ("a", [])),
    ("either", ("", "default")),
    ("either", ([1], None)),
    ("chain", (1, 0, 3)),
    ("chain", (0, 1, 3)),
    ("chain", (1, 2, 3)),
    ("negation", ([],)),
    ("negation", ("0",)),
    ("negation", (None,)),
]
