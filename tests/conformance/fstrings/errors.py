"""What `format` refuses, with CPython's messages."""

SINCE = (3, 11)


def show(value, spec):
    return format(value, spec)


CASES = [
    ("show", (1, "5q5")),
    ("show", (1, "q")),
    ("show", ("a", ",")),
    ("show", ("a", "=5")),
    ("show", ("a", " ")),
    ("show", ("a", "#")),
    ("show", ("a", "z")),
    ("show", (1, ".2")),
    ("show", (1, "z")),
    ("show", (1, ",x")),
    ("show", (1, ",_")),
    ("show", (1, ",,")),
    ("show", (1, "+c")),
    ("show", (1, "#c")),
    ("show", (1, ",n")),
    ("show", (-1, "c")),
    ("show", (1.5, "d")),
    ("show", (1.5, "s")),
    ("show", (1.5, "r")),
    ("show", (1, ".x")),
    ("show", (True, "s")),
    ("show", ([], "5")),
    ("show", (None, "5")),
    ("show", ((1,), "d")),
    ("show", (10**400, "f")),
]
