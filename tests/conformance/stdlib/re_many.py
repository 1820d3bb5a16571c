"""findall, finditer, split, sub, subn: empty matches, groups, counts, callables."""

import re


def all_of(pattern, text):
    return re.findall(pattern, text), [m.span() for m in re.finditer(pattern, text)]


def pieces(pattern, text, most):
    return re.split(pattern, text, most), re.compile(pattern).split(text)


def replaced(pattern, new, text, count):
    return re.sub(pattern, new, text, count), re.subn(pattern, new, text)


def counted(pattern, text):
    seen = []

    def upper(m):
        seen.append(m.start())
        return m.group().upper() + str(len(seen))

    return re.sub(pattern, upper, text), seen


def removed(pattern, text):
    return re.sub(pattern, lambda m: None, text)


def lazily(pattern, text):
    found = re.finditer(pattern, text)
    first = next(found, None)
    return first and first.group(), len(list(found))


def bounded(pattern, text, pos, endpos):
    p = re.compile(pattern)
    return p.findall(text, pos, endpos), [m.span() for m in p.finditer(text, pos, endpos)]


CASES = [
    ("all_of", (r"a*", "baac")),
    ("all_of", (r"", "ab")),
    ("all_of", (r"\b", "ab cd")),
    ("all_of", (r"(a)(b)?", "aab")),
    ("all_of", (r"(a)|b", "abc")),
    ("all_of", (r"a|", "ba")),
    ("all_of", (r"(?=(\w\w))", "abc")),
    ("all_of", (b"[0-9]+", b"1 22 x")),
    ("pieces", (r"x*", "axbc", 0)),
    ("pieces", (r"(,)", "a,b,c", 1)),
    ("pieces", (r"(,)|(;)", "a,b;c", 0)),
    ("pieces", (r",", "", 0)),
    ("pieces", (r"\s+", " a  b ", 2)),
    ("pieces", (r"\W", "a-b", -1)),
    ("pieces", (r"(?=b)", "abab", 0)),
    ("replaced", (r"x*", "-", "abxd", 0)),
    ("replaced", (r"(\w+) (\w+)", r"\2 \1", "hello world", 0)),
    ("replaced", (r"(?P<n>\d)", r"<\g<n>>", "1a2", 1)),
    ("replaced", (r"a", "b", "aaa", 2)),
    ("replaced", (r"a", "b", "aaa", -1)),
    ("replaced", (r"(a)|b", r"[\1]", "ab", 0)),
    ("replaced", (r"\.", r"\\.", "a.b", 0)),
    ("replaced", (b"a", b"b", b"aa", 0)),
    ("counted", (r"[a-c]", "xaybzc")),
    ("counted", (r"^", "a")),
    ("removed", (r"a", "banana")),
    ("lazily", (r"\d", "1a2b3")),
    ("lazily", (r"\d", "")),
    ("bounded", (r"^a|b$", "aab", 1, 3)),
    ("bounded", (r"a*", "aab", 1, 9)),
    ("bounded", (r"\ba", "a a", 1, 3)),
]
