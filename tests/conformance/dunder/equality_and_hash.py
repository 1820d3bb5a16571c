"""Objects as keys; `__eq__` without `__hash__`."""


class Color:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return isinstance(other, Color) and self.name.lower() == other.name.lower()

    def __hash__(self):
        return hash(self.name.lower())

    def __repr__(self):
        return self.name


class Unhashable:
    def __eq__(self, other):
        return True


class Plain:
    pass


def count(names):
    counts = {}
    for name in names:
        counts[Color(name)] = counts.get(Color(name), 0) + 1
    return counts


def member(names, name):
    colors = [Color(n) for n in names]
    return Color(name) in colors, Color(name) in set(colors), colors.count(Color(name))


def unhashable():
    return hash(Unhashable())


def always_equal(x):
    return Unhashable() == x, x == Unhashable(), x in [Unhashable()], Unhashable() != x


def plain():
    a, b = Plain(), Plain()
    return a == a, a == b, a != b, len({a, b, a})


CASES = [
    ("count", (["Red", "RED", "blue"],)),
    ("member", (["Red"], "red")),
    ("member", ([], "red")),
    ("unhashable", ()),
    ("always_equal", (5,)),
    ("always_equal", (None,)),
    ("plain", ()),
]
