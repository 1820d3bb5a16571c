"""`classmethod` and `staticmethod`, from class, instance and subclass."""


class Date:
    created = 0

    def __init__(self, year, month):
        self.year, self.month = year, month

    @classmethod
    def parse(cls, text):
        cls.created += 1
        return cls(*map(int, text.split("-")))

    @staticmethod
    def valid(month):
        return 1 <= month <= 12

    def next(self):
        return type(self)(self.year + self.month // 12, self.month % 12 + 1)

    def __repr__(self):
        return f"{type(self).__name__}({self.year}, {self.month})"


class Holiday(Date):
    pass


def parse(text):
    return Date.parse(text), Holiday.parse(text), Date.created, Holiday.created


def from_instance(text):
    return Date(1, 1).parse(text), Date(1, 1).valid(13), Holiday.valid(1)


def following(year, month):
    return Holiday(year, month).next()


CASES = [
    ("parse", ("2024-5",)),
    ("parse", ("1-1",)),
    ("parse", ("x-1",)),
    ("from_instance", ("1999-12",)),
    ("following", (1999, 12)),
    ("following", (2000, 1)),
]
