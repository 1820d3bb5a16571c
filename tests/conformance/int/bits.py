"""Bit operations treat negative ints as infinitely long two's complement."""


def bitwise(a, b):
    return a & b, a | b, a ^ b


def shifts(a, n):
    return a << n, a >> n


def length(a):
    return a.bit_length()


CASES = [
    ("bitwise", (12, 10)),
    ("bitwise", (-1, 255)),
    ("bitwise", (-12, 10)),
    ("bitwise", (-12, -10)),
    ("bitwise", (1208925819614629174706177, 1208925819614629174706175)),
    ("shifts", (1, 70)),
    ("shifts", (-5, 1)),
    ("shifts", (-1, 100)),
    ("shifts", (1, -1)),
    ("length", (0,)),
    ("length", (-256,)),
    ("length", (255,)),
]
