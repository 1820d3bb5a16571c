"""The right side is evaluated only where it decides."""


def trace(first, second):
    seen = []

    def value(name, result):
        seen.append(name)
        return result

    outcome = value("a", first) and value("b", second) or value("c", "last")
    return outcome, seen


def guarded(divisor):
    return divisor != 0 and 10 / divisor > 2


CASES = [
    ("trace", (True, True)),
    ("trace", (True, False)),
    ("trace", (False, True)),
    ("trace", (0, 0)),
    ("guarded", (0,)),
    ("guarded", (3,)),
    ("guarded", (10,)),
]
