"""`with`: enter, exit, and what `as` binds."""


class Resource:
    def __init__(self, log, name="r", swallow=False):
        self.log, self.name, self.swallow = log, name, swallow

    def __enter__(self):
        self.log.append(f"enter {self.name}")
        return self.name.upper()

    def __exit__(self, kind, error, traceback):
        self.log.append(f"exit {self.name} {kind.__name__ if kind else None} {error}")
        return self.swallow


def plain(log):
    with Resource(log) as name:
        log.append(f"body {name}")
    return log


def failing(log, swallow):
    with Resource(log, swallow=swallow):
        raise ValueError("inside")
    return "after", log


def returning(log):
    with Resource(log):
        return len(log)


def nested(log):
    with Resource(log, "a") as a, Resource(log, "b", True) as b:
        log.append(a + b)
        raise KeyError("k")
    return log


def loop(log, n):
    for i in range(n):
        with Resource(log, str(i)):
            if i == 1:
                break
            continue
    return log


CASES = [
    ("plain", ([],)),
    ("failing", ([], True)),
    ("failing", ([], False)),
    ("returning", ([],)),
    ("nested", ([],)),
    ("loop", ([], 3)),
    ("loop", ([], 1)),
]
