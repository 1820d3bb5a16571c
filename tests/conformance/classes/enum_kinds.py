"""Enumerations that are ints, strings or flags, choose their values, or have methods of their own."""

from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto, unique


class Planet(Enum):
    EARTH = (5.97, 6.37)
    MARS = (0.64, 3.39)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def ratio(self):
        return self.mass / self.radius


class Step(Enum):
    FIRST = auto()
    SECOND = auto()
    TENTH = 10
    AFTER = auto()


class Word(StrEnum):
    ONE = auto()
    TWO = "zwei"


class Mixed(str, Enum):
    A = "a"


class Number(IntEnum):
    ONE = 1
    TWO = 2


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W


class Bits(IntFlag):
    A = 1
    B = 2


class Lenient(Enum):
    YES = "yes"
    NO = "no"

    @classmethod
    def _missing_(cls, value):
        if value == "y":
            return cls.YES
        return None


def planets(name):
    p = Planet[name]
    return p.mass, p.ratio, p.value, Planet((0.64, 3.39)) is Planet.MARS


def steps():
    return [(step.name, step.value) for step in Step], Step(11), list(Step.__members__)


def texts():
    return str(Word.ONE), repr(Word.TWO), f"{Word.TWO}", Word.TWO == "zwei", str(Mixed.A), Mixed.A == "a"


def numbers(n):
    return str(Number.ONE), repr(Number.TWO), f"{Number.TWO:03d}", Number.ONE < n, Number(n) is Number.TWO


def flags():
    both = Perm.R | Perm.X
    return repr(both), both.value, Perm.R in both, Perm.W in both, bool(both & Perm.W), [p.name for p in Perm.RW], Perm.RW


def inverted():
    return ~Perm.R, (Perm.R | Perm.W) is Perm.RW, Perm(5), Bits.A | 2, int(Bits.A | Bits.B)


def lenient(value):
    return Lenient(value)


def contained(value):
    return value in Number


def assigned():
    Number.ONE = 5
    return Number.ONE


def duplicates():
    @unique
    class Twice(Enum):
        A = 1
        B = 1

    return Twice


def attribute():
    return Step.THIRD


def sizes():
    return len(Perm), len(Step), Step.FIRST != Step.SECOND, hash(Step.FIRST) == hash(Step.FIRST), type(Step.FIRST) is Step


def keyed(name):
    return {Step.FIRST: "a", Step.SECOND: "b"}.get(Step[name])


def described(member):
    match member:
        case Number.ONE:
            return "one"
        case Number.TWO:
            return "two"
    return "neither"


class Same(Enum):
    ONE = 1
    YES = True
    REAL = 1.0
    NOTHING = 0.0
    NEGATIVE = -0.0


class Private(Enum):
    __hidden = 1
    _shown = 2
    PLAIN = 3


def same():
    return Same.YES is Same.ONE, Same.REAL.name, len(Same), Same(True), Same.NEGATIVE is Same.NOTHING


def private():
    return [member.name for member in Private], Private._Private__hidden


CASES = [
    ("same", ()),
    ("private", ()),
    ("planets", ("EARTH",)),
    ("planets", ("PLUTO",)),
    ("steps", ()),
    ("texts", ()),
    ("numbers", (2,)),
    ("numbers", (3,)),
    ("flags", ()),
    ("inverted", ()),
    ("lenient", ("y",)),
    ("lenient", ("no",)),
    ("lenient", ("maybe",)),
    ("contained", (Number.ONE,)),
    ("contained", ("x",)),
    ("attribute", ()),
    ("sizes", ()),
    ("keyed", ("SECOND",)),
    ("described", (2,)),
    ("described", (Number.ONE,)),
]
