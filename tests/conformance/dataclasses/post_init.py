"""`__post_init__`, `InitVar`, class variables."""

from dataclasses import InitVar, dataclass, field
from typing import ClassVar


@dataclass
class Rectangle:
    width: int
    height: int
    scale: InitVar[int] = 1
    area: int = field(init=False)
    count: ClassVar[int] = 0

    def __post_init__(self, scale):
        if self.width < 0 or self.height < 0:
            raise ValueError("negative side")
        self.width *= scale
        self.height *= scale
        self.area = self.width * self.height
        Rectangle.count += 1


def make(*args):
    return Rectangle(*args)


def counted(n):
    for i in range(n):
        Rectangle(i, i)
    return Rectangle.count


def stale(w, h):
    r = Rectangle(w, h)
    r.width = 100
    return r.area, r


CASES = [
    ("make", (2, 3)),
    ("make", (2, 3, 10)),
    ("make", (-1, 3)),
    ("counted", (3,)),
    ("counted", (0,)),
    ("stale", (1, 2)),
]
