"""Attributes that are not there."""


class Empty:
    shared = 1


def read():
    return Empty().missing


def read_class():
    return Empty.missing


def delete():
    e = Empty()
    e.x = 1
    del e.x
    return e.x


def delete_missing():
    try:
        del Empty().missing
    except AttributeError as error:
        return type(error).__name__


def helpers(name):
    e = Empty()
    return hasattr(e, name), getattr(e, name, "default")


def set_by_name(name, value):
    e = Empty()
    setattr(e, name, value)
    result = dict(vars(e))
    delattr(e, name)
    return result, name in dir(e)


CASES = [
    ("read", ()),
    ("read_class", ()),
    ("delete", ()),
    ("delete_missing", ()),
    ("helpers", ("shared",)),
    ("helpers", ("other",)),
    ("set_by_name", ("x", 5)),
    ("set_by_name", ("shared", None)),
]
