"""`f"{x=}"` prints the expression too."""


def debug(x):
    return f"{x=}", f"{x = }", f"{x=!s}", f"{x=:>5}"


def expression(a, b):
    return f"{a + b=}", f"{ a*b = }"


CASES = [
    ("debug", ("a",)),
    ("debug", (3,)),
    ("debug", (True,)),
    ("expression", (1, 2)),
    ("expression", ("x", 2)),
    ("expression", (0.5, 2)),
]
