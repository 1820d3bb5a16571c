def generator(xs):
    got = yield
    result = yield from xs
    return (yield got), result


async def agen(xs):
    yield (await xs)
    return
