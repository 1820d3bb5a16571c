"""Handlers with tuples, subclasses first or last."""


class AppError(Exception):
    pass


class NotFound(AppError, KeyError):
    pass


class Denied(AppError, PermissionError):
    pass


ERRORS = {"app": AppError, "found": NotFound, "denied": Denied, "os": OSError, "key": KeyError}


def handle(name):
    try:
        raise ERRORS[name]("text")
    except (NotFound, Denied) as error:
        return "specific", type(error).__name__, str(error)
    except AppError:
        return "app"
    except OSError:
        return "os"
    except LookupError:
        return "lookup"


def first_wins(name):
    try:
        raise ERRORS[name]
    except LookupError:
        return "lookup"
    except AppError:
        return "app"
    except Exception:
        return "any"


CASES = [
    ("handle", ("app",)),
    ("handle", ("found",)),
    ("handle", ("denied",)),
    ("handle", ("os",)),
    ("handle", ("key",)),
    ("first_wins", ("found",)),
    ("first_wins", ("denied",)),
    ("first_wins", ("os",)),
]
