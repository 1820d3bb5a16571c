"""Builtin types that are written in Python: the second part of the prelude."""


# Bytes that can change, and views of them. The content is one immutable `bytes`, replaced at every change.


def byte_of(value):
    if not isinstance(value, int):
        raise TypeError("'" + type_name(value) + "' object cannot be interpreted as an integer")
    if value < 0 or value > 255:
        raise ValueError("byte must be in range(0, 256)")
    return value


def word_of(value):
    if not isinstance(value, int) and lookup(value, "__index__") is MISSING:
        raise TypeError("'" + type_name(value) + "' object cannot be interpreted as an integer")
    if not -(2**63) <= value < 2**63:
        raise OverflowError("Python int too large to convert to C ssize_t")
    return value


def bytes_percent(template, values):
    if b"%a" in template or b"%r" in template:
        for value in values if isinstance(values, tuple) else (values,):
            if type(value).__module__ != "builtins":
                unseam.unsupported("%a of an object that says itself how it is written")
    return unseam.evaluate("operator.mod", template, values)


def content_of(value, purpose):
    if isinstance(value, bytes):
        return value
    if isinstance(value, bytearray):
        return value._content
    if isinstance(value, memoryview):
        return value.tobytes()
    raise TypeError(purpose + " '" + type_name(value) + "'")


