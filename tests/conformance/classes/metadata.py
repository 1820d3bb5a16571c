"""What a class knows about itself."""


class Base:
    """A base."""

    kind = "base"


class Derived(Base):
    def method(self):
        return type(self).__name__


def names():
    return Derived.__name__, Derived.__qualname__, Derived.__module__, Derived.__doc__, Base.__doc__


def types(x):
    return type(x).__name__, x.__class__.__name__, type(x) is x.__class__


def bases():
    return Derived.__bases__ == (Base,), Derived.__mro__[-1] is object, Derived().method()


def own_names():
    return sorted(name for name in vars(Derived) if not name.startswith("__")), "kind" in vars(Derived), Derived.kind


def nested():
    class Inner:
        pass

    return Inner.__qualname__


CASES = [
    ("names", ()),
    ("types", (1,)),
    ("types", (None,)),
    ("types", ([],)),
    ("bases", ()),
    ("own_names", ()),
    ("nested", ()),
]
