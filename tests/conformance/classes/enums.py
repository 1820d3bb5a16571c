"""Enumerations: members, values, identity."""

from enum import Enum, IntEnum


class Color(Enum):
    RED = "r"
    GREEN = "g"
    CRIMSON = "r"

    @property
    def bright(self):
        return self is Color.RED


class Level(IntEnum):
    LOW = 1
    HIGH = 10


def by_value(value):
    color = Color(value)
    return color.name, color.value, color.bright


def by_name(name):
    return Color[name].value, Color[name] is Color.RED


def members():
    return [color.name for color in Color], len(Color), Color.RED in Color


def compare(n):
    return Level.HIGH > n, Level.LOW == n, Level.LOW + n, sorted([Level.HIGH, Level.LOW])[0].name


def unequal():
    return Color.RED == "r", Color.RED != Color.GREEN, {Color.RED: 1}[Color("r")]


CASES = [
    ("by_value", ("r",)),
    ("by_value", ("g",)),
    ("by_value", ("x",)),
    ("by_name", ("CRIMSON",)),
    ("by_name", ("PINK",)),
    ("members", ()),
    ("compare", (5,)),
    ("compare", (1,)),
    ("unequal", ()),
]
