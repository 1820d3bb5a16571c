"""`pass`, `del`, `assert`."""


def nothing():
    pass


def delete_name(x):
    y = x
    del y
    try:
        return y
    except NameError:
        return "gone"


def delete_several(xs):
    a, b = xs, 1
    del a[0], a[-1], b
    return xs


def positive(n):
    assert n > 0, f"{n} is not positive"
    return n


def plain(n):
    assert n
    return n


def message_object(n):
    assert n, [n, "list"]


CASES = [
    ("nothing", ()),
    ("delete_name", (1,)),
    ("delete_several", ([1, 2, 3],)),
    ("delete_several", ([1],)),
    ("positive", (1,)),
    ("positive", (-1,)),
    ("plain", (0,)),
    ("plain", ([1],)),
    ("message_object", (0,)),
]
