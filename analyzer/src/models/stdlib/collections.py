"""`collections`: containers made of builtin ones."""

from unseam import is_since as _is_since, native as _native


class defaultdict(dict):
    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        self.default_factory = default_factory
        dict.update(self, *args, **kwargs)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value

    def __repr__(self):
        return "defaultdict(" + repr(self.default_factory) + ", " + repr(_native(self)) + ")"

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made


class OrderedDict(dict):
    def move_to_end(self, key, last=True):
        value = self[key]
        if last:
            dict.pop(self, key)
            self[key] = value
            return
        others = [(other, held) for other, held in self.items() if other != key]
        self.clear()
        self[key] = value
        for other, held in others:
            self[other] = held

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        if last:
            return dict.popitem(self)
        key = next(iter(self))
        return key, dict.pop(self, key)

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return list(self.items()) == list(other.items())
        if isinstance(other, dict):
            return _native(self) == _native(other)
        return NotImplemented

    def __ne__(self, other):
        result = self.__eq__(other)
        return result if result is NotImplemented else not result

    __hash__ = None

    def __repr__(self):
        if not self:
            return "OrderedDict()"
        return "OrderedDict(" + repr(_native(self) if _is_since(12) else list(self.items())) + ")"

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(self)
        made.update(other)
        return made


class Counter(dict):
    def __init__(self, iterable=None, /, **kwds):
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **kwds):
        if isinstance(iterable, dict):
            for element, count in iterable.items():
                self[element] = self.get(element, 0) + count
        elif iterable is not None:
            for element in iterable:
                self[element] = self.get(element, 0) + 1
        for element, count in kwds.items():
            self[element] = self.get(element, 0) + count

    def subtract(self, iterable=None, /, **kwds):
        if isinstance(iterable, dict):
            for element, count in iterable.items():
                self[element] = self.get(element, 0) - count
        elif iterable is not None:
            for element in iterable:
                self[element] = self.get(element, 0) - 1
        for element, count in kwds.items():
            self[element] = self.get(element, 0) - count

    def most_common(self, n=None):
        ordered = sorted(self.items(), key=lambda item: item[1], reverse=True)
        return ordered if n is None else ordered[: max(n, 0)]

    def elements(self):
        for element, count in self.items():
            for _ in range(count):
                yield element

    def total(self):
        return sum(self.values())

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    def __delitem__(self, element):
        if element in self:
            dict.pop(self, element)

    def __add__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for element, count in self.items():
            total = count + other[element]
            if total > 0:
                result[element] = total
        for element, count in other.items():
            if element not in self and count > 0:
                result[element] = count
        return result

    def __sub__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for element, count in self.items():
            rest = count - other[element]
            if rest > 0:
                result[element] = rest
        for element, count in other.items():
            if element not in self and count < 0:
                result[element] = 0 - count
        return result

    def __or__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for element, count in self.items():
            most = max(count, other[element])
            if most > 0:
                result[element] = most
        for element, count in other.items():
            if element not in self and count > 0:
                result[element] = count
        return result

    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for element, count in self.items():
            least = min(count, other[element])
            if least > 0:
                result[element] = least
        return result

    def __pos__(self):
        return self + Counter()

    def __neg__(self):
        return Counter() - self

    def __eq__(self, other):
        if not isinstance(other, Counter):
            if isinstance(other, dict):
                return _native(self) == _native(other)
            return NotImplemented
        return all([self[element] == other[element] for both in (self, other) for element in both])

    __hash__ = None

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __le__(self, other):
        if not _is_since(10) or not isinstance(other, Counter):
            return NotImplemented
        return all([self[element] <= other[element] for element in [*self, *other]])

    def __lt__(self, other):
        if not _is_since(10) or not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        if not _is_since(10) or not isinstance(other, Counter):
            return NotImplemented
        return all([self[element] >= other[element] for element in [*self, *other]])

    def __gt__(self, other):
        if not _is_since(10) or not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other

    def __repr__(self):
        if not self:
            return "Counter()"
        shown = [repr(element) + ": " + repr(count) for element, count in self.most_common()]
        return "Counter({" + ", ".join(shown) + "})"


