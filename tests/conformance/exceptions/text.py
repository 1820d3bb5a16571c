"""`str`, `repr` and `args` of exceptions."""


def show(name, *args):
    classes = {"value": ValueError, "key": KeyError, "os": OSError, "index": IndexError, "stop": StopIteration}
    error = classes[name](*args)
    return str(error), repr(error), error.args


CASES = [
    ("show", ("value",)),
    ("show", ("value", "text")),
    ("show", ("value", 1, "two")),
    ("show", ("key", "k")),
    ("show", ("key", "a", "b")),
    ("show", ("key",)),
    ("show", ("os", 2, "No such file")),
    ("show", ("os", "text")),
    ("show", ("index", None)),
    ("show", ("stop", 5)),
]
