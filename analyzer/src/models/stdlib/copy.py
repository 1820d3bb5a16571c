"""`copy`: shallow and deep copies of builtin containers and plain objects."""

from unseam import native as _native, new_like as _new_like


class Error(Exception):
    pass


error = Error

_ATOMIC = (
    type(None), bool, int, float, complex, str, bytes, range, slice, type, type(NotImplemented), type(...), type(len),
    type(lambda: 0),
)


def copy(x):
    cls = type(x)
    if cls in _ATOMIC or isinstance(x, type) or cls is tuple or cls is frozenset:
        return x
    if cls is list or cls is dict or cls is set:
        return x.copy()
    if hasattr(cls, "__copy__"):
        return x.__copy__()
    return _rebuilt(x, x.__dict__, _native(x))


def deepcopy(x, memo=None, _nil=[]):
    if memo is None:
        memo = {}
    cls = type(x)
    if cls in _ATOMIC or isinstance(x, type):
        return x
    known = memo.get(id(x), _nil)
    if known is not _nil:
        return known
    if cls is list:
        made = []
        memo[id(x)] = made
        for item in x:
            made.append(deepcopy(item, memo))
        return made
    if cls is dict:
        made = {}
        memo[id(x)] = made
        for key, value in x.items():
            made[deepcopy(key, memo)] = deepcopy(value, memo)
        return made
    if cls is tuple:
        return _deep_tuple(x, memo)
    if cls is set or cls is frozenset:
        made = cls([deepcopy(item, memo) for item in x])
        memo[id(x)] = made
        return made
    if hasattr(cls, "__deepcopy__"):
        made = x.__deepcopy__(memo)
        memo[id(x)] = made
        return made
    extended = _native(x)
    made = _rebuilt(x, {}, extended if extended is x else deepcopy(extended, memo))
    memo[id(x)] = made
    for name, value in x.__dict__.items():
        object.__setattr__(made, name, deepcopy(value, memo))
    return made


def _deep_tuple(x, memo):
    items = [deepcopy(item, memo) for item in x]
    # A tuple that contains itself through a list has been copied in the meantime.
    if id(x) in memo:
        return memo[id(x)]
    for old, new in zip(x, items):
        if old is not new:
            made = tuple(items)
            memo[id(x)] = made
            return made
    return x


def _rebuilt(x, fields, extended):
    made = _new_like(x, extended)
    for name, value in fields.items():
        object.__setattr__(made, name, value)
    return made
