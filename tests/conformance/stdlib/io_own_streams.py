"""Classes that extend the abstract streams of `io`."""

import io


class Numbers(io.RawIOBase):
    """Gives the bytes 0, 1, 2, …"""

    def __init__(self, content):
        self.content, self.asked, self.written = content, [], []

    def readable(self):
        return True

    def readinto(self, buffer):
        self.asked.append(len(buffer))
        piece, self.content = self.content[: len(buffer)], self.content[len(buffer):]
        buffer[: len(piece)] = piece
        return len(piece)

    def write(self, data):
        self.written.append(bytes(data))
        return len(data)

    def flush(self):
        self.written.append("flush")


class Port(io.RawIOBase):
    def __init__(self, answers):
        self.answers = answers

    def read(self, size=1):
        return self.answers.pop(0) if self.answers else b""


class Endless(io.RawIOBase):
    def readinto(self, buffer):
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


class Window(io.BufferedIOBase):
    def read(self, size=-1):
        return b"abc"

    read1 = read


class Shout(io.TextIOBase):
    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text.upper())
        return len(text)


def reads(content, size):
    stream = Numbers(content)
    return stream.read(size), stream.asked, stream.content


def lines(content):
    stream = Numbers(content)
    return [line for line in stream], stream.readline(), stream.readlines()


def some_lines(content, hint, size):
    stream = Numbers(content)
    return stream.readline(size), stream.readlines(hint), stream.content


def answers(given):
    return Port(given).readline()


def endless():
    try:
        return Endless().read(3)
    except RecursionError:
        return "too deep"


def into(kind, size):
    buffer = bytearray(size)
    return getattr(Window(), kind)(buffer), bytes(buffer)


def left_as_it_is(kind, method, *args):
    stream = getattr(io, kind)()
    result = getattr(stream, method)
    return result(*args) if callable(result) else result


def unsupported(kind, method, *args):
    try:
        return left_as_it_is(kind, method, *args)
    except io.UnsupportedOperation as error:
        return type(error).__name__, str(error), isinstance(error, OSError), isinstance(error, ValueError)


def closing():
    stream = Numbers(b"abc")
    with stream as same:
        before = stream.closed, same is stream
        stream.writelines([b"1", b"2"])
    stream.close()
    return before, stream.closed, stream.written


def after_closing(method, *args):
    stream = Numbers(b"abc")
    stream.close()
    return getattr(stream, method)(*args)


def entering_twice():
    stream = Numbers(b"abc")
    with stream:
        pass
    with stream:
        return "never"


def shouting(texts):
    stream = Shout()
    stream.writelines(texts)
    return stream.parts, stream.encoding, stream.newlines, stream.errors, stream.readable(), stream.isatty()


def kinds(name):
    return [isinstance(stream, getattr(io, name)) for stream in (Numbers(b""), Window(), Shout(), io.StringIO(), io.BytesIO())]


CASES = [
    ("reads", (b"abcdef", 4)),
    ("reads", (b"abcdef", 0)),
    ("reads", (b"abcdef", -1)),
    ("reads", (b"", 3)),
    ("lines", (b"one\ntwo\n\nlast",)),
    ("some_lines", (b"one\ntwo\nthree\nfour", 4, 2)),
    ("some_lines", (b"one\ntwo", None, None)),
    ("answers", ([b"a", b"b", b"\n", b"c"],)),
    ("answers", ([b"a", None],)),
    ("answers", (["a"],)),
    ("answers", ([],)),
    ("endless", ()),
    ("into", ("readinto", 5)),
    ("into", ("readinto1", 3)),
    ("into", ("readinto", 2)),
    ("left_as_it_is", ("RawIOBase", "readable")),
    ("left_as_it_is", ("RawIOBase", "closed")),
    ("left_as_it_is", ("RawIOBase", "readinto", b"")),
    ("left_as_it_is", ("RawIOBase", "write", b"")),
    ("unsupported", ("IOBase", "seek", 0)),
    ("unsupported", ("RawIOBase", "tell")),
    ("unsupported", ("RawIOBase", "fileno")),
    ("unsupported", ("RawIOBase", "truncate")),
    ("unsupported", ("BufferedIOBase", "read")),
    ("unsupported", ("BufferedIOBase", "read1")),
    ("unsupported", ("BufferedIOBase", "detach")),
    ("unsupported", ("TextIOBase", "readline")),
    ("unsupported", ("TextIOBase", "write", "")),
    ("unsupported", ("RawIOBase", "_checkReadable")),
    ("closing", ()),
    ("after_closing", ("isatty",)),
    ("after_closing", ("writelines", [b"a"])),
    ("after_closing", ("__enter__",)),
    ("after_closing", ("read", 2)),
    ("entering_twice", ()),
    ("shouting", (["a", "b"],)),
    ("kinds", ("IOBase",)),
    ("kinds", ("RawIOBase",)),
    ("kinds", ("BufferedIOBase",)),
    ("kinds", ("TextIOBase",)),
]
