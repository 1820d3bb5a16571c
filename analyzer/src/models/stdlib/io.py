"""Streams in memory; streams of the system stay outside."""

import unseam

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
# Of a stream without a buffer, as much is read at once.
_AT_ONCE = DEFAULT_BUFFER_SIZE = 131072 if unseam.is_since(14) else 8192
open = open


class UnsupportedOperation(OSError, ValueError):
    pass


def _is_closed(stream):
    return hasattr(stream, "__IOBase_closed")


class IOBase:
    """Like CPython's, so that a class of the unit that extends it can call what it does not override."""

    closed = property(_is_closed)

    def _checkClosed(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def _checkReadable(self):
        if not self.readable():
            raise UnsupportedOperation("File or stream is not readable.")

    def _checkWritable(self):
        if not self.writable():
            raise UnsupportedOperation("File or stream is not writable.")

    def _checkSeekable(self):
        if not self.seekable():
            raise UnsupportedOperation("File or stream is not seekable.")

    def seek(self, offset, whence=0, /):
        raise UnsupportedOperation("seek")

    def tell(self):
        return self.seek(0, 1)

    def truncate(self, size=None, /):
        raise UnsupportedOperation("truncate")

    def fileno(self):
        raise UnsupportedOperation("fileno")

    def readable(self):
        return False

    def writable(self):
        return False

    def seekable(self):
        return False

    def isatty(self):
        self._checkClosed()
        return False

    def flush(self):
        if _is_closed(self):
            raise ValueError("I/O operation on closed file.")

    def close(self):
        if not _is_closed(self):
            try:
                self.flush()
            finally:
                setattr(self, "__IOBase_closed", True)

    def readline(self, size=-1, /):
        if hasattr(self, "peek"):
            unseam.unsupported("lines of a stream with peek()")
        limit = -1 if size is None else size
        line = b""
        while limit < 0 or len(line) < limit:
            piece = self.read(1)
            if not isinstance(piece, bytes):
                kind = type(piece).__name__
                raise OSError("read() should have returned a bytes object, not '" + kind + "'")
            line += piece
            if not piece or line.endswith(b"\n"):
                break
        return line

    def readlines(self, hint=-1, /):
        if hint is None or hint <= 0:
            return list(self)
        lines, length = [], 0
        for line in self:
            lines.append(line)
            length += len(line)
            if length > hint:
                break
        return lines

    def writelines(self, lines, /):
        self._checkClosed()
        for line in lines:
            self.write(line)

    def __iter__(self):
        self._checkClosed()
        return self

    def __next__(self):
        line = self.readline()
        if len(line) <= 0:
            raise StopIteration
        return line

    def __enter__(self):
        self._checkClosed()
        return self

    def __exit__(self, *details):
        return self.close()


class RawIOBase(IOBase):
    def readinto(self, buffer, /):
        raise NotImplementedError

    def write(self, data, /):
        raise NotImplementedError

    def read(self, size=-1, /):
        if size is None or size < 0:
            return self.readall()
        buffer = bytearray(size)
        count = self.readinto(buffer)
        return None if count is None else bytes(buffer[:count])

    def readall(self):
        pieces = []
        while True:
            piece = self.read(_AT_ONCE)
            if piece is None and not pieces:
                return None
            if not piece:
                return b"".join(pieces)
            if not isinstance(piece, bytes):
                raise TypeError("read() should return bytes")
            pieces.append(piece)


class BufferedIOBase(IOBase):
    def detach(self):
        raise UnsupportedOperation("detach")

    def read(self, size=-1, /):
        raise UnsupportedOperation("read")

    def read1(self, size=-1, /):
        raise UnsupportedOperation("read1")

    def write(self, data, /):
        raise UnsupportedOperation("write")

    def readinto(self, buffer, /):
        return _filled(buffer, self.read(len(buffer)))

    def readinto1(self, buffer, /):
        return _filled(buffer, self.read1(len(buffer)))


def _filled(buffer, data):
    if not isinstance(data, bytes):
        raise TypeError("read() should return bytes")
    if len(data) > len(buffer):
        given = (len(buffer), len(data))
        raise ValueError("read() returned too much data: %d bytes requested, %d returned" % given)
    buffer[: len(data)] = data
    return len(data)


class TextIOBase(IOBase):
    encoding = property(lambda self: None)
    newlines = property(lambda self: None)
    errors = property(lambda self: None)

    def detach(self):
        raise UnsupportedOperation("detach")

    def read(self, size=-1, /):
        raise UnsupportedOperation("read")

    def readline(self, size=-1, /):
        raise UnsupportedOperation("readline")

    def write(self, text, /):
        raise UnsupportedOperation("write")


class _Memory:
    """What text and bytes have in common: a content, and the position of the next read or write."""

    closed = False

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file")

    def readable(self):
        self._check()
        return True

    def writable(self):
        self._check()
        return True

    def seekable(self):
        self._check()
        return True

    def isatty(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")
        return False

    def fileno(self):
        raise UnsupportedOperation("fileno")

    def detach(self):
        raise UnsupportedOperation("detach")

    def flush(self):
        self._check()

    def close(self):
        self.closed = True

    def getvalue(self):
        self._check()
        return self._content

    def tell(self):
        self._check()
        return self._position

    def read(self, size=-1, /):
        self._check()
        start = self._position
        if start == 0 and (size is None or size < 0):
            piece = self._content
        else:
            end = len(self._content) if size is None or size < 0 else start + size
            piece = self._content[start:end]
        self._position = start + len(piece)
        return piece

    def readline(self, size=-1, /):
        self._check()
        start = self._position
        found = self._content[start:].find(self._newline)
        end = len(self._content) if found < 0 else start + found + 1
        if size is not None and 0 <= size < end - start:
            end = start + size
        piece = self._content[start:end]
        self._position = start + len(piece)
        return piece

    def readlines(self, hint=-1, /):
        return [line for line in self]

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)

    def truncate(self, size=None, /):
        self._check()
        if size is None:
            size = self._position
        self._content = self._content[:size]
        return size

    def _put(self, piece):
        start = self._position
        gap = start - len(self._content)
        before = self._content + self._filler * gap if gap > 0 else self._content[:start]
        self._content = before + piece + self._content[start + len(piece):]
        self._position = start + len(piece)
        return len(piece)

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *details):
        self.close()


