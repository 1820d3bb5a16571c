"""Counting, grouping and inverting."""


def count(words):
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


def group(words):
    groups = {}
    for word in words:
        groups.setdefault(len(word), []).append(word)
    return groups


def invert(d):
    return {value: key for key, value in d.items()}


def most_common(words):
    counts = count(words)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


CASES = [
    ("count", (["a", "b", "a"],)),
    ("count", ([],)),
    ("group", (["one", "two", "three"],)),
    ("invert", ({"a": 1, "b": 1, "c": 2},)),
    ("invert", ({},)),
    ("most_common", (["b", "a", "c", "a", "b"],)),
]
