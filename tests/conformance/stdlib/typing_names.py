"""Names of `typing` that are called when a program runs give back what they are given."""

from typing import NewType, cast, final, no_type_check

Amount = NewType("Amount", int)
Balance = NewType("Balance", Amount)


def amount(number):
    return Amount(number) + Balance(1)


@final
class Account:
    @final
    def owner(self):
        return "A"

    @no_type_check
    def state(self, number):
        return cast(int, number) + 1


def owner():
    return Account().owner()


def state(number):
    return Account().state(number)


CASES = [
    ("amount", [3]),
    ("amount", ["a"]),
    ("owner", []),
    ("state", [3]),
]
