"""`try`/`finally` and exceptions in generators."""


def guarded(log, n):
    try:
        for i in range(n):
            yield 10 // (2 - i)
    except ZeroDivisionError:
        log.append("zero")
        yield "recovered"
    finally:
        log.append("finally")


def run(log, n):
    return list(guarded(log, n)), log


def broken_off(log):
    g = guarded(log, 2)
    for x in g:
        break
    g.close()
    return x, log


def escaping():
    def g():
        yield 1
        raise KeyError("inside")

    out = []
    try:
        for x in g():
            out.append(x)
    except KeyError as error:
        out.append(str(error))
    return out


def stop_iteration_inside():
    def g():
        yield 1
        raise StopIteration

    return list(g())


CASES = [
    ("run", ([], 2)),
    ("run", ([], 5)),
    ("run", ([], 0)),
    ("broken_off", ([],)),
    ("escaping", ()),
    ("stop_iteration_inside", ()),
]
