"""A context manager that undoes."""


class Transaction:
    def __init__(self, data):
        self.data = data

    def __enter__(self):
        self.before = dict(self.data)
        return self.data

    def __exit__(self, kind, error, traceback):
        if kind is None:
            return False
        self.data.clear()
        self.data.update(self.before)
        return issubclass(kind, KeyError)


def transfer(accounts, source, target, amount):
    with Transaction(accounts) as data:
        data[source] -= amount
        data[target] += amount
        if data[source] < 0:
            raise ValueError("overdrawn")
        return "done"
    return "undone"


CASES = [
    ("transfer", ({"a": 5, "b": 0}, "a", "b", 3)),
    ("transfer", ({"a": 5, "b": 0}, "a", "c", 3)),
    ("transfer", ({"a": 5, "b": 0}, "a", "b", 9)),
    ("transfer", ({"a": 5}, "a", "a", 2)),
    ("transfer", ({}, "a", "b", 1)),
    ("transfer", ({"a": "x", "b": 0}, "a", "b", 1)),
]
