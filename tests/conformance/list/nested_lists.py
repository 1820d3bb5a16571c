"""Matrices as lists of lists."""


def transpose(rows):
    return [list(column) for column in zip(*rows)]


def multiply(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def identity(n):
    return [[int(i == j) for j in range(n)] for i in range(n)]


def rotate(rows):
    rows[:] = [list(row) for row in zip(*rows[::-1])]
    return rows


def set_diagonal(rows, value):
    for i, row in enumerate(rows):
        row[i] = value
    return rows


CASES = [
    ("transpose", ([[1, 2, 3], [4, 5, 6]],)),
    ("transpose", ([],)),
    ("multiply", ([[1, 2], [3, 4]], [[0, 1], [1, 0]])),
    ("identity", (3,)),
    ("rotate", ([[1, 2], [3, 4]],)),
    ("set_diagonal", ([[1, 2], [3, 4]], 0)),
    ("set_diagonal", ([[1], [2]], 0)),
]
