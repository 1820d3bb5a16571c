"""Members of IntEnum and IntFlag as numbers, bits without a name, names that are no members."""

import enum
import functools
import json


class Step(enum.IntEnum):
    FIRST = 1


class Perm(enum.IntFlag):
    R = 4
    W = 2


class Colour(enum.Enum):
    _ignore_ = ["shade"]
    shade = 3
    RED = 1


def written():
    return json.dumps([Step.FIRST, {"a": Step.FIRST}]), int.__repr__(Step.FIRST), float.__repr__(0.5), bool.__repr__(True)


def bits(number):
    member = Perm(number)
    return int(member), bool(member & 1), isinstance(member, Perm), int(~member)


def members():
    return [colour.name for colour in Colour], [perm.name for perm in Perm]


def calls(*keys):
    seen = []

    @functools.lru_cache(maxsize=None)
    def kept(key):
        seen.append(key)
        return key

    return [kept(key) for key in keys], seen


def made():
    return {}.fromkeys([1, 2]), {1: 2}.fromkeys("ab", 0)


SINCE = (3, 11)

CASES = [
    ("written", ()),
    ("bits", (6,)),
    ("bits", (7,)),
    ("bits", (0,)),
    ("bits", (1,)),
    ("members", ()),
    ("calls", (1, 1.0, True)),
    ("calls", (0.0, 0, False)),
    ("calls", ("a", "a")),
    ("made", ()),
]
