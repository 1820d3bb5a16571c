"""`nonlocal` state in closures."""


def make_counter(start):
    count = start

    def increment(by=1):
        nonlocal count
        count += by
        return count

    def read():
        return count

    return increment, read


def use(start):
    increment, read = make_counter(start)
    return increment(), increment(10), read()


def independent():
    a, read_a = make_counter(0)
    b, read_b = make_counter(100)
    a()
    a()
    b()
    return read_a(), read_b()


def without_nonlocal():
    x = 1

    def change():
        x = 2
        return x

    return change(), x


def unbound():
    x = 1

    def change():
        x += 1
        return x

    try:
        return change()
    except UnboundLocalError:
        return "unbound", x


CASES = [
    ("use", (0,)),
    ("use", (-5,)),
    ("use", (0.5,)),
    ("independent", ()),
    ("without_nonlocal", ()),
    ("unbound", ()),
]
