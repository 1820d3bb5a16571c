import math
import os
import subprocess
from subprocess import SubprocessError

import depot

LIMIT = 10
COUNTER = 0


def quote(item, amount):
    if depot.stock(item) < amount:
        return None
    return depot.price(item) * amount


class Job:
    def __init__(self, name):
        self.name = name
        self.state = "new"
        self.tries = 0


def wait(job):
    while job.state != "done":
        depot.refresh(job, job.tries)
        job.tries += 1
    return job.tries


def deploy(command):
    try:
        depot.run(command)
    except subprocess.CalledProcessError as error:
        raise LookupError(f"exit {error.returncode}") from error
    except FileNotFoundError:
        return "missing"
    return "done"


def summary():
    found = {}
    with depot.connect() as cursor:
        for name, size in cursor:
            found[name] = size
    return found


async def load(key):
    value = await depot.fetch(key)
    return value or "nothing"


def chunks(items, size):
    if size < 1:
        raise ValueError("size must be > 0")
    for start in range(0, len(items), size):
        yield items[start : start + size]


def firsts():
    for row in depot.rows():
        if not row:
            raise KeyError("row")
        yield row[0]


class Cart:
    def __init__(self, limit=LIMIT):
        self.limit = limit
        self.items = []

    def add(self, item):
        if len(self.items) >= self.limit:
            raise OverflowError("full")
        self.items.append(item)
        depot.save({"item": item})

    @property
    def is_full(self):
        return len(self.items) >= self.limit

    @property
    def first(self):
        return self.items[0]


def ratio(a, b):
    return a / b if b else math.nan


def same(left, right):
    return left is right


def pick(first, second):
    return first or second


def blend(a, b, c, d, e, f):
    return a + b + c + d + e + f


def count():
    global COUNTER
    COUNTER += 1
    if COUNTER > LIMIT:
        return "over"
    return os.environ.get("MODE", "plain")


def spread(items):
    return Job(items)


async def relay():
    async for item in depot.stream():
        yield item * 2


def retry(subprocess):
    for _ in range(2):
        try:
            return depot.stock(subprocess)
        except SubprocessError:
            continue
    return None


def warn(garden, journal):
    if journal.warned(garden):
        return False
    journal.record(garden, low=-4)
    return True


def tally(item):
    global COUNTER
    COUNTER += 1
    if depot.stock(item) < 0:
        raise LookupError("none left")
    return COUNTER


def tallies(items):
    global COUNTER
    for item in items:
        COUNTER += 1
        if not item:
            raise KeyError("item")
        yield item


def label(journal, options):
    journal.record(**options)


class Refused(Exception):
    def __init__(self, code=None):
        self.code = code


def refuse():
    raise Refused()