class StringIO(_Memory, TextIOBase):
    _newline, _filler = "\n", "\0"
    encoding, errors, newlines, line_buffering = None, None, None, False

    def __init__(self, initial_value="", newline="\n"):
        if newline not in ("", "\n"):
            unseam.unsupported("a StringIO that translates the ends of lines")
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError("initial_value must be str or None, not " + type(initial_value).__name__)
        self.closed = False
        self._content, self._position = initial_value or "", 0

    def write(self, text, /):
        if not isinstance(text, str):
            raise TypeError("string argument expected, got '" + type(text).__name__ + "'")
        self._check()
        return self._put(text)

    def seek(self, position, whence=0, /):
        self._check()
        if whence == 0 and position < 0:
            raise ValueError("Negative seek position " + str(position))
        if whence not in (0, 1, 2):
            raise ValueError("Invalid whence (" + str(whence) + ", should be 0, 1 or 2)")
        if whence != 0 and position != 0:
            raise OSError("Can't do nonzero cur-relative seeks")
        self._position = (position, self._position, len(self._content))[whence]
        return self._position


def _bytes_of(buffer):
    if isinstance(buffer, bytes):
        return buffer
    # Of all buffers, bytes are the one to begin with.
    if unseam.is_undecided(buffer) or not isinstance(buffer, (bytearray, memoryview)):
        raise TypeError("a bytes-like object is required, not '" + type(buffer).__name__ + "'")
    return bytes(buffer)


