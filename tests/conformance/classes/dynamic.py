"""Classes and methods made at run time."""


def make(name, **members):
    return type(name, (), members)


def created(value):
    cls = make("Made", value=value, get=lambda self: self.value)
    return cls.__name__, cls().get(), cls.value


def patched(n):
    class Thing:
        def value(self):
            return n

    thing = Thing()
    first = thing.value()
    Thing.value = lambda self: n * 2
    second = thing.value()
    thing.value = lambda: n * 3
    return first, second, thing.value()


def function_attribute(n):
    class Holder:
        pass

    Holder.method = lambda self, x: (type(self).__name__, x)
    return Holder().method(n)


def changed_class(n):
    class A:
        name = "A"

    class B:
        name = "B"

    a = A()
    a.n = n
    a.__class__ = B
    return a.name, a.n, isinstance(a, B)


CASES = [
    ("created", (1,)),
    ("created", (None,)),
    ("patched", (2,)),
    ("patched", ("ab",)),
    ("function_attribute", (5,)),
    ("changed_class", (3,)),
]
