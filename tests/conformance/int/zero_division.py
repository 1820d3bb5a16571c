"""Each division by zero has its own type and a message."""


def attempt(operation, a, b):
    try:
        if operation == "/":
            return a / b
        if operation == "//":
            return a // b
        if operation == "%":
            return a % b
        return divmod(a, b)
    except ZeroDivisionError as error:
        return "caught", type(error).__name__


CASES = [
    ("attempt", ("/", 1, 0)),
    ("attempt", ("//", 1, 0)),
    ("attempt", ("%", 0, 0)),
    ("attempt", ("divmod", 5, 0)),
    ("attempt", ("/", 1, 0.0)),
    ("attempt", ("%", 1.5, False)),
    ("attempt", ("//", 9, 4)),
]
