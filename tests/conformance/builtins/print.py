"""`print` returns None and writes text; its arguments are converted."""

import io


def printed(*values):
    out = io.StringIO()
    result = print(*values, file=out)
    return result, out.getvalue()


def separated(values, sep, end):
    out = io.StringIO()
    print(*values, sep=sep, end=end, file=out)
    return out.getvalue()


CASES = [
    ("printed", ()),
    ("printed", (1, "a", None)),
    ("printed", ([1, "x"],)),
    ("printed", ("",)),
    ("separated", ([1, 2], ", ", "!")),
    ("separated", ([1, 2], None, None)),
    ("separated", ([], "-", "")),
]
