"""Python objects as the JSON of `plan::Value`.

    [1, Order(id=7)]  ->  {"list": [{"int": "1"}, {"instance": {"class": ..., "state": [["id", {"int": "7"}]]}}]}

Encoding never raises, ends for cyclic and for huge objects, and runs as little of the user's code as it can: it looks
at `__dict__` and slots, not at properties but those of `TELLING`; of all methods, only `str(exception)` is called, and
those by which e-mails and expressions of SQL tell what they say.
"""

import collections
import datetime
import decimal
import enum
import fractions
import functools
import pathlib
import sys
import types
import uuid

try:
    from zoneinfo import ZoneInfo
except ImportError:  # before 3.9
    ZoneInfo = None

MAX_DEPTH = 20
MAX_ITEMS = 1000
MAX_NODES = 20000
MAX_TEXT = 100000
MAX_INT_BITS = 14000

Missing = object()


def name_of(obj):
    """`{"module", "qualname"}` if importing that name gives this very object, else None."""
    module = static(obj, "__module__")
    qualname = static(obj, "__qualname__")
    if type(module) is not str or type(qualname) is not str:
        return None
    found = sys.modules.get(module, Missing)
    for part in qualname.split("."):
        if found is Missing:
            return None
        found = static(found, part)
    return {"module": module, "qualname": qualname} if found is obj else None


def static(obj, attribute):
    """An attribute of a module, class or function, without the user's `__getattr__`."""
    try:
        if isinstance(obj, types.ModuleType):
            return obj.__dict__.get(attribute, Missing)
        if isinstance(obj, type):
            return type.__getattribute__(obj, attribute)
        return object.__getattribute__(obj, attribute)
    except BaseException:
        return Missing


# Where everybody imports a class from that says it lives in a module of C code.
PUBLIC_MODULES = {"_csv": "csv", "_io": "io"}


# What a process has from the beginning, whatever its class.
STREAMS = ("stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__")


# Classes of the language that no builtin name leads to: `NoneType`, `generator`.
NAMELESS = {
    value: name for name, value in sorted(vars(types).items(), reverse=True)
    if isinstance(value, type) and value.__module__ == "builtins"
}


def class_name(cls):
    """Where a class can be imported from; failing that, where it says it lives."""
    module = static(cls, "__module__")
    qualname = str(type.__getattribute__(cls, "__qualname__"))
    if type(module) is not str:
        return {"module": "", "qualname": qualname}
    if name_of(cls) is None:
        # `_Usage = namedtuple("usage", ...)`: known to its module by another name.
        home = sys.modules.get(module)
        names = home.__dict__ if isinstance(home, types.ModuleType) else {}
        bound = [name for name, value in list(names.items()) if value is cls]
        qualname = bound[0] if bound else qualname
    return {"module": PUBLIC_MODULES.get(module, module), "qualname": qualname}


def is_mock(obj):
    mock = sys.modules.get("unittest.mock")
    if mock is None:
        return False
    if type(obj) is types.FunctionType:
        obj = obj.__dict__.get("mock")
    return issubclass(type(obj), mock.NonCallableMock)


def mock_of(obj):
    """The recorder behind an autospecced function, or the mock itself."""
    return obj.__dict__["mock"] if type(obj) is types.FunctionType else obj


def public_state(obj):
    """What `vars` and `__slots__` hold under public names, in the order of definition."""
    state = {}
    instance = static(obj, "__dict__")
    if isinstance(instance, dict):
        state.update((key, value) for key, value in instance.items() if type(key) is str)
    for cls in reversed(type(obj).__mro__):
        slots = cls.__dict__.get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else tuple(slots):
            member = cls.__dict__.get(slot)
            if isinstance(member, types.MemberDescriptorType):
                try:
                    state[slot] = member.__get__(obj, type(obj))
                except AttributeError:
                    continue
    return [(key, value) for key, value in state.items() if not key.startswith("_")]


