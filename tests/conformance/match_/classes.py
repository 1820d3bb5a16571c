"""Class patterns, with `__match_args__` and dataclasses."""

from dataclasses import dataclass


@dataclass
class Circle:
    radius: int


@dataclass
class Box:
    width: int
    height: int


class Label:
    __match_args__ = ("text",)

    def __init__(self, text):
        self.text = text
        self.size = 3


def build(kind, *args):
    return {"circle": Circle, "box": Box, "label": Label}[kind](*args)


def describe(kind, *args):
    match build(kind, *args):
        case Circle(0):
            return "point"
        case Circle(radius=r):
            return "circle", r
        case Box(w, h) if w == h:
            return "square", w
        case Box(width=1) | Box(height=1):
            return "line"
        case Box() as box:
            return "box", box
        case Label("x", size=3):
            return "x"
        case Label(str() as text):
            return "label", text
        case _:
            return "other"


CASES = [
    ("describe", ("circle", 0)),
    ("describe", ("circle", 5)),
    ("describe", ("box", 2, 2)),
    ("describe", ("box", 3, 1)),
    ("describe", ("box", 3, 4)),
    ("describe", ("label", "x")),
    ("describe", ("label", "abc")),
    ("describe", ("label", 5)),
]
