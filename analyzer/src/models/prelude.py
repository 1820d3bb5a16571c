"""What CPython does in C with calls back into Python, written in Python.

Executed by the machine like any other code, but never shown: its lines, decisions and calls are not the unit's.
`lookup(object, name)` (on the type, unbound; MISSING if absent) and `is_builtin(function)` are models.
"""

import unseam
from unseam import field_table, is_iterable, is_since, lookup, native, native_binary, percent_format, type_name


class Missing:
    def __repr__(self):
        return "<missing>"


MISSING = Missing()


class FrozenInstanceError(AttributeError):
    pass


def method_of_text(name, text, *arguments):
    return getattr(text, name)(*arguments)


def truth(value):
    method = lookup(value, "__bool__")
    if method is not MISSING:
        result = method(value)
        if type(result) is not bool:
            raise TypeError("__bool__ should return bool, returned " + type(result).__name__)
        return result
    method = lookup(value, "__len__")
    if method is MISSING:
        return True
    return method(value) != 0


def binary(left, right, name, reflected, in_place_name, symbol, in_place):
    if in_place:
        method = lookup(left, in_place_name)
        if method is not MISSING:
            result = method(left, right)
            if result is not NotImplemented:
                return result
    kind, other = type(left), type(right)
    method = lookup(left, name)
    mirror = lookup(right, reflected)
    if kind is not other and mirror is not MISSING and issubclass(other, kind) and mirror is not lookup(left, reflected):
        result = mirror(right, left)
        if result is not NotImplemented:
            return result
        mirror = MISSING
    if method is not MISSING:
        result = method(left, right)
        if result is not NotImplemented:
            return result
    if kind is not other and mirror is not MISSING:
        result = mirror(right, left)
        if result is not NotImplemented:
            return result
    native_left, native_right = native(left), native(right)
    if name == "__mod__" and isinstance(left, str):
        return percent_format(native_left, right)
    if native_left is not left or native_right is not right:
        result = native_binary(native_left, native_right, name)
        if result is not NotImplemented:
            return result
    if in_place and name == "__or__" and kind is dict:
        left.update(right)
        return left
    if in_place and name == "__add__" and kind is list:
        left.extend(right)
        return left
    if name == "__mod__" and kind is bytes:
        return bytes_percent(left, right)
    if name == "__add__" and (kind is bytes or kind is bytearray):
        raise TypeError("can't concat " + other.__name__ + " to " + kind.__name__)
    if name == "__mul__":
        # In place, a container that cannot be repeated keeps the other operand from being asked.
        deaf = in_place and isinstance(left, (dict, set, frozenset, range))
        for sequence, count in ((left, right),) if deaf else ((left, right), (right, left)):
            if isinstance(sequence, (str, bytes, bytearray, list, tuple)):
                index = lookup(count, "__index__")
                if index is not MISSING:
                    return native(sequence) * index(count)
                raise TypeError("can't multiply sequence by non-int of type '" + type(count).__name__ + "'")
    if name == "__add__" and (kind is str or kind is tuple or kind is list and not in_place):
        raise TypeError("can only concatenate " + kind.__name__ + ' (not "' + other.__name__ + '") to ' + kind.__name__)
    raise TypeError(
        "unsupported operand type(s) for " + symbol + ": '" + type_name(left) + "' and '" + type_name(right) + "'"
    )


def compare(left, right, name, mirrored):
    kind, other = type(left), type(right)
    method = lookup(left, name)
    mirror = lookup(right, mirrored)
    tried = False
    if kind is not other and mirror is not MISSING and issubclass(other, kind):
        tried = True
        result = mirror(right, left)
        if result is not NotImplemented:
            return result
    if method is not MISSING:
        result = method(left, right)
        if result is not NotImplemented:
            return result
    if not tried and mirror is not MISSING:
        result = mirror(right, left)
        if result is not NotImplemented:
            return result
    return NotImplemented


def equal(left, right):
    result = compare(left, right, "__eq__", "__eq__")
    return left is right if result is NotImplemented else result


def not_equal(left, right):
    if lookup(left, "__ne__") is not MISSING or lookup(right, "__ne__") is not MISSING:
        result = compare(left, right, "__ne__", "__ne__")
        if result is not NotImplemented:
            return result
    result = compare(left, right, "__eq__", "__eq__")
    if result is NotImplemented:
        return left is not right
    return not result


def is_equal(left, right):
    if left is right:
        return True
    return bool(equal(left, right))


def unordered(left, right, symbol):
    raise TypeError(
        "'" + symbol + "' not supported between instances of '" + type_name(left) + "' and '" + type_name(right) + "'"
    )


