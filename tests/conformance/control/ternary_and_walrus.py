"""Conditional expressions and assignment expressions."""


def sign(n):
    return "+" if n > 0 else "-" if n < 0 else "0"


def first_long(words, n):
    if any(len(found := word) > n for word in words):
        return found
    return None


def read_all(chunks):
    out = []
    while (chunk := chunks.pop(0)) != "":
        out.append(chunk)
    return out


def reuse(n):
    return [half := n // 2, half * 2, half + 1]


CASES = [
    ("sign", (3,)),
    ("sign", (0,)),
    ("sign", (-0.5,)),
    ("first_long", (["a", "abc", "abcd"], 2)),
    ("first_long", (["a"], 2)),
    ("read_all", (["a", "b", "", "c"],)),
    ("read_all", (["a"],)),
    ("reuse", (7,)),
]
