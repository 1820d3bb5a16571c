"""Floor division and remainder follow the sign of the divisor."""


def quotient(a, b):
    return a // b


def remainder(a, b):
    return a % b


def both(a, b):
    q, r = divmod(a, b)
    return q, r, q * b + r == a


CASES = [
    ("quotient", (7, 2)),
    ("quotient", (-7, 2)),
    ("quotient", (7, -2)),
    ("quotient", (-7, -2)),
    ("remainder", (7, 3)),
    ("remainder", (-7, 3)),
    ("remainder", (7, -3)),
    ("remainder", (-7, -3)),
    ("both", (-1, 10)),
    ("both", (1000000000000000000000000000001, -1000000000000000)),
    ("both", (0, -5)),
    ("both", (-9223372036854775808, -1)),
]
