"""Every kind of parameter."""


def positional(a, b, c=3):
    return a, b, c


def star(a, *rest):
    return a, rest


def keywords(a, *, key, other=2):
    return a, key, other


def everything(a, b=1, *args, c, d=4, **kwargs):
    return a, b, args, c, d, kwargs


def positional_only(a, b=2, /, c=3):
    return a, b, c


def call(name, args, kwargs):
    functions = {"positional": positional, "star": star, "keywords": keywords, "everything": everything, "only": positional_only}
    return functions[name](*args, **kwargs)


CASES = [
    ("call", ("positional", [1, 2], {})),
    ("call", ("positional", [], {"b": 2, "a": 1})),
    ("call", ("positional", [1], {"c": 9, "b": 8})),
    ("call", ("star", [1], {})),
    ("call", ("star", [1, 2, 3], {})),
    ("call", ("keywords", [1], {"key": 5})),
    ("call", ("everything", [1], {"c": 2})),
    ("call", ("everything", [1, 2, 3, 4], {"c": 5, "x": 6, "d": 7})),
    ("call", ("only", [1], {"c": 5})),
    ("call", ("only", [1, 5, 6], {})),
]
