"""Exceptions in the middle of an expression leave what was done before."""


def build(xs, divisor):
    out = []
    try:
        out.append(1)
        xs.append(10 // divisor)
        out.append(2)
    except ZeroDivisionError:
        out.append("failed")
    return out, xs


def dict_item(d, key):
    try:
        d["before"] = 1
        d[key] += 1
        d["after"] = 1
    except KeyError as error:
        return error.args[0], d
    return d


def argument(xs):
    def change(a, b):
        return a + b

    try:
        return change(xs.append(1) or 5, xs[7])
    except IndexError:
        return xs


def comprehension(xs):
    try:
        return [10 // x for x in xs]
    except ZeroDivisionError:
        return "failed"


CASES = [
    ("build", ([], 0)),
    ("build", ([], 5)),
    ("dict_item", ({"k": 1}, "k")),
    ("dict_item", ({}, "k")),
    ("argument", ([],)),
    ("comprehension", ([1, 2],)),
    ("comprehension", ([1, 0],)),
]
