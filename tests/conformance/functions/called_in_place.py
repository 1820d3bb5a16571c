"""An object of a class stands for `__call__` of another class."""


class Bell:
    def __call__(self, *args):
        return ("ring", args)


class Door:
    pass


class Mirror:
    pass


def answer():
    Door.__call__ = Bell()
    return Door()(1, 2)


def twice_removed():
    class Gate:
        pass

    Door.__call__ = Bell()
    Gate.__call__ = Door()
    return Gate()("knock")


def caught():
    Mirror.__call__ = Mirror()
    try:
        Mirror()()
    except RecursionError:
        return "too deep"
    return "through"


CASES = [
    ("caught", ()),
    ("answer", ()),
    ("twice_removed", ()),
]
