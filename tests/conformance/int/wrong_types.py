"""What operators say to operands they do not take."""


def add(a, b):
    return a + b


def divide(a, b):
    return a // b


def less(a, b):
    return a < b


def minus(a):
    return -a


def invert(a):
    return ~a


CASES = [
    ("add", (1, "a")),
    ("add", ("a", 1)),
    ("add", (1, None)),
    ("add", (1, [2])),
    ("divide", ("a", 2)),
    ("less", (1, "a")),
    ("less", (None, 1)),
    ("minus", ("a",)),
    ("minus", (None,)),
    ("invert", (1.5,)),
    ("invert", ([],)),
]
