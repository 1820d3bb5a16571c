"""`field`: factories, `init`, `repr`, `compare`."""

from dataclasses import dataclass, field


@dataclass
class Basket:
    owner: str
    items: list = field(default_factory=list)
    total: int = field(default=0, init=False)
    secret: str = field(default="s", repr=False)
    note: str = field(default="", compare=False)


def fresh():
    a, b = Basket("a"), Basket("b")
    a.items.append(1)
    return a, b


def init(owner, items):
    b = Basket(owner, items)
    b.total = len(items)
    return b, b.items is items, b.secret


def compared(a, b):
    return Basket("x", note=a) == Basket("x", note=b), Basket("x", secret=a) == Basket("x", secret=b)


def no_total():
    try:
        return Basket("x", total=5)
    except TypeError as error:
        return type(error).__name__


CASES = [
    ("fresh", ()),
    ("init", ("a", [1, 2])),
    ("init", ("a", "xy")),
    ("compared", ("m", "n")),
    ("compared", ("m", "m")),
    ("no_total", ()),
]
