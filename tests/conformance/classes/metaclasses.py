"""Metaclasses, classes made by calls, errors of class statements."""


class Registry(type):
    known = []

    def __init__(cls, name, bases, namespace, **options):
        super().__init__(name, bases, namespace)
        Registry.known.append(name)

    def __getattr__(cls, name):
        return f"{cls.__name__} has no {name}"

    def __iter__(cls):
        return iter(cls.items)

    def __contains__(cls, item):
        return item in cls.items


class Base(metaclass=Registry):
    items = [1, 2]


class Derived(Base):
    items = [3]


class Single(type):
    instances = {}

    def __call__(cls, *args):
        if cls not in Single.instances:
            Single.instances[cls] = super().__call__(*args)
        return Single.instances[cls]


class Config(metaclass=Single):
    def __init__(self, value):
        self.value = value


class A:
    def who(self):
        return "A"


class B(A):
    def who(self):
        return "B" + super().who()


class C(A):
    def who(self):
        return "C" + super().who()


class D(B, C):
    def who(self):
        return "D" + super(D, self).who()


def registered():
    return Registry.known, list(Base), 3 in Derived, Derived.missing, type(Derived) is Registry


def single(a, b):
    return Config(a) is Config(b), Config(b).value


def order():
    return D().who(), [cls.__name__ for cls in D.__mro__], [cls.__name__ for cls in D.mro()]


def inconsistent():
    class X(A, B):
        pass

    return X


def duplicate():
    class X(A, A):
        pass

    return X


def unwanted_keyword():
    class X(A, size=3):
        pass

    return X


def made(name):
    cls = type(name, (B,), {"n": 1, "get": lambda self: self.n})
    return cls().get(), cls.__name__, cls().who(), issubclass(cls, A)


def bad_init():
    class X:
        def __init__(self):
            return 1

    return X()


def no_arguments(*args):
    class X:
        pass

    return type(X(*args)).__name__


def class_cell():
    class X:
        def me(self):
            return __class__.__name__

    return X().me()


CASES = [
    ("registered", ()),
    ("single", (1, 2)),
    ("order", ()),
    ("inconsistent", ()),
    ("duplicate", ()),
    ("unwanted_keyword", ()),
    ("made", ("Made",)),
    ("bad_init", ()),
    ("no_arguments", ()),
    ("no_arguments", (1,)),
    ("class_cell", ()),
]
