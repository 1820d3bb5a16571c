"""Decorators are calls."""


def trace(function):
    def wrapper(*args, **kwargs):
        wrapper.calls.append((function.__name__, args, kwargs))
        return function(*args, **kwargs)

    wrapper.calls = []
    return wrapper


def repeat(times):
    def decorate(function):
        def wrapper(x):
            for _ in range(times):
                x = function(x)
            return x

        return wrapper

    return decorate


@trace
def add(a, b=1):
    return a + b


@repeat(3)
@repeat(2)
def double(x):
    return x * 2


def constant(function):
    return 42


@constant
def replaced():
    return 1


def run(a, b):
    return add(a, b=b), add(a), add.calls


def doubled(x):
    return double(x)


def value():
    return replaced


CASES = [
    ("run", (1, 2)),
    ("run", ("a", "b")),
    ("add", (1,)),
    ("doubled", (1,)),
    ("doubled", ("a",)),
    ("value", ()),
]
