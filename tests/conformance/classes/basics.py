"""Instances, attributes, methods."""


class Account:
    bank = "First"

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("deposit must be positive")
        self.balance += amount
        return self

    def describe(self):
        return f"{self.owner}: {self.balance} at {self.bank}"


def create(owner, *amounts):
    account = Account(owner)
    for amount in amounts:
        account.deposit(amount)
    return account.describe(), vars(account)


def chained(n):
    return Account("x", n).deposit(1).deposit(2).balance


def class_attribute():
    a, b = Account("a"), Account("b")
    a.bank = "Second"
    Account.bank = "Third"
    return a.bank, b.bank, "bank" in vars(a), "bank" in vars(b)


def bound_method():
    account = Account("a")
    deposit = account.deposit
    deposit(5)
    Account.deposit(account, 7)
    return account.balance, deposit.__self__ is account, deposit.__name__


CASES = [
    ("create", ("Ann", 10, 5)),
    ("create", ("Bob",)),
    ("create", ("Eve", -1)),
    ("chained", (10,)),
    ("class_attribute", ()),
    ("bound_method", ()),
]
