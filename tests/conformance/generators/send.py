"""`send` resumes with a value."""


def averager():
    total, count, average = 0, 0, None
    while True:
        value = yield average
        if value is None:
            return total
        total += value
        count += 1
        average = total / count


def averages(values):
    g = averager()
    next(g)
    return [g.send(value) for value in values]


def finished(values):
    g = averager()
    next(g)
    for value in values:
        g.send(value)
    try:
        g.send(None)
    except StopIteration as stop:
        return stop.value


def too_early(value):
    return averager().send(value)


def echo(values):
    def g():
        received = []
        while len(received) < 3:
            received.append((yield len(received)))
        yield received

    it = g()
    return next(it), [it.send(value) for value in values]


CASES = [
    ("averages", ([10, 20, 30],)),
    ("averages", ([],)),
    ("finished", ([1, 2],)),
    ("too_early", (5,)),
    ("echo", (["a", None, "c"],)),
    ("averages", (["a"],)),
]
