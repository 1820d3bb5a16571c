"""`+`, `*`, `+=`, `*=` on lists."""


def add(a, b):
    return a + b


def repeat(a, n):
    return a * n


def add_in_place(a, b):
    alias = a
    a += b
    return a, alias is a


def repeat_in_place(a, n):
    alias = a
    a *= n
    return alias


def shared_rows(n):
    rows = [[0] * 2] * n
    rows[0][0] = 1
    return rows


CASES = [
    ("add", ([1], [2, 3])),
    ("add", ([1], (2,))),
    ("repeat", ([1, 2], 2)),
    ("repeat", ([1], 0)),
    ("repeat", ([1], -5)),
    ("add_in_place", ([1], "ab")),
    ("add_in_place", ([1], (2,))),
    ("add_in_place", ([1], 5)),
    ("repeat_in_place", ([1, 2], 3)),
    ("repeat_in_place", ([1], 0)),
    ("shared_rows", (2,)),
]