def less(left, right):
    result = compare(left, right, "__lt__", "__gt__")
    return unordered(left, right, "<") if result is NotImplemented else result


def less_equal(left, right):
    result = compare(left, right, "__le__", "__ge__")
    return unordered(left, right, "<=") if result is NotImplemented else result


def greater(left, right):
    result = compare(left, right, "__gt__", "__lt__")
    return unordered(left, right, ">") if result is NotImplemented else result


def greater_equal(left, right):
    result = compare(left, right, "__ge__", "__le__")
    return unordered(left, right, ">=") if result is NotImplemented else result


def contains(container, item):
    method = lookup(container, "__contains__")
    if method is not MISSING:
        return bool(method(container, item))
    if lookup(container, "__iter__") is MISSING and lookup(container, "__getitem__") is MISSING and not is_iterable(container):
        raise TypeError("argument of type '" + type(container).__name__ + "' is not iterable")
    for candidate in container:
        if candidate is item or candidate == item:
            return True
    return False


def materialize(iterable):
    return [item for item in iterable]


def mapping_pairs(mapping):
    return [(key, mapping[key]) for key in mapping.keys()]


def iterate_by_index(value):
    position = 0
    while True:
        try:
            item = value[position]
        except IndexError:
            return
        yield item
        position += 1


def index(value):
    return lookup(value, "__index__")(value)


def construct(cls, new, args, keywords):
    made = new(cls, *args, **keywords)
    if isinstance(made, cls):
        init = lookup(made, "__init__")
        if init is not MISSING:
            init(made, *args, **keywords)
    return made


def announce_class(cls, named, hook, keywords, members):
    if members:
        build_enum(cls, members)
    for name, value in named:
        lookup(value, "__set_name__")(value, cls, name)
    if hook is not None:
        hook(**keywords)
    return cls


def match_attributes(value, names):
    found = []
    for name in names:
        try:
            found.append(getattr(value, name))
        except AttributeError:
            return None
    return tuple(found)


def to_repr(value):
    method = lookup(value, "__repr__")
    result = method(value)
    if not isinstance(result, str):
        raise TypeError("__repr__ returned non-string (type " + type(result).__name__ + ")")
    return result


def to_str(value):
    method = lookup(value, "__str__")
    result = method(value) if method is not MISSING else to_repr(value)
    if not isinstance(result, str):
        raise TypeError("__str__ returned non-string (type " + type(result).__name__ + ")")
    return result


def to_format(value, spec):
    result = lookup(value, "__format__")(value, spec)
    if not isinstance(result, str):
        raise TypeError("__format__ must return a str, not " + type(result).__name__)
    return result


def length(value):
    result = lookup(value, "__len__")(value)
    if not isinstance(result, int):
        raise TypeError("'" + type(result).__name__ + "' object cannot be interpreted as an integer")
    if result < 0:
        raise ValueError("__len__() should return >= 0")
    return int(result) if isinstance(result, bool) else result


def any_(iterable):
    for item in iterable:
        if item:
            return True
    return False


def all_(iterable):
    for item in iterable:
        if not item:
            return False
    return True


def sum_(iterable, start):
    iterable = iter(iterable)
    if isinstance(start, str):
        raise TypeError("sum() can't sum strings [use ''.join(seq) instead]")
    if isinstance(start, bytes):
        raise TypeError("sum() can't sum bytes [use b''.join(seq) instead]")
    if isinstance(start, bytearray):
        raise TypeError("sum() can't sum bytearray [use b''.join(seq) instead]")
    total = start
    for item in iterable:
        total = total + item
    return total


def extreme(items, key, default, name, largest):
    found = False
    best = best_key = None
    for item in items:
        item_key = item if key is None else key(item)
        if not found or (item_key > best_key if largest else item_key < best_key):
            found, best, best_key = True, item, item_key
    if found:
        return best
    if default is not MISSING:
        return default
    raise ValueError(name + ("() iterable argument is empty" if is_since(12) else "() arg is an empty sequence"))


def sorted_(iterable, key, reverse):
    items = [item for item in iterable]
    keys = items if key is None else [key(item) for item in items]
    return [items[position] for position in sort_order(keys, reverse)]


def sort_list(target, key, reverse):
    items = [item for item in target]
    keys = items if key is None else [key(item) for item in items]
    order = [position for position in range(len(items))]
    target.clear()
    try:
        sort_positions(order, keys, reverse)
        if target:
            raise ValueError("list modified during sort")
    finally:
        # After an exception the list is as far sorted as the comparisons went.
        target[:] = [items[position] for position in order]


def sort_order(keys, reverse):
    order = [position for position in range(len(keys))]
    sort_positions(order, keys, reverse)
    return order


