"""Code at module level runs once, from top to bottom."""

LOG = ["start"]


def note(x):
    LOG.append(x)
    return x


SQUARES = [note(i) ** 2 for i in range(3)]
TABLE = {}
for key in "ab":
    TABLE[key] = len(TABLE)


if len(TABLE) == 2:
    MODE = "two"
else:
    MODE = "other"


try:
    VALUE = int("x")
except ValueError:
    VALUE = -1


def state():
    return SQUARES, TABLE, MODE, VALUE, key


def log(x):
    note(x)
    return LOG


def lookup(key):
    return TABLE[key]


def late():
    return DEFINED_BELOW


DEFINED_BELOW = "below"


CASES = [
    ("state", ()),
    ("log", ("more",)),
    ("log", (None,)),
    ("lookup", ("a",)),
    ("lookup", ("z",)),
    ("late", ()),
]
