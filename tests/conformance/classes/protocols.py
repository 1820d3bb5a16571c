"""`isinstance` against Protocols, abstract classes of the library and parameterized types."""

import collections
import collections.abc
from typing import Protocol, runtime_checkable


@runtime_checkable
class Closer(Protocol):
    def close(self): ...


@runtime_checkable
class Named(Protocol):
    name: str

    def close(self): ...


class File:
    name = "a"

    def close(self):
        return None


class Door:
    def close(self):
        return None


def closers():
    return [isinstance(thing, Closer) for thing in (File(), Door(), "a", 3)]


def named():
    return [isinstance(thing, Named) for thing in (File(), Door(), "a")]


def sequences():
    things = (collections.deque(), collections.UserList(), bytearray(), [], (), "a", {}, {1}.__iter__())
    return [isinstance(thing, collections.abc.Sequence) for thing in things]


def mappings():
    things = (collections.ChainMap(), collections.UserDict(), collections.Counter(), {}, [])
    return [isinstance(thing, collections.abc.MutableMapping) for thing in things]


def parameterized(thing):
    return isinstance(thing, list[int])


CASES = [
    ("closers", ()),
    ("named", ()),
    ("sequences", ()),
    ("mappings", ()),
    ("parameterized", ([1],)),
    ("parameterized", ("a",)),
]
