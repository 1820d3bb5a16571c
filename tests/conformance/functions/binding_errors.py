"""What calls that do not fit say, and what functions know of themselves."""


def plain(a, b=2, *, c, d=4):
    return a, b, c, d


def only(a, /, b):
    return a, b


def star(*args, key=1, **rest):
    return args, key, rest


class K:
    def method(self, x):
        return x

    @classmethod
    def make(cls, x=1):
        return cls.__name__, x

    @staticmethod
    def free(x):
        return x


def call(name, args, kwargs):
    return globals()[name](*args, **kwargs)


def method(args, kwargs):
    return K().method(*args, **kwargs)


def methods(args):
    return K.make(*args), K().make(*args), K.free(*args), K().free(*args)


def doubled():
    return plain(1, **{"a": 2}, c=1)


def repeated(extra):
    return star(key=1, **extra)


def not_mapping(value):
    return star(**value)


def not_iterable(value):
    return star(*value)


def not_string():
    return star(**{1: 2})


def same_default(n, seen=[]):
    seen.append(n)
    return seen


def accumulate():
    same_default(1)
    return same_default(2), same_default.__defaults__


def attributes():
    def f(x, y=1):
        "doc"

    f.tag = "t"
    return f.__name__, f.__qualname__, f.__doc__, f.tag, f.__dict__, hasattr(f, "other")


def here(a, b=2):
    c = a
    return locals()


CASES = [
    ("call", ("plain", (1,), {"c": 3})),
    ("call", ("plain", (1,), {})),
    ("call", ("plain", (), {})),
    ("call", ("plain", (1, 2, 3), {"c": 1})),
    ("call", ("plain", (1, 2, 3), {})),
    ("call", ("plain", (1,), {"a": 2, "c": 1})),
    ("call", ("plain", (1,), {"z": 2, "c": 1})),
    ("call", ("only", (1,), {"b": 2})),
    ("call", ("only", (), {"a": 1, "b": 2})),
    ("call", ("star", (1, 2), {"key": 3, "z": 4})),
    ("method", ((1,), {})),
    ("method", ((), {})),
    ("method", ((1, 2), {})),
    ("methods", ((5,),)),
    ("doubled", ()),
    ("repeated", ({"key": 2},)),
    ("not_mapping", ([1],)),
    ("not_iterable", (5,)),
    ("not_string", ()),
    ("accumulate", ()),
    ("attributes", ()),
    ("here", (1,)),
]
