"""Upper, lower, title and their relatives."""


def cases(s):
    return s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase(), s.casefold()


CASES = [
    ("cases", ("hello World",)),
    ("cases", ("",)),
    ("cases", ("straße",)),
    ("cases", ("they're bill's",)),
    ("cases", ("ÀÉÎ",)),
    ("cases", ("ΑΣ",)),
    ("cases", ("ﬁn",)),
    ("cases", ("3rd floor",)),
    ("cases", ("İstanbul",)),
]
