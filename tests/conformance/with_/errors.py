"""Exceptions from `__enter__`, `__exit__`, and objects that are neither."""


class Broken:
    def __init__(self, log, where):
        self.log, self.where = log, where

    def __enter__(self):
        if self.where == "enter":
            raise RuntimeError("enter")
        return self

    def __exit__(self, *details):
        self.log.append(details[0].__name__ if details[0] else None)
        if self.where == "exit":
            raise RuntimeError("exit")


def use(where, fail, log):
    with Broken(log, where):
        log.append("body")
        if fail:
            raise KeyError("body")
    return log


def context(where):
    try:
        with Broken([], where):
            raise KeyError("body")
    except RuntimeError as error:
        return str(error), repr(error.__context__)
    except KeyError:
        return "key"


def outer_and_inner(log):
    try:
        with Broken(log, "none"):
            with Broken(log, "exit"):
                log.append("body")
    except RuntimeError:
        log.append("caught")
    return log


CASES = [
    ("use", ("enter", False, [])),
    ("use", ("exit", False, [])),
    ("use", ("none", True, [])),
    ("use", ("none", False, [])),
    ("context", ("exit",)),
    ("context", ("none",)),
    ("outer_and_inner", ([],)),
]
