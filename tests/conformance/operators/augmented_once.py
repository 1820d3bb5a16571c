"""The target of an augmented assignment is evaluated once."""


class Counter:
    def __init__(self):
        self.calls = 0
        self.values = [10, 20]

    def index(self):
        self.calls += 1
        return self.calls - 1


def item(n):
    counter = Counter()
    for _ in range(n):
        counter.values[counter.index()] += 1
    return counter.values, counter.calls


def attribute(n):
    counters = [Counter(), Counter()]
    position = []

    def pick():
        position.append(len(position))
        return counters[len(position) % 2]

    for _ in range(n):
        pick().calls += 5
    return [counter.calls for counter in counters], position


CASES = [
    ("item", (0,)),
    ("item", (1,)),
    ("item", (2,)),
    ("item", (3,)),
    ("attribute", (1,)),
    ("attribute", (3,)),
]