class BytesIO(_Memory, BufferedIOBase):
    _newline, _filler = b"\n", b"\0"

    def __init__(self, initial_bytes=b""):
        self.closed = False
        self._content, self._position = b"" if initial_bytes is None else _bytes_of(initial_bytes), 0

    def write(self, data, /):
        data = _bytes_of(data)
        self._check()
        return self._put(data)

    def read1(self, size=-1, /):
        return self.read(size)

    def seek(self, position, whence=0, /):
        self._check()
        if whence == 0 and position < 0:
            raise ValueError("negative seek value " + str(position))
        if whence not in (0, 1, 2):
            raise ValueError("invalid whence (" + str(whence) + ", should be 0, 1 or 2)")
        base = (0, self._position, len(self._content))[whence]
        self._position = max(0, base + position)
        return self._position


_FEW_LINES = 2
_MOST_LINES = 24
_SMALL = 64
# What a text stream keeps back before it writes.
_CHUNK = 8192
# Encodings whose text begins with a mark.
_MARKED = ("utf-8-sig", "utf_8_sig", "utf-16", "utf_16", "utf-32", "utf_32")


class _Opened(IOBase):
    """A file that the test provides: what it holds is decided as it is read, at once or line by line.

    `_pieces` is what has been read so far and `_written` what has been written: together they are what a test says about
    the file. Once somebody moves in it, its whole content is `_memory`.
    """

    _closed = False
    # Asked whether it is closed, a mock would say yes: the test takes a file in memory.
    _asked = False
    _memory = None
    _by_lines = False
    _number = None

    def __init__(self, *args, **options):
        unseam.unsupported("a stream that is made of another one")

    @property
    def closed(self):
        self._asked = True
        return self._closed

    def _check(self):
        if self._closed:
            raise ValueError("I/O operation on closed file.")

    def _read(self, piece):
        self._pieces.append(piece)
        self._position += len(piece)
        return piece

    def readable(self):
        self._check()
        return True

    def writable(self):
        self._check()
        return True

    def flush(self):
        self._check()

    def fileno(self):
        self._check()
        if self._number is None:
            self._number = unseam.unknown_number("fileno()")
        return self._number

    def close(self):
        self._closed = True

    def read(self, size=-1, /):
        self._check()
        if self._memory is not None:
            return self._memory.read(size)
        if self._ended or size == 0:
            return self._nothing
        piece = self._unknown("read()")
        if size is not None and size > 0:
            if unseam.is_known(size) and size <= _SMALL and unseam.either():
                if len(self._pieces) >= _MOST_LINES:
                    unseam.bound("a file of more pieces")
                unseam.assume(len(piece) == size)
                return self._read(piece)
            unseam.assume(len(piece) < size)
        self._ended = True
        return self._read(piece)

    def _line(self):
        self._check()
        if self._memory is not None:
            return self._memory.readline() or None
        if not self._ended and len(self._pieces) >= _MOST_LINES:
            unseam.bound("a file of more lines")
        # Few lines are tried before many.
        is_first = len(self._pieces) < _FEW_LINES
        if self._ended or unseam.either() != is_first:
            self._ended = True
            return None
        line = self._unknown("line")
        unseam.assume(self._newline not in line)
        return self._read(line + self._newline)

    def readline(self, size=-1, /):
        line = self._line()
        return self._nothing if line is None else line

    def readlines(self, hint=-1, /):
        return [line for line in self]

    def seekable(self):
        self._check()
        return True

    def seek(self, position, whence=0, /):
        self._check()
        return self._moved_in().seek(position, whence)

    def tell(self):
        self._check()
        return self._moved_in().tell()

    def _moved_in(self):
        if self._memory is None:
            if self._written:
                unseam.unsupported("moving in a file that is written")
            if not self._ended:
                self._ended = True
                self._pieces.append(self._unknown("content"))
            whole = self._pieces[0] if len(self._pieces) == 1 else self._nothing.join(self._pieces)
            memory = self._in_memory(whole)
            memory._position = self._position
            self._memory = memory
        return self._memory

    def write(self, piece, /):
        self._check()
        if self._memory is not None:
            unseam.unsupported("writing to a file after moving in it")
        if not isinstance(piece, self._kind):
            self._refuses = True
            raise TypeError(self._wrong % type(piece).__name__)
        self._written.append(piece)
        return len(piece)

    def writelines(self, lines, /):
        self._check()
        self._by_lines = True
        for line in lines:
            self.write(line)

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self._line()
        if line is None:
            raise StopIteration
        return line

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *details):
        self.close()

    def __getattr__(self, name):
        unseam.unsupported(name + " of an open file")


