"""Iteration through `__getitem__` and `__len__`."""


class Pages:
    def __init__(self, count):
        self.count = count
        self.reads = []

    def __len__(self):
        return self.count

    def __getitem__(self, i):
        self.reads.append(i)
        if not 0 <= i < self.count:
            raise IndexError(i)
        return f"page {i}"


class Bad:
    def __getitem__(self, i):
        if i == 1:
            raise KeyError(i)
        return i


def walk(n):
    pages = Pages(n)
    return list(pages), pages.reads


def backwards(n):
    pages = Pages(n)
    return list(reversed(pages)), pages.reads


def member(n, text):
    return text in Pages(n)


def bad():
    return list(Bad())


CASES = [
    ("walk", (2,)),
    ("walk", (0,)),
    ("backwards", (2,)),
    ("member", (2, "page 1")),
    ("member", (2, "page 2")),
    ("bad", ()),
]