class Encoder:
    """Encodes one object; `known` maps the identity of registered objects to their numbers."""

    def __init__(self, known=None):
        self.known = {} if known is None else known
        self.open = set()
        self.nodes = 0

    def encode(self, obj):
        try:
            return self.value(obj, 0)
        except BaseException as error:
            return {"unwritable": "%s (%s)" % (type(obj).__name__, type(error).__name__)}

    def value(self, obj, depth):
        self.nodes += 1
        if id(obj) in self.known:
            return {"shared": self.known[id(obj)]}
        kind = type(obj)
        if obj is None:
            return "none"
        if obj is Ellipsis:
            return "ellipsis"
        if obj is NotImplemented:
            return "not_implemented"
        plain = PRIMITIVES.get(kind)
        if plain is not None:
            return plain(obj)
        if is_mock(obj):
            recorder = mock_of(obj)
            return {"unwritable": "double:%s" % (recorder.__dict__.get("_mock_name") or kind.__name__)}
        if id(obj) in self.open:
            return {"unwritable": "cycle:%s" % kind.__name__}
        if depth >= MAX_DEPTH or self.nodes > MAX_NODES:
            return {"unwritable": "large:%s" % kind.__name__}
        self.open.add(id(obj))
        try:
            return self.compound(obj, kind, depth + 1)
        except Exception as error:
            return {"unwritable": "%s (%s)" % (kind.__name__, type(error).__name__)}
        finally:
            self.open.discard(id(obj))

    def compound(self, obj, kind, depth):
        if "<locals>" in kind.__qualname__:
            return {"unwritable": kind.__name__}  # no test can import its class
        if kind in SEQUENCES:
            return self.sequence(SEQUENCES[kind], list(obj), depth)
        if kind is dict:
            return self.mapping(obj, depth)
        if issubclass(kind, (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)):
            return self.named(obj)
        if issubclass(kind, enum.Enum):
            member = static(obj, "_name_")
            if type(member) is str and kind.__members__.get(member) is obj:
                owner = class_name(kind)
                return {"name": {"module": owner["module"], "qualname": owner["qualname"] + "." + member}}
            return self.construct(class_name(kind), [obj._value_], {}, depth)
        for stream in STREAMS:
            if obj is getattr(sys, stream, Missing):
                return {"name": {"module": "sys", "qualname": stream}}
        if obj is UTC:
            return {"name": {"module": "datetime", "qualname": "timezone.utc"}}
        if kind in MAKERS:
            module, name, maker = MAKERS[kind]
            positional, keywords = maker(obj)
            return self.construct({"module": module, "qualname": name}, positional, keywords, depth)
        if issubclass(kind, BaseException):
            # Exceptions are equal to themselves only.
            state = [("args", BaseException.args.__get__(obj))] + public_state(obj)
            return {"instance": {"class": class_name(kind), "state": [[key, self.value(val, depth)] for key, val in state]}}
        if issubclass(kind, tuple) and type(static(kind, "_fields")) is tuple:
            return self.construct(class_name(kind), [], dict(zip(kind._fields, tuple(obj))), depth)
        for base in (int, float, str, bytes):
            if issubclass(kind, base):
                plain = base.__new__(base, base.__str__(obj) if base is str else obj)
                if name_of(kind) is None and static(kind, "__eq__") is static(base, "__eq__"):
                    return self.value(plain, depth)  # a class without a name, made by some function: equal to what it extends
                return self.construct(class_name(kind), [plain], {}, depth)
        if issubclass(kind, CALLABLES):
            return {"unwritable": "callable"}
        if issubclass(kind, OPAQUE):
            return {"unwritable": kind.__name__}
        for base in SEQUENCES:
            if issubclass(kind, base):
                return self.container(obj, base, base(base.__iter__(obj)), depth)
        if issubclass(kind, dict):
            return self.container(obj, dict, dict(dict.items(obj)), depth)
        return self.instance(obj, kind, depth)

    def container(self, obj, base, items, depth):
        """An object whose class extends a builtin container: made of its items, if that is how it is made."""
        kind = type(obj)
        is_made_of_items = all(static(kind, name) is static(base, name) for name in ("__init__", "__new__"))
        if is_made_of_items and not public_state(obj):
            return self.construct(class_name(kind), [items], {}, depth)
        state = [[key, self.value(val, depth)] for key, val in public_state(obj)]
        own_equality = static(kind, "__eq__") is not static(base, "__eq__")
        return {"instance": {
            "class": class_name(kind), "state": state, "items": self.value(items, depth), "has_own_equality": own_equality,
        }}  # fmt: skip

    def sequence(self, tag, items, depth):
        if len(items) > MAX_ITEMS:
            return {"unwritable": "large:%s" % tag}
        encoded = [self.value(item, depth) for item in items]
        if tag in ("set", "frozen_set"):
            encoded.sort(key=repr)
        return {tag: encoded}

    def mapping(self, obj, depth):
        if len(obj) > MAX_ITEMS:
            return {"unwritable": "large:dict"}
        return {"dict": [[self.value(key, depth), self.value(value, depth)] for key, value in list(obj.items())]}

    def named(self, obj):
        if isinstance(obj, types.ModuleType):
            return {"unwritable": "module %s" % obj.__name__}
        name = name_of(obj)
        if name:
            return {"name": name}
        if isinstance(obj, type):
            if obj in NAMELESS:
                return {"name": {"module": "types", "qualname": NAMELESS[obj]}}
            return {"unwritable": "class %s" % static(obj, "__qualname__")}
        return {"unwritable": "callable"}

    def construct(self, name, positional, keywords, depth):
        args = [{"keyword": None, "value": self.value(item, depth)} for item in positional]
        args += [{"keyword": key, "value": self.value(item, depth)} for key, item in keywords.items()]
        return {"construct": {"class": name, "args": args, "set": []}}

    def instance(self, obj, kind, depth):
        if is_logger(obj, kind):
            named = [] if obj.name == "root" else [obj.name]
            return self.construct({"module": "logging", "qualname": "getLogger"}, named, {}, depth)
        told = [names for base in kind.__mro__ for names in TELLING.get((base.__module__, base.__qualname__), ())]
        state = said_by_mail(obj, kind) or said_by_statement(obj, kind) or [(name, getattr(obj, name)) for name in told if hasattr(obj, name)] or public_state(obj)
        if not state and kind.__module__ == "builtins":
            return {"unwritable": kind.__name__}
        return {"instance": {"class": class_name(kind), "state": [[key, self.value(val, depth)] for key, val in state]}}


