"""Sets at work."""


def unique(xs):
    seen = set()
    out = []
    for x in xs:
        if x not in seen:
            seen.add(x)
            out.append(x)
    return out


def common(groups):
    result = set(groups[0])
    for group in groups[1:]:
        result &= set(group)
    return sorted(result)


def has_pair(xs, total):
    seen = set()
    for x in xs:
        if total - x in seen:
            return True
        seen.add(x)
    return False


CASES = [
    ("unique", ([3, 1, 3, 2, 1],)),
    ("unique", ("banana",)),
    ("common", ([[1, 2, 3], [2, 3, 4], [3, 2]],)),
    ("common", ([],)),
    ("has_pair", ([1, 4, 6], 10)),
    ("has_pair", ([5], 10)),
]
