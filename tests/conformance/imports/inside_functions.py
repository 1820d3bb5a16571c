"""Imports inside functions, with aliases, conditional ones."""


def local(n):
    import math as m

    return m.sqrt(n)


def from_import(xs):
    from functools import reduce

    return reduce(lambda a, b: a * b, xs, 1)


def conditional(flag):
    if flag:
        from math import pi as value
    else:
        value = "none"
    return value


def missing(name):
    try:
        if name == "module":
            import no_such_module_anywhere  # noqa: F401
        else:
            from math import no_such_name  # noqa: F401
    except ModuleNotFoundError as error:
        return "module", str(error)
    except ImportError:
        return "name"


def dotted():
    import os.path

    return os.path.join("a", "b"), os.path.splitext("x.tar.gz")


CASES = [
    ("local", (9,)),
    ("from_import", ([1, 2, 3],)),
    ("from_import", ([],)),
    ("conditional", (True,)),
    ("conditional", (False,)),
    ("missing", ("module",)),
    ("missing", ("name",)),
    ("dotted", ()),
]
