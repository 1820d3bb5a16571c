"""`str.format`: broken templates, nesting, attributes and items."""


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __getitem__(self, key):
        return [key]


def formatted(template, *values):
    return template.format(*values)


def named(template, **values):
    return template.format(**values)


def pointed(template):
    return template.format(Point(1, 2), p=Point(3, {"k": [4]}))


def with_names(template):
    return named(template, a=1, b="x")


def mapped(template, mapping):
    return template.format_map(mapping)


CASES = [
    ("pointed", ("{0.x} {p.y[k]} {p.y[k][0]} {0[a b]} {0[1]}",)),
    ("pointed", ("{0.z}",)),
    ("pointed", ("{.x} {p.x:>4}",)),
    ("with_names", ("{a}{b!r:>5}{a:{a}}",)),
    ("with_names", ("{a.b}",)),
    ("with_names", ("{c}",)),
    ("with_names", ("{}",)),
    ("mapped", ("{0}", {})),
    ("mapped", ("{}", {})),
    ("formatted", ("{!x}", 1)),
    ("formatted", ("{!", 1)),
    ("formatted", ("{!r", 1)),
    ("formatted", ("{!rx}", 1)),
    ("formatted", ("{!}", 1)),
    ("formatted", ("{0", 1)),
    ("formatted", ("{:", 1)),
    ("formatted", ("{0[}", [1])),
    ("formatted", ("{0[]}", [1])),
    ("formatted", ("{0.}", 1)),
    ("formatted", ("{0[1]x}", [1, 2])),
    ("formatted", ("{0}{}", 1, 2)),
    ("formatted", ("{}{0}", 1, 2)),
    ("formatted", ("{:{:{}}}", 1, 2, 3)),
    ("formatted", ("{ }", 1)),
    ("formatted", ("{-1}", 1)),
    ("formatted", ("a}b",)),
    ("formatted", ("{}} {", 1)),
    ("formatted", ("{[0]} {[a]}", [3], {"a": 4})),
    ("formatted", ("{:{}{}{}.{}}", "abcdef", "*", "^", 8, 3)),
    ("formatted", ("{0:{1}} {0:<{1}}|", 7, 4)),
    ("formatted", ("{:d}", "a")),
    ("formatted", ("{2}", 1)),
    ("formatted", ("{!a:>8}", "é")),
    ("formatted", ("",)),
]
