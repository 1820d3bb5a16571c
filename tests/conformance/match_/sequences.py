"""Sequence patterns."""


def shape(x):
    match x:
        case []:
            return "empty"
        case [one]:
            return "one", one
        case [first, *_, last] if first == last:
            return "framed", first
        case ["go", direction]:
            return "go", direction
        case [[a, b], c]:
            return "nested", a, b, c
        case [first, *rest]:
            return "many", first, rest
        case _:
            return "no sequence"


CASES = [
    ("shape", ([],)),
    ("shape", ((5,),)),
    ("shape", ([1, 2, 1],)),
    ("shape", (["go", "north"],)),
    ("shape", ([[1, 2], 3],)),
    ("shape", ([1, 2, 3],)),
    ("shape", ("text",)),
    ("shape", ({1},)),
    ("shape", (5,)),
]
