"""What is tried: for each theme, expressions and statements over operands `a`, `b`, `c`, `d` with the kinds they want.

    ("a.find(b, c)", "str part bound")

A line is an expression whose value is shown; a text of several lines is a function's body. Operands are of the wanted kinds,
or one of them (unless its kind ends with `!`: CPython would compute for hours) is anything at all: then the exception must be
the same.
"""

import sys

import wider

BINARY = ["+", "-", "*", "/", "//", "%", "&", "|", "^", "@"]
COMPARISONS = ["==", "!=", "<", "<=", ">", ">=", "in", "not in"]


def lines(text, kinds):
    """One expression a line, all with operands of the same kinds."""
    return [(line.strip(), kinds) for line in text.strip().splitlines()]


def in_place(operator):
    return f"a {operator}= b\nreturn a"


THEMES = {
    "operators": [
        *[(f"a {operator} b", "any any") for operator in BINARY + COMPARISONS],
        *[(f"a {operator} b", "number number") for operator in BINARY + COMPARISONS[:6]],
        *[(in_place(operator), "any any") for operator in BINARY],
        *lines("not a\n-a\n+a\n~a\nbool(a)\nrepr(a)\nstr(a)\nascii(a)\ntype(a).__name__\ncallable(a)\na is None\na == a\nhash(a) == hash(a)", "any"),
        *lines("a if b else c\na and b\na or b\na < b < c\na == b == c\n(a, b) == (c, a)\n[a, b] < [c]\na in [b, c]\na in (b, c, a)", "any any any"),
        ("a ** b", "number small!"), ("a << b", "int small!"), ("a >> b", "int int"), ("pow(a, b, c)", "int small int"), ("a << b", "any small!"), ("a ** b", "any small!"),
        ("pow(a, b)", "any small!"), ("divmod(a, b)", "any any"), ("divmod(a, b)", "number number"),
    ],
    "int": [
        ("hash(a)", "int!"),
        *lines("a.bit_length()\na.bit_count()\na.conjugate()\na.as_integer_ratio()\na.real\na.imag\na.numerator\na.denominator\nbin(a)\noct(a)\nhex(a)\nchr(a)\nfloat(a)\nint(a)\nabs(a)\nround(a)\nstr(a)\ncomplex(a)\na.__index__()\nbytes([a])\na.is_integer()", "int"),
        *lines("a & b\na | b\na ^ b\na // b\na % b\na / b\na * b\na - b\na < b\ndivmod(a, b)\na.__floordiv__(b)\na.__eq__(b)", "int int"),
        ("a << b", "int small!"), ("a >> b", "int small"), ("a ** b", "int small!"), ("pow(a, b, c)", "int small int"), ("round(a, b)", "int small!"),
        ("a.to_bytes(b, c)", "int width part"), ("a.to_bytes(b, 'little', signed=True)", "int width"), ("a.to_bytes(b, 'big')", "int width"), *([("a.to_bytes()", "int")] if sys.version_info >= (3, 11) else []),
        ("int.from_bytes(a, 'big')", "bytes"), ("int.from_bytes(a, 'little', signed=True)", "bytes"), ("int.from_bytes(a, b)", "list part"),
        ("int(a, b)", "numeral base"), ("int(a)", "numeral"), ("int(a)", "any"), ("int(a, b)", "any any"), ("int(a, base=b)", "bytes base"),
        ("range(a, b, c)[d]", "small small small index"), ("bool(a)", "int"), ("format(a, b)", "int spec"), ("a.numerator + b.denominator", "int bool"),
    ],
    "float": [
        *lines("a.is_integer()\na.hex()\na.as_integer_ratio()\na.conjugate()\na.real\na.imag\nint(a)\nround(a)\nabs(a)\nrepr(a)\n-a\nbool(a)\nfloat.fromhex(a.hex())\ncomplex(a)\na.__trunc__()\na.__floor__()\na.__ceil__()", "float"),
        *lines("a + b\na - b\na * b\na / b\na // b\na % b\na ** b\ndivmod(a, b)\na < b\na == b\na >= b\na.__mod__(b)", "float float"),
        *lines("a + b\na * b\na / b\na // b\na % b\na < b\na == b\na >= b\na > b", "float int"),
        *lines("a - b\na / b\na // b\na % b\na < b\na == b\na <= b", "int float"),
        ("a ** b", "float small!"), ("a ** b", "small float!"), ("round(a, b)", "float small!"), ("round(a, b)", "float width!"), ("float(a)", "numeral"), ("float(a)", "any"), ("float.fromhex(a)", "numeral"), ("format(a, b)", "float spec"), ("float.fromhex(a)", "str"),
        ("sum(a)", "numbers"), ("max(a)", "numbers"), ("min(a)", "numbers"), ("sorted(a)", "numbers"),
    ],
    "str": [
        *lines("a.upper()\na.lower()\na.title()\na.capitalize()\na.swapcase()\na.casefold()\na.isalnum()\na.isalpha()\na.isascii()\na.isdecimal()\na.isdigit()\na.isidentifier()\na.islower()\na.isnumeric()\na.isprintable()\na.isspace()\na.istitle()\na.isupper()\na.split()\na.rsplit()\na.splitlines()\na.splitlines(True)\na.strip()\na.lstrip()\na.rstrip()\nlen(a)\nrepr(a)\nlist(a)\na[::-1]\nord(a)\nascii(a)\na.expandtabs()\na.encode()\nbool(a)\ntuple(a)\nset(a)\n[ord(x) for x in a]\nlist(reversed(a))\nsorted(a)\na.__len__()\na.format()", "str"),
        *lines("a + b\na == b\na < b\na >= b\nb in a\na.find(b)\na.rfind(b)\na.index(b)\na.rindex(b)\na.count(b)\na.split(b)\na.rsplit(b)\na.partition(b)\na.rpartition(b)\na.startswith(b)\na.endswith(b)\na.strip(b)\na.lstrip(b)\na.rstrip(b)\na.removeprefix(b)\na.removesuffix(b)\nb.join(a)\na.replace(b, '')\na.replace(b, '<>')\na.__contains__(b)\na.casefold() == b.casefold()\na.split(sep=b)", "str part"),
        *lines("a.find(b, c)\na.rfind(b, c)\na.count(b, c)\na.index(b, c)\na.startswith(b, c)\na.endswith(b, c)", "str part bound"),
        *lines("a.find(b, c, d)\na.rfind(b, c, d)\na.index(b, c, d)\na.rindex(b, c, d)\na.count(b, c, d)\na.startswith(b, c, d)\na.endswith(b, c, d)", "str part bound bound"),
        *lines("a.split(b, c)\na.rsplit(b, c)\na.replace(b, 'é', c)\na.split(b, maxsplit=c)", "str part count"),
        *lines("a.split(None, b)\na.rsplit(None, b)\na * b\nb * a\na.split(maxsplit=b)", "str count"),
        *lines("a.center(b)\na.ljust(b)\na.rjust(b)\na.zfill(b)\na.expandtabs(b)", "str width"),
        *lines("a.center(b, c)\na.ljust(b, c)\na.rjust(b, c)", "str width part"),
        ("a.replace(b, c)", "str part part"), ("a.replace(b, c, d)", "str part part count"), ("a[b]", "str index"), ("a[b]", "str slice"), ("a[b:c]", "str bound bound"), ("a[b:c:d]", "str bound bound small"),
        ("a.join(b)", "str words"), ("a.join(b)", "part any"), ("a.startswith((b, c))", "str part part"), ("a.endswith((b, c))", "str part part"), ("a.encode(b)", "str encoding"), ("a.encode(b, c)", "str encoding errors"),
        ("a.translate(str.maketrans(b, c))", "str part part"), ("a.translate(str.maketrans(b, c, d))", "str part part part"), ("a.translate({97: b, 98: None})", "str part"), ("a.translate(b)", "str dict"), ("str.maketrans(a)", "dict"),
        ("a[b] = c", "str index str"), ("del a[b]", "str index"), ("a.nope", "str"), ("str(a)", "any"), ("str(a, b)", "bytes encoding"), ("str(a, b, c)", "bytes encoding errors"), ("a in b", "any str"), ("a < b", "str any"), ("sorted([a, b, c])", "str str str"),
        ("a % b", "str any"), ("int(a) if a.isdigit() else a", "numeral"), ("a.split(b)[c]", "str part index"), ("a.partition(b)[c]", "str part index"),
    ],
    "format": [
        ("format(a, b)", "int spec"), ("format(a, b)", "float spec"), ("format(a, b)", "str spec"), ("format(a, b)", "any spec"), ("format(a, b)", "bool spec"), ("a.__format__(b)", "number! spec!"), ("format(a, b)", "complex spec"),
        ("a % b", "percent int"), ("a % b", "percent float"), ("a % b", "percent str"), ("a % b", "percent any"), ("a % (b,)", "percent any"), ("a % (b, c)", "percent number any"), ("'%(k)s' % a", "dict"), ("'%(k)5.2f|%(j)d' % {'k': a, 'j': b}", "number number"), ("'%*d' % (a, b)", "small! int"), ("'%.*f' % (a, b)", "small! float"),
        ("a.format(b)", "template any"), ("a.format(b, c)", "template any any"), ("a.format(b, k=c)", "template any any"), ("a.format(*b)", "template list"), ("a.format_map(b)", "template dict"), ("'{:{}}'.format(a, b)", "number spec"),
        ("f'{a}{b!r}{c!s:>5}'", "any any str"), ("f'{a:{b}}'", "number width"), ("f'{a:.{b}f}'", "float width"), ("f'{a=}'", "any"), ("f'{a!r:^{b}}'", "any width"), ("f'{a:,}|{a:>10}|{a:e}'", "number"), ("f'{a:%}{b:#x}'", "number int"), ("'%s %r %a' % (a, b, c)", "any any any"), ("b'%s|%d' % (a, b)", "bytes int"), ("a % b", "bytes any"),
    ],
    "bytes": [
        *lines("a.upper()\na.lower()\na.title()\na.capitalize()\na.swapcase()\na.isalnum()\na.isalpha()\na.isascii()\na.isdigit()\na.islower()\na.isspace()\na.istitle()\na.isupper()\na.split()\na.rsplit()\na.splitlines()\na.strip()\na.lstrip()\na.rstrip()\na.hex()\nlen(a)\nlist(a)\nrepr(a)\na.decode()\nbytes(a)\nbytearray(a)\nsum(a)\na[::-1]\nbool(a)\nsorted(a)\na.expandtabs()\na.hex('-')\nstr(a)\nmemoryview(a).tolist()", "bytes"),
        *lines("a + b\na == b\na < b\nb in a\na.find(b)\na.rfind(b)\na.index(b)\na.rindex(b)\na.count(b)\na.split(b)\na.rsplit(b)\na.partition(b)\na.rpartition(b)\na.startswith(b)\na.endswith(b)\na.strip(b)\na.lstrip(b)\na.rstrip(b)\na.removeprefix(b)\na.removesuffix(b)\na.replace(b, b'')\na.replace(b, b'<>')", "bytes octets"),
        *lines("a.find(b, c, d)\na.count(b, c, d)\na.startswith(b, c, d)\na.rindex(b, c, d)", "bytes octets bound bound"),
        *lines("a.center(b)\na.ljust(b)\na.rjust(b)\na.zfill(b)", "bytes width"),
        ("a * b", "bytes count"), ("a[b]", "bytes index"), ("a[b]", "bytes slice"), ("a[b:c]", "bytes bound bound"), ("a.join(b)", "octets list"), ("a.join([b, c])", "octets bytes bytes"), ("a.decode(b)", "bytes encoding"), ("a.decode(b, c)", "bytes encoding errors"), ("bytes(a)", "any"), ("bytes(a)", "list"), ("bytes(a, b)", "str encoding"), ("bytes.fromhex(a)", "str"), ("a in b", "small bytes"), ("a.split(b, c)", "bytes octets count"), ("a.replace(b, c, d)", "bytes octets octets count"), ("a.translate(None, b)", "bytes octets"), ("a == b", "bytes bytearray"), ("a + b", "bytes bytearray"), ("a[b] = c", "bytes index small"), ("a < b", "bytes any"),
    ],
    "bytearray": [
        *lines("a.reverse()\na.clear()\na.copy()\na.pop()\nlen(a)\nlist(a)\na.upper()\na.hex()\na.decode()\nbytes(a)\nrepr(a)\na.split()\na.strip()", "bytearray"),
        *lines("a.append(b)\na.remove(b)\na.pop(b)\nb in a\na.insert(0, b)\na * b\na.count(b)\na.find(b)", "bytearray small"),
        *lines("a.extend(b)\na + b\na == b\na.find(b)\na.startswith(b)\na.split(b)\na.replace(b, b'!')\na.partition(b)", "bytearray octets"),
        ("a[b]", "bytearray index"), ("a[b] = c", "bytearray index int"), ("del a[b]", "bytearray index"), ("a[b]", "bytearray slice"), ("a[b] = c", "bytearray slice bytes"), ("del a[b]", "bytearray slice"), ("a.insert(b, c)", "bytearray index small"), ("a.extend(b)", "bytearray any"), ("bytearray(a)", "any"), (in_place("+"), "bytearray bytes"), (in_place("*"), "bytearray count"), ("a += b\nreturn a", "bytearray any"), ("a < b", "bytearray bytes"),
    ],
    "list": [
        *lines("a.copy()\na.clear()\na.reverse()\na.sort()\na.pop()\nlen(a)\nlist(a)\ntuple(a)\na[::-1]\nlist(reversed(a))\nsorted(a)\nmax(a)\nmin(a)\nsum(a)\nany(a)\nall(a)\nlist(enumerate(a))\nrepr(a)\nbool(a)\nset(a)\ndict(a)\n[*a, *a]\nlist(zip(a, a))\na.sort(key=str)\na.sort(key=repr, reverse=True)\nsorted(a, key=str)\nhash(a) == 1\na.sort(reverse=True)\nlist(iter(a))\na.__len__()\nfrozenset(a)", "list"),
        *lines("a + b\na == b\na < b\na >= b\na.extend(b)\nlist(zip(a, b))\nlist(map(lambda x, y: (x, y), a, b))\na is b", "list list"),
        *lines("a.append(b)\na.remove(b)\na.index(b)\na.count(b)\nb in a\na.extend(b)\n[b] + a\na == b", "list any"),
        *lines("a.append(b)\na.remove(b)\na.index(b)\na.count(b)\nb in a", "list small"),
        *lines("a.pop(b)\na[b]\na * b\nb * a\na.insert(b, 'new')", "list index"),
        ("a[b] = c", "list index element"), ("del a[b]", "list index"), ("a[b]", "list slice"), ("a[b] = c", "list slice iterable"), ("del a[b]", "list slice"), ("a[b:c]", "list bound bound"), ("a[b:c] = d", "list bound bound iterable"), ("del a[b:c]", "list bound bound"), ("a.index(b, c)", "list small index"), ("a.index(b, c, d)", "list small index index"), ("a.insert(b, c)", "list index element"), ("a[b]", "list any"), ("list(a)", "any"), (in_place("+"), "list iterable"), (in_place("*"), "list count"), ("a[b] += c\nreturn a", "list index small"), ("a.append(a)\nreturn a", "list"), ("a[b:c:d]", "list bound bound small"), ("a[b] = a\nreturn a == a", "list slice"), ("x, y = a\nreturn y, x", "list"), ("x, *y = a\nreturn y, x", "list"), ("*x, y, z = a\nreturn y, x", "list"), ("(x, y), z = a\nreturn y, x", "list"), ("a.sort(key=lambda x: -x)\nreturn a", "numbers"), ("sorted(a, key=lambda x: x % b)", "numbers small"), ("sorted(a, reverse=b)", "words! any"),
        ("for x in a:\n    if len(a) < 8:\n        a.append(x)\nreturn a", "list"), ("for x in a:\n    a.remove(x)\nreturn a", "list"), ("out = []\nfor x in a:\n    out.append(x)\n    a.pop()\nreturn out", "list"), ("for i, x in enumerate(a):\n    if i < 6:\n        a.insert(0, b)\nreturn i, x", "list element"), ("it = iter(a)\nfirst = next(it, None)\na.clear()\nreturn first, list(it), a", "list"), ("out = [a.pop() for x in a]\nreturn out", "list"), ("a[:] = [x for x in a if x != b]\nreturn a", "list small"), ("a[b], a[c] = a[c], a[b]\nreturn a", "list small small"),
    ],
    "tuple": [
        *lines("len(a)\nlist(a)\ntuple(a)\na[::-1]\nsorted(a)\nmax(a)\nmin(a)\nsum(a)\nhash(a) == hash(a)\nrepr(a)\nbool(a)\n(*a, 1)", "tuple"),
        *lines("a + b\na == b\na < b\na >= b\n(a, b) < (b, a)\na != b", "tuple tuple"),
        *lines("a.index(b)\na.count(b)\nb in a\na + b\na == b\na < b", "tuple any"),
        ("a[b]", "tuple index"), ("a * b", "tuple count"), ("a[b]", "tuple slice"), ("a.index(b, c, d)", "tuple small index index"), ("a[b] = c", "tuple index any"), ("del a[b]", "tuple index"), (in_place("+"), "tuple tuple"), ("tuple(a)", "any"), ("x, (y, z) = a\nreturn x, y, z", "tuple"), ("a[b] += [1]", "tuple index"), ("a.append(1)", "tuple"), ("(a, b, c) == (c, b, a)", "small small small"),
    ],
    "dict": [
        *lines("a.copy()\na.clear()\na.popitem()\nlen(a)\nlist(a)\nlist(a.items())\nlist(a.keys())\nlist(a.values())\nlist(reversed(a))\nsorted(a)\nmax(a)\nrepr(a)\nbool(a)\n{**a}\ndict(a)\na.items() == a.items()\na.keys() == set(a)\n{v: k for k, v in a.items()}\ndict(zip(a, a.values()))\n[*a]\nsum(a)\nlist(reversed(a.items()))\nhash(a) == 1\nrepr(a.keys())\nrepr(a.items())\nlist(enumerate(a))\na.keys() - a.keys()", "dict"),
        *lines("a | b\na == b\na.update(b)\n{**a, **b}\na.keys() & b.keys()\na.keys() - b.keys()\na.keys() | b.keys()\na.keys() ^ b\na.items() == b.items()\na.keys() <= b.keys()\na < b\na.keys().isdisjoint(b)\na != b", "dict dict"),
        *lines("a[b]\na.get(b)\na.pop(b)\nb in a\ndel a[b]\na.setdefault(b)\na.pop(b, None)\nb in a.values()\nb in a.keys()\na.get(b, 'no')", "dict key"),
        *lines("a[b]\na.get(b)\nb in a\na.pop(b)\nb in a.items()\na.update(b)\na == b\na | b\na.keys() == b", "dict any"),
        ("a[b] = c", "dict key element"), ("a.setdefault(b, c)", "dict key element"), ("a.update(b)", "dict pairs"), ("a.update(b, k=c)", "dict pairs any"), ("a.update(k=b)\nreturn a", "dict any"), ("dict(a)", "pairs"), ("dict(a)", "any"), ("dict(a, k=b)", "dict any"), ("dict.fromkeys(a)", "iterable"), ("dict.fromkeys(a, b)", "iterable list"), (in_place("|"), "dict dict"), ("a |= b\nreturn a", "dict pairs"), ("a[b] = a[c]\nreturn a", "dict key key"), ("a[b] += c\nreturn a", "dict key small"), ("{a: b, c: d}", "key any key any"), ("{x: b for x in a}", "iterable any"), ("{k: v for k, v in a}", "pairs"), ("dict(**a)", "dict"), ("f = lambda **kw: kw\nreturn f(**a)", "dict"), ("f = lambda **kw: kw\nreturn f(k=1, **a)", "dict"),
        ("for k in a:\n    a[b] = 1\nreturn a", "dict key"), ("for k in a:\n    del a[k]\nreturn a", "dict"), ("for k in list(a):\n    if k:\n        del a[k]\nreturn a", "dict"), ("for k, v in a.items():\n    a[k] = [v]\nreturn a", "dict"), ("it = iter(a)\nnext(it)\na.clear()\nreturn list(it)", "dict"), ("v = a.values()\na[b] = c\nreturn list(v)", "dict key element"), ("max(a, key=a.get)", "dict"), ("sorted(a.items(), key=lambda p: str(p[1]))", "dict"),
    ],
    "set": [
        *lines("a.copy()\na.clear()\nlen(a)\nsorted(a, key=repr)\nbool(a)\nset(a)\nfrozenset(a)\nlist(a) == list(a)\na == frozenset(a)\nlen(a | a)", "set"),
        *lines("a | b\na & b\na - b\na ^ b\na == b\na <= b\na < b\na >= b\na.union(b)\na.intersection(b)\na.difference(b)\na.symmetric_difference(b)\na.isdisjoint(b)\na.issubset(b)\na.issuperset(b)\na.update(b)\na.intersection_update(b)\na.difference_update(b)\na.symmetric_difference_update(b)", "set set"),
        *lines("a | b\na & b\na.union(b)\na.intersection(b)\na.update(b)\na.issubset(b)\na.isdisjoint(b)\na.difference(b)\na.issuperset(b)\na == b\na - b\na.symmetric_difference(b)", "set any"),
        *lines("a.add(b)\na.remove(b)\na.discard(b)\nb in a", "set key"),
        *lines("a.add(b)\na.remove(b)\na.discard(b)\nb in a", "set any"),
        *lines("a | b\na & b\na - b\na ^ b\na == b\na <= b\nhash(a) == hash(a)\nb | a\nb - a", "frozenset set"),
        (in_place("|"), "set set"), (in_place("&"), "set frozenset"), (in_place("-"), "set set"), (in_place("^"), "set set"), (in_place("|"), "frozenset set"), ("a |= b\nreturn a", "set list"), ("set(a)", "any"), ("frozenset(a)", "any"), ("{a, b}", "any any"), ("{*a}", "iterable"), ("a.union(b, c)", "set list! tuple!"), ("a.intersection(b, c)", "set list tuple"), ("a.difference(b, c)", "set list tuple"), ("{x for x in a}", "iterable"), ("a.add(1)", "frozenset"), ("list(a)", "smallset"), ("a.pop()", "smallset"), ("for x in a:\n    a.add(b)\nreturn a", "smallset small"), ("[x for x in a]", "smallset"), ("list(a | b)", "smallset! smallset!"), ("list(a & b)", "smallset! smallset!"), ("sum(a)", "smallset"), ("repr(a)", "smallset"), ("len(list(a))", "frozenset"), ("sorted(a)", "smallset"),
    ],
    "range": [
        *lines("len(a)\nlist(a)\na[::-1]\nlist(reversed(a))\nrepr(a)\nbool(a)\na.start, a.stop, a.step\nhash(a) == hash(a)\nsum(a)\nmax(a)\ntuple(a)", "range"),
        *lines("a == b\nlist(zip(a, b))\na < b\na + b", "range range"),
        ("a[b]", "range index"), ("a[b]", "range slice"), ("b in a", "range any"), ("a.index(b)", "range small"), ("a.count(b)", "range small"), ("range(a, b, c)", "small small small"), ("range(a)", "any"), ("range(a, b)", "int int"), ("len(range(a, b, c))", "int int int"), ("a.index(b)", "range atom"), ("a.start = b", "range small"), ("a in range(b, c)", "number small! small!"), ("range(a, b, c) == range(b, a, c)", "small small small"),
        ("slice(a, b, c).indices(d)", "bound bound small width"), ("a.start, a.stop, a.step", "slice"), ("repr(a)", "slice"), ("a == b", "slice slice"), ("a.indices(b)", "slice width"), ("a < b", "slice slice"), ("slice(a)", "any"), ("hash(a) == 1", "slice"),
    ],
    "complex": [
        *lines("a.real\na.imag\na.conjugate()\nabs(a)\nrepr(a)\nbool(a)\n-a\nint(a)\nfloat(a)\nhash(a) == hash(a)", "complex"),
        *lines("a + b\na - b\na * b\na / b\na == b\na < b", "complex complex"),
        *lines("a + b\na * b\na / b\na == b\nb - a\na // b", "complex number"),
        ("a ** b", "complex small!"), ("complex(a, b)", "number number"), ("complex(a)", "any"), ("complex(a)", "numeral"), ("complex(a, b)", "complex any"),
    ],
    "builtins": [
        *lines("abs(a)\nall(a)\nany(a)\nascii(a)\nbin(a)\nbool(a)\nchr(a)\ndict(a)\nfloat(a)\nfrozenset(a)\nhex(a)\nint(a)\nlen(a)\nlist(a)\nmax(a)\nmin(a)\noct(a)\nord(a)\nrepr(a)\nround(a)\nset(a)\nsorted(a)\nstr(a)\nsum(a)\ntuple(a)\nlist(iter(a))\nlist(reversed(a))\nlist(enumerate(a))\nnext(a)\nnext(iter(a))\nlist(zip(a))\nlist(map(str, a))\nlist(filter(None, a))\nrange(a)\nslice(a)\nbytes(a)\na()\na.x\ncomplex(a)\niter(a, 1)\na[0]\nlist(a[1:])\n[*a]\nhash(a) is None\nproperty(a).fget", "any"),
        *lines("isinstance(a, b)\ngetattr(a, b)\nhasattr(a, b)\nsetattr(a, b, 1)\ndelattr(a, b)\ndivmod(a, b)\nmax(a, b)\nmin(a, b)\nsum(a, b)\nlist(enumerate(a, b))\nlist(zip(a, b))\nlist(zip(a, b, strict=True))\nlist(map(a, b))\nlist(filter(a, b))\nnext(iter(a), b)\nformat(a, b)\nsorted(a, b)\nint(a, b)\nlist(iter(a, b))\nbytes(a, b)\nstr(a, b)\nmax(a, default=b)\nmin(a, default=b)\nmax(a, key=b)\nrange(a, b)", "any any"),
        *lines("isinstance(a, int)\nisinstance(a, (str, bytes))\nisinstance(a, (list, (tuple, dict)))\nisinstance(a, int | str)\ntype(a) is bool\nissubclass(type(a), object)\nissubclass(type(a), int)\nhasattr(a, '__len__')\nhasattr(a, '__iter__')\ngetattr(a, 'real', None)\ntype(a)()\ntype(a).__mro__[-1].__name__\na.__class__.__name__\na.__eq__(a)\ncallable(a)\nprint(a, end='')", "any"),
        *lines("sum(a)\nmax(a)\nmin(a)\nsorted(a)\nsum(a, 10)\nmax(a, default=None)\nmax(a, key=abs)\nmin(a, key=lambda x: -x)\nsum(x * x for x in a)\nany(x > 2 for x in a)\nall(a)\nlist(map(abs, a))\n[x for x in a if x]\nsum(map(int, a))\nsorted(a, key=lambda x: (x > 0, x))\nlist(filter(lambda x: x > 0, a))\nround(sum(a), 2)", "numbers"),
        *lines("max(a, key=len)\nsorted(a, key=len)\nsorted(a, key=str.lower)\n''.join(a)\nlist(map(len, a))\nlist(map(str.upper, a))\nmin(a)\nsum(a, '')\nsorted(a, reverse=True)\nlist(zip(a, range(3)))\ndict(enumerate(a))\n[*map(repr, a)]\nlist(filter(str.isalpha, a))", "words"),
        ("max(a, b, c)", "any any any"), ("min(a, b, key=str)", "any any"), ("max(a, b, c, key=lambda x: -x)", "number number number"), ("sum(a, b)", "numbers number"), ("list(enumerate(a, b))", "iterable int"), ("list(zip(a, b, c))", "iterable iterable iterable"), ("list(zip(a, b, strict=True))", "list list"), ("list(map(lambda x, y: x + y, a, b))", "numbers numbers"), ("list(map(divmod, a, b))", "numbers numbers"), ("round(a, b)", "number small!"), ("chr(a)", "int"), ("ord(a)", "part"), ("[x for x in a for y in b if x == y]", "iterable iterable"), ("{x: y for x, y in zip(a, b)}", "words iterable"), ("getattr(a, 'upper')()", "str"), ("list(reversed(a))", "iterable"), ("type(a) == type(b)", "any any"), ("list(a) + list(b)", "iterable iterable"), ("[*a, *b]", "any iterable"), ("f = lambda *p: p\nreturn f(*a, *b)", "iterable any"), ("x, y = a, b\nx, y = y, x\nreturn x, y", "any any"),
    ],
    "math": [
        *lines("math.acos(a)\nmath.acosh(a)\nmath.asin(a)\nmath.asinh(a)\nmath.atan(a)\nmath.atanh(a)\nmath.cbrt(a)\nmath.ceil(a)\nmath.cos(a)\nmath.cosh(a)\nmath.degrees(a)\nmath.exp(a)\nmath.exp2(a)\nmath.expm1(a)\nmath.fabs(a)\nmath.floor(a)\nmath.frexp(a)\nmath.isfinite(a)\nmath.isinf(a)\nmath.isnan(a)\nmath.log(a)\nmath.log10(a)\nmath.log1p(a)\nmath.log2(a)\nmath.modf(a)\nmath.radians(a)\nmath.sin(a)\nmath.sinh(a)\nmath.sqrt(a)\nmath.tan(a)\nmath.tanh(a)\nmath.trunc(a)\nmath.ulp(a)\nmath.gcd(a)\nmath.lcm(a)\nmath.isqrt(a)", "number"),
        *lines("math.atan2(a, b)\nmath.copysign(a, b)\nmath.fmod(a, b)\nmath.hypot(a, b)\nmath.isclose(a, b)\nmath.log(a, b)\nmath.nextafter(a, b)\nmath.pow(a, b)\nmath.remainder(a, b)\nmath.gcd(a, b)\nmath.lcm(a, b)", "number number"),
        ("math.comb(a, b)", "width! small!"), ("math.perm(a, b)", "width! small!"), ("math.factorial(a)", "small!"), ("math.ldexp(a, b)", "float small!"), ("math.fsum(a)", "numbers"), ("math.prod(a)", "numbers"), ("math.dist(a, b)", "numbers numbers"), ("math.gcd(a, b, c)", "int int int"), ("math.isqrt(a)", "int"), ("math.floor(a)", "any"), ("math.sqrt(a)", "any"), ("math.hypot(*a)", "numbers"), ("math.prod(a, start=b)", "numbers number"), ("math.isclose(a, b, rel_tol=c)", "number number float"),
    ],
    "re": [
        *lines("re.match(a, b)\nre.search(a, b)\nre.fullmatch(a, b)", "pattern searched"),
        *lines("re.findall(a, b)\nre.split(a, b)\n[m.span() for m in re.finditer(a, b)]\n[m.groups() for m in re.finditer(a, b)]\nre.sub(a, '<>', b)\nre.subn(a, '-', b)\nre.sub(a, lambda m: m.group().upper(), b)\nre.compile(a).search(b, 1)", "pattern searched"),
        ("m = re.search(a, b)\nreturn m and (m.group(), m.groups(), m.span(), m.groupdict(), m.lastindex, m.regs)", "pattern searched"), ("m = re.match(a, b)\nreturn m and (m.start(), m.end(), m[0], m.lastgroup, m.string)", "pattern searched"), ("re.sub(a, b, c)", "pattern part! searched"), ("re.sub(a, b, c, count=d)", "pattern part! searched count!"), ("re.split(a, b, maxsplit=c)", "pattern searched count!"), ("re.search(a, b, re.I)", "pattern searched"), ("re.findall(a, b, re.I | re.M)", "pattern searched"), ("re.search(a, b, re.S)", "pattern searched"), ("re.escape(a)", "str"), ("re.search(re.escape(a), b + a)", "str str"), ("re.match(a, b)", "any any"), ("re.compile(a).pattern", "pattern"), ("re.compile(a).groups", "pattern"), ("re.sub(a, r'[\\g<0>]', b)", "pattern searched"),
    ],
    "library": [
        *lines("list(itertools.chain(a, b))\nlist(itertools.product(a, b))\nlist(itertools.zip_longest(a, b))\nlist(itertools.compress(a, b))\nlist(itertools.islice(a, 2))\nlist(itertools.starmap(lambda *x: x, zip(a, b)))\nlist(collections.deque(a, 2))\nlist(collections.ChainMap({1: a}, {2: b}))\nfunctools.reduce(lambda x, y: (x, y), a)", "iterable iterable"),
        *lines("list(itertools.accumulate(a))\nlist(itertools.combinations(a, 2))\nlist(itertools.permutations(a, 2))\nlist(itertools.pairwise(a))\n[(k, list(g)) for k, g in itertools.groupby(a)]\nlist(itertools.takewhile(lambda x: x, a))\nfunctools.reduce(operator.add, a)\nheapq.nlargest(2, a)\nheapq.nsmallest(2, a)", "numbers"),
        ("collections.Counter(a)", "words!"), ("collections.Counter(a) - collections.Counter(b)", "words! words!"), ("collections.Counter(a).most_common(2)", "words!"), ("heapq.heapify(a)\nreturn a", "numbers!"), ("heapq.heappush(a, b)\nreturn a", "numbers! number"), ("heapq.heappop(a) if a else None", "numbers!"), ("bisect.bisect(sorted(a), b)", "numbers! number"), ("bisect.insort(a, b)\nreturn a", "numbers! number"), ("json.dumps(a)", "any"), ("json.dumps(a, indent=2)", "list"), ("json.dumps(a, sort_keys=True)", "dict"), ("json.loads(a)", "numeral"), ("json.loads(json.dumps(a)) == a", "list"), ("copy.deepcopy(a)", "any"), ("copy.copy(a)", "any"), ("operator.itemgetter(b)(a)", "any any"), ("operator.attrgetter('real')(a)", "any"), ("operator.floordiv(a, b)", "number number"), ("textwrap.shorten(a, 8)", "str"), ("string.capwords(a)", "str!"), ("textwrap.dedent(a)", "str"), ("html.escape(a)", "str"), ("urllib.parse.quote(a)", "str"), ("urllib.parse.unquote(a)", "str"), ("urllib.parse.urlsplit(a)", "str!"), ("base64.b64encode(a)", "bytes"), ("base64.b64decode(a)", "bytes"), ("shlex.split(a)", "part"), ("shlex.quote(a)", "str"), ("os.path.join(a, b)", "str str"), ("os.path.splitext(a)", "str"), ("os.path.normpath(a)", "str"), ("fractions.Fraction(a, b)", "int int"), ("fractions.Fraction(a)", "number"), ("decimal.Decimal(a)", "numeral"), ("decimal.Decimal(a) + decimal.Decimal(b)", "small float"), ("statistics.mean(a)", "numbers"), ("statistics.median(a)", "numbers"), ("datetime.date(2000, 1, 1) + datetime.timedelta(days=a)", "small!"), ("datetime.timedelta(seconds=a)", "small!"), ("str(datetime.timedelta(a, b))", "small! small!"), ("datetime.date(a, b, c)", "width! small! small!"), ("datetime.date.fromisoformat(a)", "str"), ("collections.OrderedDict(a)", "pairs!"), ("d = collections.defaultdict(list)\nfor x in a:\n    d[x].append(x)\nreturn dict(d)", "iterable"), ("d = collections.deque(a)\nd.rotate(b)\nreturn list(d)", "iterable small!"), ("struct.pack('<hI', a, b)", "small small"), ("struct.unpack('<h', a)", "bytes!"), ("functools.partial(divmod, a)(b)", "number number"),
    ],
    **wider.THEMES,
}
IMPORTS = "math re itertools collections functools operator heapq bisect json copy textwrap string html urllib.parse base64 shlex os.path fractions decimal statistics datetime struct".split()
