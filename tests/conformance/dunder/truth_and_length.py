"""`__bool__`, `__len__`, and what they must return."""


class Sized:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


class Truthy(Sized):
    def __bool__(self):
        return self.n > 10


class Wrong:
    def __bool__(self):
        return 1


def truth(n):
    return bool(Sized(n)), bool(Truthy(n)), not Truthy(n), "a" if Sized(n) else "b"


def length(n):
    return len(Sized(n))


def wrong():
    return bool(Wrong())


def no_length(x):
    return len(x)


CASES = [
    ("truth", (0,)),
    ("truth", (5,)),
    ("truth", (11,)),
    ("length", (3,)),
    ("length", (-1,)),
    ("length", ("a",)),
    ("wrong", ()),
    ("no_length", (5,)),
    ("no_length", (None,)),
]
