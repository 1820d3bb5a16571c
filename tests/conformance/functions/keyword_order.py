"""`**kwargs` keep their order; names may be any text."""


def names(**kwargs):
    return list(kwargs), kwargs


def forward(args, kwargs):
    def inner(*a, **k):
        k["added"] = True
        return a, k

    return inner(*args, **kwargs), kwargs


def strange(d):
    return names(**d)


def defaults(a=1, *, b=2, **rest):
    return a, b, rest


def spread(d):
    return defaults(**d)


CASES = [
    ("strange", ({"z": 1, "a": 2},)),
    ("strange", ({"not a name": 1, "": 2},)),
    ("strange", ({},)),
    ("forward", ([1], {"k": 2})),
    ("forward", ([], {})),
    ("spread", ({"b": 5, "c": 6},)),
    ("spread", ({"a": 0},)),
]
