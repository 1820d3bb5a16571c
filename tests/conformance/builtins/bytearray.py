"""Bytes that can change."""


def change(b, i, value):
    a = bytearray(b)
    a[i] = value
    return a, bytes(a)


def grow(b):
    a = bytearray(b)
    a.append(33)
    a.extend(b"xy")
    a += b"z"
    a[0:1] = b""
    return a, len(a), a.pop()


def compare(b):
    return bytearray(b) == b, bytearray(b) is b, bytearray(b).decode()


def immutable(b):
    b[0] = 1


CASES = [
    ("change", (b"abc", 0, 65)),
    ("change", (b"abc", -1, 0)),
    ("change", (b"abc", 0, 256)),
    ("change", (b"", 0, 1)),
    ("grow", (b"ab",)),
    ("compare", (b"ab",)),
    ("immutable", (b"ab",)),
]
