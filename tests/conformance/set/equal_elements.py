"""Which of two equal elements an intersection keeps: that of the smaller set, or of what is no set."""

SINCE = (3, 11)


def kept(a, b):
    return repr(set(a) & set(b)), repr(set(a).intersection(b)), repr(set(a).intersection(set(b)))


def several(a, b, c):
    return repr(set(a).intersection(b, c))


CASES = [
    ("kept", [[1, 2, 3], [True]]),
    ("kept", [[True], [1, 2, 3]]),
    ("kept", [[1], [1.0, None]]),
    ("kept", [[1, 5], [(), True]]),
    ("kept", [[0], [False, [2.5]]]),
    ("several", [[0], [False, 2.5, [2.5]], [0, 1]]),
    ("several", [[], [[]], [1]]),
    ("several", [[False, True], [1, -1, 5], [None, True]]),
]
