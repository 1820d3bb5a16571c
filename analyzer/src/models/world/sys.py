"""The interpreter: what is pure in it. Every other name of the module is outside."""

from collections import namedtuple

import unseam

maxsize, maxunicode, byteorder = 2**63 - 1, 0x10FFFF, "little"
version_info = namedtuple("version_info", "major minor micro releaselevel serial")(*unseam.version(), "final", 0)
hexversion = version_info.major << 24 | version_info.minor << 16 | version_info.micro << 8 | 0xF0


class BinaryConsole:
    """The bytes below it."""

    def write(self, data, /):
        if not isinstance(data, (bytes, bytearray)):
            raise TypeError("a bytes-like object is required, not '" + type(data).__name__ + "'")
        return len(data)

    def flush(self):
        pass

    def __getattr__(self, name):
        unseam.unsupported(name + " of the bytes below a standard stream")


class Console:
    """The captured stream: what goes there is left alone; what it is connected with is asked."""

    encoding, errors, newlines, line_buffering = "utf-8", "strict", None, False

    def write(self, text, /):
        if not isinstance(text, str):
            raise TypeError("write() argument must be str, not " + type(text).__name__)
        return len(text)

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)

    def flush(self):
        pass

    def __init__(self, name):
        self.isatty = unseam.outside("sys." + name + ".isatty")
        self.fileno = unseam.outside("sys." + name + ".fileno")
        self.buffer = BinaryConsole()

    def __enter__(self):
        # In the end it would be closed, and with it what pytest captures.
        unseam.unsupported("`with` of a standard stream")

    def __exit__(self, *error):
        pass

    def __getattr__(self, name):
        unseam.unsupported(name + " of a standard stream")


stdout, stderr = Console("stdout"), Console("stderr")
__stdout__, __stderr__ = Console("__stdout__"), Console("__stderr__")


def exit(status=None, /):
    raise SystemExit(status)


def intern(text, /):
    return text


def audit(event, /, *args):
    if not isinstance(event, str):
        raise TypeError("audit() argument 1 must be str, not " + type(event).__name__)


def exception():
    return unseam.handled()


class traceback:
    """Where an exception came from: there, and no more is known of it."""


def exc_info():
    error = unseam.handled()
    if error is None:
        unseam.inexact("a caller may be handling an exception")
    return (None, None, None) if error is None else (type(error), error, traceback())
