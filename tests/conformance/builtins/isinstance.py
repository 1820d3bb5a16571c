"""`isinstance`, `issubclass`, `type`, `callable`."""

TYPES = {"int": int, "str": str, "bool": bool, "list": list, "dict": dict, "float": float, "object": object, "tuple": tuple}


def check(x, *names):
    return isinstance(x, tuple(TYPES[name] for name in names))


def subclass(a, b):
    return issubclass(TYPES[a], TYPES[b])


def kind(x):
    return type(x).__name__, type(type(x)).__name__, type(x) == type(x)


def exact(x, name):
    return type(x) is TYPES[name]


CASES = [
    ("check", (True, "int")),
    ("check", (1, "bool")),
    ("check", ("a", "int", "str")),
    ("check", (None, "object")),
    ("check", (1.0, "int")),
    ("check", ([],)),
    ("subclass", ("bool", "int")),
    ("subclass", ("int", "float")),
    ("kind", ({},)),
    ("kind", (None,)),
    ("exact", (True, "int")),
]
