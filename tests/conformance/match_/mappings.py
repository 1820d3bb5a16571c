"""Mapping patterns."""


def handle(event):
    match event:
        case {"type": "click", "at": [x, y]}:
            return "click", x, y
        case {"type": "key", "name": str(name), **rest} if rest:
            return "key", name, rest
        case {"type": "key", "name": name}:
            return "plain key", name
        case {"type": kind}:
            return "unknown", kind
        case {}:
            return "some mapping"
        case _:
            return "no mapping"


CASES = [
    ("handle", ({"type": "click", "at": (1, 2)},)),
    ("handle", ({"type": "click"},)),
    ("handle", ({"type": "key", "name": "a", "shift": True},)),
    ("handle", ({"type": "key", "name": "a"},)),
    ("handle", ({"type": "key", "name": 5, "x": 1},)),
    ("handle", ({},)),
    ("handle", ({"other": 1},)),
    ("handle", ([],)),
]