class deque:
    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None:
            if not isinstance(maxlen, int):
                raise TypeError("an integer is required")
            if maxlen < 0:
                raise ValueError("maxlen must be non-negative")
        self._items = []
        self.maxlen = maxlen
        self.extend(iterable)

    def append(self, x):
        self._items.append(x)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop(0)

    def appendleft(self, x):
        self._items.insert(0, x)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop()

    def extend(self, iterable):
        for x in list(iterable):
            self.append(x)

    def extendleft(self, iterable):
        for x in list(iterable):
            self.appendleft(x)

    def pop(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop(0)

    def rotate(self, n=1):
        if not hasattr(n, "__index__"):
            raise TypeError("'" + type(n).__name__ + "' object cannot be interpreted as an integer")
        size = len(self._items)
        if size:
            at = -n % size
            self._items[:] = self._items[at:] + self._items[:at]

    def clear(self):
        self._items.clear()

    def copy(self):
        return type(self)(self._items, self.maxlen)

    __copy__ = copy

    def count(self, x):
        return self._items.count(x)

    def index(self, x, *bounds):
        try:
            return self._items.index(x, *bounds)
        except ValueError:
            raise ValueError(repr(x) + " is not in deque") from None

    def insert(self, i, x):
        if self.maxlen is not None and len(self._items) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        self._items.insert(i, x)

    def remove(self, value):
        try:
            self._items.remove(value)
        except ValueError:
            raise ValueError(repr(value) + " is not in deque") from None

    def reverse(self):
        self._items.reverse()

    def _at(self, i):
        if isinstance(i, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        if not -len(self._items) <= i < len(self._items):
            raise IndexError("deque index out of range")
        return i

    def __getitem__(self, i):
        return self._items[self._at(i)]

    def __setitem__(self, i, value):
        self._items[self._at(i)] = value

    def __delitem__(self, i):
        del self._items[self._at(i)]

    def __len__(self):
        return len(self._items)

    def __bool__(self):
        return len(self._items) > 0

    def __contains__(self, x):
        return x in self._items

    def __iter__(self):
        size = len(self._items)
        for x in self._items:
            yield x
            if len(self._items) != size:
                raise RuntimeError("deque mutated during iteration")

    def __reversed__(self):
        return reversed(self._items)

    def __add__(self, other):
        if not isinstance(other, deque):
            raise TypeError('can only concatenate deque (not "' + type(other).__name__ + '") to deque')
        return type(self)(self._items + other._items, self.maxlen)

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return type(self)(self._items * n, self.maxlen)

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, deque) else NotImplemented

    def __lt__(self, other):
        return self._items < other._items if isinstance(other, deque) else NotImplemented

    def __le__(self, other):
        return self._items <= other._items if isinstance(other, deque) else NotImplemented

    def __gt__(self, other):
        return self._items > other._items if isinstance(other, deque) else NotImplemented

    def __ge__(self, other):
        return self._items >= other._items if isinstance(other, deque) else NotImplemented

    __hash__ = None

    def __repr__(self):
        limit = "" if self.maxlen is None else ", maxlen=" + repr(self.maxlen)
        return "deque(" + repr(self._items) + limit + ")"


class ChainMap:
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def _merged(self):
        merged = {}
        for mapping in reversed(self.maps):
            merged.update(mapping)
        return merged

    def __len__(self):
        return len(self._merged())

    def __iter__(self):
        return iter(self._merged())

    def keys(self):
        return self._merged().keys()

    def values(self):
        return [self[key] for key in self._merged()]

    def items(self):
        return [(key, self[key]) for key in self._merged()]

    def __contains__(self, key):
        return any([key in mapping for mapping in self.maps])

    def __bool__(self):
        return any(self.maps)

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        if key not in self.maps[0]:
            raise KeyError("Key not found in the first mapping: " + repr(key))
        del self.maps[0][key]

    def pop(self, key, *args):
        if key not in self.maps[0] and not args:
            raise KeyError("Key not found in the first mapping: " + repr(key))
        return self.maps[0].pop(key, *args)

    def update(self, *args, **kwargs):
        self.maps[0].update(*args, **kwargs)

    def new_child(self, m=None, **kwargs):
        if m is None:
            m = kwargs
        elif kwargs:
            m.update(kwargs)
        return type(self)(m, *self.maps)

    @property
    def parents(self):
        return type(self)(*self.maps[1:])

    def __eq__(self, other):
        if isinstance(other, ChainMap):
            return self._merged() == other._merged()
        return self._merged() == other if isinstance(other, dict) else NotImplemented

    __hash__ = None

    def __repr__(self):
        return "ChainMap(" + ", ".join([repr(mapping) for mapping in self.maps]) + ")"


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    from keyword import iskeyword

    names = [str(name) for name in field_names]
    seen = set()
    for position, name in enumerate(names):
        if rename and (not name.isidentifier() or iskeyword(name) or name.startswith("_") or name in seen):
            names[position] = "_" + str(position)
        elif not name.isidentifier():
            raise ValueError("Type names and field names must be valid identifiers: " + repr(name))
        elif name.startswith("_"):
            raise ValueError("Field names cannot start with an underscore: " + repr(name))
        elif iskeyword(name):
            raise ValueError("Type names and field names cannot be a keyword: " + repr(name))
        elif name in seen:
            raise ValueError("Encountered duplicate field name: " + repr(name))
        seen.add(names[position])
    fields = tuple(names)
    values = tuple(defaults) if defaults is not None else ()
    if len(values) > len(fields):
        raise TypeError("Got more default values than field names")
    field_defaults = dict(zip(fields[len(fields) - len(values) :], values))

    class Record(tuple):
        _fields = fields
        __match_args__ = fields
        _field_defaults = field_defaults

        def __new__(cls, *args, **kwargs):
            return tuple.__new__(cls, _record_values(typename, fields, field_defaults, args, kwargs))

        @classmethod
        def _make(cls, iterable):
            items = tuple(iterable)
            if len(items) != len(fields):
                raise TypeError("Expected " + str(len(fields)) + " arguments, got " + str(len(items)))
            return tuple.__new__(cls, items)

        def _replace(self, /, **kwds):
            items = [kwds.pop(name, value) for name, value in zip(fields, self)]
            if kwds:
                refused = TypeError if _is_since(13) else ValueError
                raise refused("Got unexpected field names: " + repr(list(kwds)))
            return self._make(items)

        def _asdict(self):
            return dict(zip(fields, self))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            shown = [name + "=" + repr(value) for name, value in zip(fields, self)]
            return type(self).__name__ + "(" + ", ".join(shown) + ")"

    for position, name in enumerate(fields):
        setattr(Record, name, _Field(position))
    Record.__name__ = Record.__qualname__ = typename
    if module is not None:
        Record.__module__ = module
    return Record


class _Field:
    def __init__(self, position):
        self.position = position

    def __get__(self, record, owner=None):
        return self if record is None else _native(record)[self.position]

    def __set__(self, record, value):
        raise AttributeError("can't set attribute")

    def __delete__(self, record):
        raise AttributeError("can't delete attribute")


def _record_values(typename, fields, defaults, args, kwargs):
    if len(args) > len(fields):
        count = str(len(fields) + 1)
        if defaults:
            count = "from " + str(len(fields) + 1 - len(defaults)) + " to " + count
        raise TypeError(
            typename + ".__new__() takes " + count + " positional arguments but " + str(len(args) + 1) + " were given"
        )
    values = list(args)
    missing = []
    for name in fields[: len(args)]:
        if name in kwargs:
            raise TypeError(typename + ".__new__() got multiple values for argument '" + name + "'")
    for name in fields[len(args) :]:
        if name in kwargs:
            values.append(kwargs[name])
        elif name in defaults:
            values.append(defaults[name])
        else:
            missing.append("'" + name + "'")
    for name in kwargs:
        if name not in fields:
            raise TypeError(typename + ".__new__() got an unexpected keyword argument '" + name + "'")
    if missing:
        plural = "" if len(missing) == 1 else "s"
        listed = missing[-1]
        if len(missing) == 2:
            listed = missing[0] + " and " + missing[1]
        elif len(missing) > 2:
            listed = ", ".join(missing[:-1]) + ", and " + missing[-1]
        raise TypeError(
            typename + ".__new__() missing " + str(len(missing)) + " required positional argument" + plural + ": " + listed
        )
    return values


class UserDict:
    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(type(self), "__missing__"):
            return type(self).__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __repr__(self):
        return repr(self.data)

    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, UserDict) else other)

    __hash__ = None

    def get(self, key, default=None):
        if _is_since(12):
            return self[key] if key in self else default
        try:
            return self[key]
        except KeyError:
            return default

    def keys(self):
        return self.data.keys()

    def values(self):
        return [self[key] for key in self]

    def items(self):
        return [(key, self[key]) for key in self]

    def update(self, other=(), /, **kwargs):
        for key, value in dict(other, **kwargs).items():
            self[key] = value

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key, *default):
        if key not in self and default:
            return default[0]
        value = self[key]
        del self[key]
        return value


