"""`match` on literals, alternatives and guards."""


def classify(x):
    match x:
        case 0:
            return "zero"
        case 1 | 2 | 3:
            return "few"
        case -1:
            return "minus one"
        case "text" | "TEXT":
            return "text"
        case None:
            return "none"
        case True:
            return "true"
        case int() if x > 100:
            return "many"
        case float(value):
            return "float", value
        case _:
            return "other"


CASES = [
    ("classify", (0,)),
    ("classify", (2,)),
    ("classify", (-1,)),
    ("classify", ("TEXT",)),
    ("classify", (None,)),
    ("classify", (True,)),
    ("classify", (101,)),
    ("classify", (50,)),
    ("classify", (1.0,)),
    ("classify", (2.5,)),
    ("classify", (False,)),
]
