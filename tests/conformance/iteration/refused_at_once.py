"""map, filter, enumerate and zip ask for their iterators when they are made."""


def made(which, value):
    if which == "map":
        return type(map(str, value)).__name__ and "made"
    if which == "filter":
        return filter(None, value) and "made"
    if which == "enumerate":
        return enumerate(value) and "made"
    return zip([1], value) and "made"


def consumed():
    source = [1, 2, 3]
    doubled = map(lambda item: item * 2, source)
    source.append(4)
    return list(doubled), list(map(max, [1, 5], (3, 2, 9))), list(enumerate(filter(None, [0, 1, 2]), 5))


CASES = [
    ("made", ("map", 3)),
    ("made", ("filter", None)),
    ("made", ("enumerate", 1.5)),
    ("made", ("zip", True)),
    ("made", ("map", [])),
    ("made", ("enumerate", "ab")),
    ("consumed", ()),
]
