"""Attributes, contexts and notes of exceptions."""


class Problem(Exception):
    def __init__(self, code, **extra):
        super().__init__(f"problem {code}")
        self.code = code
        self.extra = extra


class Plain(ValueError):
    pass


class Shown(Exception):
    def __str__(self):
        return "shown"


def context():
    try:
        try:
            1 / 0
        except ZeroDivisionError:
            raise KeyError("k")
    except KeyError as error:
        return type(error.__context__).__name__, error.__cause__, error.__suppress_context__


def cause(kind):
    try:
        try:
            {}["x"]
        except KeyError as error:
            raise ValueError("bad") from (error if kind == "from" else None)
    except ValueError as error:
        return repr(error.__cause__), repr(error.__context__), error.__suppress_context__


def arguments(*args):
    e = Plain(*args)
    return e.args, str(e), repr(e), e == Plain(*args)


def changed(text):
    e = ValueError("a")
    e.args = (text, 1)
    return str(e), repr(e)


def problem(code):
    try:
        raise Problem(code, hint="h")
    except Problem as error:
        return str(error), error.code, error.extra, error.args


def texts():
    return str(KeyError("k")), str(KeyError("k", 1)), repr(Shown(1)), str(Shown(1)), f"{Shown()}", str(OSError(2, "no", "f"))


def os_error(*args):
    e = OSError(*args)
    return type(e).__name__, e.errno, e.strerror, e.filename, str(e)


def notes():
    e = ValueError("x")
    e.add_note("first")
    e.add_note("second")
    return e.__notes__


def stop(value):
    return StopIteration(value).value, StopIteration().value, SystemExit(value).code


def names():
    found = []
    try:
        undefined_thing
    except NameError as error:
        found.append(error.name)
    try:
        (5).nothing
    except AttributeError as error:
        found.append((error.name, error.obj))
    return found


def reraise(log):
    try:
        try:
            raise ValueError("v")
        finally:
            log.append("finally")
    except ValueError as error:
        log.append(str(error))
        try:
            raise
        except ValueError as again:
            log.append(again is error)
    return log


def unbound():
    try:
        raise ValueError
    except ValueError as error:
        pass
    return error


def replaced():
    try:
        raise ValueError("first")
    finally:
        return "swallowed"


def nothing_active():
    raise


def not_an_exception(value):
    raise value


def not_a_class():
    try:
        raise ValueError
    except "text":
        return 1


def group():
    found = []
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), KeyError(3)])
    except* ValueError as error:
        found.append(("value", [repr(e) for e in error.exceptions]))
    except* (TypeError, KeyError) as error:
        found.append(("others", [repr(e) for e in error.exceptions], error.message))
    return found


def traceback_argument():
    e = ValueError("x")
    return e.with_traceback(None) is e, e.__traceback__


def recursion(n):
    return recursion(n + 1)


CASES = [
    ("context", ()),
    ("cause", ("from",)),
    ("cause", ("none",)),
    ("arguments", ()),
    ("arguments", (1,)),
    ("arguments", (1, "b")),
    ("changed", ("t",)),
    ("problem", (7,)),
    ("texts", ()),
    ("os_error", ()),
    ("os_error", (13, "denied")),
    ("os_error", (2, "gone", "a.txt")),
    ("os_error", ("only",)),
    ("notes", ()),
    ("stop", (4,)),
    ("names", ()),
    ("reraise", ([],)),
    ("unbound", ()),
    ("replaced", ()),
    ("nothing_active", ()),
    ("not_an_exception", (5,)),
    ("not_an_exception", (int,)),
    ("not_a_class", ()),
    ("group", ()),
    ("traceback_argument", ()),
    ("recursion", (0,)),
]