def sort_positions(order, keys, reverse):
    """Stable, and only `<` is used; up to 63 items are compared in the very order of CPython's sort."""
    if reverse:
        order.reverse()
    try:
        if len(order) < 64:
            insertion_sort(order, keys)
        else:
            order[:] = merge_sort(order, keys)
    finally:
        if reverse:
            order.reverse()


def insertion_sort(order, keys):
    count = len(order)
    if count < 2:
        return
    run = 2
    if keys[order[1]] < keys[order[0]]:
        while run < count and keys[order[run]] < keys[order[run - 1]]:
            run += 1
        order[:run] = order[:run][::-1]
    else:
        while run < count and not keys[order[run]] < keys[order[run - 1]]:
            run += 1
    while run < count:
        pivot = order[run]
        left, right = 0, run
        while left < right:
            middle = (left + right) // 2
            if keys[pivot] < keys[order[middle]]:
                right = middle
            else:
                left = middle + 1
        del order[run]
        order.insert(left, pivot)
        run += 1


def merge_sort(order, keys):
    width = 1
    count = len(order)
    while width < count:
        merged = []
        start = 0
        while start < count:
            middle, end = start + width, start + 2 * width
            if middle > count:
                middle = count
            if end > count:
                end = count
            left, right = start, middle
            while left < middle and right < end:
                if keys[order[right]] < keys[order[left]]:
                    merged.append(order[right])
                    right += 1
                else:
                    merged.append(order[left])
                    left += 1
            merged.extend(order[left:middle])
            merged.extend(order[right:end])
            start = end
        order = merged
        width = width * 2
    return order


# What cannot be iterated is refused at once, not when the first item is asked for.
def map_(function, *iterables):
    return map_items(function, [iter(iterable) for iterable in iterables])


def map_items(function, iterators):
    if len(iterators) == 1:
        for item in iterators[0]:
            yield function(item)
        return
    for items in zip(*iterators):
        yield function(*items)


def filter_(function, iterable):
    return filter_items(function, iter(iterable))


def filter_items(function, iterator):
    for item in iterator:
        if item if function is None else function(item):
            yield item


def enumerate_(iterable, start):
    return enumerate_items(iter(iterable), start)


def enumerate_items(iterator, start):
    position = start
    for item in iterator:
        yield position, item
        position += 1


def zip_(iterables, strict):
    return zip_rows([iter(iterable) for iterable in iterables], strict)


def zip_rows(iterators, strict):
    while iterators:
        row = []
        for iterator in iterators:
            item = next(iterator, MISSING)
            if item is MISSING:
                if strict:
                    zip_uneven(iterators, len(row))
                return
            row.append(item)
        yield tuple(row)


def zip_uneven(iterators, position):
    if position:
        before = "argument 1" if position == 1 else "arguments 1-" + str(position)
        raise ValueError("zip() argument " + str(position + 1) + " is shorter than " + before)
    for position in range(1, len(iterators)):
        if next(iterators[position], MISSING) is not MISSING:
            before = "argument 1" if position == 1 else "arguments 1-" + str(position)
            raise ValueError("zip() argument " + str(position + 1) + " is longer than " + before)


def reversed_by_index(sequence):
    position = len(sequence) - 1
    while position >= 0:
        yield sequence[position]
        position -= 1


def fromkeys(cls, keys, value):
    made = cls()
    for key in keys:
        made[key] = value
    return made


def next_default(iterator, default):
    try:
        return next(iterator)
    except StopIteration:
        return default


def get_default(value, name, default):
    try:
        return getattr(value, name)
    except AttributeError:
        return default


def has_attribute(value, name):
    try:
        getattr(value, name)
    except AttributeError:
        return False
    return True


def dataclass_fields(value):
    return [name for name, in_repr, in_compare in field_table(value)]


def dataclass_repr(self):
    shown = [name + "=" + repr(getattr(self, name)) for name, in_repr, in_compare in field_table(self) if in_repr]
    return type(self).__qualname__ + "(" + ", ".join(shown) + ")"


def compared(value):
    return tuple([getattr(value, name) for name, in_repr, in_compare in field_table(value) if in_compare])


def dataclass_eq(self, other):
    if type(self) is not type(other):
        return NotImplemented
    return compared(self) == compared(other)


def dataclass_lt(self, other):
    return compared(self) < compared(other) if type(self) is type(other) else NotImplemented


def dataclass_le(self, other):
    return compared(self) <= compared(other) if type(self) is type(other) else NotImplemented


def dataclass_gt(self, other):
    return compared(self) > compared(other) if type(self) is type(other) else NotImplemented


