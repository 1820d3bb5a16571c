"""Complex numbers."""


def made(real, imag):
    z = complex(real, imag)
    return z, z.real, z.imag, z.conjugate(), bool(z)


def literal():
    return 2j, 1 + 2j, -1j, (3 - 0.5j), 1j * 1j


def arithmetic(a, b):
    return a + b, a - b, a * b, -a, +a, a == b, a != b


def divided(a, b):
    return a / b


def size(z):
    return abs(z), z**2


def read(text):
    return complex(text)


def ordered(a, b):
    return a < b


def kind(z):
    return isinstance(z, complex), type(z).__name__, str(z), f"{z}", hash(complex(3)) == hash(3)


def to_int(z):
    return int(z)


CASES = [
    ("made", (1, 2)),
    ("made", (0, 0)),
    ("made", (-0.5, 3)),
    ("made", (1, "2")),
    ("literal", ()),
    ("arithmetic", (1 + 2j, 3 - 1j)),
    ("arithmetic", (2j, 2)),
    ("divided", (1 + 2j, 3 - 1j)),
    ("divided", (1j, 0)),
    ("size", (3 + 4j,)),
    ("read", ("1+2j",)),
    ("read", ("nope",)),
    ("ordered", (1j, 2j)),
    ("kind", (1.5 + 0j,)),
    ("to_int", (1j,)),
]
