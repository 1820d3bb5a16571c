"""`repr` of text: quotes and escapes."""


def show(s):
    return repr(s)


def show_ascii(s):
    return ascii(s)


CASES = [
    ("show", ("plain",)),
    ("show", ("it's",)),
    ("show", ('say "hi"',)),
    ("show", ("it's \"both\"",)),
    ("show", ("tab\tnew\nback\\",)),
    ("show", ("\x00\x1f\x7f",)),
    ("show", ("é\u00a0\u200b",)),
    ("show", ("\U0001f600",)),
    ("show_ascii", ("é😀",)),
    ("show_ascii", ("a'b",)),
]