def dataclass_ge(self, other):
    return compared(self) >= compared(other) if type(self) is type(other) else NotImplemented


def dataclass_hash(self):
    return hash(compared(self))


class Field:
    def __init__(self, default, default_factory, init, repr, compare, kw_only):
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare
        self.kw_only = kw_only
        self.metadata = {}
        self.missing = MISSING


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=None):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    made = Field(default, default_factory, init, repr, compare, kw_only)
    if metadata is not None:
        made.metadata = metadata
    return made


# Numbers


def product(iterable, start):
    result = start
    for item in iterable:
        result = result * item
    return result


def real(value):
    result = lookup(value, "__float__")(value)
    if not isinstance(result, float):
        raise TypeError(type(value).__name__ + ".__float__ returned non-float (type " + type(result).__name__ + ")")
    return result


def whole(value):
    result = lookup(value, "__int__")(value)
    if not isinstance(result, int):
        raise TypeError("__int__ returned non-int (type " + type(result).__name__ + ")")
    return native(result) + 0


def call_until(function, sentinel):
    while True:
        item = function()
        if item == sentinel:
            return
        yield item


def print_(objects, separator, end, file):
    first = True
    for item in objects:
        text = str(item)
        if file is not None:
            if not first:
                file.write(" " if separator is None else separator)
            file.write(text)
        first = False
    if file is not None:
        file.write("\n" if end is None else end)


def hash_of(value):
    result = lookup(value, "__hash__")(value)
    if not isinstance(result, int):
        raise TypeError("__hash__ method should return an integer")
    return result


# str


def translate(text, table):
    translated = ""
    for character in text:
        try:
            mapped = table[ord(character)]
        except LookupError:
            mapped = character
        if mapped is None:
            continue
        if isinstance(mapped, int):
            if mapped < 0 or mapped > 0x10FFFF:
                raise ValueError("character mapping must be in range(0x110000)")
            mapped = chr(mapped)
        elif not isinstance(mapped, str):
            raise TypeError("character mapping must return integer, None or str")
        translated += mapped
    return translated


def format_pieces(pieces, args, keywords):
    """The parsed template of `str.format`; `args` is None for `str.format_map`."""
    text = ""
    for literal, key, path, conversion, spec, error in pieces:
        text += literal
        if error is not None:
            raise ValueError(error)
        if key is None:
            continue
        if isinstance(key, int):
            if args is None:
                raise ValueError("Format string contains positional fields")
            if key >= len(args):
                raise IndexError("Replacement index " + str(key) + " out of range for positional args tuple")
            value = args[key]
        else:
            value = keywords[key]
        for is_attribute, name in path:
            value = getattr(value, name) if is_attribute else value[name]
        if conversion == "r":
            value = repr(value)
        elif conversion == "s":
            value = str(value)
        elif conversion == "a":
            value = ascii(value)
        elif conversion is not None:
            raise ValueError("Unknown conversion specifier " + conversion)
        text += format(value, format_pieces(spec, args, keywords))
    return text


def item_of(mapping, key):
    return mapping[key]


# Classes, exceptions, generators.


def get_with_fallback(value, name, own, fallback):
    try:
        return own(value, name)
    except AttributeError:
        return fallback(value, name)


# Containers.


def iterator_of(value):
    method = lookup(value, "__iter__")
    if method is MISSING:
        raise TypeError("'" + type(value).__name__ + "' object is not iterable")
    result = method(value)
    if lookup(result, "__next__") is MISSING and not is_iterable(result):
        raise TypeError("iter() returned non-iterator of type '" + type(result).__name__ + "'")
    return result


def thrown(kind, value):
    if value is None:
        return kind()
    if isinstance(value, kind):
        return value
    return kind(*value) if isinstance(value, tuple) else kind(value)


def throw_class(generator, kind, value):
    return generator.throw(thrown(kind, value))


def throw_class_async(generator, kind, value):
    return generator.athrow(thrown(kind, value))


async def close_async_generator(generator):
    try:
        await generator.athrow(GeneratorExit())
    except (GeneratorExit, StopAsyncIteration):
        return None
    raise RuntimeError("async generator ignored GeneratorExit")


def close_generator(generator):
    try:
        generator.throw(GeneratorExit())
    except (GeneratorExit, StopIteration):
        return None
    raise RuntimeError("generator ignored GeneratorExit")


def delegate(iterator):
    sent = None
    while True:
        try:
            item = next(iterator) if sent is None else iterator.send(sent)
        except StopIteration as stop:
            return stop.value
        sent = yield item


def drive(coroutine):
    while True:
        try:
            coroutine.send(None)
        except StopIteration as stop:
            return stop.value


