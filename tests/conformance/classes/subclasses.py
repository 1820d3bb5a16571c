"""`__subclasses__`: those that are derived directly, in the order in which they were made."""

from abc import ABC, abstractmethod
from dataclasses import dataclass


class Format(ABC):
    suffix = ""

    @abstractmethod
    def render(self):
        """As text."""


class Plain(Format):
    suffix = ".txt"

    def render(self):
        return "plain"


class Rich(Format):
    suffix = ".rtf"

    def render(self):
        return "rich"


class Richer(Rich):
    suffix = ".doc"


class Both(Plain, Rich):
    pass


def named(classes):
    return [cls.__name__ for cls in classes]


def known():
    return named(Format.__subclasses__()), named(Rich.__subclasses__()), named(Both.__subclasses__())


def by_suffix(suffix):
    for cls in Format.__subclasses__():
        if cls.suffix == suffix:
            return cls().render()
    raise LookupError(suffix)


def all_below(cls):
    for derived in cls.__subclasses__():
        yield derived
        yield from all_below(derived)


def walked():
    return named(all_below(Format))


def made_later(name):
    made = type(name, (Richer,), {"suffix": "." + name})
    return named(Richer.__subclasses__()), made in Richer.__subclasses__()


def defined_again():
    @dataclass
    class Point:
        x: int

    class Pixel(Point):
        pass

    return named(Point.__subclasses__())


def a_new_list():
    first = Format.__subclasses__()
    first.clear()
    return len(Format.__subclasses__())


def of_type():
    return named(type.__subclasses__(Plain))


def called_on_an_object():
    return Plain().__subclasses__()


CASES = [
    ("known", ()),
    ("by_suffix", (".rtf",)),
    ("by_suffix", ("",)),
    ("walked", ()),
    ("made_later", ("odt",)),
    ("defined_again", ()),
    ("a_new_list", ()),
    ("of_type", ()),
    ("called_on_an_object", ()),
]
