"""Ordering words by several criteria."""


def by_length(words):
    return sorted(words, key=len)


def by_case(words):
    return sorted(words, key=str.lower), sorted(words)


def longest(words):
    return max(words, key=len), min(words, key=len)


CASES = [
    ("by_length", (["ccc", "a", "bb", "dd"],)),
    ("by_length", ([],)),
    ("by_case", (["b", "A", "a", "B"],)),
    ("by_case", (["zeta", "Éa", "eb"],)),
    ("longest", (["ab", "cd", "e"],)),
    ("longest", (["x"],)),
]
