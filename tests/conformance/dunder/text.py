"""`__str__`, `__repr__` and who uses which."""


class Both:
    def __str__(self):
        return "str"

    def __repr__(self):
        return "repr"


class OnlyRepr:
    def __repr__(self):
        return "only"


class Wrong:
    def __str__(self):
        return 5


class Derived(Both):
    def __repr__(self):
        return super().__repr__() + "+"


def show(name):
    x = {"both": Both, "only": OnlyRepr, "derived": Derived}[name]()
    return str(x), repr(x), f"{x}", f"{x!r}", "%s %r" % (x, x), str([x]), "{}".format(x)


def wrong():
    return str(Wrong())


def printed():
    return repr({"k": Both()}), repr((OnlyRepr(),)), str({1: [Derived()]})


CASES = [
    ("show", ("both",)),
    ("show", ("only",)),
    ("show", ("derived",)),
    ("wrong", ()),
    ("printed", ()),
    ("show", ("none",)),
]
