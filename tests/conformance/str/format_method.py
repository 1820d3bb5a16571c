"""`str.format` with positions, names, attributes and items."""


def formatted(template, *values):
    return template.format(*values)


def named(template, values):
    return template.format(**values)


CASES = [
    ("formatted", ("{} {}", 1, "a")),
    ("formatted", ("{1}{0}{1}", "a", "b")),
    ("formatted", ("{0[1]} {0[0]}", ["x", "y"])),
    ("formatted", ("{{{}}}", 3)),
    ("formatted", ("{!r} {!s} {!a}", "a", "b", "é")),
    ("formatted", ("{:>{}}", "x", 5)),
    ("formatted", ("{0.real}", 7)),
    ("named", ("{name}: {value:.1f}", {"name": "t", "value": 2.25})),
    ("named", ("{d[key]}", {"d": {"key": 1}})),
    ("named", ("{missing}", {})),
    ("formatted", ("{}",)),
    ("formatted", ("{", 1)),
    ("formatted", ("}", 1)),
    ("formatted", ("{} {0}", 1)),
]
