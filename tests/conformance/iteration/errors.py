"""What cannot be iterated, zipped, reversed or summed; containers that contain themselves."""


def strict(a, b):
    return list(zip(a, b, strict=True))


def not_zippable(a, b):
    return list(zip(a, b))


def backwards(x):
    return list(reversed(x))


def growing_backwards(xs):
    out = []
    for x in reversed(xs):
        if len(out) < 5:
            xs.append(x)
        out.append(x)
    return out, xs


def extremes(xs):
    return min(xs), max(xs)


def by_key(xs):
    return max(xs, key=lambda pair: pair[0]), min(xs, key=lambda pair: pair[0])


def total(xs, start):
    return sum(xs, start)


def assigned(xs, value):
    xs[1:2] = value
    return xs


def assigned_by_step(xs, value):
    xs[::2] = value
    return xs


def equal_to_itself(xs):
    xs.append(xs)
    return xs == xs


CASES = [
    ("strict", ([1, 2], [3])),
    ("strict", ([1], [3, 4])),
    ("strict", ([1], [2])),
    ("not_zippable", ([1], 5)),
    ("backwards", (5,)),
    ("backwards", ({1},)),
    ("backwards", ("ab",)),
    ("backwards", ({"a": 1, "b": 2},)),
    ("growing_backwards", ([1, 2],)),
    ("extremes", ([],)),
    ("extremes", ([1, "a"],)),
    ("by_key", ([(1, "a"), (1, "b"), (0, "c"), (0, "d")],)),
    ("total", ([[1], [2]], [])),
    ("total", (["a"], "")),
    ("total", ([1, "a"], 0)),
    ("assigned", ([1, 2, 3], 5)),
    ("assigned_by_step", ([1, 2, 3], [1])),
    ("assigned_by_step", ([1, 2, 3], 1)),
    ("equal_to_itself", ([1],)),
]
