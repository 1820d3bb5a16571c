"""None: identity, equality, text, and what it cannot do."""


def describe(x):
    return x is None, x == None, repr(x), str(x), bool(x)  # noqa: E711


def default(x, fallback):
    return fallback if x is None else x


def nothing(flag):
    if flag:
        return 1


def attribute(x):
    return x.name


def item(x):
    return x[0]


def call(x):
    return x()


CASES = [
    ("describe", (None,)),
    ("describe", (0,)),
    ("default", (None, 3)),
    ("default", (0, 3)),
    ("nothing", (True,)),
    ("nothing", (False,)),
    ("attribute", (None,)),
    ("item", (None,)),
    ("call", (None,)),
]
