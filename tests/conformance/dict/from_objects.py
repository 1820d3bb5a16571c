"""A dict made of objects that are iterated by their own `__iter__`, or asked by their own `keys`."""


class Entry:
    def __init__(self, *parts):
        self.parts = parts

    def __iter__(self):
        return iter(self.parts)


class Mapping:
    def __init__(self, *names):
        self.names = names

    def keys(self):
        return list(self.names)

    def __getitem__(self, name):
        return name.upper()


def entries(*pairs):
    return dict([Entry(*pair) for pair in pairs])


def updated(start, *pairs):
    try:
        start.update(Entry(*pair) for pair in pairs)
    except (TypeError, ValueError) as error:
        return type(error).__name__, str(error), start
    return start


def mapping(*names):
    return dict(Mapping(*names), last=1)


CASES = [
    ("entries", ()),
    ("entries", (("a", 1), ("b", 2))),
    ("entries", (("a", 1), ("a", 2))),
    ("entries", (("a", 1), ("b",))),
    ("updated", ({"z": 0}, ("a", 1), ("b", 2, 3))),
    ("updated", ({"z": 0}, ("z", 1), ([], 2))),
    ("mapping", ("a", "b")),
    ("mapping", ()),
]
