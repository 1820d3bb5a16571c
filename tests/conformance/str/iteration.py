"""Walking over text by code points."""


def characters(s):
    return list(s), len(s)


def positions(s, wanted):
    return [i for i, c in enumerate(s) if c == wanted]


def counts(s):
    seen = {}
    for c in s:
        seen[c] = seen.get(c, 0) + 1
    return seen


def backwards(s):
    return "".join(reversed(s)), s == s[::-1]


CASES = [
    ("characters", ("aé😀",)),
    ("characters", ("",)),
    ("characters", ("e\u0301",)),
    ("positions", ("banana", "a")),
    ("counts", ("hello",)),
    ("backwards", ("level",)),
    ("backwards", ("a😀",)),
]
