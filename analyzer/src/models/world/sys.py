"""The interpreter: what is pure in it. Every other name of the module is outside."""

from collections import namedtuple

import unseam

maxsize, maxunicode, byteorder = 2**63 - 1, 0x10FFFF, "little"
version_info = namedtuple("version_info", "major minor micro releaselevel serial")(*unseam.version(), "final", 0)


class Console:
    """The captured stream: what goes there is left alone."""

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

    def __getattr__(self, name):
        unseam.unsupported(name + " of a standard stream")


stdout = __stdout__ = Console()
stderr = __stderr__ = Console()


def exit(status=None, /):
    raise SystemExit(status)


def intern(text, /):
    return text
