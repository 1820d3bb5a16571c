"""`struct`: worked out by the interpreter."""

import unseam


class error(Exception):
    pass


def calcsize(format, /):
    return unseam.evaluate("struct.calcsize", format)


def pack(format, /, *values):
    return unseam.evaluate("struct.pack", format, *values)


def unpack(format, buffer, /):
    return unseam.evaluate("struct.unpack", format, bytes(buffer))


def unpack_from(format, /, buffer, offset=0):
    return unseam.evaluate("struct.unpack_from", format, bytes(buffer), offset)


def iter_unpack(format, buffer, /):
    size = calcsize(format)
    if len(buffer) % size:
        raise error("iterative unpacking requires a buffer of a multiple of " + str(size) + " bytes")
    return iter([unpack(format, buffer[at : at + size]) for at in range(0, len(buffer), size)])


def pack_into(format, buffer, offset, /, *values):
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
