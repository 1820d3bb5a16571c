"""Two names, one list."""


def alias(xs):
    ys = xs
    ys.append(4)
    return xs is ys, xs


def argument(xs):
    def change(inner):
        inner.append("in")
        inner = ["rebound"]
        return inner

    return change(xs), xs


def nested(xs):
    table = [xs, xs]
    table[0][0] = "both"
    return table


def itself(xs):
    xs.append(xs)
    return repr(xs), xs[-1] is xs


CASES = [
    ("alias", ([1],)),
    ("argument", ([1],)),
    ("nested", ([1, 2],)),
    ("itself", ([1],)),
    ("itself", ([],)),
    ("alias", ([],)),
]