async def awaited(value):
    return await value


def asyncio_run(main, *, debug=None):
    if type(main).__name__ in ("int", "float", "str", "NoneType", "list", "dict", "tuple", "function"):
        raise ValueError("a coroutine was expected, got " + repr(main))
    return drive(awaited(main))


async def asyncio_gather(*awaitables, return_exceptions=False):
    """One after the other: without waiting in between, tasks do not interleave."""
    results = []
    failure = None
    for awaitable in awaitables:
        try:
            results.append(await awaitable)
        except Exception as error:
            results.append(error)
            if failure is None:
                failure = error
    if failure is not None and not return_exceptions:
        raise failure
    return results


async def asyncio_wait_for(fut, timeout):
    """What is awaited says itself whether it comes too late, unless there is no time at all."""
    if timeout is not None and timeout <= 0:
        if unseam.is_undecided(fut):
            # Nobody looks at what it gives, but it has to be something to await.
            try:
                await fut
            except Exception:
                pass
        raise TimeoutError
    return await fut


class AsyncioLock:
    """Tasks do not interleave here, so nobody ever waits."""

    def __init__(self, value=1):
        self._taken = False

    async def __aenter__(self):
        self._taken = True

    async def __aexit__(self, kind, error, traceback):
        self._taken = False

    async def acquire(self):
        self._taken = True
        return True

    def release(self):
        self._taken = False

    def locked(self):
        return self._taken


class InitVar:
    def __class_getitem__(cls, kind):
        return cls


class KW_ONLY:
    pass


def fields(value):
    found = []
    for name, default, factory, init, in_repr, in_compare, kw_only, kind, metadata in unseam.field_details(value):
        described = Field(default, factory, init, in_repr, in_compare, kw_only)
        described.name = name
        described.type = kind
        described.hash = None
        described.metadata = metadata
        found.append(described)
    return tuple(found)


def is_dataclass(value):
    return unseam.is_dataclass(value)


def is_dataclass_instance(value):
    return not isinstance(value, type) and unseam.is_dataclass(value)


def asdict(obj, *, dict_factory=dict):
    if not is_dataclass_instance(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return inner_dict(obj, dict_factory)


def inner_dict(value, dict_factory):
    if is_dataclass_instance(value):
        pairs = [(name, inner_dict(getattr(value, name), dict_factory)) for name in dataclass_fields(value)]
        return dict_factory(pairs)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[inner_dict(item, dict_factory) for item in value])
    if isinstance(value, (list, tuple)):
        return type(value)([inner_dict(item, dict_factory) for item in value])
    if isinstance(value, dict):
        return type(value)([(inner_dict(key, dict_factory), inner_dict(value[key], dict_factory)) for key in value])
    return value


def astuple(obj, *, tuple_factory=tuple):
    if not is_dataclass_instance(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return inner_tuple(obj, tuple_factory)


def inner_tuple(value, tuple_factory):
    if is_dataclass_instance(value):
        return tuple_factory([inner_tuple(getattr(value, name), tuple_factory) for name in dataclass_fields(value)])
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[inner_tuple(item, tuple_factory) for item in value])
    if isinstance(value, (list, tuple)):
        return type(value)([inner_tuple(item, tuple_factory) for item in value])
    if isinstance(value, dict):
        return type(value)([(inner_tuple(key, tuple_factory), inner_tuple(value[key], tuple_factory)) for key in value])
    return value


def replace(obj, /, **changes):
    if not is_dataclass_instance(obj):
        raise TypeError("replace() should be called on dataclass instances")
    for name, default, factory, init, in_repr, in_compare, kw_only, kind, metadata in unseam.field_details(obj):
        if not init:
            if name in changes:
                raise ValueError("field " + name + " is declared with init=False, it cannot be specified with replace()")
        elif name not in changes:
            changes[name] = getattr(obj, name)
    return type(obj)(**changes)


def evolve(inst, /, **changes):
    """`attrs.evolve`"""
    for parameter, name in unseam.field_parameters(inst):
        if parameter not in changes:
            changes[parameter] = getattr(inst, name)
    return type(inst)(**changes)


from enum import Enum


class auto:
    """A value that the enum chooses."""

    def __init__(self, value=MISSING):
        self.value = value

    def __or__(self, other):
        return AutoUnion(self, other)


class AutoUnion:
    """`R | W` in the body of an enum, where both are still to be chosen."""

    def __init__(self, left, right):
        self.left, self.right = left, right

    def __or__(self, other):
        return AutoUnion(self, other)


def chosen(value):
    if isinstance(value, AutoUnion):
        return chosen(value.left) | chosen(value.right)
    return value.value if isinstance(value, auto) else value


