"""Names that a pattern binds, also when it fails later."""


class Color:
    RED = 1
    BLUE = 2


def dotted(x):
    match x:
        case Color.RED:
            return "red"
        case Color.BLUE | 3:
            return "blue or three"
    return "no match"


def whole(x):
    match x:
        case [int() as a, (str() | None) as b] as pair:
            return a, b, pair
        case other:
            return "other", other


def after(x):
    result = None
    match x:
        case (a, b):
            result = a
        case [*items]:
            result = len(items)
    return result


def evaluated_once():
    calls = []

    def subject():
        calls.append(1)
        return 3

    match subject():
        case 1:
            pass
        case 2:
            pass
        case n:
            return n, calls


CASES = [
    ("dotted", (1,)),
    ("dotted", (3,)),
    ("dotted", (9,)),
    ("whole", ([1, "a"],)),
    ("whole", ([1, None],)),
    ("whole", (["a", 1],)),
    ("after", ((1, 2),)),
    ("after", ([1, 2, 3],)),
    ("after", (5,)),
    ("evaluated_once", ()),
]
