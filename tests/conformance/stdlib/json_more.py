"""JSON: options, encoders of one's own, errors."""

import json


class Encoder(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, set):
            return sorted(o)
        return super().default(o)


def dumped(value, options):
    return json.dumps(value, **options)


def custom(value):
    return json.dumps(value, cls=Encoder)


def with_default(value):
    return json.dumps(value, default=lambda o: "<" + type(o).__name__ + ">")


def loaded(text, options):
    return json.loads(text, **options)


def hooked(text):
    return json.loads(text, object_hook=lambda d: sorted(d.items()))


def error(text):
    try:
        json.loads(text)
    except json.JSONDecodeError as e:
        return e.msg, e.doc, e.pos, e.lineno, e.colno, str(e)


def there_and_back(value):
    return json.loads(json.dumps(value)) == value


CASES = [
    ("dumped", ({"b": 1, "a": [True, None]}, {"sort_keys": True})),
    ("dumped", ([1, [2, {"x": 3}]], {"indent": 1})),
    ("dumped", ({"é": "ü"}, {"ensure_ascii": False})),
    ("dumped", ([1, 2], {"separators": (",", ":")})),
    ("dumped", (float("nan"), {"allow_nan": False})),
    ("dumped", (float("inf"), {})),
    ("dumped", (object, {})),
    ("dumped", ({(1, 2): 3}, {})),
    ("dumped", ({(1, 2): 3}, {"skipkeys": True})),
    ("custom", ({"a": {3, 1}},)),
    ("custom", ({"a": 1j},)),
    ("with_default", ([{1}],)),
    ("loaded", ('{"a": 1.5, "b": [1e3, -0]}', {})),
    ("loaded", ("[NaN, Infinity]", {})),
    ("loaded", (b'"bytes"', {})),
    ("loaded", (5, {})),
    ("hooked", ('{"b": {"c": 1}, "a": 2}',)),
    ("error", ("",)),
    ("error", ('{"a" 1}',)),
    ("error", ("[1,\n 2,,]",)),
    ("error", ("[] x",)),
    ("error", ('"\\x"',)),
    ("there_and_back", ({"a": [1, "x", None, 2.5]},)),
]
