"""Syntax: classes, quantifiers, assertions, references, flags inside the pattern."""

import re

SINCE = (3, 11)


def match(pattern, text):
    m = re.match(pattern, text)
    return m and (m.group(), m.groups())


def search(pattern, text):
    m = re.search(pattern, text)
    return m and (m.span(), m.groups())


def full(pattern, text):
    m = re.fullmatch(pattern, text)
    return m and m.groups()


CASES = [
    ("match", (r"(a|ab)(c|bcd)(d*)", "abcd")),
    ("match", (r"(a+?)(a*)", "aaa")),
    ("match", (r"(?>a|ab)c", "abc")),
    ("match", (r"(a*+)a", "aaa")),
    ("match", (r"(?i)straße", "STRASSE")),
    ("match", (r"(?i)[k-m]+", "KLM\u212a")),
    ("match", (r"(?x) ( \d+ )  # number", "12")),
    ("match", (r"(?s:.)(.)?", "\n\n")),
    ("match", (r"(?P<q>['\"]).*?(?P=q)", "'a\"b' c'")),
    ("match", (r"(a)?(?(1)b|c)", "c")),
    ("match", (r"[\w.-]+@[\w-]+\.\w+", "a.b@c-d.org")),
    ("match", (r"[]^-]+", "]-^")),
    ("match", (r"\d{2,3}", "12345")),
    ("match", (r"\d{2,3}?", "12345")),
    ("match", (r"a{,2}b", "aab")),
    ("match", (r"a{,2", "a{,2")),
    ("match", (r"\d+", "٣٤")),
    ("match", (r"(?a)\d+", "٣٤")),
    ("search", (r"(?<!\d)(\d{3})(?!\d)", "1234 567")),
    ("search", (r"(?<=\$)\d+", "cost $42")),
    ("search", (r"\bcat\b", "concat cat")),
    ("search", (r"\Bcat", "concat cat")),
    ("search", (r"(?m)^b$", "a\nb\nc")),
    ("search", (r"^b$", "a\nb")),
    ("search", (r"a$", "a\n")),
    ("search", (r"a\Z", "a\n")),
    ("search", (r"(\w)\1", "hello")),
    ("search", (r"((a)|(b))*c", "abac")),
    ("full", (r"a|ab", "ab")),
    ("full", (r"(a*?)(b*?)", "aabb")),
    ("full", (r"(?:(\d+)|(\w+))", "12a")),
    ("full", (r"", "")),
    ("full", (r".*", "a\nb")),
]
