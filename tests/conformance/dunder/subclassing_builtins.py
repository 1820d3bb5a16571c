"""Subclasses of builtin types."""


class Stack(list):
    def push(self, x):
        self.append(x)
        return self

    def peek(self):
        return self[-1]


class Default(dict):
    def __missing__(self, key):
        self[key] = f"made {key}"
        return self[key]


class Title(str):
    def shout(self):
        return self.upper() + "!"


def stack(*items):
    s = Stack()
    for item in items:
        s.push(item)
    return s, len(s), s.peek(), s == list(items), type(s + [1]).__name__


def default(d, key):
    d = Default(d)
    return d[key], d.get("other"), d


def title(text):
    t = Title(text)
    return t.shout(), t == text, type(t + "").__name__, isinstance(t, str), t[0]


CASES = [
    ("stack", (1, 2)),
    ("stack", ()),
    ("default", ({}, "k")),
    ("default", ({"k": 1}, "k")),
    ("title", ("abc",)),
    ("title", ("",)),
]
