"""What a call that does not fit says."""


def two(a, b):
    return a, b


def three(a, b, c):
    return a, b, c


def default(a, b=1):
    return a, b


def key(a, *, k):
    return a, k


def two_keys(*, k, m):
    return k, m


def only(a, /):
    return a


def none():
    return None


def call(name, args, kwargs):
    functions = {"two": two, "three": three, "default": default, "key": key, "two_keys": two_keys, "only": only, "none": none}
    return functions[name](*args, **kwargs)


CASES = [
    ("call", ("two", [], {})),
    ("call", ("two", [1], {})),
    ("call", ("three", [], {})),
    ("call", ("two", [1, 2, 3], {})),
    ("call", ("default", [1, 2, 3], {})),
    ("call", ("none", [1], {})),
    ("call", ("none", [1, 2], {})),
    ("call", ("two", [1], {"a": 2})),
    ("call", ("two", [1, 2], {"c": 3})),
    ("call", ("key", [1], {})),
    ("call", ("key", [1, 2], {"k": 3})),
    ("call", ("two_keys", [], {})),
    ("call", ("only", [], {"a": 1})),
    ("call", ("only", [], {})),
]
