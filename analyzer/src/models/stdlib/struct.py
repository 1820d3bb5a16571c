"""`struct`: worked out by the interpreter; whole numbers of a stated byte order byte by byte, so that they may be unknown."""

import unseam


class error(Exception):
    pass


def _content(buffer):
    if isinstance(buffer, bytes):
        return buffer
    # Of all buffers, bytes are the one to begin with.
    if unseam.is_undecided(buffer) or not isinstance(buffer, (bytearray, memoryview)):
        raise TypeError("a bytes-like object is required, not '" + type(buffer).__name__ + "'")
    return bytes(buffer)


def calcsize(format, /):
    return unseam.evaluate("struct.calcsize", format)


def pack(format, /, *values):
    return unseam.evaluate("struct.pack", format, *values)


_SIZES = {"b": 1, "B": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 4, "L": 4, "q": 8, "Q": 8, "c": 1, "?": 1, "x": 1}


def _fields(format):
    """Where what is, and the size of all; `None` if that depends on the machine, or is no matter of whole numbers."""
    if isinstance(format, bytes):
        format = format.decode()
    if not isinstance(format, str) or not unseam.is_known(format) or format[:1] not in ("<", ">", "!"):
        return None
    fields, at, times = [], 0, ""
    for code in format[1:]:
        if code in "0123456789":
            times += code
            continue
        count, times = int(times or "1"), ""
        if code == "s":
            fields.append((code, at, at + count))
            at += count
        elif code in _SIZES:
            for _ in range(count):
                fields.append((code, at, at + _SIZES[code]))
                at += _SIZES[code]
        else:
            return None
    return None if times else (fields, at)


def _number(content, start, end, is_little):
    positions = range(end - 1, start - 1, -1) if is_little else range(start, end)
    number = 0
    for position in positions:
        number = number * 256 + content[position]
    return number


def _unpacked(format, fields, content):
    is_little = format[:1] in ("<", b"<")
    values = []
    for code, start, end in fields:
        if code in "sc":
            values.append(content[start:end])
        elif code == "?":
            values.append(content[start] != 0)
        elif code.isupper():
            values.append(_number(content, start, end, is_little))
        elif code != "x":
            number, half = _number(content, start, end, is_little), 1 << (8 * (end - start) - 1)
            values.append(number - 2 * half if number >= half else number)
    return tuple(values)


def unpack(format, buffer, /):
    content = _content(buffer)
    known = None if unseam.is_known(content) else _fields(format)
    if known is None:
        return unseam.evaluate("struct.unpack", format, content)
    fields, size = known
    if len(content) != size:
        raise error("unpack requires a buffer of " + str(size) + " bytes")
    return _unpacked(format, fields, content)


def unpack_from(format, /, buffer, offset=0):
    return unseam.evaluate("struct.unpack_from", format, _content(buffer), offset)


def iter_unpack(format, buffer, /):
    size, buffer = calcsize(format), _content(buffer)
    if len(buffer) % size:
        raise error("iterative unpacking requires a buffer of a multiple of " + str(size) + " bytes")
    return iter([unpack(format, buffer[at : at + size]) for at in range(0, len(buffer), size)])


def pack_into(format, buffer, offset, /, *values):
    if isinstance(buffer, (bytes, str, list, tuple, dict, set, int, float)) or buffer is None:
        kind = "None" if buffer is None else type(buffer).__name__
        raise TypeError("argument must be read-write bytes-like object, not " + kind)
    packed = pack(format, *values)
    buffer[offset : offset + len(packed)] = packed


class Struct:
    def __init__(self, format):
        self.format = format.decode() if isinstance(format, bytes) else format
        self.size = calcsize(format)

    def pack(self, *values):
        return pack(self.format, *values)

    def unpack(self, buffer, /):
        return unpack(self.format, buffer)

    def unpack_from(self, /, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer, /):
        return iter_unpack(self.format, buffer)

    def pack_into(self, buffer, offset, /, *values):
        pack_into(self.format, buffer, offset, *values)
