def contexts(m, f):
    with m() as (a, b), f:
        return a
    with m:
        f(b)


async def asynchronous(m, xs):
    async with m as a:
        async for x in xs:
            await x
    return [y async for y in xs]
