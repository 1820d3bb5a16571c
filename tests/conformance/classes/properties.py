"""Properties: getters, setters, deleters, read-only ones."""


class Temperature:
    def __init__(self, celsius):
        self._celsius = celsius
        self.log = []

    @property
    def celsius(self):
        self.log.append("get")
        return self._celsius

    @celsius.setter
    def celsius(self, value):
        if value < -273.15:
            raise ValueError("below absolute zero")
        self.log.append("set")
        self._celsius = value

    @celsius.deleter
    def celsius(self):
        self.log.append("delete")
        self._celsius = None

    @property
    def fahrenheit(self):
        return self._celsius * 9 / 5 + 32


def read(n):
    t = Temperature(n)
    return t.celsius, t.fahrenheit, t.log


def write(n, m):
    t = Temperature(n)
    t.celsius = m
    t.celsius += 1
    return t.celsius, t.log


def delete(n):
    t = Temperature(n)
    del t.celsius
    return t.celsius, t.log


def read_only(n):
    try:
        Temperature(n).fahrenheit = 0
    except AttributeError as error:
        return type(error).__name__


CASES = [
    ("read", (100,)),
    ("read", (-40,)),
    ("write", (0, 20)),
    ("write", (0, -300)),
    ("delete", (5,)),
    ("read_only", (5,)),
]
