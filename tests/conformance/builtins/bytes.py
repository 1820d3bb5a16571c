"""Bytes: items, slices, methods, encoding."""


def items(b):
    return list(b), len(b), b[0], b[:1], b[::-1]


def encode(s, encoding):
    return s.encode(encoding)


def decode(b, encoding):
    return b.decode(encoding)


def methods(b):
    return b.upper(), b.split(b","), b.hex(), b.startswith(b"a"), b.find(b"b"), b.replace(b"a", b"x")


def operate(a, b):
    return a + b, a * 2, a < b, a in b


def make(x):
    return bytes(x)


CASES = [
    ("items", (b"abc",)),
    ("items", (b"",)),
    ("encode", ("é😀", "utf-8")),
    ("encode", ("é", "latin-1")),
    ("encode", ("é", "ascii")),
    ("decode", (b"\xc3\xa9", "utf-8")),
    ("decode", (b"\xff", "utf-8")),
    ("methods", (b"a,b",)),
    ("operate", (b"a", b"ab")),
    ("operate", (b"a", "b")),
    ("make", ([1, 255],)),
    ("make", ([256],)),
    ("make", (3,)),
]
