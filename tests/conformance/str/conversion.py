"""`str` of everything."""


def text(x):
    return str(x)


def empty():
    return str()


CASES = [
    ("empty", ()),
    ("text", (12,)),
    ("text", (1.0,)),
    ("text", (None,)),
    ("text", ([1, "a", None],)),
    ("text", (("x",),)),
    ("text", ({"k": [1]},)),
    ("text", ("quoted 'x'",)),
    ("text", ((),)),
    ("text", ({3},)),
]
