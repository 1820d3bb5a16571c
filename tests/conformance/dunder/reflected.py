"""Who is asked first, and when the right side goes before the left."""


class A:
    def __init__(self, log):
        self.log = log

    def __add__(self, other):
        self.log.append(f"{type(self).__name__}.__add__")
        return NotImplemented

    def __radd__(self, other):
        self.log.append(f"{type(self).__name__}.__radd__")
        return "radd"


class B(A):
    def __radd__(self, other):
        self.log.append("B.__radd__")
        return NotImplemented


class C:
    def __radd__(self, other):
        return f"C took {other!r}"


CLASSES = {"A": A, "B": B}


def order(left, right):
    log = []
    try:
        result = CLASSES[left](log) + CLASSES[right](log)
    except TypeError:
        result = "type error"
    return result, log


def foreign(x):
    return x + C(), sum([C()], x) if x == 0 else None


CASES = [
    ("order", ("A", "A")),
    ("order", ("A", "B")),
    ("order", ("B", "A")),
    ("order", ("B", "B")),
    ("foreign", (0,)),
    ("foreign", ("text",)),
    ("foreign", ([1],)),
]
