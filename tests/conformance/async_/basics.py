"""Coroutines, awaited in order."""

import asyncio


async def add(a, b):
    return a + b


async def fail(text):
    raise ValueError(text)


async def sequence(numbers):
    total = 0
    for n in numbers:
        total = await add(total, n)
    return total


async def guarded(text):
    try:
        await fail(text)
    except ValueError as error:
        return f"caught {error}"
    finally:
        await add(1, 2)


def run(numbers):
    return asyncio.run(sequence(numbers))


def run_guarded(text):
    return asyncio.run(guarded(text))


def run_failing(text):
    return asyncio.run(fail(text))


def by_hand(a, b):
    coroutine = add(a, b)
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value


CASES = [
    ("run", ([1, 2, 3],)),
    ("run", ([],)),
    ("run", (["a"],)),
    ("run_guarded", ("x",)),
    ("run_failing", ("y",)),
    ("by_hand", (1, 2)),
]