class EnumType(type):
    def __getattr__(cls, name):
        raise AttributeError("type object " + repr(cls.__name__) + " has no attribute " + repr(name) if is_since(12) else name)

    def __len__(cls):
        return len(cls._members_)

    def __bool__(cls):
        return True

    def __contains__(cls, member):
        if not isinstance(member, Enum):
            if is_since(12):
                for known in cls._member_map_.values():
                    if known._value_ == member:
                        return True
                return False
            raise TypeError(
                "unsupported operand type(s) for 'in': '" + type(member).__qualname__ + "' and '" + type(cls).__qualname__ + "'"
            )
        return isinstance(member, cls)

    def __reversed__(cls):
        return reversed(list(cls._members_))

    @property
    def __members__(cls):
        return dict(cls._member_map_)


def next_value(name, start, count, last_values):
    if not last_values:
        return start
    numbers = [value for value in last_values if isinstance(value, int)]
    if not numbers:
        raise TypeError("unable to sort non-numeric values")
    return max(numbers) + 1


def build_enum(cls, candidates):
    members = []
    by_name = {}
    values = []
    choose = lookup_in_class(cls, "_generate_next_value_")
    new = lookup_in_class(cls, "__new__")
    init = lookup_in_class(cls, "__init__")
    is_flag = issubclass(cls, Flag)
    composed = {}
    for name, value in candidates:
        if isinstance(value, auto):
            if value.value is MISSING:
                if choose is not MISSING:
                    value.value = choose(name, 1, len(values), list(values))
                else:
                    value.value = next_value(name, 1, len(values), values)
        value = chosen(value)
        args = value if isinstance(value, tuple) else (value,)
        if new is not MISSING:
            member = new(cls, *args)
            if not hasattr(member, "_value_"):
                unseam.store(member, "_value_", value)
        else:
            member = unseam.enum_new(cls, args)
            plain = native(member)
            unseam.store(member, "_value_", value if plain is member else plain)
        value = member._value_
        values.append(value)
        same = MISSING
        for known in [*members, *composed.values()]:
            if known._value_ == value:
                same = known
        if same is MISSING:
            unseam.store(member, "_name_", name)
            unseam.store(member, "name", name)
            unseam.store(member, "value", value)
            unseam.store(member, "_sort_order_", len(members))
            if init is not MISSING:
                init(member, *args)
            if is_flag and (value <= 0 or value & (value - 1)):
                composed[value] = member
            else:
                members.append(member)
        else:
            member = same
        unseam.store(cls, name, member)
        by_name[name] = member
    unseam.store(cls, "_members_", tuple(members))
    unseam.store(cls, "_composed_", composed)
    unseam.store(cls, "_member_map_", by_name)
    unseam.store(cls, "_member_names_", [member._name_ for member in members])


def lookup_in_class(cls, name):
    """What Python code of the class or its bases defines."""
    for base in cls.__mro__:
        if base is object or base is Enum or unseam.is_builtin(base):
            continue
        own = unseam.own_attribute(base, name)
        if own is not MISSING:
            return own
    return MISSING


def enum_missing(cls, value, missing):
    result = missing(value)
    if isinstance(result, cls):
        return result
    if result is None:
        raise ValueError(repr(value) + " is not a valid " + cls.__qualname__)
    raise TypeError(
        "error in " + cls.__name__ + "._missing_: returned " + repr(result) + " instead of None or a valid member"
    )


def functional_enum(cls, args, module):
    name, names = args[0], args[1]
    if isinstance(names, str):
        names = names.replace(",", " ").split()
    if isinstance(names, dict):
        pairs = list(names.items())
    else:
        pairs = []
        for item in names:
            if isinstance(item, str):
                pairs.append((item, len(pairs) + 1))
            else:
                pairs.append((item[0], item[1]))
    return type(name, (cls,), {"__module__": module, **dict(pairs)})


def simple_enum(etype=Enum, *, boundary=None, use_args=None):
    """`enum._simple_enum`: a plain class becomes an enum of this type."""

    def convert(cls):
        body = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
        return type(cls.__name__, (etype,), body)

    return convert


def global_enum_repr(self):
    cls = type(self)
    return cls.__module__.rpartition(".")[2] + "." + self._name_


def global_enum(cls, update_str=False):
    """`enum.global_enum`: the members are names of their module, and shown as such."""
    cls.__repr__ = global_enum_repr
    if update_str or not issubclass(cls, (IntEnum, StrEnum)):
        cls.__str__ = global_enum_repr
    for name, member in cls._member_map_.items():
        unseam.publish(cls.__module__, name, member)
    return cls


