"""`len` of everything that has one."""


def length(x):
    return len(x)


def lengths(*values):
    return [len(value) for value in values]


CASES = [
    ("length", ("",)),
    ("length", ("é😀",)),
    ("length", ([[], []],)),
    ("length", ({"a": 1},)),
    ("length", ({1, 2},)),
    ("length", ((),)),
    ("lengths", ("ab", [1], (), {})),
    ("length", (5,)),
    ("length", (None,)),
    ("length", (1.5,)),
    ("length", (True,)),
]
