"""Functions are objects."""


def documented(a: int, b: str = "x") -> bool:
    """Says something."""
    return bool(a)


def undocumented(*, k=1):
    return k


def describe(name):
    f = {"documented": documented, "undocumented": undocumented}[name]
    return f.__name__, f.__doc__, f.__defaults__, f.__kwdefaults__, f.__module__


def annotations():
    return {key: value.__name__ for key, value in documented.__annotations__.items()}


def own_attributes():
    documented.calls = 3
    return documented.calls, hasattr(documented, "other"), callable(documented)


def nested_name():
    def inner():
        pass

    return inner.__name__, inner.__qualname__


CASES = [
    ("describe", ("documented",)),
    ("describe", ("undocumented",)),
    ("annotations", ()),
    ("own_attributes", ()),
    ("describe", ("missing",)),
    ("nested_name", ()),
]
