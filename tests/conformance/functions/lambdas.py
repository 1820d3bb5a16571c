"""Lambdas take every kind of parameter."""


def call(args, kwargs):
    f = lambda a, *rest, k=1, **more: (a, rest, k, more)  # noqa: E731
    return f(*args, **kwargs)


def name():
    return (lambda: 0).__name__, (lambda x: x)(5), (lambda: None)()


def table(n):
    return [f(n) for f in (lambda x: x + 1, lambda x: x * x, lambda x, y=10: x + y)]


def conditional(n):
    return (lambda x: "even" if x % 2 == 0 else "odd")(n)


def late_binding(n):
    return [f() for f in [lambda: i for i in range(n)]], [f() for f in [lambda i=i: i for i in range(n)]]


CASES = [
    ("call", ([1], {})),
    ("call", ([1, 2, 3], {"k": 4, "z": 5})),
    ("name", ()),
    ("table", (3,)),
    ("conditional", (3,)),
    ("late_binding", (3,)),
    ("conditional", (0,)),
]
