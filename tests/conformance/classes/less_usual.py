"""Metaclasses, descriptors, `__init_subclass__`, `__set_name__`: less usual, and ordinary all the same."""


class Registry(type):
    known = {}

    def __new__(mcs, name, bases, namespace, /, tag=None, **options):
        namespace.setdefault("label", name.lower())
        made = super().__new__(mcs, name, bases, namespace)
        made.tag = tag
        return made

    def __init__(cls, name, bases, namespace, **options):
        super().__init__(name, bases, namespace)
        Registry.known[name] = sorted(options)

    def __call__(cls, *args, **kwargs):
        made = super().__call__(*args, **kwargs)
        made.calls = len(args)
        return made

    def __contains__(cls, item):
        return item in cls.label

    def __iter__(cls):
        return iter(cls.label)

    def __len__(cls):
        return len(cls.label)

    def __getitem__(cls, index):
        return cls.label[index]

    @property
    def shout(cls):
        return cls.label.upper()


class Typed:
    def __init__(self, kind):
        self.kind = kind

    def __set_name__(self, owner, name):
        self.name, self.owner = name, owner.__name__

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        return instance.__dict__.get(self.name, f"{self.owner}.{self.name} unset")

    def __set__(self, instance, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name} must be {self.kind.__name__}, not {type(value).__name__}")
        instance.__dict__[self.name] = value

    def __delete__(self, instance):
        del instance.__dict__[self.name]


class Cached:
    def __init__(self, function):
        self.function = function

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None):
        value = instance.__dict__[self.name] = self.function(instance)
        return value


def metaclass(tag):
    class Row(metaclass=Registry, tag=tag, colour=1, size=2):
        def __init__(self, *parts):
            self.parts = parts

    row = Row(1, 2)
    return Row.tag, Row.label, Row.shout, "ow" in Row, list(Row), len(Row), Row[0], row.calls, Registry.known["Row"], type(Row).__name__


def metaclass_of_instances():
    class Row(metaclass=Registry):
        pass

    try:
        return Row().shout
    except AttributeError as error:
        return str(error)


def conflict():
    class Other(type):
        pass

    class Both(Registry("A", (), {}), Other("B", (), {})):
        pass


def descriptor(amount):
    class Line:
        amount = Typed(int)
        name = Typed(str)

    line = Line()
    before = line.amount
    line.amount = amount
    now = line.amount, line.__dict__
    del line.amount
    return before, now[0], line.amount, Line.name.owner


def non_data():
    class Line:
        def __init__(self):
            self.turns = 0

        @Cached
        def total(self):
            self.turns += 1
            return 42

    line = Line()
    return line.total, line.total, line.turns, sorted(vars(line))


def initialised():
    class Plugin:
        found = []

        def __init_subclass__(cls, /, key=None, **rest):
            super().__init_subclass__(**rest)
            cls.found.append((cls.__name__, key))

    class First(Plugin, key="one"):
        pass

    class Second(First):
        pass

    return Plugin.found


class Box:
    def size(self):
        return 1


def class_getitem(item):
    class Vector:
        def __class_getitem__(cls, item):
            return f"{cls.__name__}[{item}]"

    return Vector[item]


def instance_check(value):
    class Meta(type):
        def __instancecheck__(cls, instance):
            return instance == 3

        def __subclasscheck__(cls, other):
            return other is int

    class Three(metaclass=Meta):
        pass

    return isinstance(value, Three), issubclass(type(value), Three)


def slots(name):
    class Point:
        __slots__ = ("x", "y")

        def __init__(self):
            self.x = 1

    point = Point()
    setattr(point, name, 5)
    return point.x, hasattr(point, "y"), hasattr(point, "__dict__")


def three_argument_type(name):
    made = type(name, (Box,), {"colour": "red", "size": lambda self: 7})
    return made.__name__, made().size(), made.colour, made.__mro__[1] is Box


CASES = [
    ("metaclass", (None,)),
    ("metaclass", ("t",)),
    ("metaclass_of_instances", ()),
    ("conflict", ()),
    ("descriptor", ("1",)),
    ("descriptor", (True,)),
    ("descriptor", (3,)),
    ("non_data", ()),
    ("initialised", ()),
    ("class_getitem", (3,)),
    ("instance_check", (3,)),
    ("instance_check", ("3",)),
    ("slots", ("z",)),
    ("slots", ("y",)),
    ("three_argument_type", ("Made",)),
]
