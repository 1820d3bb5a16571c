"""`typing.NamedTuple`: defaults, methods, errors; and `TypedDict`, `Protocol`, `ABC`."""

from abc import ABC, abstractmethod
from typing import Generic, NamedTuple, Protocol, TypedDict, TypeVar

T = TypeVar("T")


class Point(NamedTuple):
    """A point."""

    x: int
    y: int = 0

    @property
    def total(self):
        return self.x + self.y

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)


class Movie(TypedDict, total=False):
    name: str
    year: int


class Shape(ABC):
    @abstractmethod
    def area(self): ...

    @property
    @abstractmethod
    def name(self): ...

    def describe(self):
        return f"{self.name}: {self.area()}"


class Square(Shape):
    name = "square"

    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2


class Sized(Protocol):
    def size(self) -> int: ...


class Box(Generic[T]):
    def __init__(self, item: T):
        self.item = item


class IntBox(Box[int]):
    def double(self):
        return self.item * 2


def point(*args):
    p = Point(*args)
    x, y = p
    return p, x, y, p.total, p + p, p._fields, Point._field_defaults, isinstance(p, tuple)


def keywords(**fields):
    return Point(**fields)


def replaced(**changes):
    return Point(1, 2)._replace(**changes)


def made(values):
    return Point._make(values)


def matched(value):
    match value:
        case Point(x=0):
            return "origin line"
        case Point(x, y):
            return x, y
    return None


def movie(name):
    m = Movie(name=name)
    m["year"] = 1999
    return m, type(m) is dict, m.get("x")


def shapes(side):
    return Square(side).describe()


def abstract():
    return Shape()


def boxes(n):
    return IntBox(n).double(), Box[str]("a").item, isinstance(IntBox(n), Box)


CASES = [
    ("point", (1,)),
    ("point", (1, 2)),
    ("point", ()),
    ("point", (1, 2, 3)),
    ("keywords", ()),
    ("replaced", ()),
    ("made", ([1, 2],)),
    ("made", ([1],)),
    ("matched", (Point(0, 1),)),
    ("matched", (Point(3, 4),)),
    ("matched", ((3, 4),)),
    ("movie", ("Up",)),
    ("shapes", (3,)),
    ("abstract", ()),
    ("boxes", (4,)),
]
