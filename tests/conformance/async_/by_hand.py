"""`aiter` and `anext`: asynchronous iteration without `async for`."""

import asyncio


class Countdown:
    def __init__(self, start):
        self.left = start

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.left:
            raise StopAsyncIteration
        self.left -= 1
        return self.left


async def letters(text):
    for letter in text:
        yield letter


async def first_two(iterable, *default):
    iterator = aiter(iterable)
    return [await anext(iterator, *default), await anext(iterator, *default)]


def of_object(start):
    return asyncio.run(first_two(Countdown(start)))


def of_object_or(start, default):
    return asyncio.run(first_two(Countdown(start), default))


def of_generator(text):
    return asyncio.run(first_two(letters(text)))


def of_generator_or(text, default):
    return asyncio.run(first_two(letters(text), default))


def not_iterable(value):
    return aiter(value)


def not_iterator(value):
    return anext(value)


CASES = [
    ("of_object_or", (0, "none")),
    ("of_object_or", (1, None)),
    ("of_object", (5,)),
    ("of_generator", ("abc",)),
    ("of_generator_or", ("", 7)),
    ("of_generator_or", ("x", [])),
    ("not_iterable", (3,)),
    ("not_iterable", ([1],)),
    ("not_iterator", ("a",)),
]
