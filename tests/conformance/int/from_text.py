"""`int(text)` and `int(text, base)`."""


def parse(text):
    return int(text)


def parse_base(text, base):
    return int(text, base)


CASES = [
    ("parse", ("42",)),
    ("parse", ("  -17\n",)),
    ("parse", ("+1_000",)),
    ("parse", ("007",)),
    ("parse", ("١٢",)),
    ("parse", ("",)),
    ("parse", ("1__0",)),
    ("parse", ("1.5",)),
    ("parse", ("- 1",)),
    ("parse_base", ("ff", 16)),
    ("parse_base", ("0b101", 0)),
    ("parse_base", ("0o17", 8)),
    ("parse_base", ("2", 2)),
    ("parse_base", ("z", 36)),
    ("parse_base", ("10", 37)),
]
