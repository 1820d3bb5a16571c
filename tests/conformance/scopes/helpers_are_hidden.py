"""What the machine is made of is not a builtin."""


def read(name):
    if name == "lookup":
        return lookup
    if name == "native":
        return native
    if name == "field_table":
        return field_table
    if name == "percent_format":
        return percent_format
    return is_iterable


def names(which):
    function = {"len": len, "join": str.join, "names": names}[which]
    return function.__name__, function.__qualname__, getattr(function, "__module__", None)


def described():
    def inner(a, /, b, *rest, c=1, **more):
        return outer

    outer = 5
    code = inner.__code__
    return (
        code.co_name,
        code.co_argcount,
        code.co_posonlyargcount,
        code.co_kwonlyargcount,
        code.co_varnames,
        code.co_freevars,
        inner.__closure__[0].cell_contents,
        inner.__kwdefaults__,
        described.__closure__,
    )


CASES = [
    ("read", ("lookup",)),
    ("read", ("native",)),
    ("read", ("field_table",)),
    ("read", ("percent_format",)),
    ("read", ("is_iterable",)),
    ("names", ("len",)),
    ("names", ("join",)),
    ("names", ("names",)),
    ("described", ()),
]
