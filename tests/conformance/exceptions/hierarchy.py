"""Who is a subclass of whom."""

CLASSES = {
    "key": KeyError,
    "index": IndexError,
    "zero": ZeroDivisionError,
    "unicode": UnicodeDecodeError,
    "recursion": RecursionError,
    "notimplemented": NotImplementedError,
    "timeout": TimeoutError,
    "stop": StopIteration,
    "exit": SystemExit,
}


def bases(name):
    return [cls.__name__ for cls in CLASSES[name].__mro__]


def caught_by_exception(name):
    return issubclass(CLASSES[name], Exception), issubclass(CLASSES[name], LookupError)


CASES = [
    ("bases", ("key",)),
    ("bases", ("zero",)),
    ("bases", ("unicode",)),
    ("bases", ("recursion",)),
    ("bases", ("notimplemented",)),
    ("bases", ("timeout",)),
    ("bases", ("exit",)),
    ("caught_by_exception", ("index",)),
    ("caught_by_exception", ("stop",)),
    ("caught_by_exception", ("exit",)),
]
