"""`struct`: worked out by the interpreter."""

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


def unpack(format, buffer, /):
    return unseam.evaluate("struct.unpack", format, _content(buffer))


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
