"""What is true: numbers, text, containers, None."""


def truth(x):
    return bool(x), "yes" if x else "no"


def count_true(values):
    return sum(1 for value in values if value), any(values), all(values)


CASES = [
    ("truth", (0,)),
    ("truth", (0.0,)),
    ("truth", ("",)),
    ("truth", (" ",)),
    ("truth", ([[]],)),
    ("truth", ({},)),
    ("truth", (None,)),
    ("truth", ((),)),
    ("count_true", ([0, 1, "", "a", None, [0]],)),
    ("count_true", ([],)),
    ("count_true", ([1, [0], "x"],)),
]
