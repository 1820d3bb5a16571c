"""Slices of a sequence much longer than those that tests usually hold."""


def count(length, start, stop):
    return len(bytearray(length)[start:stop])


def view(length, stop):
    return len(memoryview(bytearray(length))[:stop])


def picked(length, stop):
    return list(range(length))[stop:][:2]


CASES = [
    ("count", (65536, 0, 0)),
    ("count", (65536, -1, None)),
    ("count", (65536, 40000, 40001)),
    ("count", (65536, 40001, 40000)),
    ("count", (65536, -70000, 70000)),
    ("view", (65536, 65535)),
    ("view", (65536, -65536)),
    ("view", (65536, 10**30)),
    ("picked", (1000, 500)),
    ("picked", (1000, -1)),
    ("picked", (1000, 1000)),
]
