"""Specifications that look wrong and are not, and the other way round."""


def shown(value, specification):
    return format(value, specification)


CASES = [
    ("shown", (True, "\u0661\u0662")),
    ("shown", ("a", "\u0665")),
    ("shown", (2.5, ".\u0661f")),
    ("shown", (91.955, " 42 ")),
    ("shown", ("a", "5 ")),
    ("shown", (7, "5\t")),
    ("shown", (7, "5!")),
    ("shown", (7, "5\u00e9")),
]
