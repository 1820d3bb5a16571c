"""`throw` and `close`, and what a generator makes of them."""


def worker(log):
    try:
        while True:
            try:
                log.append((yield "ready"))
            except ValueError as error:
                log.append(f"value {error}")
    finally:
        log.append("closed")


def thrown(log):
    g = worker(log)
    next(g)
    answer = g.throw(ValueError("v"))
    g.close()
    return answer, log


def uncaught(log):
    g = worker(log)
    next(g)
    g.throw(KeyError("k"))


def closed(log):
    g = worker(log)
    next(g)
    g.close()
    g.close()
    return log, list(g)


def never_started(log):
    g = worker(log)
    g.close()
    return log


def ignores():
    def g():
        try:
            yield 1
        except GeneratorExit:
            yield 2

    it = g()
    next(it)
    it.close()


def before_start(log):
    worker(log).throw(ValueError("early"))


CASES = [
    ("thrown", ([],)),
    ("uncaught", ([],)),
    ("closed", ([],)),
    ("never_started", ([],)),
    ("ignores", ()),
    ("before_start", ([],)),
]
