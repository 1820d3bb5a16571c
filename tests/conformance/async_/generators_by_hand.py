"""`asend`, `athrow` and `aclose`: asynchronous generators that are driven by hand."""

import asyncio
from contextlib import asynccontextmanager


async def echo(log):
    sent = None
    try:
        while True:
            try:
                sent = yield sent
                await asyncio.sleep(0)
                log.append(sent)
            except ValueError as error:
                sent = str(error)
    finally:
        log.append("closed")


async def stubborn():
    try:
        yield 1
    except GeneratorExit:
        yield 2


def sends(values):
    async def drive():
        log = []
        generator = echo(log)
        answers = [await generator.asend(None)]
        for value in values:
            answers.append(await generator.asend(value))
        await generator.aclose()
        return answers, log

    return asyncio.run(drive())


def throws(kind, message):
    async def drive():
        log = []
        generator = echo(log)
        await anext(generator)
        try:
            answer = await generator.athrow(kind(message))
        except KeyError as error:
            answer = error.args
        await generator.aclose()
        return answer, log

    return asyncio.run(drive())


def throws_class(kind):
    async def drive():
        generator = echo([])
        await anext(generator)
        try:
            return await generator.athrow(kind)
        finally:
            await generator.aclose()

    return asyncio.run(drive())


def sends_too_early(value):
    async def drive():
        generator = echo([])
        try:
            return await generator.asend(value)
        finally:
            await generator.aclose()

    return asyncio.run(drive())


def throws_too_early():
    async def drive():
        generator = echo([])
        try:
            await generator.athrow(LookupError("early"))
        except LookupError as error:
            first = str(error)
        try:
            await anext(generator)
        except StopAsyncIteration:
            return first, "over"

    return asyncio.run(drive())


def closes(steps):
    async def drive():
        log = []
        generator = echo(log)
        for _ in range(steps):
            await anext(generator)
        return await generator.aclose(), await generator.aclose(), log

    return asyncio.run(drive())


def closes_stubborn():
    async def drive():
        generator = stubborn()
        await anext(generator)
        await generator.aclose()

    return asyncio.run(drive())


@asynccontextmanager
async def guarded(log):
    log.append("in")
    try:
        yield log
    except ValueError as error:
        log.append(str(error))
    finally:
        log.append("out")


def manages(error):
    async def drive():
        log = []
        async with guarded(log) as same:
            same.append("body")
            if error:
                raise error
        return log

    return asyncio.run(drive())


CASES = [
    ("sends", ([],)),
    ("sends", ([1, "a", None],)),
    ("throws", (ValueError, "again")),
    ("throws", (KeyError, "gone")),
    ("throws_class", (ValueError,)),
    ("throws_class", (OSError,)),
    ("sends_too_early", (1,)),
    ("sends_too_early", (None,)),
    ("throws_too_early", ()),
    ("closes", (0,)),
    ("closes", (1,)),
    ("closes", (3,)),
    ("closes_stubborn", ()),
    ("manages", (None,)),
    ("manages", (ValueError("caught"),)),
    ("manages", (OSError("not caught"),)),
]
