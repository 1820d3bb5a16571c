"""Calling what is not callable."""


def call(x):
    return x()


def call_item(table, key):
    return table[key](1)


def is_callable(x):
    return callable(x), callable(len), callable(lambda: 0)


CASES = [
    ("call", (5,)),
    ("call", ("f",)),
    ("call", ([],)),
    ("call", (1.5,)),
    ("call_item", ({"k": None}, "k")),
    ("call_item", ({"k": (1, 2)}, "k")),
    ("is_callable", (3,)),
]
