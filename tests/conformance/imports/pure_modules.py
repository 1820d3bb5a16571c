"""Deterministic standard modules."""

import collections
import functools
import itertools
import json
import operator
import string


def counted(text):
    return collections.Counter(text).most_common(2), dict(collections.Counter(text))


def grouped(words):
    groups = collections.defaultdict(list)
    for word in words:
        groups[word[0]].append(word)
    return dict(groups)


def chained(a, b):
    return list(itertools.chain(a, b)), list(itertools.product(a, b)), list(itertools.islice(a, 1))


def encoded(x):
    return json.dumps(x), json.loads(json.dumps(x))


def reduced(xs):
    return functools.reduce(operator.mul, xs), list(itertools.accumulate(xs))


def letters():
    return string.ascii_lowercase[:3], string.digits, string.capwords("a bc")


def partial(n):
    return functools.partial(pow, 2)(n), functools.partial(int, base=2)("101")


CASES = [
    ("counted", ("banana",)),
    ("grouped", (["ant", "bee", "ape"],)),
    ("chained", ([1, 2], "a")),
    ("encoded", ({"a": [1, None, True, 2.5, "é"]},)),
    ("reduced", ([1, 2, 3],)),
    ("reduced", ([5],)),
    ("letters", ()),
    ("partial", (5,)),
]