# What is worth telling of classes whose fields say too little, or more than anybody asked: a parser knows how the process
# was started.
TELLING = {
    ("argparse", "ArgumentParser"): ("description", "epilog", "prefix_chars"),
    ("django.http.response", "HttpResponseBase"): ("status_code", "url", "content"),
}


def said_by_mail(obj, kind):
    """Headers and content of an e-mail, if its class leaves it to the library to tell them."""
    message = sys.modules.get("email.message")
    if message is None or not issubclass(kind, message.Message):
        return []
    asked = ("items", "get_payload")
    if any(static(kind, name) is not static(message.Message, name) for name in asked):
        return []
    return [(name + "()", getattr(obj, name)()) for name in asked]


def said_by_statement(obj, kind):
    """Text and parameters of an expression of SQL."""
    elements = sys.modules.get("sqlalchemy.sql.elements")
    if elements is None or not issubclass(kind, elements.ClauseElement):
        return []
    try:
        return [("__str__()", str(obj)), ("compile().params", dict(obj.compile().params))]
    except Exception:
        return []  # not every dialect can say everything


def is_logger(obj, kind):
    """Whether it is the one logger of its name, as everybody gets it."""
    logging = sys.modules.get("logging")
    if logging is None or kind not in (logging.Logger, logging.RootLogger):
        return False
    return obj is logging.root or logging.Logger.manager.loggerDict.get(obj.name) is obj


def integer(obj):
    if obj.bit_length() > MAX_INT_BITS:
        return {"unwritable": "large:int"}
    return {"int": str(obj)}


def text(obj):
    if len(obj) > MAX_TEXT:
        return {"unwritable": "large:str"}
    try:
        obj.encode("utf-8")
    except UnicodeEncodeError:
        return {"unwritable": "str with surrogates"}
    return {"str": obj}


def octets(obj):
    return {"unwritable": "large:bytes"} if len(obj) > MAX_TEXT else {"bytes": list(obj)}


PRIMITIVES = {
    bool: lambda obj: {"bool": obj},
    int: integer,
    float: lambda obj: {"float": repr(obj)},
    complex: lambda obj: {"complex": repr(obj)},
    str: text,
    bytes: octets,
}

SEQUENCES = {list: "list", tuple: "tuple", set: "set", frozenset: "frozen_set"}

# Of which a test can say that they can be called.
CALLABLES = (types.MethodType, functools.partial)

