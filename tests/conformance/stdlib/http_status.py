"""`http.HTTPStatus` and `HTTPMethod`, from the interpreter's own source: plain classes made enums by `enum._simple_enum`."""

from enum import Enum, Flag, StrEnum, _simple_enum
from http import HTTPMethod, HTTPStatus


@_simple_enum(StrEnum)
class Colour:
    RED = "red"
    CRIMSON = "red"
    BLUE = "blue"

    def shout(self):
        return self.upper() + "!"


def status(code):
    found = HTTPStatus(code)
    return repr(found), str(found), found.name, found.value, found.phrase, found.description, found == code, found + 1


def by_name(name):
    return HTTPStatus[name], HTTPStatus[name] is getattr(HTTPStatus, name)


def how_many():
    return len(HTTPStatus), len(list(HTTPMethod)), [int(found) for found in HTTPStatus if found < 204], HTTPStatus.OK in HTTPStatus


def methods():
    return [repr(method) for method in HTTPMethod][:3], str(HTTPMethod.GET), HTTPMethod.POST == "POST", HTTPMethod("PUT").description


def own():
    return Colour.RED.shout(), Colour.CRIMSON is Colour.RED, list(Colour), Colour("blue"), isinstance(Colour.RED, Enum), issubclass(Colour, str)


def names():
    return HTTPStatus.__name__, HTTPStatus.__module__, HTTPStatus.__qualname__, issubclass(HTTPStatus, Flag)


CASES = [
    ("status", [200]),
    ("status", [404]),
    ("status", [511]),
    ("status", [299]),
    ("by_name", ["OK"]),
    ("by_name", ["NOPE"]),
    ("how_many", []),
    ("methods", []),
    ("own", []),
    ("names", []),
]