class bytearray:
    def __setattr__(self, name, value):
        if type(self) is bytearray and name != "_content":
            if hasattr(bytearray, name):
                raise AttributeError("'bytearray' object attribute '" + name + "' is read-only")
            raise AttributeError("'bytearray' object has no attribute '" + name + "'")
        unseam.store(self, name, value)

    def __init__(self, source=b"", encoding=None, errors=None):
        for name, given in (("encoding", encoding), ("errors", errors)):
            if given is not None and not isinstance(given, str):
                raise TypeError("bytearray() argument '" + name + "' must be str, not " + type_name(given))
        if isinstance(source, str):
            if encoding is None:
                raise TypeError("string argument without an encoding")
            self._content = source.encode(encoding, "strict" if errors is None else errors)
        elif encoding is not None or errors is not None:
            what = "errors" if encoding is None else "encoding"
            raise TypeError(what + " without a string argument")
        elif isinstance(source, (bytearray, memoryview)):
            self._content = content_of(source, "")
        elif not isinstance(source, int) and lookup(source, "__index__") is not MISSING:
            self._content = bytes(source)
        elif isinstance(source, int) and not -(2**63) <= source < 2**63:
            raise OverflowError("cannot fit 'int' into an index-sized integer")
        elif isinstance(source, int) and source < 0:
            raise ValueError("negative count")
        elif isinstance(source, int) and source > 2**63 - 34:
            raise MemoryError()
        elif isinstance(source, (bytes, int)):
            self._content = bytes(source)
        elif not is_iterable(source):
            raise TypeError("cannot convert '" + type_name(source) + "' object to bytearray")
        else:
            self._content = bytes([byte_of(item) for item in source])

    @classmethod
    def fromhex(cls, text, /):
        return cls(bytes.fromhex(text))

    @staticmethod
    def maketrans(frm, to, /):
        return bytes.maketrans(frm, to)

    def __repr__(self):
        text = repr(self._content)
        if text[1] == '"':
            # Unlike those of bytes, single quotes are escaped even between double ones.
            text = text.replace("'", "\\'")
        return type(self).__name__ + "(" + text + ")"

    def __len__(self):
        return len(self._content)

    def __iter__(self):
        position = 0
        while position < len(self._content):
            yield self._content[position]
            position += 1

    def _position(self, index):
        if not isinstance(index, int) and lookup(index, "__index__") is MISSING:
            raise TypeError("bytearray indices must be integers or slices, not " + type_name(index))
        if not -(2**63) <= index < 2**63:
            raise IndexError("cannot fit 'int' into an index-sized integer")
        return index

    def __getitem__(self, index):
        if isinstance(index, slice):
            return bytearray(self._content[index])
        index = self._position(index)
        if not -len(self._content) <= index < len(self._content):
            raise IndexError("bytearray index out of range")
        return self._content[index]

    def __setitem__(self, index, value):
        items = list(self._content)
        if isinstance(index, slice):
            start, stop, step = index.indices(len(items))
            if isinstance(value, (int, str, float, complex)):
                raise TypeError("can assign only bytes, buffers, or iterables of ints in range(0, 256)")
            new = list(value) if isinstance(value, (bytes, bytearray, memoryview)) else list(bytearray(value))
            if new and step != 1 and len(new) != len(range(start, stop, step)):
                size = str(len(range(start, stop, step)))
                raise ValueError("attempt to assign bytes of size " + str(len(new)) + " to extended slice of size " + size)
            if new or step == 1:
                items[index] = new
            else:
                del items[index]
        else:
            index = self._position(index)
            value = byte_of(value)
            if not -len(items) <= index < len(items):
                raise IndexError("bytearray index out of range")
            items[index] = value
        self._content = bytes(items)

    def __delitem__(self, index):
        items = list(self._content)
        if not isinstance(index, slice):
            index = self._position(index)
            if not -len(items) <= index < len(items):
                raise IndexError("bytearray index out of range")
        del items[index]
        self._content = bytes(items)

    def __contains__(self, item):
        return item in self._content

    def __eq__(self, other):
        if isinstance(other, (bytes, bytearray, memoryview)):
            return self._content == content_of(other, "")
        return NotImplemented

    def __lt__(self, other):
        return self._content < content_of(other, "") if isinstance(other, (bytes, bytearray)) else NotImplemented

    def __le__(self, other):
        return self._content <= content_of(other, "") if isinstance(other, (bytes, bytearray)) else NotImplemented

    def __gt__(self, other):
        return self._content > content_of(other, "") if isinstance(other, (bytes, bytearray)) else NotImplemented

    def __ge__(self, other):
        return self._content >= content_of(other, "") if isinstance(other, (bytes, bytearray)) else NotImplemented

    __hash__ = None

    def __bytes__(self):
        return self._content

    def __add__(self, other):
        if not isinstance(other, (bytes, bytearray, memoryview)):
            if lookup(other, "__radd__") is not MISSING:
                return NotImplemented
            raise TypeError("can't concat " + type_name(other) + " to bytearray")
        return bytearray(self._content + content_of(other, ""))

    def __radd__(self, other):
        return other + self._content if isinstance(other, bytes) else NotImplemented

    def __iadd__(self, other):
        if not isinstance(other, (bytes, bytearray, memoryview)):
            raise TypeError("can't concat " + type_name(other) + " to bytearray")
        self._content = self._content + content_of(other, "")
        return self

    def __mul__(self, count):
        return bytearray(self._content * count) if isinstance(count, int) else NotImplemented

    __rmul__ = __mul__

    def __imul__(self, count):
        if not isinstance(count, int):
            return NotImplemented
        self._content = self._content * count
        return self

    def __mod__(self, values):
        return bytearray(self._content % values)

    def append(self, item, /):
        self._content = self._content + bytes([byte_of(item)])

    def extend(self, items, /):
        if not is_iterable(items):
            raise TypeError("can't extend bytearray with " + type_name(items))
        self._content = self._content + bytes([byte_of(item) for item in items])

    def insert(self, index, item, /):
        items = list(self._content)
        index = word_of(index)
        items.insert(index, byte_of(item))
        self._content = bytes(items)

    def pop(self, *args):
        if len(args) > 1:
            raise TypeError("pop expected at most 1 argument, got " + str(len(args)))
        index = word_of(args[0] if args else -1)
        items = list(self._content)
        if not items:
            raise IndexError("pop from empty bytearray")
        if not -len(items) <= index < len(items):
            raise IndexError("pop index out of range")
        item = items.pop(index)
        self._content = bytes(items)
        return item

    def remove(self, value, /):
        items = list(self._content)
        if byte_of(value) not in items:
            raise ValueError("value not found in bytearray")
        items.remove(value)
        self._content = bytes(items)

    def clear(self):
        self._content = b""

    def reverse(self):
        self._content = self._content[::-1]

    def copy(self):
        return bytearray(self._content)

    def join(self, items, /):
        contents = []
        for item in items:
            if not isinstance(item, (bytes, bytearray, memoryview)):
                place = str(len(contents))
                raise TypeError("sequence item " + place + ": expected a bytes-like object, " + type_name(item) + " found")
            contents.append(content_of(item, ""))
        return bytearray(self._content.join(contents))


def on_content(name):
    """A method of `bytes` as one of `bytearray`: what comes out as bytes can be changed again."""

    def run(self, *args, **kwargs):
        result = getattr(self._content, name)(*args, **kwargs)
        if isinstance(result, bytes):
            return bytearray(result)
        if isinstance(result, (list, tuple)):
            return type(result)([bytearray(part) for part in result])
        return result

    run.__name__ = name
    run.__qualname__ = "bytearray." + name
    return run


for name in (
    "capitalize", "center", "count", "decode", "endswith", "expandtabs", "find", "hex", "index", "isalnum", "isalpha",
    "isascii", "isdigit", "islower", "isspace", "istitle", "isupper", "ljust", "lower", "lstrip", "partition",
    "removeprefix", "removesuffix", "replace", "rfind", "rindex", "rjust", "rpartition", "rsplit", "rstrip", "split",
    "splitlines", "startswith", "strip", "swapcase", "title", "translate", "upper", "zfill",
):
    setattr(bytearray, name, on_content(name))


