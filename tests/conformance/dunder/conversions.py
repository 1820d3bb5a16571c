"""`__int__`, `__float__`, `__index__`, `__round__` and friends."""


class Number:
    def __init__(self, value):
        self.value = value

    def __int__(self):
        return int(self.value)

    def __float__(self):
        return float(self.value)

    def __index__(self):
        return int(self.value)

    def __round__(self, digits=None):
        return "rounded", digits

    def __divmod__(self, other):
        return "divmod", other

    def __pow__(self, other, modulus=None):
        return "pow", other, modulus


def convert(x):
    n = Number(x)
    return int(n), float(n), round(n), round(n, 2)


def index(x, values):
    n = Number(x)
    return values[n], list(range(n)), hex(n), values[:n]


def repeat(x):
    n = Number(x)
    return "ab" * n, n * "ab", [1] * n, (2,) * n, b"c" * n, bytes(n), bytearray(n)


def operate(x):
    n = Number(x)
    return divmod(n, 3), n**2, pow(n, 2, 5)


CASES = [
    ("convert", (2.7,)),
    ("convert", ("3",)),
    ("index", (1, "abc")),
    ("index", (0, [5])),
    ("index", (9, [5])),
    ("operate", (1,)),
    ("repeat", (3,)),
    ("repeat", (0,)),
    ("repeat", (-1,)),
    ("convert", ("x",)),
]
