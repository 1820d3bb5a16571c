"""`rindex`, `format_map`, `zfill` on signs, comparisons of case."""


def rindex(s, part):
    return s.rindex(part)


def mapped(template, values):
    return template.format_map(values)


def same_ignoring_case(a, b):
    return a.lower() == b.lower(), a.casefold() == b.casefold()


CASES = [
    ("rindex", ("banana", "an")),
    ("rindex", ("banana", "x")),
    ("rindex", ("", "")),
    ("mapped", ("{a}-{b!r}", {"a": 1, "b": "x"})),
    ("mapped", ("{a[0]}", {"a": [7]})),
    ("mapped", ("{missing}", {})),
    ("same_ignoring_case", ("STRASSE", "straße")),
    ("same_ignoring_case", ("Abc", "aBC")),
]
