"""Many digits: precision and width in the thousands, ints of thousands of digits."""


def ends(value, spec):
    text = format(value, spec)
    return len(text), text[:5], text[-5:]


def power(exponent, spec):
    return ends(7**exponent, spec)


CASES = [
    ("ends", (1.5, ".1200f")),
    ("ends", (1.1, ".900e")),
    ("ends", (3, "05000")),
    ("ends", ("x", "*^4001")),
    ("power", (2000, ",")),
    ("power", (2000, "_x")),
    ("power", (300, ".3f")),
    ("power", (500, "f")),
]
