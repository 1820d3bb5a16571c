"""Bad patterns, with message, position, line and column."""

import re

SINCE = (3, 11)


def fault(pattern):
    try:
        re.compile(pattern)
    except re.error as error:
        return str(error), error.msg, error.pos, error.lineno, error.colno, error.pattern == pattern
    return "fine"


def raised(pattern):
    return re.compile(pattern)


def on(pattern, text):
    return re.search(pattern, text)


def replaced(pattern, new, text):
    return re.sub(pattern, new, text)


CASES = [
    ("fault", ("(",)),
    ("fault", ("a)",)),
    ("fault", ("a\n(b",)),
    ("fault", ("[a",)),
    ("fault", ("*a",)),
    ("fault", ("a**",)),
    ("fault", ("a{3,2}",)),
    ("fault", ("[z-a]",)),
    ("fault", (r"\1",)),
    ("fault", (r"(?P<n>a)(?P<n>b)",)),
    ("fault", (r"(?P<1>a)",)),
    ("fault", (r"(?P=n)",)),
    ("fault", (r"(?<=a+)b",)),
    ("fault", (r"(?z)",)),
    ("fault", (r"a(?i)b",)),
    ("fault", ("\\",)),
    ("fault", (r"\q",)),
    ("fault", (r"(?(1)a|b|c)",)),
    ("fault", ("a{2}",)),
    ("raised", (b"(a",)),
    ("raised", (None,)),
    ("raised", (3,)),
    ("on", ("a", b"a")),
    ("on", (b"a", "a")),
    ("on", ("a", None)),
    ("on", ("a", 5)),
    ("replaced", ("a", r"\1", "a")),
    ("replaced", ("(a)", r"\g<x>", "a")),
    ("replaced", ("a", r"\x", "b")),
]
