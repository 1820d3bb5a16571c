"""Two leading underscores mangle a name within its class."""


class Safe:
    def __init__(self, secret):
        self.__secret = secret
        self._hint = "h"

    def open(self):
        return self.__secret

    def __check(self):
        return "base"

    def check(self):
        return self.__check()


class Thief(Safe):
    def __init__(self, secret):
        super().__init__(secret)
        self.__secret = "fake"

    def __check(self):
        return "thief"

    def steal(self):
        return self._Safe__secret, self.__secret


def names(secret):
    return sorted(vars(Safe(secret)))


def steal(secret):
    t = Thief(secret)
    return t.open(), t.steal(), t.check(), sorted(vars(t))


def outside(secret):
    return Safe(secret).__secret


CASES = [
    ("names", (1,)),
    ("steal", (1,)),
    ("steal", (None,)),
    ("outside", (1,)),
    ("names", ([],)),
    ("steal", ("s",)),
]
