"""`__new__` of containers that change in place takes anything; their `__init__` fills them."""


class Items(list):
    def __new__(cls, *args, **kw):
        return super().__new__(cls, *args, **kw)


class Quiet(list):
    def __new__(cls, *args, **kw):
        return super().__new__(cls, *args, **kw)

    def __init__(self, *args, **kw):
        self.seen = args


class Table(dict):
    def __new__(cls, *args, **kw):
        return super().__new__(cls, *args, **kw)

    def __init__(self, *args, **kw):
        super().__init__(a=1)


class Single(set):
    _only = None

    def __new__(cls, *args):
        if cls._only is None:
            cls._only = super().__new__(cls, *args)
        return cls._only


class Pair(tuple):
    def __new__(cls, *args):
        return super().__new__(cls, args)


class Names(frozenset):
    def __new__(cls, *args):
        return super().__new__(cls, *args)


def items(*args):
    return list(Items(*args))


def quiet(*args):
    made = Quiet(*args, x=1)
    return list(made), made.seen


def table(*args):
    return dict(Table(*args))


def single(first, second):
    one = Single(first)
    before = sorted(one)
    return before, sorted(Single(second)), one is Single(())


def pair(*args):
    return tuple(Pair(*args))


def names(*args):
    return sorted(Names(*args))


def bare(kind, *args):
    return kind.__new__(kind, *args)


CASES = [
    ("items", ()),
    ("items", ([1, 2],)),
    ("items", (1, 2)),
    ("quiet", (1, 2)),
    ("table", (3, 4)),
    ("single", ([1], [2, 3])),
    ("pair", (1, 2)),
    ("names", ("ab",)),
    ("bare", (list, [1])),
    ("bare", (dict, 1, 2)),
    ("bare", (set, 3)),
    ("bare", (tuple, [1])),
    ("bare", (tuple, 1)),
    ("bare", (frozenset, 1, 2)),
]
