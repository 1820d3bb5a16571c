"""`__cause__`, `__context__` and `raise … from`."""


def chain(kind):
    try:
        try:
            raise KeyError("inner")
        except KeyError as error:
            if kind == "from":
                raise ValueError("outer") from error
            if kind == "none":
                raise ValueError("outer") from None
            raise ValueError("outer")
    except ValueError as error:
        return repr(error.__cause__), repr(error.__context__), error.__suppress_context__


def from_class():
    try:
        raise ValueError("x") from KeyError
    except ValueError as error:
        return repr(error.__cause__)


def from_wrong():
    raise ValueError("x") from 5


def in_finally():
    try:
        try:
            raise KeyError("first")
        finally:
            raise ValueError("second")
    except ValueError as error:
        return repr(error.__context__)


def alone():
    try:
        raise ValueError
    except ValueError as error:
        return error.__cause__, error.__context__


CASES = [
    ("chain", ("from",)),
    ("chain", ("none",)),
    ("chain", ("plain",)),
    ("from_class", ()),
    ("from_wrong", ()),
    ("in_finally", ()),
    ("alone", ()),
]
