"""JSON there and back."""

import json


def dump(x):
    return json.dumps(x)


def pretty(x):
    return json.dumps(x, indent=2, sort_keys=True)


def load(text):
    return json.loads(text)


def attempt(text):
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos, error.lineno, isinstance(error, ValueError)


CASES = [
    ("dump", ({"a": [1, 2.5, None, True], "é": "\n"},)),
    ("dump", ({1: "int key", None: 0},)),
    ("dump", ((1, (2,)),)),
    ("dump", ({1, 2},)),
    ("pretty", ({"b": [1], "a": {}},)),
    ("load", ('{"a": [1, 1.0, null, "\\u00e9"]}',)),
    ("attempt", ("[1 2]",)),
    ("attempt", ("",)),
    ("attempt", ("true",)),
]
