"""`to_bytes` and `from_bytes`."""


def to_bytes(n, length, order):
    return n.to_bytes(length, order)


def signed(n, length):
    return n.to_bytes(length, "big", signed=True)


def from_bytes(b, order):
    return int.from_bytes(b, order), int.from_bytes(b, order, signed=True)


CASES = [
    ("to_bytes", (1024, 2, "big")),
    ("to_bytes", (1024, 4, "little")),
    ("to_bytes", (0, 0, "big")),
    ("to_bytes", (256, 1, "big")),
    ("to_bytes", (-1, 1, "big")),
    ("signed", (-2, 2)),
    ("from_bytes", (b"\xff\x00", "big")),
    ("from_bytes", (b"\xff\x00", "little")),
    ("from_bytes", (b"", "big")),
]
