"""Ints at the limits of their functions."""


def character(n):
    try:
        return chr(n)
    except OverflowError:
        return "overflow"


def parse(text, base):
    return int(text, base)


def counts(n):
    return n.bit_length(), len(bin(n))


def signed(n, length, order):
    return n.to_bytes(length, order, signed=True)


def read(data):
    return int.from_bytes(data, "big"), int.from_bytes(data, byteorder="little", signed=True)


def power(a, b, m):
    return pow(a, b, m), pow(base=a, exp=b, mod=m)


class Pair:
    def __divmod__(self, other):
        return "divmod", other

    def __rdivmod__(self, other):
        return "rdivmod", other

    def __abs__(self):
        return "abs"


def special():
    return divmod(Pair(), 2), divmod(2, Pair()), abs(Pair())


CASES = [
    ("character", (1114111,)),
    ("character", (4294967296,)),
    ("character", (-9999999999,)),
    ("parse", ("0x_ff", 0)),
    ("parse", ("0b12", 0)),
    ("parse", ("010", 0)),
    ("parse", ("000", 0)),
    ("parse", (" -0XfF ", 16)),
    ("parse", ("b1", 16)),
    ("parse", ("0b1", 16)),
    ("parse", (12, 10)),
    ("parse", (b"12", 3)),
    ("parse", ("", 5)),
    ("counts", (-7,)),
    ("counts", (0,)),
    ("signed", (-128, 1, "big")),
    ("signed", (128, 1, "big")),
    ("signed", (-129, 1, "little")),
    ("signed", (0, 0, "big")),
    ("signed", (1, 1, "middle")),
    ("signed", (1, -1, "big")),
    ("read", (b"\x80\x01",)),
    ("read", ([1, 2],)),
    ("read", ("a",)),
    ("power", (7, 1000, -13)),
    ("power", (-3, 5, 7)),
    ("power", (-3, -5, 7)),
    ("power", (0, 0, 1)),
    ("power", ("a", 1, 2)),
    ("special", ()),
]
