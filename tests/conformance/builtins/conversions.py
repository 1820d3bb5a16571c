"""Constructors of the basic types, without and with arguments."""


def zero():
    return int(), float(), str(), bool(), list(), tuple(), dict()


def to_bool(x):
    return bool(x)


def to_list(x):
    return list(x), tuple(x), sorted(set(x))


def round_trip(x):
    return int(str(x)), float(repr(float(x))), int(hex(x), 16), int(bin(x), 0)


def pairs_to_dict(x):
    return dict(x), list(dict(x)), dict(x).items() == {("a", 1)}


CASES = [
    ("zero", ()),
    ("to_bool", ("False",)),
    ("to_bool", (0.0,)),
    ("to_list", ("cab",)),
    ("to_list", ([2, 1, 2],)),
    ("round_trip", (255,)),
    ("round_trip", (-17,)),
    ("pairs_to_dict", ([("a", 1)],)),
]
