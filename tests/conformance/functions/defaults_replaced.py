"""Defaults of a function that are replaced after its definition."""


def add(a, b=2, *, c=3):
    return a + b + c


def more(a, b, c):
    return [a, b, c]


class Box:
    def __init__(self, size=1):
        self.size = size


def by_position(defaults):
    add.__defaults__ = defaults
    return add(1), add.__defaults__


def by_setattr(defaults):
    setattr(more, "__defaults__", defaults)
    return more(1)


def by_keyword(defaults):
    add.__kwdefaults__ = defaults
    return add(1), add.__kwdefaults__


def of_method(size):
    Box.__init__.__defaults__ = (size,)
    return Box().size


def of_local(n):
    def inner(n=1):
        return n

    inner.__defaults__ = (n,)
    return inner()


def readonly():
    add.__globals__ = {}


def closure():
    add.__closure__ = ()


CASES = [
    ("by_position", (None,)),
    ("by_position", ((),)),
    ("by_position", ((10,),)),
    ("by_position", ((10, 20),)),
    ("by_position", ((10, 20, 30),)),
    ("by_position", ([1],)),
    ("by_setattr", ((5, 6),)),
    ("by_setattr", ((5,),)),
    ("by_setattr", ((5, 6, 7),)),
    ("by_keyword", (None,)),
    ("by_keyword", ({"c": 30},)),
    ("by_keyword", ({"c": 30, "d": 4},)),
    ("by_keyword", ({},)),
    ("by_keyword", (5,)),
    ("of_method", (7,)),
    ("of_local", (9,)),
    ("readonly", ()),
    ("closure", ()),
]