OPAQUE = (
    types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType, types.CodeType,
    types.FrameType, types.TracebackType, memoryview, type(iter([])), type(iter({})), map, filter, zip, enumerate,
)  # fmt: skip


def datetime_parts(obj):
    parts = [obj.year, obj.month, obj.day, obj.hour, obj.minute, obj.second, obj.microsecond]
    return without_zeros(parts, 3), {key: val for key, val in (("tzinfo", obj.tzinfo), ("fold", obj.fold)) if val}


def time_parts(obj):
    parts = [obj.hour, obj.minute, obj.second, obj.microsecond]
    return without_zeros(parts, 2), {key: val for key, val in (("tzinfo", obj.tzinfo), ("fold", obj.fold)) if val}


def timedelta_parts(obj):
    parts = {"days": obj.days, "seconds": obj.seconds, "microseconds": obj.microseconds}
    told = {key: val for key, val in parts.items() if val}
    return ([], told) if told else ([0], {})


def without_zeros(parts, least):
    """Trailing zeros are the defaults."""
    while len(parts) > least and not parts[-1]:
        parts = parts[:-1]
    return parts


def deque_parts(obj):
    return [list(obj)], {} if obj.maxlen is None else {"maxlen": obj.maxlen}


UTC = datetime.timezone.utc

# How a value of the standard library is made again: its public name (a class may live elsewhere: `pathlib._local`), and its
# arguments by position and by keyword. The classes are bound now: a probe may patch `datetime.datetime`.
MAKERS = {
    range: ("builtins", "range", lambda obj: ([obj.start, obj.stop, obj.step], {})),
    slice: ("builtins", "slice", lambda obj: ([obj.start, obj.stop, obj.step], {})),
    bytearray: ("builtins", "bytearray", lambda obj: ([bytes(obj)], {})),
    types.SimpleNamespace: ("types", "SimpleNamespace", lambda obj: ([], dict(obj.__dict__))),
    types.MappingProxyType: ("types", "MappingProxyType", lambda obj: ([dict(obj)], {})),
    datetime.date: ("datetime", "date", lambda obj: ([obj.year, obj.month, obj.day], {})),
    datetime.datetime: ("datetime", "datetime", datetime_parts),
    datetime.time: ("datetime", "time", time_parts),
    datetime.timedelta: ("datetime", "timedelta", timedelta_parts),
    datetime.timezone: ("datetime", "timezone", lambda obj: (list(obj.__getinitargs__()), {})),
    decimal.Decimal: ("decimal", "Decimal", lambda obj: ([str(obj)], {})),
    fractions.Fraction: ("fractions", "Fraction", lambda obj: ([obj.numerator, obj.denominator], {})),
    uuid.UUID: ("uuid", "UUID", lambda obj: ([str(obj)], {})),
    pathlib.PosixPath: ("pathlib", "Path", lambda obj: ([str(obj)], {})),
    pathlib.PurePosixPath: ("pathlib", "PurePosixPath", lambda obj: ([str(obj)], {})),
    pathlib.PureWindowsPath: ("pathlib", "PureWindowsPath", lambda obj: ([str(obj)], {})),
    collections.OrderedDict: ("collections", "OrderedDict", lambda obj: ([dict(obj)], {})),
    collections.Counter: ("collections", "Counter", lambda obj: ([dict(obj)], {})),
    collections.defaultdict: ("collections", "defaultdict", lambda obj: ([obj.default_factory, dict(obj)], {})),
    collections.deque: ("collections", "deque", deque_parts),
}
if ZoneInfo is not None:
    MAKERS[ZoneInfo] = ("zoneinfo", "ZoneInfo", lambda obj: ([obj.key], {}))


def raised(error, known=None):
    """An exception as `plan::Outcome::Raise`."""
    encoder = Encoder(known)
    try:
        message = str(error)
        message.encode("utf-8")
    except BaseException:
        message = None
    state = public_state(error)
    if isinstance(error, SystemExit):
        state.append(("code", error.code))
    return {
        "raise": {
            "class": class_name(type(error)),
            "args": [encoder.encode(item) for item in BaseException.args.__get__(error)],
            "set": [[key, encoder.encode(value)] for key, value in state],
            "message": None if message is None else message[:MAX_TEXT],
        }
    }