class memoryview:
    format, itemsize, ndim = "B", 1, 1

    def __init__(self, object):
        content_of(object, "memoryview: a bytes-like object is required, not")
        self.obj = object.obj if isinstance(object, memoryview) else object
        self._positions = object._positions if isinstance(object, memoryview) else range(len(object))
        self._released = False

    def _open(self):
        if self._released:
            raise ValueError("operation forbidden on released memoryview object")
        return self.obj

    @property
    def readonly(self):
        return isinstance(self.obj, bytes)

    @property
    def nbytes(self):
        return len(self._positions)

    @property
    def shape(self):
        return (len(self._positions),)

    def __len__(self):
        self._open()
        return len(self._positions)

    def __getitem__(self, index):
        whole = self._open()
        if isinstance(index, slice):
            part = memoryview(whole)
            part._positions = self._positions[index]
            return part
        if not -len(self._positions) <= index < len(self._positions):
            raise IndexError("index out of bounds on dimension 1")
        return whole[self._positions[index]]

    def __setitem__(self, index, value):
        whole = self._open()
        if isinstance(whole, bytes):
            raise TypeError("cannot modify read-only memory")
        if isinstance(index, slice):
            positions = self._positions[index]
            if len(positions) != len(value):
                raise ValueError("memoryview assignment: lvalue and rvalue have different structures")
            for position, item in zip(positions, bytes(value)):
                whole[position] = item
            return
        if not -len(self._positions) <= index < len(self._positions):
            raise IndexError("index out of bounds on dimension 1")
        whole[self._positions[index]] = value

    def __iter__(self):
        for position in self._positions:
            yield self._open()[position]

    def __eq__(self, other):
        if isinstance(other, (bytes, bytearray, memoryview)):
            return self.tobytes() == content_of(other, "")
        return NotImplemented

    def __hash__(self):
        if not isinstance(self._open(), bytes):
            raise ValueError("cannot hash writable memoryview object")
        return hash(self.tobytes())

    def __bytes__(self):
        return self.tobytes()

    def tobytes(self, order="C"):
        whole = self._open()
        return bytes([whole[position] for position in self._positions])

    def tolist(self):
        whole = self._open()
        return [whole[position] for position in self._positions]

    def hex(self, *args):
        return self.tobytes().hex(*args)

    def release(self):
        self._released = True

    def __enter__(self):
        self._open()
        return self

    def __exit__(self, *details):
        self._released = True


# Complex numbers are pairs of floats.


def complex_of(value):
    if isinstance(value, complex):
        return value
    if isinstance(value, (int, float)):
        return complex(float(value), 0.0)
    return NotImplemented


def complex_part(value):
    text = repr(value)
    return text[:-2] if text.endswith(".0") else text


def complex_with(real, imag):
    made = object.__new__(complex)
    unseam.store(made, "real", real)
    unseam.store(made, "imag", imag)
    return made


def is_real(value):
    if isinstance(value, (int, float)):
        return True
    return lookup(value, "__float__") is not MISSING or lookup(value, "__index__") is not MISSING


