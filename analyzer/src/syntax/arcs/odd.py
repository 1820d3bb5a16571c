"""Constructs on which a static view and the compiler's could part. Never run, only analysed."""

import contextlib
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    import os


def only_docstring():
    """Nothing else."""


def one_line(x): return 1 if x else 2


def one_line_if(x):
    if x: return 1
    else: return 2


def same_line_loop(xs):
    for x in xs: print(x)
    while xs: xs.pop()
    return xs


def dead_after_return(x):
    if x:
        return 1
        x = 2
    return 3
    if x:
        print(x)


def dead_function(x):
    if x:
        return 1
    raise ValueError
    def inner(y):
        if y:
            return [z for z in y if z]
        return lambda: y
    return inner


def dead_lambda(x):
    while True:
        if x:
            break
        return 1
        x = lambda: 0
    return 2


def constants(x):
    if 0:
        x = 1
    elif x:
        x = 2
    else:
        x = 3
    if not __debug__:
        return 1
    if x and 0:
        return 4
    if x or 1:
        x = 5
    else:
        x = 6
    if "":
        x = 7
    while 1:
        if x:
            continue
        if x > 2:
            break
    else:
        x = 8
    while 0:
        x = 9
    if -1:
        x = 10
    assert False, "never"
    return x


def infinite(x):
    while True:
        if x:
            return 1
    return 2


def no_code(x):
    """Docstring."""
    global g
    y: int
    if x:
        z: str
    x.a: int
    if x:
        pass
    else:
        ...
    if x:
        "constant"
    return x


def withs(x):
    with open(x) as a, \
            open(x) as b:
        if a:
            return 1
        for c in b:
            with c:
                if c:
                    continue
                with b:
                    if x:
                        break
    with a: x = 1
    with (
        open(x) as a,
        open(x) as b,
    ):
        with a:
            if x:
                x = 2
    with a:
        if x:
            raise ValueError
        else:
            return 2


def tries(x):
    try:
        if x:
            raise ValueError
        return 1
    except (ValueError,
            KeyError):
        if x:
            raise
    except OSError:
        pass
    else:
        x = 1
    finally:
        if x:
            x = 2
    for y in x:
        try:
            if y:
                break
            continue
        finally:
            with x:
                if x:
                    x = 3
    try:
        return x
    finally:
        if x:
            x = 4


def finally_swallows(x):
    for y in x:
        try:
            return y
        finally:
            if y:
                break
    while x:
        try:
            x()
        except ValueError: break
        except KeyError: continue
    return x


def matches(x):
    match x:
        case 1 | 2:
            return 1
        case [a, *_] if a:
            x = 2
        case {"a": 1}: x = 3
    match x:
        case int(): pass
        case y:
            if y:
                return y
    match x:
        case 1:
            return 1
        case _ as z:
            return z
    return 2


def excluded_case(x):
    match x:
        case 1:
            return 1
        case _:
            raise AssertionError  # pragma: no cover


def excluded(x):
    if x:  # pragma: no cover
        if x > 1:
            return 1
    elif x < 1:
        return 2
    else:  # pragma: no cover
        return 3
    for y in x:  # pragma: no branch
        print(y)
    if x: return 5  # PRAGMA NO COVER
    if x:
        ...
    return 4


@contextlib.contextmanager  # pragma: no cover
def excluded_function(x):
    if x:
        yield 1


@overload
def stub(x: int) -> int: ...
@overload
def stub(
    x: str,
) -> str: ...
def stub(x):
    @contextlib.contextmanager
    @contextlib.contextmanager
    def inner():
        if x:
            yield
    if x:
        class Local:
            if x:
                y = 1
            def method(self): return x if x else 1
    else:
        return inner
    return [y for y in x if y], lambda: 1 if x else 2


async def coroutine(x):
    async with x as y:
        async for z in y:
            if await z:
                return [w async for w in z]
        else:
            x = 1
    if (
        x
        and y
    ):
        return 1; x = 2
    if x: y = 1; z = 2
    del x; return y


class Body:
    for item in range(3):
        if item:
            break
    def method(self): pass
    def both(self): return 1; return 2
    if item:
        def late(self):
            """Doc."""
            if self: return
