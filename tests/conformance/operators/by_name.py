"""Operators of builtin types called by name, and what a subclass inherits of them."""


def of_numbers(a, b):
    return a.__add__(b), a.__rsub__(b), a.__floordiv__(b), a.__rmul__(b), a.__lt__(b), a.__neg__(), a.__abs__(), a.__bool__()


def of_ints(a, b):
    return a.__and__(b), a.__rxor__(b), a.__lshift__(b), a.__invert__(), a.__float__()


def of_sets(a, b):
    a, b = set(a), frozenset(b)
    return sorted(a.__and__(b)), sorted(a.__or__(b)), sorted(b.__rsub__(a)), a.__le__(b), a.__or__([1])


def in_place(a, b):
    same = a
    return a.__iadd__(b) is same, same


class Money(int):
    def __add__(self, other):
        return Money(super().__add__(other))

    __radd__ = __add__

    def __repr__(self):
        return "Money(" + int.__repr__(self) + ")"


def of_a_subclass(a, b):
    return Money(a) + b, b + Money(a), sum([Money(a), Money(b)])


class Chosen(set):
    def __and__(self, other):
        return Chosen(super().__and__(other))


def of_a_set(a, b):
    return sorted(Chosen(a) & set(b)), type(Chosen(a) & set(b)).__name__, sorted(Chosen(a) | set(b))


class Names(dict):
    pass


def without_operator(a, b):
    return Names(a) + b


CASES = [
    ("of_numbers", [7, 2]),
    ("of_numbers", [7, 2.5]),
    ("of_numbers", [2.5, 7]),
    ("of_numbers", [True, 3]),
    ("of_numbers", [1, 0]),
    ("of_ints", [6, 3]),
    ("of_ints", [6, -1]),
    ("of_ints", [2.5, 1]),
    ("of_sets", [[1, 2, 3], [2, 5]]),
    ("in_place", [[1], "ab"]),
    ("in_place", [[1], 2]),
    ("of_a_subclass", [3, 4]),
    ("of_a_set", [[1, 2], [2, 3]]),
    ("without_operator", [{}, [1]]),
]
