"""The order of `try`, `except`, `else` and `finally`."""


def trace(x):
    seen = []
    try:
        seen.append("try")
        result = 10 // x
    except ZeroDivisionError:
        seen.append("except")
        result = None
    else:
        seen.append("else")
    finally:
        seen.append("finally")
    seen.append("after")
    return result, seen


def uncaught(x, seen):
    try:
        return 10 // x
    except ValueError:
        seen.append("except")
    finally:
        seen.append("finally")


CASES = [
    ("trace", (5,)),
    ("trace", (0,)),
    ("trace", ("a",)),
    ("uncaught", (5, [])),
    ("uncaught", ("a", [])),
    ("uncaught", ([], ["before"])),
]
