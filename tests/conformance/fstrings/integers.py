"""Format specifications for ints."""


def formats(n):
    return f"{n:d}|{n:5}|{n:<5}|{n:^5}|{n:05}|{n:+}|{n: }"


def bases(n):
    return f"{n:b}|{n:o}|{n:x}|{n:X}|{n:#b}|{n:#x}|{n:#010x}"


def grouped(n):
    return f"{n:,}|{n:_}|{n:_x}|{n:012,}"


def as_float(n):
    return f"{n:.2f}|{n:e}|{n:g}|{n:%}"


CASES = [
    ("formats", (42,)),
    ("formats", (-42,)),
    ("formats", (0,)),
    ("formats", (True,)),
    ("bases", (255,)),
    ("bases", (-255,)),
    ("grouped", (1234567,)),
    ("grouped", (-999,)),
    ("grouped", (100000000000000000000,)),
    ("as_float", (3,)),
    ("as_float", (-1,)),
]
