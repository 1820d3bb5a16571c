"""What is sent to, thrown into and returned through `yield from`."""


def inner(log):
    try:
        while True:
            try:
                log.append((yield "in"))
            except ValueError as error:
                log.append(f"inner {error}")
    finally:
        log.append("inner done")


def outer(log):
    try:
        yield from inner(log)
    except KeyError:
        log.append("outer caught")
        yield "recovered"
    return "end"


def sent(log):
    g = outer(log)
    return next(g), g.send(1), g.throw(ValueError("v")), g.send(2), g.throw(KeyError("k")), list(g), log


def closed(log):
    g = outer(log)
    next(g)
    g.close()
    return log


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration("liftoff")
        self.n -= 1
        return self.n


def counting(n):
    result = yield from Countdown(n)
    yield result


def counted(n):
    return list(counting(n))


def nested(depth):
    if depth:
        got = yield from nested(depth - 1)
        return got + 1
    yield "leaf"
    return 0


def depth(n):
    g = nested(n)
    first = next(g)
    try:
        next(g)
    except StopIteration as stop:
        return first, stop.value


def raising():
    yield 1
    raise StopIteration("inside")


def inside():
    return list(raising())


def just_started():
    g = inner([])
    g.send(5)


def throw_forms(log):
    g = inner(log)
    next(g)
    g.throw(ValueError)
    g.throw(ValueError("x"))
    try:
        g.throw(5)
    except TypeError as error:
        g.close()
        return str(error), log


def running():
    def g():
        yield next(it)

    it = g()
    return next(it)


def twice(log):
    for _ in range(2):
        got = yield from [1, 2]
        log.append(got)


def loop(log):
    return list(twice(log)), log


CASES = [
    ("sent", ([],)),
    ("closed", ([],)),
    ("counted", (3,)),
    ("counted", (0,)),
    ("depth", (3,)),
    ("inside", ()),
    ("just_started", ()),
    ("throw_forms", ([],)),
    ("running", ()),
    ("loop", ([],)),
]
