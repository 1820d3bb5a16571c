"""`collections.abc`: who belongs, and what a class gets by extending them."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, MutableMapping, Sequence, Set, Sized


class Lower(MutableMapping):
    def __init__(self, data=()):
        self.data = {}
        self.update(data)

    def __getitem__(self, key):
        return self.data[key.lower()]

    def __setitem__(self, key, value):
        self.data[key.lower()] = value

    def __delitem__(self, key):
        del self.data[key.lower()]

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)


class Squares(Sequence):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if not 0 <= i < self.n:
            raise IndexError(i)
        return i * i


class Incomplete(Mapping):
    def __len__(self):
        return 0


def belongs(x):
    return [isinstance(x, kind) for kind in (Iterable, Sequence, Mapping, Set, Sized, Iterator, Callable)]


def own():
    return belongs(Lower()), belongs(Squares(1)), belongs(iter([])), belongs(len), isinstance([], Hashable)


def lower(d):
    m = Lower(d)
    m.setdefault("New", 0)
    return m["A"], m.get("none"), "a" in m, list(m.items()), m.pop("A"), len(m), m == {"new": 0}


def squares(n):
    s = Squares(n)
    return list(s), 4 in s, list(reversed(s)), s.index(1), s.count(0)


def incomplete():
    return Incomplete()


CASES = [
    ("belongs", ([],)),
    ("belongs", ("",)),
    ("belongs", ({},)),
    ("belongs", ({1},)),
    ("belongs", (5,)),
    ("belongs", (None,)),
    ("own", ()),
    ("lower", ({"A": 1},)),
    ("squares", (3,)),
    ("incomplete", ()),
]
