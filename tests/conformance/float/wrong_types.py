"""Floats and things that are not numbers."""


def convert(x):
    return float(x)


def convert_power(n):
    return float(10**n)


def add(a, b):
    return a + b


def shift(a, b):
    return a << b


def item(values, position):
    return values[position]


CASES = [
    ("convert", (True,)),
    ("convert", (9007199254740993,)),
    ("convert_power", (400,)),
    ("add", (1.5, "a")),
    ("add", ([], 1.5)),
    ("shift", (1.5, 2)),
    ("shift", (1, 2.0)),
    ("item", ([1, 2], 1.0)),
    ("item", ((1, 2), None)),
]
