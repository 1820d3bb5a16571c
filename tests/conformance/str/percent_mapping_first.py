"""A name in a template asks for a mapping, and is looked up, before anything else is wrong with the template."""


def fill(template, values):
    return template % values


CASES = [
    ("fill", ("%(", "text")),
    ("fill", ("%(a", 5)),
    ("fill", ("%(a)", None)),
    ("fill", ("%(a)s", ())),
    ("fill", ("%% %(", (1,))),
    ("fill", ("%(", {})),
    ("fill", ("%(a", {"a": 1})),
    ("fill", ("%(a)", {})),
    ("fill", ("%(a)", {"a": 1})),
    ("fill", ("%(a)s", {})),
    ("fill", ("%(a)d %s", {"a": 1})),
    ("fill", ("%(a(b))s", {"a(b)": "x"})),
    ("fill", ("%(", b"x")),
]
