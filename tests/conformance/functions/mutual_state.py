"""Arguments that a function changes and the caller sees."""


def append(xs):
    xs.append(len(xs))


def rebind(xs):
    xs = [0]
    return xs


def call_both(xs):
    append(xs)
    rebind(xs)
    append(xs)
    return xs


def nested_change(d):
    d["inner"]["list"].append(1)
    d["inner"] = {"replaced": True}
    return d


def swap_items(a, b):
    a[:], b[:] = b[:], a[:]


def same_object_twice(xs):
    def both(a, b):
        a.append("a")
        b.append("b")
        return a is b

    return both(xs, xs), xs


CASES = [
    ("call_both", ([],)),
    ("append", ([1],)),
    ("rebind", ([1],)),
    ("nested_change", ({"inner": {"list": []}},)),
    ("swap_items", ([1], [2, 3])),
    ("same_object_twice", ([],)),
]
