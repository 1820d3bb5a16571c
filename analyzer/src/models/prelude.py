"""What CPython does in C with calls back into Python, written in Python.

Executed by the machine like any other code, but never shown: its lines, decisions and calls are not the unit's.
`lookup(object, name)` (on the type, unbound; MISSING if absent) and `is_builtin(function)` are models.
"""


class Missing:
    def __repr__(self):
        return "<missing>"


MISSING = Missing()


class FrozenInstanceError(AttributeError):
    pass


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
        return native_binary(native_left, native_right, name)
    if name == "__add__" and (kind is str or kind is tuple or kind is list and not in_place):
        raise TypeError("can only concatenate " + kind.__name__ + ' (not "' + other.__name__ + '") to ' + kind.__name__)
    raise TypeError(
        "unsupported operand type(s) for " + symbol + ": '" + kind.__name__ + "' and '" + other.__name__ + "'"
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
        "'" + symbol + "' not supported between instances of '" + type(left).__name__ + "' and '" + type(right).__name__ + "'"
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


def announce_class(cls, named, hook, keywords):
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
    return result


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
    raise ValueError(name + "() arg is an empty sequence")


def sorted_(iterable, key, reverse):
    """A stable merge sort, as CPython's is stable: only `<` is used."""
    items = [item for item in iterable]
    keys = items if key is None else [key(item) for item in items]
    order = [position for position in range(len(items))]
    if reverse:
        order.reverse()
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
    if reverse:
        order.reverse()
    return [items[position] for position in order]


def sort_list(target, key, reverse):
    target[:] = sorted_(target, key, reverse)


def map_(function, *iterables):
    if len(iterables) == 1:
        for item in iterables[0]:
            yield function(item)
        return
    for items in zip(*iterables):
        yield function(*items)


def filter_(function, iterable):
    for item in iterable:
        if item if function is None else function(item):
            yield item


def enumerate_(iterable, start):
    position = start
    for item in iterable:
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
        self.missing = MISSING


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=None):
    return Field(default, default_factory, init, repr, compare, kw_only)


class auto:
    pass


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
        text += format(value, format_pieces(spec, args, keywords))
    return text


def item_of(mapping, key):
    return mapping[key]


def native_binary(left, right, name):
    if name == "__add__":
        return left + right
    if name == "__sub__":
        return left - right
    if name == "__mul__":
        return left * right
    if name == "__truediv__":
        return left / right
    if name == "__floordiv__":
        return left // right
    if name == "__mod__":
        return left % right
    if name == "__pow__":
        return left**right
    if name == "__and__":
        return left & right
    if name == "__or__":
        return left | right
    if name == "__xor__":
        return left ^ right
    if name == "__lshift__":
        return left << right
    if name == "__rshift__":
        return left >> right
    return left @ right


# Classes, exceptions, generators.


def get_with_fallback(value, name, own, fallback):
    try:
        return own(value, name)
    except AttributeError:
        return fallback(value, name)


# Containers.


def hash_of(value):
    result = lookup(value, "__hash__")(value)
    if not isinstance(result, int):
        raise TypeError("__hash__ method should return an integer")
    return result
