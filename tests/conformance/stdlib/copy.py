"""Shallow and deep copies."""

import copy


class Node:
    def __init__(self, value):
        self.value = value
        self.children = []


def shallow(x):
    y = copy.copy(x)
    y.append("new")
    y[0].append("shared")
    return x, y


def deep(x):
    y = copy.deepcopy(x)
    y[0].append("own")
    return x, y, x == y


def cycle(x):
    x.append(x)
    y = copy.deepcopy(x)
    return y is x, y[-1] is y, len(y)


def shared(x):
    y = copy.deepcopy([x, x])
    return y[0] is y[1], y[0] is x


def objects(value):
    a = Node([value])
    a.children.append(a)
    b, c = copy.copy(a), copy.deepcopy(a)
    return b.value is a.value, c.value is a.value, c.value == a.value, c.children[0] is c


CASES = [
    ("shallow", ([[1], 2],)),
    ("deep", ([[1], 2],)),
    ("cycle", ([1],)),
    ("shared", ([1],)),
    ("objects", (1,)),
    ("shallow", ([1],)),
]