class IntEnum(int, Enum):
    def __str__(self):
        return repr(self._value_) if is_since(11) else type(self).__name__ + "." + self._name_

    def __format__(self, spec):
        return format(self._value_, spec)


class StrEnum(str, Enum):
    def __str__(self):
        return self._value_

    def __format__(self, spec):
        return format(self._value_, spec)

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


def next_flag(name, start, count, last_values):
    if not last_values:
        return 1
    highest = max(last_values)
    bit = 1
    while bit <= highest:
        bit = bit * 2
    return bit


def flag_member(cls, number):
    for member in cls._members_:
        if member._value_ == number:
            return member
    every = 0
    for member in cls._members_:
        every = every | member._value_
    if number < 0:
        keeps = issubclass(cls, int) and is_since(11)
        limit = max(1 << every.bit_length(), 1 << (-number - 1).bit_length())
        return flag_member(cls, limit + number if keeps else every & number)
    known = cls._composed_
    if number not in known:
        parts = [member._name_ for member in cls._members_ if member._value_ and member._value_ & number == member._value_]
        if number & ~every and parts:
            parts.append(str(number & ~every))
        name = "|".join(parts) if parts else None
        member = unseam.enum_new(cls, (number,))
        for field, value in (("_value_", number), ("value", number), ("_name_", name), ("name", name)):
            unseam.store(member, field, value)
        known[number] = member
    return known[number]


