"""`join` takes any iterable of strings."""


def join(by, parts):
    return by.join(parts)


def join_words(words):
    return " ".join(word.capitalize() for word in words if word)


CASES = [
    ("join", (", ", ["a", "b", "c"])),
    ("join", ("-", [])),
    ("join", ("-", ["one"])),
    ("join", ("", ("x", "y"))),
    ("join", ("-", "abc")),
    ("join", ("-", {"k": 1, "l": 2})),
    ("join", ("-", ["a", 1])),
    ("join", ("-", [None])),
    ("join_words", (["the", "", "end"],)),
]