class _LeftOut:
    """What every stream has, and a file that a test provides has not."""

    def __init__(self, name):
        self._name = name

    def __get__(self, instance, owner=None):
        unseam.unsupported(self._name + " of an open file")


for _name in ("detach", "encoding", "errors", "isatty", "newlines", "read1", "readinto", "readinto1", "truncate"):
    setattr(_Opened, _name, _LeftOut(_name))


class TextIOWrapper(_Opened, TextIOBase):
    """A text file, or a text over the bytes `_over` that the test has in memory: read ahead, and written when it is flushed."""

    _kind, _newline, _nothing, _wrong = str, "\n", "", "write() argument must be str, not %s"

    _in_memory = StringIO
    # Only a stream that was made of another one has a `buffer`: a file that the test provides may have none.
    _over = None

    def __init__(self, buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False):
        if type(self) is not TextIOWrapper:
            unseam.unsupported("a class derived from a text stream")
        if isinstance(buffer, BufferedReader):
            # The stream asks it for more than `mock_open` answers.
            buffer._moved_in()
        elif not isinstance(buffer, BytesIO):
            # It would be closed together with the text: no test may do so to a standard stream.
            unseam.unsupported("a text stream over " + type(buffer).__name__)
        if newline not in (None, "", "\n") or encoding in _MARKED:
            unseam.unsupported("a text stream that translates")
        buffer._check()
        self._closed, self._ahead, self._pending, self._over = False, "", b"", buffer
        self.buffer, self.encoding, self.errors = buffer, encoding or "UTF-8", errors or "strict"
        self.line_buffering, self.write_through, self._translates = line_buffering, write_through, newline != "\n"
        "".encode(self.encoding)

    def _read_ahead(self):
        self._check()
        self._write_pending()
        data = self._over.read()
        if data:
            if self._translates:
                unseam.assume(b"\r" not in data)
            self._ahead += data.decode(self.encoding, self.errors)

    def _take(self, end):
        piece, self._ahead = self._ahead[:end], self._ahead[end:]
        return piece

    def _line(self):
        if self._over is None:
            return super()._line()
        self._read_ahead()
        found = self._ahead.find("\n")
        return self._take(len(self._ahead) if found < 0 else found + 1) or None

    def read(self, size=-1, /):
        if self._over is None:
            return super().read(size)
        self._read_ahead()
        return self._take(len(self._ahead) if size is None or size < 0 else size)

    def write(self, piece, /):
        if self._over is None:
            return super().write(piece)
        if not isinstance(piece, str):
            raise TypeError(self._wrong % type(piece).__name__)
        self._check()
        data = piece.encode(self.encoding, self.errors)
        self._ahead = ""
        if len(self._pending) + len(data) > _CHUNK and not unseam.is_since(13):
            self._write_pending()
        self._pending += data
        if self.write_through or len(self._pending) >= _CHUNK:
            self._write_pending()
        if self.line_buffering and "\n" in piece:
            self.flush()
        return len(piece)

    def _write_pending(self):
        if self._pending:
            data, self._pending = self._pending, b""
            self._over.write(data)

    def flush(self):
        self._check()
        if self._over is not None:
            self._write_pending()
            self._over.flush()

    def close(self):
        if self._over is not None and not self._closed:
            self.flush()
            self._over.close()
        self._closed = True

    def _moved_in(self):
        if self._over is not None:
            unseam.unsupported("moving in a text over bytes")
        return super()._moved_in()

    def _unknown(self, name):
        return unseam.unknown_text(name)


class BufferedReader(_Opened, BufferedIOBase):
    _kind, _newline, _nothing, _wrong = bytes, b"\n", b"", "a bytes-like object is required, not '%s'"

    _in_memory = BytesIO

    def _unknown(self, name):
        return unseam.unknown_bytes(name)


BufferedWriter = BufferedRandom = BufferedReader
