"""Names that are nowhere."""


def undefined():
    return missing_name  # noqa: F821


def call_undefined(x):
    return missing_function(x)  # noqa: F821


def attempt(name):
    try:
        if name == "read":
            return undefined()
        if name == "call":
            return call_undefined(1)
        return later
    except NameError as error:
        return type(error).__name__, error.args


later = "defined at module level"


def shadowed_builtin(xs):
    len = lambda x: "mine"  # noqa: E731
    return len(xs)


CASES = [
    ("undefined", ()),
    ("call_undefined", (1,)),
    ("attempt", ("read",)),
    ("attempt", ("call",)),
    ("attempt", ("later",)),
    ("shadowed_builtin", ([],)),
]
