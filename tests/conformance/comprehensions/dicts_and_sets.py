"""Dict and set comprehensions."""


def lengths(words):
    return {word: len(word) for word in words}


def inverted(d):
    return {value: key for key, value in d.items() if value is not None}


def last_wins(pairs):
    return {a: b for a, b in pairs}


def initials(words):
    return sorted({word[0] for word in words})


def remainders(xs, n):
    return {x % n for x in xs}


CASES = [
    ("lengths", (["a", "bb"],)),
    ("lengths", ([],)),
    ("inverted", ({"a": 1, "b": None},)),
    ("last_wins", ([(1, "a"), (2, "b"), (1, "c")],)),
    ("initials", (["apple", "avocado", "beet"],)),
    ("initials", ([""],)),
    ("remainders", ([1, 4, 7, 8], 3)),
]
