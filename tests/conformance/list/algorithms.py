"""Small algorithms on lists."""


def bubble(xs):
    for i in range(len(xs)):
        for j in range(len(xs) - 1 - i):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs


def binary_search(xs, x):
    low, high = 0, len(xs)
    while low < high:
        middle = (low + high) // 2
        if xs[middle] < x:
            low = middle + 1
        else:
            high = middle
    return low if low < len(xs) and xs[low] == x else -1


def flatten(xs):
    out = []
    for x in xs:
        if isinstance(x, list):
            out.extend(flatten(x))
        else:
            out.append(x)
    return out


CASES = [
    ("bubble", ([3, 1, 2],)),
    ("bubble", ([],)),
    ("binary_search", ([1, 3, 5, 7], 5)),
    ("binary_search", ([1, 3, 5, 7], 4)),
    ("binary_search", ([], 1)),
    ("flatten", ([1, [2, [3, []], 4]],)),
    ("flatten", ([[]],)),
]
