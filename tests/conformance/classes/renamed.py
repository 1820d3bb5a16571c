"""Names of classes that are assigned."""


def renamed(name):
    class Row:
        pass

    Row.__name__ = name
    row = Row()
    try:
        row.missing
    except AttributeError as error:
        return Row.__name__, type(row).__name__, Row.__qualname__.rsplit(".", 1)[-1], str(error)


def requalified(qualname):
    class Row:
        pass

    Row.__qualname__ = qualname
    return repr(Row).rsplit(".", 2)[1:], Row.__name__, Row.__qualname__


def own_error(name):
    class Error(Exception):
        pass

    Error.__name__ = Error.__qualname__ = name
    return repr(Error("x")), Error.__name__


def made_by_decorator(suffix):
    def named(cls):
        cls.__name__ += suffix
        cls.__qualname__ = cls.__name__
        return cls

    @named
    class Row:
        pass

    return Row.__name__, Row.__qualname__


CASES = [
    ("renamed", (3,)),
    ("renamed", (None,)),
    ("renamed", ("a\0b",)),
    ("renamed", ("",)),
    ("renamed", ("Invoice",)),
    ("requalified", (b"x",)),
    ("requalified", ("Outer.Row",)),
    ("own_error", ("ParseError",)),
    ("made_by_decorator", ("2",)),
]
