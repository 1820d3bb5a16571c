"""`__getattr__`, `__setattr__`, `__getattribute__`."""


class Record:
    def __init__(self, fields):
        self.fields = fields

    def __getattr__(self, name):
        if name.startswith("no_"):
            raise AttributeError(f"refused {name}")
        return self.fields.get(name, f"<{name}>")


class Strict:
    def __setattr__(self, name, value):
        if name == "forbidden":
            raise AttributeError("forbidden is forbidden")
        object.__setattr__(self, name, value * 2)

    def __delattr__(self, name):
        object.__setattr__(self, name, "deleted")


class Logged:
    def __init__(self):
        object.__setattr__(self, "log", [])

    def __getattribute__(self, name):
        if name != "log":
            object.__getattribute__(self, "log").append(name)
        return object.__getattribute__(self, name)

    def method(self):
        return "called"


def read(fields, name):
    r = Record(fields)
    return getattr(r, name), hasattr(r, name), r.anything


def strict(name, value):
    s = Strict()
    setattr(s, name, value)
    before = getattr(s, name)
    delattr(s, name)
    return before, getattr(s, name)


def logged():
    x = Logged()
    x.method()
    return x.log


CASES = [
    ("read", ({"a": 1}, "a")),
    ("read", ({}, "fields")),
    ("read", ({}, "no_x")),
    ("strict", ("a", 5)),
    ("strict", ("forbidden", 5)),
    ("logged", ()),
]