class UserList:
    """A list to inherit from: `data` holds the items."""

    def __init__(self, initlist=None):
        self.data = []
        if initlist is not None:
            self.data = list(initlist.data if isinstance(initlist, UserList) else initlist)

    def __repr__(self):
        return repr(self.data)

    def _items(self, other):
        return other.data if isinstance(other, UserList) else other

    def __eq__(self, other):
        return self.data == self._items(other)

    def __lt__(self, other):
        return self.data < self._items(other)

    def __le__(self, other):
        return self.data <= self._items(other)

    def __gt__(self, other):
        return self.data > self._items(other)

    def __ge__(self, other):
        return self.data >= self._items(other)

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.data)

    def __getitem__(self, i):
        return type(self)(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __add__(self, other):
        return type(self)(self.data + list(self._items(other)))

    def __radd__(self, other):
        return type(self)(list(self._items(other)) + self.data)

    def __iadd__(self, other):
        self.data += list(self._items(other))
        return self

    def __mul__(self, n):
        return type(self)(self.data * n)

    __rmul__ = __mul__

    def append(self, item):
        self.data.append(item)

    def insert(self, i, item):
        self.data.insert(i, item)

    def pop(self, i=-1):
        return self.data.pop(i)

    def remove(self, item):
        self.data.remove(item)

    def clear(self):
        self.data.clear()

    def copy(self):
        return type(self)(self)

    def count(self, item):
        return self.data.count(item)

    def index(self, item, *args):
        return self.data.index(item, *args)

    def reverse(self):
        self.data.reverse()

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)

    def extend(self, other):
        self.data.extend(self._items(other))


class UserString:
    """A text to inherit from: `data` holds it."""

    def __init__(self, seq):
        self.data = seq.data if isinstance(seq, UserString) else str(seq)

    def __str__(self):
        return self.data

    def __repr__(self):
        return repr(self.data)

    def __hash__(self):
        return hash(self.data)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.data)

    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, UserString) else other)

    def __lt__(self, other):
        return self.data < (other.data if isinstance(other, UserString) else other)

    def __contains__(self, part):
        return (part.data if isinstance(part, UserString) else part) in self.data

    def __getitem__(self, index):
        return type(self)(self.data[index])

    def __add__(self, other):
        return type(self)(self.data + str(other))

    def __radd__(self, other):
        return type(self)(str(other) + self.data)

    def __mul__(self, n):
        return type(self)(self.data * n)

    def __mod__(self, args):
        return type(self)(self.data % args)

    def __getattr__(self, name):
        method = getattr(self.data, name)

        def called(*args, **kwargs):
            result = method(*args, **kwargs)
            return type(self)(result) if isinstance(result, str) else result

        return called
