"""The operating system: what is pure in it. Every other name of the module is outside."""

import posixpath as path

curdir, pardir, extsep, sep, altsep, pathsep, linesep = ".", "..", ".", "/", None, ":", "\n"
defpath, devnull = "/bin:/usr/bin", "/dev/null"
F_OK, X_OK, W_OK, R_OK = 0, 1, 2, 4
O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_NOCTTY, O_TRUNC, O_APPEND = 0, 1, 2, 64, 128, 256, 512, 1024
O_NONBLOCK, O_CLOEXEC, O_NOFOLLOW = 2048, 524288, 131072
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
error = OSError


class PathLike:
    pass


def fspath(path):
    if isinstance(path, (str, bytes)):
        return path
    if not hasattr(type(path), "__fspath__"):
        raise TypeError("expected str, bytes or os.PathLike object, not " + type(path).__name__)
    return path.__fspath__()


def fsencode(filename):
    filename = fspath(filename)
    return filename.encode("utf-8", "surrogateescape") if isinstance(filename, str) else filename


def fsdecode(filename):
    filename = fspath(filename)
    return filename.decode("utf-8", "surrogateescape") if isinstance(filename, bytes) else filename


def getenv(key, default=None):
    import os

    return os.environ.get(key, default)
