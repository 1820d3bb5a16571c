"""`__new__`, `__init__`, and what a class returns when it is called."""


class Single:
    instance = None

    def __new__(cls, *args):
        if cls.instance is None:
            cls.instance = super().__new__(cls)
            cls.instance.calls = []
        return cls.instance

    def __init__(self, *args):
        self.calls.append(args)


class Positive(int):
    def __new__(cls, value):
        return super().__new__(cls, abs(value))


class Odd:
    def __new__(cls, x):
        return x


class NoArguments:
    pass


class Returns:
    def __init__(self):
        return 5


def single():
    a, b = Single(1), Single(2)
    return a is b, a.calls


def positive(n):
    p = Positive(n)
    return p, p + 1, isinstance(p, Positive), type(p + 1).__name__


def odd(x):
    return Odd(x)


def too_many():
    return NoArguments(1)


def returns():
    return Returns()


CASES = [
    ("single", ()),
    ("positive", (-5,)),
    ("positive", (5,)),
    ("odd", ("not an Odd",)),
    ("too_many", ()),
    ("returns", ()),
]
