"""`__eq__`, `__lt__` and what Python derives from them."""


class Version:
    def __init__(self, text):
        self.parts = [int(part) for part in text.split(".")]

    def __eq__(self, other):
        if not isinstance(other, Version):
            return NotImplemented
        return self.parts == other.parts

    def __lt__(self, other):
        if not isinstance(other, Version):
            return NotImplemented
        return self.parts < other.parts

    def __repr__(self):
        return ".".join(map(str, self.parts))


def compare(a, b):
    v, w = Version(a), Version(b)
    return v == w, v != w, v < w, v > w


def missing(a, b):
    return Version(a) <= Version(b)


def foreign(a, other):
    return Version(a) == other, Version(a) != other


def foreign_order(a, other):
    return Version(a) < other


def ordered(texts):
    return sorted(map(Version, texts)), max(map(Version, texts))


CASES = [
    ("compare", ("1.2", "1.10")),
    ("compare", ("1.0", "1.0")),
    ("missing", ("1", "2")),
    ("foreign", ("1", "1")),
    ("foreign", ("1", None)),
    ("foreign_order", ("1", 5)),
    ("ordered", (["1.10", "1.9", "0.1"],)),
]
