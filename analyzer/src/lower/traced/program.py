"""Runs every kind of statement, for its line events."""
import asyncio
import contextlib


def loops():
    i = 0
    while True:
        i += 1
        if i == 1:
            continue
        if i == 3:
            break
    while i < 5:
        i += 1
    else:
        i = 7
    for x in [1, 2]:
        if x == 1:
            continue
        y = x
    else:
        y = 3
    for x in [1]: y = x
    return y


def contexts(swallowed):
    with contextlib.nullcontext() as a:
        x = 1
    with contextlib.suppress(swallowed):
        raise ValueError
    for i in [1, 2]:
        with contextlib.nullcontext(), contextlib.nullcontext():
            if i == 1:
                continue
            break
    with contextlib.nullcontext():
        return a, x


def exceptions(x):
    try:
        x[0]
    except ValueError:
        pass
    except (TypeError, IndexError) as e:
        x = 1
    else:
        x = 2
    finally:
        y = 1
    try:
        try:
            raise KeyError
        finally:
            y = 2
    except:
        y = 3
    for i in [1, 2]:
        try:
            if i == 1:
                continue
            break
        finally:
            y = 4
    try:
        raise ExceptionGroup("", [ValueError(), KeyError()])
    except* ValueError as e:
        y = 5
    except* TypeError:
        y = 6
    except* KeyError:
        y = 7
    try:
        return y
    finally:
        y = 8


def decorate(x):
    return x


@decorate
@decorate
def decorated(a=1):
    """Has no statement."""


@decorate
class Decorated:
    """Documentation."""
    x = 1
    y: int
    z: int = 2

    @decorate
    def method(self): return lambda: self.x


def declarations():
    x: int
    y: int = 1
    global unused
    "string"
    ...
    pass
    if 0:
        y = 2
    if 1:
        y = 3
    assert y, "message"
    del y


def matches(x):
    match x:
        case 1:
            a = 1
        case [x, y] if x == 5:
            a = 2
        case {}:
            pass
        case _:
            a = 3
    if a == 1:
        b = 1
    elif a == 2:
        b = 2
    else:
        b = 3
    if not b: return 1
    if b: return [c for c in [b] if c]


def generator():
    x = yield 1
    yield from [1]
    return (y for y in [x])


class Manager:
    async def __aenter__(self):
        return self

    async def __aexit__(self, *exception):
        return True


async def items():
    yield 1
    yield 2


async def asynchronous():
    async with Manager():
        async for x in items():
            await asyncio.sleep(0)
        else:
            y = 1
        raise KeyError
    return [x async for x in items()]


loops()
contexts(ValueError)
try:
    contexts(KeyError)
except ValueError:
    pass
exceptions([])
exceptions([1])
decorated()
Decorated().method()()
declarations()
for subject in [1, [5, 1], [1, 2], {}]:
    with contextlib.suppress(UnboundLocalError):
        matches(subject)
list(generator())
asyncio.run(asynchronous())
