"""Reading a local before it has a value."""


def attempt(flag):
    try:
        if flag:
            value = 1
        return value
    except UnboundLocalError as error:
        return type(error).__name__, isinstance(error, NameError)


def deleted(x):
    try:
        del x
        return x
    except UnboundLocalError:
        return "deleted"


def after_except(n):
    error = "outer"
    try:
        1 // n
    except ZeroDivisionError as error:
        pass
    try:
        return error
    except UnboundLocalError:
        return "unbound"


CASES = [
    ("attempt", (True,)),
    ("attempt", (False,)),
    ("deleted", (1,)),
    ("after_except", (0,)),
    ("after_except", (1,)),
    ("deleted", (None,)),
]
