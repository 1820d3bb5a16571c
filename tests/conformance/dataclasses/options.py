"""`eq=False`, `repr=False`, `unsafe_hash`, hand-written methods."""

from dataclasses import dataclass


@dataclass(eq=False)
class Identity:
    n: int


@dataclass(repr=False)
class Quiet:
    n: int

    def __repr__(self):
        return "quiet"


@dataclass(unsafe_hash=True)
class Hashed:
    n: int


@dataclass
class Custom:
    n: int

    def __eq__(self, other):
        return True

    def __repr__(self):
        return f"custom {self.n}"


def identity(n):
    a = Identity(n)
    return a == a, a == Identity(n), len({a, Identity(n)}), repr(a)


def quiet(n):
    return Quiet(n), Quiet(n) == Quiet(n)


def hashed(n):
    return len({Hashed(n), Hashed(n)}), hash(Hashed(n)) == hash((n,))


def custom(n):
    return Custom(n), Custom(n) == Custom(n + 1), Custom(n) == "anything"


CASES = [
    ("identity", (1,)),
    ("quiet", (1,)),
    ("hashed", (1,)),
    ("custom", (1,)),
    ("custom", (-1,)),
    ("hashed", ("a",)),
]
