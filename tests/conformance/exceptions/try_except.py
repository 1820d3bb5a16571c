"""Which handler takes an exception."""


def classify(f, x):
    try:
        if f == "int":
            return int(x)
        if f == "item":
            return x[3]
        if f == "key":
            return x["k"]
        if f == "attribute":
            return x.missing
        return 1 / x
    except (ValueError, TypeError) as error:
        return "value or type", type(error).__name__
    except LookupError as error:
        return "lookup", type(error).__name__, error.args
    except ArithmeticError:
        return "arithmetic"
    except Exception as error:
        return "other", str(error)


CASES = [
    ("classify", ("int", "12")),
    ("classify", ("int", "x")),
    ("classify", ("int", [])),
    ("classify", ("item", [1])),
    ("classify", ("key", {})),
    ("classify", ("attribute", 5)),
    ("classify", ("divide", 0)),
    ("classify", ("divide", "a")),
    ("classify", ("divide", 4)),
]
