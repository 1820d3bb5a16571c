"""`ABCMeta.register`: subclasses by word."""

from abc import ABC, ABCMeta, abstractmethod
import numbers


class Shape(metaclass=ABCMeta):
    @abstractmethod
    def area(self):
        pass


class Round(Shape):
    pass


class Disc:
    def area(self):
        return 3


@Round.register
class Ball:
    pass


Shape.register(Disc)


def checks():
    return (
        isinstance(Disc(), Shape),
        issubclass(Ball, Shape),
        isinstance(Ball(), Round),
        isinstance(Disc(), Round),
        Shape in Disc.__mro__,
        type(Shape) is ABCMeta,
    )


def wrong():
    Shape.register(5)


def abstract():
    return Round()


def number(x):
    return (
        isinstance(x, numbers.Number),
        isinstance(x, numbers.Complex),
        isinstance(x, numbers.Real),
        isinstance(x, numbers.Rational),
        isinstance(x, numbers.Integral),
    )


CASES = [
    ("checks", ()),
    ("wrong", ()),
    ("abstract", ()),
    ("number", (1,)),
    ("number", (True,)),
    ("number", (1.5,)),
    ("number", ("1",)),
]
