"""escape, purge, and modules that are built on re."""

import fnmatch
import re
import string
import textwrap


def escaped(text):
    return re.escape(text), bool(re.fullmatch(re.escape(text), text))


def globbed(name, pattern):
    return fnmatch.fnmatchcase(name, pattern), fnmatch.translate(pattern), fnmatch.filter([name, "x"], pattern)


def wrapped(text, width):
    return textwrap.wrap(text, width), textwrap.fill(text, width), textwrap.shorten(text, width)


def dedented(text):
    return textwrap.dedent(text), textwrap.indent(text, "> ")


def substituted(template, names):
    return string.Template(template).substitute(names)


def safely(template, names):
    return string.Template(template).safe_substitute(names)


CASES = [
    ("escaped", ("a.b*c",)),
    ("escaped", ("",)),
    ("escaped", ("é #\n\t-[]",)),
    ("escaped", (b"a.b",)),
    ("globbed", ("a.py", "*.py")),
    ("globbed", ("a.py", "[!b].p?")),
    ("globbed", ("[", "[")),
    ("wrapped", ("The quick brown fox jumps over the lazy dog", 10)),
    ("wrapped", ("", 5)),
    ("wrapped", ("a well-known long-hyphenated word", 8)),
    ("dedented", ("  a\n    b\n\n  c",)),
    ("dedented", ("",)),
    ("substituted", ("$a ${b} $$", {"a": 1, "b": "x"})),
    ("substituted", ("$a", {})),
    ("substituted", ("a $", {})),
    ("substituted", ("\n $1", {})),
    ("safely", ("$a $ $b", {"b": 2})),
]