class complex:
    def __new__(cls, real=0, imag=MISSING):
        if isinstance(real, str):
            if imag is not MISSING:
                raise TypeError("complex() can't take second arg if first is a string")
            return unseam.evaluate("builtins.complex", real)
        if isinstance(imag, str):
            raise TypeError("complex() second arg can't be a string")
        if lookup(real, "__complex__") is not MISSING:
            real = lookup(real, "__complex__")(real)
        elif not is_real(real):
            raise TypeError("complex() first argument must be a string or a number, not '" + type_name(real) + "'")
        if imag is MISSING:
            imag = 0.0
        elif not isinstance(imag, complex) and not is_real(imag):
            raise TypeError("complex() second argument must be a number, not '" + type_name(imag) + "'")
        first, rest = (real.real, real.imag) if isinstance(real, complex) else (float(real), None)
        second, over = (imag.real, imag.imag) if isinstance(imag, complex) else (float(imag), None)
        return complex_with(first if over is None else first - over, second if rest is None else second + rest)

    def __setattr__(self, name, value):
        raise AttributeError("readonly attribute" if name in ("real", "imag") else "'complex' object has no attribute '" + name + "'")

    def __repr__(self):
        imag = complex_part(self.imag)
        if self.real == 0 and not str(self.real).startswith("-"):
            return imag + "j"
        return "(" + complex_part(self.real) + ("" if imag[0] in "+-" else "+") + imag + "j)"

    def __add__(self, other):
        other = complex_of(other)
        return other if other is NotImplemented else complex_with(self.real + other.real, self.imag + other.imag)

    __radd__ = __add__

    def __sub__(self, other):
        other = complex_of(other)
        return other if other is NotImplemented else complex_with(self.real - other.real, self.imag - other.imag)

    def __rsub__(self, other):
        other = complex_of(other)
        return other if other is NotImplemented else other - self

    def __mul__(self, other):
        other = complex_of(other)
        if other is NotImplemented:
            return other
        return complex_with(
            self.real * other.real - self.imag * other.imag, self.real * other.imag + self.imag * other.real
        )

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = complex_of(other)
        if other is NotImplemented:
            return other
        if other.real == 0 and other.imag == 0:
            raise ZeroDivisionError("complex division by zero")
        if abs(other.real) >= abs(other.imag):
            ratio = other.imag / other.real
            size = other.real + other.imag * ratio
            return complex_with((self.real + self.imag * ratio) / size, (self.imag - self.real * ratio) / size)
        if not abs(other.imag) >= abs(other.real):
            return complex_with(float("nan"), float("nan"))
        ratio = other.real / other.imag
        size = other.real * ratio + other.imag
        return complex_with((self.real * ratio + self.imag) / size, (self.imag * ratio - self.real) / size)

    def __rtruediv__(self, other):
        other = complex_of(other)
        return other if other is NotImplemented else other / self

    def __pow__(self, other):
        return unseam.evaluate("operator.pow", self, other)

    def __rpow__(self, other):
        return unseam.evaluate("operator.pow", other, self)

    def __neg__(self):
        return complex_with(-self.real, -self.imag)

    def __pos__(self):
        return self

    def __abs__(self):
        return unseam.evaluate("operator.abs", self)

    def __bool__(self):
        return self.real != 0 or self.imag != 0

    def __eq__(self, other):
        other = complex_of(other)
        return other if other is NotImplemented else self.real == other.real and self.imag == other.imag

    def __hash__(self):
        return unseam.evaluate("builtins.hash", self)

    def __complex__(self):
        return self

    def __format__(self, spec):
        return repr(self) if not spec else unseam.evaluate("builtins.format", self, spec)

    def conjugate(self):
        return complex_with(self.real, -self.imag)


def bytes_of(value):
    result = lookup(value, "__bytes__")(value)
    if not isinstance(result, bytes):
        raise TypeError("__bytes__ returned non-bytes (type " + type(result).__name__ + ")")
    return result


def run_method(kind, name):
    """A method of a builtin type that the interpreter works out."""

    def run(self, *args, **kwargs):
        return unseam.evaluate("builtins." + kind + "." + name, self, *args, **kwargs)

    run.__name__ = name
    run.__qualname__ = kind + "." + name
    return run


for name in (
    "capitalize", "center", "expandtabs", "isalnum", "isalpha", "isascii", "isdigit", "islower", "isspace", "istitle",
    "isupper", "ljust", "partition", "removeprefix", "removesuffix", "rfind", "rindex", "rjust", "rpartition", "rsplit",
    "splitlines", "swapcase", "title", "translate", "zfill",
):
    unseam.store(bytes, name, run_method("bytes", name))
unseam.store(bytes, "maketrans", staticmethod(lambda frm, to, /: unseam.evaluate("builtins.bytes.maketrans", frm, to)))


# Asynchronous iteration by hand.


def aiter(async_iterable, /):
    method = lookup(async_iterable, "__aiter__")
    if method is MISSING:
        raise TypeError("'" + type_name(async_iterable) + "' object is not an async iterable")
    return method(async_iterable)


def anext(async_iterator, default=MISSING, /):
    method = lookup(async_iterator, "__anext__")
    if method is MISSING:
        raise TypeError("'" + type_name(async_iterator) + "' object is not an async iterator")
    return method(async_iterator) if default is MISSING else next_or(method(async_iterator), default)


async def next_or(awaitable, default):
    try:
        return await awaitable
    except StopAsyncIteration:
        return default


# Special methods of numbers that somebody calls by name.


for kind in (int, float):
    unseam.store(kind, "__format__", lambda self, spec, /: format(self, spec))
    unseam.store(kind, "__trunc__", lambda self, /: int(self))
    unseam.store(kind, "__round__", lambda self, ndigits=None, /: round(self, ndigits))
unseam.store(int, "__floor__", lambda self, /: int(self))
unseam.store(int, "__ceil__", lambda self, /: int(self))
unseam.store(float, "__floor__", lambda self, /: int(self) - (1 if self < int(self) else 0))
unseam.store(float, "__ceil__", lambda self, /: int(self) + (1 if self > int(self) else 0))
