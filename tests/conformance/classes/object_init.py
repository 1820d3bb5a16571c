"""What a constructor passes on must have been taken before it reaches object."""


class Mixin:
    def __init__(self, **options):
        super().__init__(**options)


class Plain:
    pass


class WithNew:
    def __new__(cls, *args):
        return super().__new__(cls)


class Direct:
    def __init__(self, *args):
        object.__init__(self, *args)


class Error(Exception):
    def __init__(self, *args):
        super().__init__(*args)


class Items(list):
    def __init__(self, *args):
        super().__init__(*args)


def mixin(options):
    return type(Mixin(**options)).__name__


def plain(args):
    return type(Plain(*args)).__name__


def with_new(args):
    return type(WithNew(*args)).__name__


def direct(args):
    return type(Direct(*args)).__name__


def explicit(args):
    return object.__init__(Plain(), *args)


def explicit_with_new(args):
    return object.__init__(WithNew(), *args)


def native(args):
    return Error(*args).args, Items(*args)


CASES = [
    ("mixin", ({},)),
    ("mixin", ({"x": 1},)),
    ("plain", ((),)),
    ("plain", ((1,),)),
    ("with_new", ((1,),)),
    ("direct", ((),)),
    ("direct", ((1,),)),
    ("explicit", ((1,),)),
    ("explicit_with_new", ((1,),)),
    ("native", (([1, 2],),)),
]
