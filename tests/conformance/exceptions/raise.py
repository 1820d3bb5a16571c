"""Raising classes, instances and things that are not exceptions."""


def raise_class():
    raise ValueError


def raise_instance(*args):
    raise ValueError(*args)


def raise_other(x):
    raise x


def reraise(n):
    try:
        return 1 // n
    except ZeroDivisionError:
        raise


def nothing_to_reraise():
    raise


CASES = [
    ("raise_class", ()),
    ("raise_instance", ()),
    ("raise_instance", ("message",)),
    ("raise_instance", ("a", 1)),
    ("raise_instance", (None,)),
    ("raise_other", (5,)),
    ("raise_other", ("text",)),
    ("raise_other", (None,)),
    ("reraise", (1,)),
    ("nothing_to_reraise", ()),
]
