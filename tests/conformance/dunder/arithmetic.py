"""Operators of one's own, reflected ones and `NotImplemented`."""


class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        if not isinstance(other, Vector):
            return NotImplemented
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, factor):
        return Vector(self.x * factor, self.y * factor)

    def __rmul__(self, factor):
        return self * factor

    def __neg__(self):
        return Vector(-self.x, -self.y)

    def __sub__(self, other):
        return self + -other

    def __abs__(self):
        return (self.x**2 + self.y**2) ** 0.5

    def __repr__(self):
        return f"<{self.x}, {self.y}>"


def add(a, b):
    return Vector(*a) + Vector(*b)


def subtract(a, b):
    return Vector(*a) - Vector(*b)


def scale(a, n):
    return Vector(*a) * n, n * Vector(*a)


def length(a):
    return abs(Vector(*a)), -Vector(*a)


def wrong(a, other):
    return Vector(*a) + other


def wrong_left(a, other):
    return other + Vector(*a)


CASES = [
    ("add", ((1, 2), (3, 4))),
    ("subtract", ((1, 2), (3, 4))),
    ("scale", ((1, 2), 3)),
    ("scale", (("a", "b"), 2)),
    ("length", ((3, 4),)),
    ("wrong", ((1, 2), 5)),
    ("wrong_left", ((1, 2), 5)),
    ("wrong_left", ((1, 2), "a")),
]
