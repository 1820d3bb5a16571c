"""Format specifications for text."""


def aligned(s):
    return f"{s:5}|{s:<5}|{s:>5}|{s:^5}|{s:*^7}|{s:.2}|{s:>6.1}"


def wide(s, width, precision):
    return f"{s:{width}.{precision}}"


def wrong(s):
    return f"{s:d}"


def sign(s):
    return f"{s:+}"


CASES = [
    ("aligned", ("ab",)),
    ("aligned", ("",)),
    ("aligned", ("abcdefg",)),
    ("aligned", ("😀",)),
    ("wide", ("hello", 8, 3)),
    ("wide", ("hello", ">10", 2)),
    ("wrong", ("a",)),
    ("wrong", (1.5,)),
    ("sign", ("a",)),
]
