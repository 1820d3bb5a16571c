"""Tuples as small records."""


def parse(lines):
    return [tuple(part.strip() for part in line.split(",")) for line in lines]


def by_second(records):
    return sorted(records, key=lambda record: record[1])


def unzip(pairs):
    names, ages = zip(*pairs)
    return names, ages


def update(record, i, value):
    return record[:i] + (value,) + record[i + 1 :]


def nested(t):
    return t[0][1], len(t), t == ((1, 2), 3), hash(t) == hash(((1, 2), 3))


CASES = [
    ("parse", (["a, 1", "b,2"],)),
    ("by_second", ([("a", 2), ("b", 1)],)),
    ("unzip", ([("a", 1), ("b", 2)],)),
    ("unzip", ([],)),
    ("update", ((1, 2, 3), 1, "x")),
    ("update", ((), 0, "x")),
    ("nested", (((1, 2), 3),)),
]
