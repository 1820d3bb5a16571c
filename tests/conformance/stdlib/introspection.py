"""`types`, `inspect`, `operator`, `copy`, `pprint`: programs that look at themselves."""

import copy
import difflib
import inspect
import operator
import pprint
import types


class Point:
    """A place.

    With two numbers.
    """

    def __init__(self, x, y=0, *, name="p"):
        self.x, self.y = x, y

    def moved(self, dx: int) -> "Point":
        return Point(self.x + dx, self.y)


def plain(a, /, b, *args, c=1, **kwargs):
    return a


async def waiting():
    pass


def counting():
    yield 1


def signatures():
    return str(inspect.signature(plain)), str(inspect.signature(Point)), str(inspect.signature(Point(1).moved))


def parameters():
    found = inspect.signature(plain).parameters
    return list(found), found["c"].default, found["a"].default is inspect.Parameter.empty, str(found["args"].kind)


def bound(args, kwargs):
    b = inspect.signature(plain).bind(*args, **kwargs)
    b.apply_defaults()
    return b.arguments, b.args, b.kwargs


def questions():
    return (
        inspect.isfunction(plain),
        inspect.isclass(Point),
        inspect.ismethod(Point(1).moved),
        inspect.iscoroutinefunction(waiting),
        inspect.isgeneratorfunction(counting),
        inspect.isbuiltin(len),
        inspect.getdoc(Point),
        inspect.isabstract(Point),
    )


def argspec():
    spec = inspect.getfullargspec(plain)
    return spec.args, spec.varargs, spec.varkw, spec.kwonlyargs, spec.kwonlydefaults


def namespace():
    n = types.SimpleNamespace(a=1, b="x")
    n.c = 3
    return n, n == types.SimpleNamespace(a=1, b="x", c=3), n.a


def proxy(key):
    m = types.MappingProxyType({"a": 1})
    return m, dict(m), m[key]


def proxy_write():
    types.MappingProxyType({})["a"] = 1


def type_names():
    return isinstance(plain, types.FunctionType), isinstance(len, types.BuiltinFunctionType), isinstance(inspect, types.ModuleType), types.NoneType


def bound_method():
    return types.MethodType(lambda self, n: (self, n), 5)(6)


def operators(a, b):
    return operator.add(a, b), operator.itemgetter(1)([a, b]), operator.attrgetter("real")(a), operator.methodcaller("bit_length")(b)


def chosen(rows):
    return sorted(rows, key=operator.itemgetter("n")), list(map(operator.itemgetter("n", "s"), rows))


def copies(value):
    shallow, deep = copy.copy(value), copy.deepcopy(value)
    value[0].append(9)
    return shallow, deep


def pretty(value, width):
    return pprint.pformat(value, width=width)


def differences(a, b):
    return list(difflib.unified_diff(a, b, lineterm="")), difflib.get_close_matches("appel", ["ape", "apple", "peach"])


def similarity(a, b):
    return difflib.SequenceMatcher(None, a, b).ratio()


class Layer:
    def __init__(self, name, wrapped=None):
        self.name = name
        if wrapped is not None:
            self.__wrapped__ = wrapped

    def __repr__(self):
        return self.name


class Endless(Layer):
    @property
    def __wrapped__(self):
        return Endless(self.name)


def unwrapped(name):
    outer = Layer("outer", Layer("middle", Layer("inner")))
    return inspect.unwrap(outer), inspect.unwrap(outer, stop=lambda layer: layer.name == name)


def wrapped_in_a_loop():
    outer = Layer("outer", Layer("inner"))
    outer.__wrapped__.__wrapped__ = outer
    return inspect.unwrap(outer)


def wrapped_without_end():
    return inspect.unwrap(Endless("endless"))


CASES = [
    ("unwrapped", ("outer",)),
    ("unwrapped", ("middle",)),
    ("wrapped_in_a_loop", ()),
    ("wrapped_without_end", ()),
    ("signatures", ()),
    ("parameters", ()),
    ("bound", ((1, 2, 3), {"c": 4, "d": 5})),
    ("bound", ((1,), {})),
    ("questions", ()),
    ("argspec", ()),
    ("namespace", ()),
    ("proxy", ("a",)),
    ("proxy", ("b",)),
    ("proxy_write", ()),
    ("type_names", ()),
    ("bound_method", ()),
    ("operators", (3, 4)),
    ("chosen", ([{"n": 2, "s": "b"}, {"n": 1, "s": "a"}],)),
    ("copies", ([[1], 2],)),
    ("pretty", ({"b": [1, 2], "a": "x"}, 80)),
    ("pretty", ({"bbbbbbbbbb": list(range(10)), "a": ("x", {"k": None})}, 30)),
    ("differences", (["a", "b"], ["a", "c"])),
    ("similarity", ("abcd", "bcde")),
]
