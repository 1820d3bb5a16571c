"""Calls of a dataclass that do not fit."""

from dataclasses import dataclass


@dataclass
class Item:
    name: str
    price: int
    amount: int = 1

    @property
    def total(self):
        return self.price * self.amount

    @classmethod
    def free(cls, name):
        return cls(name, 0)


def make(args, kwargs):
    try:
        return Item(*args, **kwargs)
    except TypeError as error:
        return type(error).__name__


def total(*args):
    return Item(*args).total


def free(name):
    return Item.free(name)


CASES = [
    ("make", (["a", 1], {})),
    ("make", (["a"], {"price": 2, "amount": 3})),
    ("make", (["a"], {})),
    ("make", (["a", 1, 2, 3], {})),
    ("make", (["a", 1], {"color": "red"})),
    ("total", ("a", 3, 4)),
    ("total", ("a", "x", 2)),
    ("free", ("gift",)),
]