class Flag(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return next_flag(name, start, count, last_values)

    @classmethod
    def _missing_(cls, value):
        every = 0
        for member in cls._members_:
            every = every | member._value_
        if not isinstance(value, int) or value & ~every and value >= 0 and not is_since(11):
            raise ValueError(repr(value) + " is not a valid " + cls.__qualname__)
        if value & ~every and value >= 0:
            size = max(value.bit_length(), every.bit_length())
            told = (repr(cls), repr(value), format(value, "b").zfill(size), format(every, "b").zfill(size))
            raise ValueError("%s invalid value %s\n    given 0b0 %s\n  allowed 0b0 %s" % told)
        return flag_member(cls, value)

    def __or__(self, other):
        if not isinstance(other, type(self)):
            return NotImplemented
        return flag_member(type(self), self._value_ | other._value_)

    def __and__(self, other):
        if not isinstance(other, type(self)):
            return NotImplemented
        return flag_member(type(self), self._value_ & other._value_)

    def __xor__(self, other):
        if not isinstance(other, type(self)):
            return NotImplemented
        return flag_member(type(self), self._value_ ^ other._value_)

    def __invert__(self):
        return flag_member(type(self), ~self._value_)

    def __contains__(self, other):
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        for member in type(self)._members_:
            if member._value_ and member._value_ & self._value_ == member._value_:
                yield member

    def __len__(self):
        return len(list(iter(self)))

    def __bool__(self):
        return self._value_ != 0

    def __repr__(self):
        if self._name_ is None:
            return "<" + type(self).__name__ + ": " + repr(self._value_) + ">"
        return "<" + type(self).__name__ + "." + self._name_ + ": " + repr(self._value_) + ">"

    def __str__(self):
        if self._name_ is None:
            return type(self).__name__ + "(" + repr(self._value_) + ")"
        return type(self).__name__ + "." + self._name_


class IntFlag(int, Flag):
    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError(repr(value) + " is not a valid " + cls.__qualname__)
        return flag_member(cls, value)

    def __str__(self):
        return repr(self._value_)

    def __or__(self, other):
        return flag_member(type(self), self._value_ | int(other))

    def __and__(self, other):
        return flag_member(type(self), self._value_ & int(other))

    def __xor__(self, other):
        return flag_member(type(self), self._value_ ^ int(other))

    def __invert__(self):
        return flag_member(type(self), ~self._value_)


def unique(cls):
    aliases = [(name, member._name_) for name, member in cls._member_map_.items() if name != member._name_]
    if aliases:
        shown = ", ".join([alias + " -> " + name for alias, name in aliases])
        raise ValueError("duplicate values found in " + repr(cls) + ": " + shown)
    return cls


class TupleGetter:
    def __get__(self, instance, owner):
        return self if instance is None else native(instance)[self.index]

    def __set__(self, instance, value):
        raise AttributeError("can't set attribute")

    def __delete__(self, instance):
        raise AttributeError("can't delete attribute")


def named_tuple_repr(self):
    shown = [name + "=" + repr(getattr(self, name)) for name in self._fields]
    return type(self).__name__ + "(" + ", ".join(shown) + ")"


def named_tuple_asdict(self):
    return {name: getattr(self, name) for name in self._fields}


def named_tuple_make(cls, iterable):
    values = tuple(iterable)
    if len(values) != len(cls._fields):
        raise TypeError("Expected " + str(len(cls._fields)) + " arguments, got " + str(len(values)))
    return cls(*values)


def named_tuple_replace(self, /, **changes):
    values = [changes.pop(name) if name in changes else getattr(self, name) for name in self._fields]
    if changes:
        raise ValueError("Got unexpected field names: " + repr(list(changes)))
    return type(self)(*values)


def add_note(error, note):
    if not isinstance(note, str):
        raise TypeError("note must be a str, not '" + type(note).__name__ + "'")
    if not hasattr(error, "__notes__"):
        unseam.store(error, "__notes__", [])
    error.__notes__.append(note)


def split_group(error, kinds):
    if not isinstance(error, BaseExceptionGroup):
        if isinstance(error, kinds):
            return ExceptionGroup("", [error]), None
        return None, error
    if isinstance(error, kinds):
        return error, None
    matched, rest = [], []
    for inner in error.exceptions:
        if isinstance(inner, BaseExceptionGroup):
            taken, left = split_group(inner, kinds)
            if taken is not None:
                matched.append(taken)
            if left is not None:
                rest.append(left)
        elif isinstance(inner, kinds):
            matched.append(inner)
        else:
            rest.append(inner)
    kind = type(error)
    return (
        kind(error.message, matched) if matched else None,
        kind(error.message, rest) if rest else None,
    )


def deep_copy(value):
    import copy

    return copy.deepcopy(value)


class ABCMeta(type):
    def register(cls, subclass):
        return unseam.register(cls, subclass)


def get_cache_token():
    return 0


def update_abstractmethods(cls):
    return cls


class struct_time(tuple):
    """`time.struct_time`: nine numbers with names."""

    __module__ = "time"
    tm_year = property(lambda self: self[0])
    tm_mon = property(lambda self: self[1])
    tm_mday = property(lambda self: self[2])
    tm_hour = property(lambda self: self[3])
    tm_min = property(lambda self: self[4])
    tm_sec = property(lambda self: self[5])
    tm_wday = property(lambda self: self[6])
    tm_yday = property(lambda self: self[7])
    tm_isdst = property(lambda self: self[8])

    def __repr__(self):
        names = ("tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst")
        shown = [name + "=" + repr(value) for name, value in zip(names, self)]
        return "time.struct_time(" + ", ".join(shown) + ")"


def utc_time(seconds):
    """`time.gmtime` of a number: the calendar in years that begin with March."""
    days, rest = divmod(seconds, 86400)
    era, of_era = divmod(days + 719468, 146097)
    year = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    year += era * 400
    if month < 10:
        month += 3
    else:
        month -= 9
        year += 1
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    before = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)[month - 1]
    day_of_year = before + day + (1 if is_leap and month > 2 else 0)
    clock = (rest // 3600, rest // 60 % 60, rest % 60)
    return struct_time((year, month, day, *clock, (days + 3) % 7, day_of_year, 0))


class float_info:
    """`sys.float_info`: IEEE 754 doubles."""

    max, min, epsilon = 1.7976931348623157e308, 2.2250738585072014e-308, 2.220446049250313e-16
    max_exp, max_10_exp, min_exp, min_10_exp = 1024, 308, -1021, -307
    dig, mant_dig, radix, rounds = 15, 53, 2, 1


class hash_info:
    """`sys.hash_info` of a 64-bit machine."""

    width, modulus, inf, nan, imag = 64, 2305843009213693951, 314159, 0, 1000003


def called(function, first, second):
    return function(first, second)


def compiled_pattern(pattern, flags):
    import re

    return re.compile(pattern, flags)


def in_order(args, keywords):
    return iter(list(args[0] if args else keywords["fs"]))


def call_back(function, caller):
    """What `caller`, outside, does with a function that it is handed."""
    args = [unseam.unknown(name) for name in unseam.parameters(function)]
    try:
        function(*args)
    except BaseException as error:
        unseam.unsupported("a function that is called from outside and raises " + type(error).__name__)
    return tuple(args)


class SqlExpression:
    """A column as its class has it, and everything that is made of it: a database would know what it means."""

    def _made(self, *args, **kwargs):
        return SqlExpression()

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __and__ = __or__ = __invert__ = __neg__ = _made
    __add__ = __sub__ = __mul__ = __truediv__ = __mod__ = __radd__ = __rsub__ = __rmul__ = __getitem__ = __call__ = _made

    def __hash__(self):
        return id(self)

    def __getattr__(self, name):
        return SqlExpression()

    def __bool__(self):
        raise TypeError("Boolean value of this clause is not defined")


def same(value, /):
    return value
