"""Dunder methods are looked up on the type."""


class Thing:
    def __len__(self):
        return 1


def instance_len():
    t = Thing()
    t.__len__ = lambda: 99
    return len(t), t.__len__()


def class_len():
    Thing.__len__ = lambda self: 42
    return len(Thing())


def disabled():
    class Off(Thing):
        __len__ = None

    return len(Off())


def not_implemented():
    return (1).__add__("a"), (1).__eq__("a"), "a".__lt__(1), [].__eq__(())


def by_hand(a, b):
    return a.__add__(b), a.__len__(), a.__contains__(b), a.__getitem__(0)


CASES = [
    ("instance_len", ()),
    ("class_len", ()),
    ("disabled", ()),
    ("not_implemented", ()),
    ("by_hand", ("ab", "a")),
    ("by_hand", ("", "")),
]
