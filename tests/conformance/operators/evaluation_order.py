"""Operands are evaluated from left to right."""


def note(seen, name, value):
    seen.append(name)
    return value


def binary(a, b):
    seen = []
    return note(seen, "left", a) - note(seen, "right", b), seen


def call():
    seen = []

    def target(*args, **kwargs):
        return args, kwargs

    result = target(note(seen, 1, "a"), *note(seen, 2, ["b"]), k=note(seen, 3, "c"), **note(seen, 4, {"m": "d"}))
    return result, seen


def assignment():
    seen = []
    table = {}
    note(seen, "container", table)[note(seen, "key", "k")] = note(seen, "value", 1)
    return table, seen


def display():
    seen = []
    return {note(seen, "k1", 1): note(seen, "v1", 2), note(seen, "k2", 3): note(seen, "v2", 4)}, seen


def stops(a):
    seen = []
    try:
        note(seen, "first", a) + note(seen, "second", 1) / note(seen, "third", 0)
    except ZeroDivisionError:
        seen.append("error")
    return seen


CASES = [
    ("binary", (5, 3)),
    ("binary", (0, 0)),
    ("call", ()),
    ("assignment", ()),
    ("display", ()),
    ("stops", (1,)),
]
