def outer(x, y=1, /, *args, k: int = 2, **kw) -> "list[int]":
    count = 0

    def inner():
        nonlocal count
        count += x
        return count

    global g
    g = inner
    fs = [lambda: i for i in args if i]
    total = sum(i * x for i in args)
    return {k: (last := v) for k, v in kw.items()}, last


class Base:
    """Documentation."""
    size: int = 3
    items = [size for _ in range(size)]
    __private = 1

    @property
    def value(self):
        return super().value + self.__private


def make(name):
    class Local(Base, metaclass=M):
        title = name
        name = title

        def me(self):
            return __class__

    return Local
