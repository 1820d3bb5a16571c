"""Streams in memory: positions, lines, closing."""

import io


def lines(text):
    stream = io.StringIO(text)
    first = stream.readline()
    return first, stream.tell(), stream.readlines(), stream.read()


def overwritten(text, position, piece):
    stream = io.StringIO(text)
    stream.seek(position)
    count = stream.write(piece)
    return count, stream.getvalue(), stream.tell()


def data(content, size):
    stream = io.BytesIO(content)
    start = stream.read(size)
    stream.seek(0, io.SEEK_END)
    stream.write(b"!")
    return start, stream.getvalue(), stream.tell()


def closed():
    with io.StringIO() as stream:
        stream.write("a")
    return stream.closed, stream.read()


def wrong(value):
    io.StringIO().write(value)


CASES = [
    ("lines", ("a\nb\n\nc",)),
    ("lines", ("",)),
    ("lines", ("no newline",)),
    ("overwritten", ("abcdef", 2, "XY")),
    ("overwritten", ("ab", 4, "é")),
    ("overwritten", ("ab", -1, "c")),
    ("data", (b"abc", 2)),
    ("data", (b"", -1)),
    ("closed", ()),
    ("wrong", (5,)),
    ("wrong", (b"a",)),
]
