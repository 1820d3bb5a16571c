"""Handlers within handlers and across calls."""


def inner(n):
    if n == 1:
        raise ValueError("one")
    if n == 2:
        raise TypeError("two")
    if n == 3:
        raise KeyError("three")
    return n


def middle(n, seen):
    try:
        return inner(n)
    except ValueError:
        seen.append("middle")
        raise
    except TypeError as error:
        seen.append("translated")
        raise RuntimeError("from middle") from error
    finally:
        seen.append("middle finally")


def outer(n):
    seen = []
    try:
        seen.append(middle(n, seen))
    except ValueError as error:
        try:
            seen.append(inner(int(str(error) == "one") + 1))
        except TypeError:
            seen.append("second")
    except RuntimeError as error:
        seen.append(str(error.__cause__))
    return seen


CASES = [
    ("outer", (0,)),
    ("outer", (1,)),
    ("outer", (2,)),
    ("outer", (3,)),
    ("middle", (1, [])),
    ("middle", (3, [])),
    ("middle", (9, [])),
]
