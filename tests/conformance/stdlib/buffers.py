"""Only bytes and their like are buffers: for `struct`, and for a file in memory."""

import io
import struct


def unpacked(buffer):
    return struct.unpack("!H", buffer)


def unpacked_from(buffer):
    return struct.unpack_from("!B", buffer, 1)


def unpacked_all(buffer):
    return list(struct.iter_unpack("B", buffer))


def unpacked_view(buffer):
    return struct.unpack("!H", memoryview(bytearray(buffer)))


def packed_into(buffer):
    struct.pack_into("!H", buffer, 0, 258)
    return buffer


def in_memory(buffer):
    return io.BytesIO(buffer).read()


def written(buffer):
    memory = io.BytesIO()
    return memory.write(buffer), memory.getvalue()


def written_view(buffer):
    return written(bytearray(buffer)), written(memoryview(buffer))


CASES = [
    ("unpacked", (b"\x01\x02",)),
    ("unpacked", (b"\x01",)),
    ("unpacked", ([1, 2],)),
    ("unpacked", ("ab",)),
    ("unpacked", (None,)),
    ("unpacked_from", ([1, 2],)),
    ("unpacked_all", ([1, 2],)),
    ("unpacked_all", (b"ab",)),
    ("unpacked_view", (b"\x01\x02",)),
    ("packed_into", ([1, 2],)),
    ("packed_into", (b"ab",)),
    ("packed_into", (None,)),
    ("in_memory", (None,)),
    ("in_memory", ([1, 2],)),
    ("in_memory", (3,)),
    ("in_memory", ("ab",)),
    ("written", ([1, 2],)),
    ("written_view", (b"ab",)),
]
