"""The exception being handled, as sys tells it."""

import sys

SINCE = (3, 11)


def shown():
    kind, error, _ = sys.exc_info()
    return kind and kind.__name__, str(error), sys.exception() is error


def nothing():
    return sys.exc_info()


def nested(key):
    told = []
    try:
        raise ValueError("outer")
    except ValueError:
        told.append(shown())
        try:
            told.append({"a": 1}[key])
        except KeyError:
            told.append(shown())
        told.append(shown())
    told.append(shown())
    return told


def announced(event):
    return sys.audit(event, 1, 2)


CASES = [
    ("nothing", ()),
    ("nested", ("a",)),
    ("nested", ("b",)),
    ("announced", ("shop.sold",)),
    ("announced", ("",)),
]
