"""The name of a handler lives only in the handler."""


def after(n):
    try:
        return 1 // n
    except ZeroDivisionError as error:
        kept = error
    try:
        return error
    except NameError:
        return type(kept).__name__


def dynamic(classes, n):
    table = {"value": ValueError, "zero": ZeroDivisionError}
    try:
        return 1 // n
    except tuple(table[name] for name in classes):
        return "caught"


def not_a_class(n):
    try:
        return 1 // n
    except "text":
        return "caught"


CASES = [
    ("after", (0,)),
    ("after", (1,)),
    ("dynamic", (["value", "zero"], 0)),
    ("dynamic", (["value", "zero"], 1)),
    ("not_a_class", (1,)),
    ("not_a_class", (0,)),
]
