"""Regular expressions."""

import re


def match(pattern, text):
    m = re.match(pattern, text)
    return m and (m.group(), m.groups(), m.span())


def search(pattern, text):
    m = re.search(pattern, text)
    return m and (m.group(0), m.start(), m.groupdict())


def find(pattern, text):
    return re.findall(pattern, text), re.split(pattern, text)


def replaced(pattern, new, text):
    return re.sub(pattern, new, text), re.subn(pattern, new, text, count=1)


def full(pattern, text):
    return bool(re.fullmatch(pattern, text)), bool(re.match(pattern, text, re.IGNORECASE))


CASES = [
    ("match", (r"(\d+)-(\w*)", "12-ab!")),
    ("match", (r"b", "abc")),
    ("match", (r"(a)|(b)", "b")),
    ("search", (r"(?P<year>\d{4})", "in 1984.")),
    ("search", (r"^$", "")),
    ("find", (r",\s*", "a, b,c")),
    ("find", (r"(\d)(\w)", "1a 2b")),
    ("replaced", (r"(\w)(\w)", r"\2\1", "abcd")),
    ("replaced", (r"x*", "-", "abc")),
    ("full", (r"[A-Z]+", "ABCd")),
    ("full", (r"a.c", "a\nc")),
]
