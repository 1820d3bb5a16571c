"""What has been done before an item is refused stays done."""


def widen(elements, others):
    try:
        elements.update(others)
    except TypeError as error:
        return str(error)
    return None


def merge(entries, pairs):
    try:
        entries.update(pairs)
    except (TypeError, ValueError) as error:
        return str(error)
    return None


def merge_in_place(entries, pairs):
    try:
        entries |= pairs
    except (TypeError, ValueError) as error:
        return str(error)
    return None


CASES = [
    ("widen", ({1}, [2, [3], 4])),
    ("widen", (set(), ("a", {}))),
    ("merge", ({}, [("a", 1), 2, ("b", 3)])),
    ("merge", ({"z": 0}, ["ab", "abc"])),
    ("merge", ({}, [("a", 1), ([], 2)])),
    ("merge_in_place", ({}, [("a", 1), 2])),
    ("merge_in_place", ({}, [("a", 1), ()])),
]
