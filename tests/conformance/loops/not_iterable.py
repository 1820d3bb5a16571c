"""What cannot be looped over."""


def loop(x):
    out = []
    for item in x:
        out.append(item)
    return out


CASES = [
    ("loop", (5,)),
    ("loop", (None,)),
    ("loop", (1.5,)),
    ("loop", ("ab",)),
    ("loop", ({"a": 1},)),
    ("loop", ((),)),
    ("loop", (True,)),
]
