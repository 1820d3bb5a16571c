"""What a comprehension evaluates, and when."""


def order(xs):
    seen = []

    def note(name, value):
        seen.append(name)
        return value

    result = [note("body", x) for x in note("source", xs) if note("filter", x > 0)]
    return result, seen


def stops_at_error(xs):
    seen = []
    try:
        return [seen.append(x) or 10 // x for x in xs]
    except ZeroDivisionError:
        return seen


def inner_source(xs):
    calls = []

    def source():
        calls.append(1)
        return [1, 2]

    return [x + y for x in xs for y in source()], len(calls)


def dict_order():
    seen = []

    def note(x):
        seen.append(x)
        return x

    return {note(i): note(i * 10) for i in range(2)}, seen


CASES = [
    ("order", ([1, -1],)),
    ("order", ([],)),
    ("stops_at_error", ([1, 2, 0, 3],)),
    ("stops_at_error", ([1, 2],)),
    ("inner_source", ([10, 20],)),
    ("dict_order", ()),
]
