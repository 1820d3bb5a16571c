"""Classes that say themselves who belongs to them."""

from abc import ABC


class Even(type):
    def __instancecheck__(cls, value):
        return isinstance(value, int) and value % 2 == 0

    def __subclasscheck__(cls, other):
        return other is int


class EvenNumber(metaclass=Even):
    pass


class Quacks(ABC):
    @classmethod
    def __subclasshook__(cls, other):
        if cls is Quacks:
            return any("quack" in base.__dict__ for base in other.__mro__)
        return NotImplemented


class Duck:
    def quack(self):
        return "quack"


class Loud(Quacks):
    pass


class Usual(type):
    def __instancecheck__(cls, value):
        return super().__instancecheck__(value) or value == "honorary"


class Member(metaclass=Usual):
    pass


def even(x):
    return isinstance(x, EvenNumber), issubclass(int, EvenNumber), issubclass(str, EvenNumber)


def ducks():
    return isinstance(Duck(), Quacks), isinstance(5, Quacks), issubclass(Duck, Quacks), isinstance(Duck(), Loud)


def members(x):
    return isinstance(x, Member), isinstance(Member(), Member)


CASES = [
    ("even", (2,)),
    ("even", (3,)),
    ("even", ("x",)),
    ("ducks", ()),
    ("members", ("honorary",)),
    ("members", ("x",)),
]
