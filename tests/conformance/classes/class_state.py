"""Class attributes that instances share."""


class Registry:
    items = []
    count = 0

    def __init__(self, name):
        self.name = name
        self.items.append(name)
        Registry.count += 1

    def hide(self):
        self.items = ["own"]
        self.count += 10
        return self.items, self.count, type(self).count


class Sub(Registry):
    items = []


def register(*names):
    for name in names:
        Registry(name)
    return Registry.items, Registry.count


def subclass(*names):
    for name in names:
        Sub(name)
    return Registry.items, Sub.items, Registry.count, Sub.count


def hide(name):
    r = Registry(name)
    return r.hide(), Registry.items


CASES = [
    ("register", ("a", "b")),
    ("register", ()),
    ("subclass", ("a",)),
    ("subclass", ("a", "b")),
    ("hide", ("x",)),
    ("hide", (None,)),
]
