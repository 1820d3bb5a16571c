"""`any` and `all` stop as soon as they know."""


def both(xs):
    return any(xs), all(xs)


def lazily(xs):
    seen = []

    def look(x):
        seen.append(x)
        return x > 2

    return any(look(x) for x in xs), seen


def validated(xs):
    return all(isinstance(x, int) and x >= 0 for x in xs)


def wrong(x):
    return any(x)


CASES = [
    ("both", ([],)),
    ("both", ([0, 1],)),
    ("both", ([1, "a"],)),
    ("both", ({"": 1},)),
    ("lazily", ([1, 3, 5],)),
    ("lazily", ([1],)),
    ("validated", ([1, 2],)),
    ("validated", ([1, -2],)),
    ("wrong", (5,)),
]
