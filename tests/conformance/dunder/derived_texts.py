"""Subclasses of builtin types that say themselves how they are written."""


class S(str):
    def __str__(self):
        return "S!"

    def __repr__(self):
        return "S?"


class I(int):
    def __str__(self):
        return "I!"

    def __repr__(self):
        return "I?"


class F(float):
    def __str__(self):
        return "F!"

    def __repr__(self):
        return "F?"


class B(bytes):
    def __str__(self):
        return "B!"

    def __repr__(self):
        return "B?"


class L(list):
    def __repr__(self):
        return "L?"


class D(dict):
    def __repr__(self):
        return "D?"


class T(tuple):
    def __repr__(self):
        return "T?"


MAKE = {"S": lambda: S("a"), "I": lambda: I(3), "F": lambda: F(1.5), "B": lambda: B(b"x")}
MAKE.update(L=lambda: L([1]), D=lambda: D(a=1), T=lambda: T((1,)))


def plain(kind):
    value = MAKE[kind]()
    return str(value), repr(value), ascii(value), f"{value}", f"{value!r}", f"{value!s:>5}"


def percent(kind):
    value = MAKE[kind]()
    return "%s" % (value,), "%r" % (value,), "%a" % (value,), "%5s|" % (value,), "%(k)s" % {"k": value}


def alone(kind):
    return "%s" % MAKE[kind]()


def method(kind):
    value = MAKE[kind]()
    return "{}".format(value), "{!r}".format(value), "{0!s}".format(value), format(value)


def inside(kind):
    value = MAKE[kind]()
    return str([value]), repr((value,)), str({1: value}), f"{[value]}", "%s" % [value]


def numbers():
    return "%d" % I(3), "%5.1f" % F(1.5), "%x" % I(255), "%d" % F(2.5), "%c" % S("a"), "%c" % I(65)


def specs():
    return "{:>4}".format(I(3)), "{:d}".format(I(3)), "{:s}!".format(S("q")), format(I(3), "d"), f"{I(4):03}", f"{S('z'):>3}"


def joined():
    return "".join([S("ab")]), "-".join([S("ab"), S("c")]), S("ab") + "x", "x" + S("ab"), S("ab").upper(), S("ab")[0]


def bytes_percent():
    return b"%s" % B(b"x"), b"%d" % I(3), b"%a" % 3, b"%b" % B(b"y")


CASES = [
    ("plain", ("S",)),
    ("plain", ("I",)),
    ("plain", ("F",)),
    ("plain", ("B",)),
    ("plain", ("L",)),
    ("plain", ("D",)),
    ("plain", ("T",)),
    ("percent", ("S",)),
    ("percent", ("I",)),
    ("percent", ("F",)),
    ("percent", ("B",)),
    ("percent", ("L",)),
    ("percent", ("D",)),
    ("percent", ("T",)),
    ("alone", ("S",)),
    ("alone", ("I",)),
    ("alone", ("L",)),
    ("alone", ("D",)),
    ("alone", ("T",)),
    ("method", ("S",)),
    ("method", ("I",)),
    ("method", ("F",)),
    ("method", ("B",)),
    ("method", ("L",)),
    ("inside", ("S",)),
    ("inside", ("I",)),
    ("inside", ("F",)),
    ("inside", ("B",)),
    ("inside", ("L",)),
    ("inside", ("D",)),
    ("inside", ("T",)),
    ("numbers", ()),
    ("specs", ()),
    ("joined", ()),
    ("bytes_percent", ()),
]
