"""`split` and `rsplit`, by blanks and by a separator."""


def blanks(s, limit):
    return s.split(None, limit), s.rsplit(None, limit)


def separator(s, by):
    return s.split(by)


def limited(s, by, limit):
    return s.split(by, limit), s.rsplit(by, limit)


CASES = [
    ("blanks", ("  a  b c ", -1)),
    ("blanks", ("  a  b c ", 1)),
    ("blanks", ("", -1)),
    ("blanks", (" a ", 0)),
    ("separator", ("a,b,,c", ",")),
    ("separator", ("", ",")),
    ("separator", ("aXXbXXXc", "XX")),
    ("limited", ("a,b,c,d", ",", 2)),
    ("limited", ("a,b", ",", 0)),
    ("limited", ("a b c", None, 1)),
    ("separator", ("abc", "")),
    ("separator", ("abc", 1)),
]
