"""Expressions and conversions inside f-strings."""


def greet(name, age):
    return f"{name} is {age} years, next year {age + 1}"


def conversions(x):
    return f"{x!r} {x!s} {x!a}"


def braces(x):
    return f"{{{x}}} {{}}"


def nested(values):
    return f"{', '.join(f'<{value}>' for value in values)}"


def multiline(a, b):
    return f"""{a}


{b}""" f"-{a}" "-{b}"


CASES = [
    ("greet", ("Ann", 30)),
    ("greet", (None, True)),
    ("conversions", ("é'",)),
    ("conversions", (1.5,)),
    ("conversions", ([1, "a"],)),
    ("braces", (1,)),
    ("nested", ([1, 2],)),
    ("nested", ([],)),
    ("multiline", ("x", "y")),
    ("greet", ("Ann", "30")),
]
