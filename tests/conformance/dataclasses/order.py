"""`order=True` compares as tuples do."""

from dataclasses import dataclass, field


@dataclass(order=True)
class Version:
    major: int
    minor: int = 0
    label: str = field(default="", compare=False)


@dataclass(order=True)
class Other:
    major: int


def compare(a, b):
    v, w = Version(*a), Version(*b)
    return v < w, v <= w, v == w, v > w


def ordered(versions):
    return sorted(Version(*v) for v in versions)


def extremes(versions):
    return min(Version(*v) for v in versions), max(Version(*v) for v in versions)


def foreign(n):
    return Version(n) < Other(n)


CASES = [
    ("compare", ((1, 2), (1, 10))),
    ("compare", ((1, 2, "a"), (1, 2, "b"))),
    ("ordered", ([(2,), (1, 5), (1,)],)),
    ("ordered", ([],)),
    ("extremes", ([(1, 1), (0, 9)],)),
    ("foreign", (1,)),
    ("compare", (("a",), (1,))),
]
