"""`async for`, `async with`, asynchronous generators and comprehensions."""

import asyncio


class Connection:
    def __init__(self, log, swallow):
        self.log, self.swallow = log, swallow

    async def __aenter__(self):
        self.log.append("open")
        return "connection"

    async def __aexit__(self, kind, error, traceback):
        self.log.append(f"close {kind.__name__ if kind else None}")
        return self.swallow


async def ticks(n):
    for i in range(n):
        yield i


async def collect(n):
    out = []
    async for tick in ticks(n):
        out.append(tick)
    else:
        out.append("end")
    return out, [t * 2 async for t in ticks(n) if t]


async def connect(log, fail, swallow):
    async with Connection(log, swallow) as c:
        log.append(c)
        if fail:
            raise KeyError("inside")
    return log


async def together(numbers):
    async def double(n):
        return n * 2

    return await asyncio.gather(*(double(n) for n in numbers))


def run_collect(n):
    return asyncio.run(collect(n))


def run_connect(log, fail, swallow):
    return asyncio.run(connect(log, fail, swallow))


def run_together(numbers):
    return asyncio.run(together(numbers))


CASES = [
    ("run_collect", (3,)),
    ("run_collect", (0,)),
    ("run_connect", ([], False, False)),
    ("run_connect", ([], True, True)),
    ("run_connect", ([], True, False)),
    ("run_together", ([1, 2],)),
]
