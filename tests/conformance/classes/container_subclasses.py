"""Subclasses of builtin containers that call the methods they override."""


class Upper(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.writes = 0

    def __setitem__(self, key, value):
        self.writes += 1
        super().__setitem__(key, value * 2)

    def __getitem__(self, key):
        return ("read", super().__getitem__(key))

    def __contains__(self, key):
        return key == "always" or super().__contains__(key)


class Stack(list):
    def __init__(self, items=()):
        super().__init__(items)

    def push(self, x):
        self.append(x)
        return self

    def __len__(self):
        return super().__len__() + 100


class Unique(set):
    def add(self, x):
        if x in self:
            raise ValueError(x)
        super().add(x)


class Fallback(dict):
    def __missing__(self, key):
        return [key]


def upper(d):
    u = Upper(d, extra=1)
    u["k"] = 3
    return dict(u.items()), u["k"], u.writes, "always" in u, "none" in u, u.get("k")


def stack(xs):
    s = Stack(xs).push(9)
    return s, len(s), s[-1], list(s), s == [*xs, 9]


def unique(x):
    u = Unique([1])
    u.add(x)
    return sorted(u), len(u)


def fallback(d, key):
    f = Fallback(d)
    return f[key], f.get(key), key in f, f


def protocol(x):
    return [hasattr(x, name) for name in ("__len__", "__iter__", "__getitem__", "__setitem__", "__next__", "append")]


CASES = [
    ("upper", ({"a": 1},)),
    ("stack", ([1, 2],)),
    ("stack", ([],)),
    ("unique", (2,)),
    ("unique", (1,)),
    ("fallback", ({"a": 1}, "a")),
    ("fallback", ({}, "b")),
    ("protocol", ([],)),
    ("protocol", ((),)),
    ("protocol", ({},)),
    ("protocol", ({1},)),
]
