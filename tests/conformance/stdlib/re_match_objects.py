"""Match objects: groups, spans, templates, attributes."""

import re


def parts(pattern, text):
    m = re.search(pattern, text)
    if m is None:
        return None
    return m.group(), m.groups(), m.groups("-"), m.groupdict(), m.lastindex, m.lastgroup


def spans(pattern, text):
    m = re.search(pattern, text)
    return m.span(), m.start(), m.end(), [m.span(i) for i in range(m.re.groups + 1)], m.regs


def where(pattern, text, pos, endpos):
    m = re.compile(pattern).search(text, pos, endpos)
    return m and (m.pos, m.endpos, m.string, m.span(), m.re.pattern)


def several(pattern, text, *groups):
    return re.search(pattern, text).group(*groups)


def indexed(pattern, text, group):
    m = re.search(pattern, text)
    return m[group], m.start(group), m.end(group)


def expanded(pattern, text, template):
    return re.search(pattern, text).expand(template)


def shown(pattern, text):
    return repr(re.search(pattern, text)), bool(re.search(pattern, text))


CASES = [
    ("parts", (r"(a)?(b)?", "")),
    ("parts", (r"(?P<x>a)|(?P<y>b)", "b")),
    ("parts", (r"((a)(b))", "ab")),
    ("parts", (r"(a)(?P<n>b)?", "a")),
    ("parts", (r"z", "a")),
    ("parts", (r"(?:(a)|(b))*", "abba")),
    ("spans", (r"(é)(.)?", "xéy")),
    ("spans", (r"(x)?y", "y")),
    ("where", (r"^b", "ab", 1, 2)),
    ("where", (r"b$", "abc", 0, 2)),
    ("where", (r"", "abc", 5, 9)),
    ("where", (r"b", "abc", -4, 99)),
    ("where", (r"(?<=a)b", "ab", 1, 2)),
    ("several", (r"(a)(b)", "ab", 2, 1, 0)),
    ("several", (r"(?P<n>a)(b)?", "a", "n", 2)),
    ("several", (r"(a)", "a", 2)),
    ("several", (r"(a)", "a", "n")),
    ("several", (r"(a)", "a", -1)),
    ("several", (r"(a)", "a", 1.5)),
    ("indexed", (r"(?P<n>a)(b)?", "a", "n")),
    ("indexed", (r"(?P<n>a)(b)?", "a", 2)),
    ("indexed", (r"(a)", "a", True)),
    ("indexed", (r"(a)", "a", 3)),
    ("expanded", (r"(a)(?P<n>b)?", "a", r"[\1\2\g<n>\g<0>\n\\]")),
    ("expanded", (r"(a)", "a", r"\2")),
    ("expanded", (r"(a)", "a", r"\g<x>")),
    ("expanded", (r"(a)", "a", r"\q")),
    ("expanded", (r"(a)", "a", r"\g<1")),
    ("expanded", (r"(a)", "a", r"\101\0")),
    ("shown", (r"a'b", "a'b")),
    ("shown", (r"", "")),
]
