"""Several bases: the order of resolution, cooperative `super`."""


class Base:
    def __init__(self):
        self.log = ["Base"]

    def who(self):
        return ["Base"]


class Left(Base):
    def __init__(self):
        super().__init__()
        self.log.append("Left")

    def who(self):
        return ["Left"] + super().who()


class Right(Base):
    def __init__(self):
        super().__init__()
        self.log.append("Right")

    def who(self):
        return ["Right"] + super().who()

    def only_right(self):
        return "right"


class Both(Left, Right):
    def who(self):
        return ["Both"] + super().who()


CLASSES = {"left": Left, "right": Right, "both": Both}


def who(name):
    return CLASSES[name]().who()


def log(name):
    return CLASSES[name]().log


def mro(name):
    return [cls.__name__ for cls in CLASSES[name].__mro__], [cls.__name__ for cls in CLASSES[name].__bases__]


def explicit():
    b = Both()
    return super(Left, b).who(), super(Both, b).who(), b.only_right()


CASES = [
    ("who", ("left",)),
    ("who", ("both",)),
    ("log", ("both",)),
    ("log", ("right",)),
    ("mro", ("both",)),
    ("mro", ("left",)),
    ("explicit", ()),
]
