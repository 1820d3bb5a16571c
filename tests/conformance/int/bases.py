"""`bin`, `oct`, `hex`, and `chr` and `ord`."""


def bases(n):
    return bin(n), oct(n), hex(n)


def character(n):
    return chr(n)


def code(c):
    return ord(c)


CASES = [
    ("bases", (0,)),
    ("bases", (255,)),
    ("bases", (-10,)),
    ("bases", (36893488147419103232,)),
    ("bases", (True,)),
    ("character", (97,)),
    ("character", (0x1F600,)),
    ("character", (-1,)),
    ("character", (0x110000,)),
    ("code", ("ß",)),
    ("code", ("\U0010ffff",)),
    ("code", ("ab",)),
    ("code", ("",)),
]
