"""`contextmanager`, `suppress`, `ExitStack`."""

from contextlib import ExitStack, contextmanager, suppress


@contextmanager
def logged(log, name):
    log.append(f"enter {name}")
    try:
        yield name.upper()
    except KeyError:
        log.append(f"swallowed in {name}")
    finally:
        log.append(f"exit {name}")


def plain(log):
    with logged(log, "a") as value:
        log.append(value)
    return log


def swallowed(log):
    with logged(log, "a"):
        raise KeyError("k")
    return log


def escaping(log):
    with logged(log, "a"):
        raise ValueError("v")


def suppressed(n):
    with suppress(ZeroDivisionError, KeyError):
        return 10 // n
    return "suppressed"


def stacked(log, names):
    with ExitStack() as stack:
        values = [stack.enter_context(logged(log, name)) for name in names]
        log.append(values)
    return log


CASES = [
    ("plain", ([],)),
    ("swallowed", ([],)),
    ("escaping", ([],)),
    ("suppressed", (0,)),
    ("suppressed", (2,)),
    ("suppressed", ("a",)),
    ("stacked", ([], ["a", "b"])),
    ("stacked", ([], [])),
]
