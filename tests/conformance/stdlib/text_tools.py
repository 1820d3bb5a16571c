"""Modules that work on text."""

import fnmatch
import html
import shlex
import string
import textwrap
import urllib.parse


def words(text):
    return shlex.split(text), shlex.quote(text)


def matches(name, pattern):
    return fnmatch.fnmatch(name, pattern), fnmatch.fnmatchcase(name, pattern), fnmatch.filter([name], pattern)


def escaped(text):
    return html.escape(text), html.unescape(html.escape(text)), html.escape(text, quote=False)


def wrapped(text, width):
    return textwrap.wrap(text, width), textwrap.fill(text, width), textwrap.shorten(text, width)


def dedented(text):
    return textwrap.dedent(text), textwrap.indent(text, "> ")


def parsed(url):
    p = urllib.parse.urlparse(url)
    return p.scheme, p.netloc, p.path, p.query, p.hostname, p.port, p.geturl()


def queried(text):
    return urllib.parse.parse_qs(text), urllib.parse.parse_qsl(text)


def quoted(text):
    return urllib.parse.quote(text), urllib.parse.unquote(urllib.parse.quote(text)), urllib.parse.quote_plus(text)


def encoded(values):
    return urllib.parse.urlencode(values)


def joined(base, url):
    return urllib.parse.urljoin(base, url)


def filled(text, values):
    return string.Template(text).safe_substitute(values), string.Template(text).substitute(values)


def capital(text):
    return string.capwords(text), string.ascii_lowercase[:3], string.punctuation[0]


CASES = [
    ("words", ("a 'b c' \"d\"",)),
    ("words", ("a 'b",)),
    ("words", ("plain",)),
    ("matches", ("a.txt", "*.txt")),
    ("matches", ("A.TXT", "*.txt")),
    ("matches", ("a", "[!a]")),
    ("escaped", ("<a href=\"x\">&'</a>",)),
    ("wrapped", ("the quick brown fox jumps", 10)),
    ("wrapped", ("", 10)),
    ("wrapped", ("word", 0)),
    ("dedented", ("  a\n    b\n",)),
    ("parsed", ("https://user@example.org:8080/a/b?x=1#frag",)),
    ("parsed", ("/relative",)),
    ("parsed", ("http://[bad",)),
    ("queried", ("a=1&b=2&a=3",)),
    ("quoted", ("a b/ü&",)),
    ("encoded", ({"a": 1, "b": "x y"},)),
    ("encoded", ([("a", "1"), ("a", "2")],)),
    ("joined", ("http://a/b/c", "../d")),
    ("filled", ("$a and ${b}", {"a": 1, "b": 2})),
    ("filled", ("$a and $c", {"a": 1})),
    ("capital", ("hello  world",)),
]
