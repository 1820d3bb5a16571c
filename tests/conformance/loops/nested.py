"""Loops in loops; leaving one leaves only one."""


def pairs(n):
    out = []
    for i in range(n):
        for j in range(n):
            if j > i:
                break
            if i == j == 1:
                continue
            out.append((i, j))
    return out


def first_in(matrix, wanted):
    for y, row in enumerate(matrix):
        for x, value in enumerate(row):
            if value == wanted:
                return x, y
    return None


def spiral(n):
    total = 0
    while n > 0:
        k = n
        while k > 0:
            total += k
            k -= 2
        n -= 1
    return total


CASES = [
    ("pairs", (3,)),
    ("pairs", (0,)),
    ("first_in", ([[1, 2], [3, 4]], 3)),
    ("first_in", ([[1, 2], [3, 4]], 9)),
    ("first_in", ([], 9)),
    ("spiral", (4,)),
]
