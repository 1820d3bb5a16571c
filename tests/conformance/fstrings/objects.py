"""`__format__`, `__str__` and `__repr__` in f-strings."""


class Money:
    def __init__(self, amount):
        self.amount = amount

    def __format__(self, spec):
        return f"{self.amount}[{spec}]"

    def __str__(self):
        return "money"

    def __repr__(self):
        return f"Money({self.amount})"


class Plain:
    def __str__(self):
        return "plain"


def show(amount, spec):
    m = Money(amount)
    return f"{m}|{m:{spec}}|{m!s}|{m!r}|{m!r:>10}"


def plain():
    p = Plain()
    return f"{p}", str(p), format(p)


def plain_with_spec(spec):
    return format(Plain(), spec)


def builtin(value, spec):
    return format(value, spec)


CASES = [
    ("show", (5, "EUR")),
    ("show", (0, "")),
    ("plain", ()),
    ("plain_with_spec", ("",)),
    ("builtin", (3, "03")),
    ("builtin", ("x", "^3")),
    ("builtin", ([1], "")),
    ("builtin", (None, "")),
]
