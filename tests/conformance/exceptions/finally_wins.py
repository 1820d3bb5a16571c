"""What `finally` does to a result, an exception, a loop."""


def overrides_return():
    try:
        return "try"
    finally:
        return "finally"


def swallows(n):
    try:
        return 1 // n
    finally:
        return "swallowed"


def changes_local():
    x = 1
    try:
        return x
    finally:
        x = 2


def changes_list():
    xs = [1]
    try:
        return xs
    finally:
        xs.append(2)


def in_loop(n):
    seen = []
    for i in range(n):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            seen.append(i)
        finally:
            seen.append("f")
    return seen


def replaces(n):
    try:
        1 // n
    finally:
        {}["missing"]


CASES = [
    ("overrides_return", ()),
    ("swallows", (0,)),
    ("swallows", (1,)),
    ("changes_local", ()),
    ("changes_list", ()),
    ("in_loop", (5,)),
    ("replaces", (0,)),
]
