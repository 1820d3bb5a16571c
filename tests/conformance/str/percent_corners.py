"""`%` formatting: flags, stars, mappings, errors."""


class Table:
    def __getitem__(self, key):
        return key * 2


class Shown:
    def __str__(self):
        return "text"

    def __repr__(self):
        return "Shown()"


def percent(template, values):
    return template % values


def by_table(template):
    return template % Table()


def shown(template):
    return template % (Shown(), Shown())


CASES = [
    ("by_table", ("%(ab)s-%(c)s",)),
    ("shown", ("%s %r",)),
    ("shown", ("%8s|%-9r|",)),
    ("percent", ("%*d|%-*d|", (5, 1, 4, 2))),
    ("percent", ("%.*f", (2, 1.5))),
    ("percent", ("%*d", (-4, 7))),
    ("percent", ("%*d", ("a", 1))),
    ("percent", ("%i %u", (1, 2))),
    ("percent", ("%#o %#X %+x", (8, 255, 1))),
    ("percent", ("%.3d|%+.3d|%8.3d|%-8.3d|%08.3d", (5, 5, 5, 5, 5))),
    ("percent", ("%.4x|%#.4x", (255, 255))),
    ("percent", ("%a", "é")),
    ("percent", ("%08.2f|% d|%+.1e", (-1.5, 3, 2.0))),
    ("percent", ("%-05d|%05s|%-5s|", (3, "a", "b"))),
    ("percent", ("%ld %d", (3, True))),
    ("percent", ("%d %d", (1.7, -1.7))),
    ("percent", ("%d", float("inf"))),
    ("percent", ("%d", float("nan"))),
    ("percent", ("%d", "a")),
    ("percent", ("%i", None)),
    ("percent", ("%x", 1.5)),
    ("percent", ("%f", "a")),
    ("percent", ("%f %g", (1, True))),
    ("percent", ("%c", "ab")),
    ("percent", ("%c", 1.5)),
    ("percent", ("%c", 1114112)),
    ("percent", ("%3c|%-3c|", (97, "b"))),
    ("percent", ("%q", 1)),
    ("percent", ("%", 1)),
    ("percent", ("%(a)s", 1)),
    ("percent", ("%(a)s", {})),
    ("percent", ("%(a", {})),
    ("percent", ("%(a(b))s", {"a(b)": 1})),
    ("percent", ("a", 1)),
    ("percent", ("a", {})),
    ("percent", ("a", [1])),
    ("percent", ("%s", [1])),
    ("percent", ("%s", None)),
    ("percent", ("%s %%", "x")),
    ("percent", ("a %s", ())),
    ("percent", ("%.0f %.1f %g", (2.5, 0.25, 1e20))),
    ("percent", ("%#.3g", 1.0)),
    ("percent", ("%.2s|%.0s|", ("abc", "abc"))),
    ("percent", ("%s", {"a": 1})),
]
