"""How `del` is refused by what has no items."""


class Point:
    pass


def of_point(index):
    del Point()[index]


def of_value(value, index):
    del value[index]


CASES = [
    ("of_point", (0,)),
    ("of_point", ("a",)),
    ("of_value", (1j, 0)),
    ("of_value", (1.5, 0)),
    ("of_value", ((1, 2), 0)),
    ("of_value", ((1, 2), "a")),
    ("of_value", ("ab", 0)),
    ("of_value", (None, 0)),
]
