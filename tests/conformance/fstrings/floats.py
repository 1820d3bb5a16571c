"""Format specifications for floats."""


def fixed(x):
    return f"{x:.0f}|{x:.2f}|{x:8.3f}|{x:<8.1f}|{x:+.1f}|{x:08.2f}"


def scientific(x):
    return f"{x:e}|{x:.2e}|{x:E}|{x:g}|{x:.3g}|{x:G}"


def plain(x):
    return f"{x}|{x:10}|{x:,}|{x:_.2f}|{x:.3}|{x:%}|{x:.1%}"


CASES = [
    ("fixed", (3.14159,)),
    ("fixed", (-0.005,)),
    ("fixed", (2.5,)),
    ("fixed", (1e21,)),
    ("fixed", (1e999,)),
    ("scientific", (12345.678,)),
    ("scientific", (0.00001234,)),
    ("scientific", (0.0,)),
    ("scientific", (1e100,)),
    ("plain", (1234567.891,)),
    ("plain", (0.5,)),
    ("plain", (1e16,)),
    ("plain", (-0.0,)),
]
