"""Pattern objects: attributes, equality, text, flags."""

import re


def attributes(pattern, flags):
    p = re.compile(pattern, flags)
    return p.pattern, p.flags, p.groups, dict(p.groupindex)


def shown(pattern, flags):
    return repr(re.compile(pattern, flags))


def same(one, flags, other):
    a, b = re.compile(one, flags), re.compile(other)
    return a == b, a != b, hash(re.compile(one)) == hash(re.compile(one)), a == "a"


def recompiled(pattern):
    p = re.compile(pattern)
    return re.compile(p) is p, isinstance(p, re.Pattern), isinstance(p.match(""), re.Match)


def compiled_with_flags(pattern):
    return re.compile(re.compile(pattern), re.I)


def flag_text():
    return repr(re.I), repr(re.I | re.M), int(re.X | re.S), re.I & re.M == 0, re.IGNORECASE == 2, bool(re.A)


def flagged(pattern, text, flags):
    return bool(re.search(pattern, text, flags)), bool(re.search(pattern, text, re.I | re.M))


CASES = [
    ("attributes", (r"(a)(?P<n>b)(?P<m>c)", 0)),
    ("attributes", (r"(?im)a", 16)),
    ("attributes", (r"(?a)a", 0)),
    ("attributes", (b"(?i)a", 0)),
    ("shown", (r"a\d", 0)),
    ("shown", (r"a", 2)),
    ("shown", (r"(?x) a", 26)),
    ("shown", (b"a", 0)),
    ("shown", ("a" * 30 + "'", 256)),
    ("same", ("a", 0, "a")),
    ("same", ("a", 2, "a")),
    ("recompiled", ("",)),
    ("compiled_with_flags", ("",)),
    ("flag_text", ()),
    ("flagged", ("^B", "a\nb", 10)),
    ("flagged", ("a.b", "a\nb", 16)),
    ("flagged", ("a b", "ab", 64)),
    ("flagged", (r"\w", "é", 256)),
    ("attributes", (r"a", 4)),
    ("attributes", (r"a", 288)),
    ("attributes", (b"a", 32)),
]
