"""The old `%` formatting."""


def percent(template, values):
    return template % values


CASES = [
    ("percent", ("%s and %r", ("a", "b"))),
    ("percent", ("%d%%", 50)),
    ("percent", ("%5d|%-5d|%05d|%+d", (42, 42, 42, 42))),
    ("percent", ("%.2f %e %g", (3.14159, 12345.678, 0.00001))),
    ("percent", ("%x %X %o %#x", (255, 255, 8, 255))),
    ("percent", ("%c%c", (97, "b"))),
    ("percent", ("%(name)s is %(age)d", {"name": "Ann", "age": 30})),
    ("percent", ("%10s|%-10s|%.2s", ("ab", "ab", "abcdef"))),
    ("percent", ("%s", ((1, 2),))),
    ("percent", ("%s %s", ("a",))),
    ("percent", ("%s", ("a", "b"))),
    ("percent", ("none", ())),
]
