"""Taking characters off the ends."""


def strip(s):
    return s.strip(), s.lstrip(), s.rstrip()


def strip_characters(s, characters):
    return s.strip(characters), s.lstrip(characters), s.rstrip(characters)


CASES = [
    ("strip", ("  a b \t\n",)),
    ("strip", ("\u2003x\u00a0",)),
    ("strip", ("",)),
    ("strip", ("   ",)),
    ("strip_characters", ("www.example.com", "cmowz.")),
    ("strip_characters", ("aaa", "a")),
    ("strip_characters", ("abc", "")),
    ("strip_characters", (" a ", None)),
    ("strip_characters", ("xyx", "yx")),
    ("strip_characters", ("abc", 1)),
]
