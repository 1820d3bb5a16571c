"""Frozen dataclasses: no assignment, but a hash."""

from dataclasses import FrozenInstanceError, dataclass, replace


@dataclass(frozen=True)
class Money:
    amount: int
    currency: str = "EUR"

    def __add__(self, other):
        if self.currency != other.currency:
            raise ValueError(f"{self.currency} and {other.currency}")
        return replace(self, amount=self.amount + other.amount)


def assign(amount):
    Money(amount).amount = 5


def delete(amount):
    del Money(amount).amount


def kind(amount):
    try:
        Money(amount).other = 1
    except FrozenInstanceError as error:
        return isinstance(error, AttributeError), str(error)


def add(a, b):
    return Money(*a) + Money(*b)


def keys(pairs):
    totals = {}
    for amount, currency in pairs:
        totals[Money(amount, currency)] = totals.get(Money(amount, currency), 0) + 1
    return totals


CASES = [
    ("assign", (1,)),
    ("delete", (1,)),
    ("kind", (1,)),
    ("add", ((1,), (2,))),
    ("add", ((1, "USD"), (2, "EUR"))),
    ("keys", ([(1, "EUR"), (1, "EUR"), (2, "EUR")],)),
]
