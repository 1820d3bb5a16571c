"""`__slots__` closes the list of attributes."""


class Point:
    __slots__ = ("x", "y")

    def __init__(self, x):
        self.x = x


class Open(Point):
    pass


def read(x):
    p = Point(x)
    p.y = x + 1
    return p.x, p.y, hasattr(p, "__dict__")


def unset(x):
    try:
        return Point(x).y
    except AttributeError as error:
        return type(error).__name__


def other(x):
    p = Point(x)
    try:
        p.z = 1
    except AttributeError as error:
        return type(error).__name__


def subclass(x):
    o = Open(x)
    o.z = 3
    return o.x, o.z, vars(o)


CASES = [
    ("read", (1,)),
    ("read", (1.5,)),
    ("unset", (1,)),
    ("other", (1,)),
    ("subclass", (1,)),
    ("subclass", (None,)),
]
