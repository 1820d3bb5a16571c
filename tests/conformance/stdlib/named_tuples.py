"""`collections.namedtuple`: reading, replacing, defaults, errors."""

from collections import namedtuple

Point = namedtuple("Point", ["x", "y"])
Size = namedtuple("Size", ("width", "height"), defaults=(1,))


def make(x, y):
    p = Point(x, y=y)
    return p, p.x, p[1], p == (x, y), len(p)


def unpacked(x, y):
    a, b = Point(x, y)
    return a, b, Point._fields, isinstance(Point(x, y), tuple)


def replaced(x, y):
    p = Point(x, y)
    return p._replace(y=0), p, p._asdict()


def with_default(width):
    return Size(width), Size(width, 5).height, Size._field_defaults


def missing():
    return Point(1)


def too_many():
    return Point(1, 2, 3)


def unknown():
    return Point(1, 2, z=3)


def changed():
    Point(1, 2).x = 5


def ordered(pairs):
    return sorted([Point(*pair) for pair in pairs])[0], Point._make([3, 4]) + (5,)


CASES = [
    ("make", (1, 2)),
    ("make", ("a", None)),
    ("unpacked", (1, [2])),
    ("replaced", (1, 2)),
    ("with_default", (3,)),
    ("missing", ()),
    ("too_many", ()),
    ("unknown", ()),
    ("ordered", ([(2, 1), (1, 5)],)),
]
