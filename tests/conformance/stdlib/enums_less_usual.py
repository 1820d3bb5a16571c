"""Enumerations: `auto`, flags, aliases, `_missing_`, `_generate_next_value_`, members with fields and methods."""

from enum import Enum, Flag, IntEnum, IntFlag, auto, unique

SINCE = (3, 11)


class Colour(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1

    @classmethod
    def _missing_(cls, value):
        if isinstance(value, str):
            return cls.__members__.get(value.upper())
        return None

    @property
    def shown(self):
        return self.name.title()


class Named(Enum):
    def _generate_next_value_(name, start, count, last_values):
        return f"{name.lower()}{count}{len(last_values)}"

    ONE = auto()
    TWO = auto()


class Planet(Enum):
    EARTH = (5.9, 6.3)
    MARS = (0.6, 3.3)

    def __init__(self, mass, radius):
        self.mass, self.radius = mass, radius

    def __str__(self):
        return f"{self.name}/{self.mass}"


class Right(Flag):
    READ = auto()
    WRITE = auto()
    RUN = auto()
    ALL = READ | WRITE | RUN


class Bits(IntFlag):
    A = 1
    B = 2
    D = 8


class Level(IntEnum):
    LOW = 1
    HIGH = 10


class Text(str, Enum):
    A = "a"
    B = "b"


def looked_up(value):
    found = Colour(value)
    return found, found.shown, found is Colour.RED, Colour.CRIMSON.name


def by_name(name):
    return Colour[name], list(Colour), list(Colour.__members__), len(Colour), Colour.RED in Colour


def generated():
    return [member.value for member in Named], Named("two11") is Named.TWO if "two11" in [m.value for m in Named] else None


def fields(value):
    planet = Planet(value)
    return str(planet), planet.radius, repr(planet), f"{planet}"


def flags(value):
    right = Right(value)
    return right, right.value, Right.READ in right, bool(right), ~right, right | Right.READ, right & Right.WRITE, right ^ Right.ALL


def flag_names(value):
    return [member.name for member in Right if member in Right(value)], Right(value).name


def int_flags(value):
    bits = Bits(value)
    return bits, int(bits), bits | 4, bits & 3, bits == value, repr(bits)


def levels(other):
    return Level.LOW < other, Level.HIGH + other, Level(10).name, sorted([Level.HIGH, Level.LOW]), f"{Level.LOW}", str(Level.HIGH)


def texts(value):
    return Text(value) == value, Text(value).upper(), repr(Text(value)), value in [t.value for t in Text]


def not_unique():
    @unique
    class Twice(Enum):
        A = 1
        B = 1


def extended():
    class More(Colour):
        BLUE = 3


def assigned():
    Colour.RED = 5


def functional(names):
    made = Enum("Made", names)
    return [(member.name, member.value) for member in made], made.__name__


def hashed():
    return {Colour.RED: 1, Colour.CRIMSON: 2}, Colour.RED == 1, Colour.RED != Colour.GREEN


def ordered():
    return Colour.RED < Colour.GREEN


CASES = [
    ("looked_up", (1,)),
    ("looked_up", ("green",)),
    ("looked_up", ("blue",)),
    ("looked_up", (None,)),
    ("by_name", ("CRIMSON",)),
    ("by_name", ("BLUE",)),
    ("generated", ()),
    ("fields", ((0.6, 3.3),)),
    ("fields", (3,)),
    ("flags", (0,)),
    ("flags", (3,)),
    ("flags", (7,)),
    ("flag_names", (5,)),
    ("int_flags", (0,)),
    ("int_flags", (3,)),
    ("int_flags", (12,)),
    ("levels", (5,)),
    ("texts", ("a",)),
    ("texts", ("c",)),
    ("not_unique", ()),
    ("extended", ()),
    ("assigned", ()),
    ("functional", ("A B C",)),
    ("functional", (["X", "Y"],)),
    ("functional", ({"P": 5, "Q": 7},)),
    ("hashed", ()),
    ("ordered", ()),
]
