"""The `is…` methods."""


def classes(s):
    return s.isalpha(), s.isdigit(), s.isdecimal(), s.isnumeric(), s.isalnum(), s.isspace()


def cased(s):
    return s.isupper(), s.islower(), s.istitle()


def other(s):
    return s.isidentifier(), s.isascii(), s.isprintable()


CASES = [
    ("classes", ("abc",)),
    ("classes", ("123",)),
    ("classes", ("²",)),
    ("classes", ("½",)),
    ("classes", ("٣",)),
    ("classes", ("",)),
    ("classes", (" \t\u00a0\u2003",)),
    ("classes", ("a1 ",)),
    ("cased", ("ABC1",)),
    ("cased", ("ª",)),
    ("cased", ("Hello World",)),
    ("cased", ("123",)),
    ("other", ("_name1",)),
    ("other", ("1name",)),
    ("other", ("é\n",)),
    ("other", ("",)),
]
