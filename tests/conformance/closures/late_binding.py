"""A closure sees the variable, not the value."""


def loop(n):
    functions = []
    for i in range(n):
        functions.append(lambda: i)
    return [f() for f in functions]


def captured_default(n):
    functions = []
    for i in range(n):
        functions.append(lambda i=i: i)
    return [f() for f in functions]


def factory(n):
    def make(i):
        return lambda: i

    return [f() for f in [make(i) for i in range(n)]]


def assigned_later():
    def read():
        return value

    value = "later"
    return read()


def never_assigned(flag):
    def read():
        return value

    if flag:
        value = 1
    try:
        return read()
    except NameError as error:
        return type(error).__name__


CASES = [
    ("loop", (3,)),
    ("loop", (0,)),
    ("captured_default", (3,)),
    ("factory", (3,)),
    ("assigned_later", ()),
    ("never_assigned", (True,)),
    ("never_assigned", (False,)),
]
