"""Three levels of scopes."""


def outer(x):
    def middle(y):
        def inner(z):
            nonlocal x, y
            x += 1
            y += 10
            return x, y, z

        first = inner("a")
        second = inner("b")
        return first, second, y

    return middle(0), x


def shadowing(x):
    def inner(x):
        def innermost():
            return x

        return innermost()

    return inner("inner"), x


def accumulator():
    total = []

    def add(x):
        total.append(x)
        return sum(total)

    return [add(1), add(2), add(3)]


def parameters(a, b):
    def swap():
        nonlocal a, b
        a, b = b, a

    swap()
    return a, b


CASES = [
    ("outer", (0,)),
    ("outer", (2.5,)),
    ("shadowing", ("outer",)),
    ("accumulator", ()),
    ("parameters", (1, 2)),
    ("parameters", ("x", None)),
]
