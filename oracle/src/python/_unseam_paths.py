"""Where a path leads, found with functions that a test cannot have replaced.

A probe may run under `patch("os.path.exists", side_effect=[True, False])`: were the guard to ask `os.path`, it would use
up the answers that are meant for the unit. Hence nothing here goes through a name in `os` or `os.path` at call time.
"""

from posix import fspath, getcwd, readlink, stat

MAX_LINKS = 40


def text(path):
    path = fspath(path)
    return path.decode("utf-8", "surrogateescape") if isinstance(path, bytes) else path


def exists(path):
    try:
        stat(path)
    except (OSError, ValueError):
        return False
    return True


def link(path):
    """Where a symbolic link points, or None."""
    try:
        return readlink(path)
    except (OSError, ValueError):
        return None


def real(path, base=None):
    """The absolute path without links; what does not exist is taken as it is written."""
    path = text(path)
    if not path.startswith("/"):
        path = (getcwd() if base is None else base) + "/" + path
    todo = path.split("/")[::-1]
    done = []
    links = 0
    while todo:
        part = todo.pop()
        if part in ("", "."):
            continue
        if part == "..":
            del done[-1:]
            continue
        target = link("/" + "/".join(done + [part])) if links < MAX_LINKS else None
        if target is None:
            done.append(part)
            continue
        links += 1
        if target.startswith("/"):
            done = []
        todo.extend(target.split("/")[::-1])
    return "/" + "/".join(done)


def entry(path, base=None):
    """Like `real`, but the last component is not followed: what `remove` and `rename` act on."""
    path = text(path).rstrip("/")
    parent, slash, last = path.rpartition("/")
    if last in ("", ".", ".."):
        return real(path or "/", base)
    return real(parent + slash if slash else ".", base).rstrip("/") + "/" + last


def within(path, roots):
    return any(path == root or path.startswith(root.rstrip("/") + "/") for root in roots)
