"""`getattr`, `setattr`, `hasattr`, `delattr`, `vars`, `dir`, `id`."""


class Box:
    shared = "class"


def read(name):
    box = Box()
    box.own = 1
    return getattr(box, name, "absent"), hasattr(box, name)


def read_strictly(name):
    return getattr(Box(), name)


def write(name, value):
    box = Box()
    setattr(box, name, value)
    return vars(box), getattr(box, name)


def remove(name):
    box = Box()
    box.own = 1
    delattr(box, name)
    return vars(box)


def builtin_method(x, name):
    return getattr(x, name)()


def same(x):
    y = x
    return id(x) == id(y)


CASES = [
    ("read", ("own",)),
    ("read", ("shared",)),
    ("read", ("none",)),
    ("read_strictly", ("none",)),
    ("write", ("a", [1])),
    ("write", ("shared", 2)),
    ("remove", ("own",)),
    ("builtin_method", ("abc", "upper")),
    ("builtin_method", ([2, 1], "copy")),
    ("builtin_method", ({}, "missing")),
    ("same", ([],)),
]
