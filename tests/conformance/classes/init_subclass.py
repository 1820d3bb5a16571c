"""`__init_subclass__`, `__class_getitem__` and a metaclass."""


class Plugin:
    registry = {}

    def __init_subclass__(cls, key=None, **kwargs):
        super().__init_subclass__(**kwargs)
        Plugin.registry[key or cls.__name__.lower()] = cls

    def __class_getitem__(cls, item):
        return f"{cls.__name__}[{item}]"


class Csv(Plugin):
    def load(self):
        return "csv"


class Json(Plugin, key="js"):
    def load(self):
        return "json"


class Passing:
    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)


class Passed(Passing):
    pass


class Meta(type):
    def __new__(mcs, name, bases, namespace):
        namespace["created_by"] = mcs.__name__
        return super().__new__(mcs, name, bases, namespace)

    def __len__(cls):
        return 42

    def __call__(cls, *args):
        instance = super().__call__(*args)
        instance.counted = True
        return instance


class Made(metaclass=Meta):
    def __init__(self, n=0):
        self.n = n


def load(key):
    return Plugin.registry[key]().load()


def keys():
    return sorted(Plugin.registry)


def subscript(x):
    return Plugin[x], Csv[x]


def meta(n):
    made = Made(n)
    return made.n, made.counted, made.created_by, len(Made), type(Made).__name__


def passed_on(args, kwargs):
    return Passed.__init_subclass__(*args, **kwargs)


class Table(dict):
    @classmethod
    def fromkeys(cls, keys, value=0):
        return super().fromkeys(keys, value)


def table(keys):
    return type(Table.fromkeys(keys)).__name__, Table.fromkeys(keys)


CASES = [
    ("table", (["a", "b"],)),
    ("passed_on", ([], {})),
    ("passed_on", ([1, 2], {})),
    ("passed_on", ([], {"key": 1})),
    ("load", ("csv",)),
    ("load", ("js",)),
    ("load", ("json",)),
    ("keys", ()),
    ("subscript", ("int",)),
    ("meta", (5,)),
]
