"""`__await__`, async iterators written by hand, async generators that clean up, errors."""

import asyncio


class Ready:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        yield "tick"
        return self.value


class Countdown:
    def __init__(self, n):
        self.n = n

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.n == 0:
            raise StopAsyncIteration
        self.n -= 1
        return self.n


async def both(a, b):
    return await Ready(a) + await Ready(b)


def by_hand(a, b):
    coroutine = both(a, b)
    ticks = [coroutine.send(None), coroutine.send(None)]
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return ticks, stop.value


async def counted(n):
    return [i async for i in Countdown(n)], {i: i async for i in Countdown(2)}


def count(n):
    return asyncio.run(counted(n))


async def wrong(value):
    return await value


def awaited(value):
    coroutine = wrong(value)
    coroutine.send(None)


async def loop_over(value):
    async for item in value:
        return item


def looped(value):
    loop_over(value).send(None)


async def produce(log):
    try:
        yield 1
        await Ready(0)
        yield 2
    finally:
        log.append("cleaned")


async def consume(log):
    total = 0
    async for item in produce(log):
        total += item
    return total, log


def produced(log):
    coroutine = consume(log)
    try:
        while True:
            coroutine.send(None)
    except StopIteration as stop:
        return stop.value


async def failing(n):
    if n == 2:
        raise ValueError("two")
    return n


async def gathered(numbers, keep):
    results = await asyncio.gather(*[failing(n) for n in numbers], return_exceptions=keep)
    return [repr(result) for result in results]


def gather(numbers, keep):
    return asyncio.run(gathered(numbers, keep))


def reused(n):
    coroutine = failing(n)
    asyncio.run(coroutine)
    asyncio.run(coroutine)


CASES = [
    ("by_hand", (1, 2)),
    ("count", (3,)),
    ("awaited", (5,)),
    ("looped", ([1],)),
    ("produced", ([],)),
    ("gather", ([1, 3], False)),
    ("gather", ([1, 2], False)),
    ("gather", ([1, 2], True)),
    ("reused", (1,)),
]
