"""`re`: patterns and matches. What runs a pattern is native; a match asks it for each of its parts."""

import enum

import unseam

__all__ = [
    "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer", "compile", "purge", "escape",
    "error", "Pattern", "Match", "A", "I", "L", "M", "S", "X", "U", "ASCII", "IGNORECASE", "LOCALE", "MULTILINE",
    "DOTALL", "VERBOSE", "UNICODE", "NOFLAG", "RegexFlag",
]


class RegexFlag(enum.IntFlag):
    NOFLAG = 0
    TEMPLATE = T = 1
    IGNORECASE = I = 2
    LOCALE = L = 4
    MULTILINE = M = 8
    DOTALL = S = 16
    UNICODE = U = 32
    VERBOSE = X = 64
    DEBUG = 128
    ASCII = A = 256

    def __repr__(self):
        value = int(self)
        names = [name for name, bit in _SHOWN if value & bit]
        return "|".join(names) or "re.NOFLAG"

    def __str__(self):
        return repr(self)


_SHOWN = [
    ("re.TEMPLATE", 1),
    ("re.IGNORECASE", 2),
    ("re.LOCALE", 4),
    ("re.MULTILINE", 8),
    ("re.DOTALL", 16),
    ("re.UNICODE", 32),
    ("re.VERBOSE", 64),
    ("re.DEBUG", 128),
    ("re.ASCII", 256),
]

NOFLAG = RegexFlag.NOFLAG
T = TEMPLATE = RegexFlag.TEMPLATE
I = IGNORECASE = RegexFlag.IGNORECASE
L = LOCALE = RegexFlag.LOCALE
M = MULTILINE = RegexFlag.MULTILINE
S = DOTALL = RegexFlag.DOTALL
U = UNICODE = RegexFlag.UNICODE
X = VERBOSE = RegexFlag.VERBOSE
DEBUG = RegexFlag.DEBUG
A = ASCII = RegexFlag.ASCII

_MATCH, _FULLMATCH, _SEARCH = 0, 1, 2
_MAXIMUM = 9223372036854775807
# Matches of one symbolic string that stay symbolic.
_SYMBOLIC_MATCHES = 2


class PatternError(Exception):
    __module__ = "re"

    def __init__(self, msg, pattern=None, pos=None):
        self.msg = msg
        self.pattern = pattern
        self.pos = pos
        if pattern is not None and pos is not None:
            msg = "%s at position %d" % (msg, pos)
            text = pattern if isinstance(pattern, str) else pattern.decode("latin1")
            self.lineno = text.count("\n", 0, pos) + 1
            self.colno = pos - text.rfind("\n", 0, pos)
            if "\n" in text:
                msg = "%s (line %d, column %d)" % (msg, self.lineno, self.colno)
        else:
            self.lineno = self.colno = None
        super().__init__(msg)


if unseam.is_since(13):
    error = PatternError
else:
    error, error.__name__, error.__qualname__ = PatternError, "error", "error"
    del PatternError


class Pattern:
    def __init__(self, pattern, given):
        info = unseam.pattern_info(pattern, given)
        if len(info) == 2:
            raise error(info[0], None if info[1] is None else pattern, info[1])
        self.pattern = pattern
        self.flags, self.groups, self.groupindex, self._may_be_empty = info
        self._given = given

    def __class_getitem__(cls, item):
        return cls

    def __repr__(self):
        flags = self.flags
        if isinstance(self.pattern, str) and flags & 288 == 32:
            flags &= ~32
        shown = repr(self.pattern)
        if len(shown) > 200:
            shown = shown[:200]
        if not flags:
            return "re.compile(%s)" % shown
        return "re.compile(%s, %s)" % (shown, repr(RegexFlag(flags)))

    def __eq__(self, other):
        if not isinstance(other, Pattern):
            return NotImplemented
        return (
            self.flags == other.flags
            and isinstance(self.pattern, str) == isinstance(other.pattern, str)
            and self.pattern == other.pattern
        )

    def __hash__(self):
        return hash((self.flags, self.pattern))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def match(self, string, pos=0, endpos=_MAXIMUM):
        return _run(self, _MATCH, string, pos, endpos)

    def fullmatch(self, string, pos=0, endpos=_MAXIMUM):
        return _run(self, _FULLMATCH, string, pos, endpos)

    def search(self, string, pos=0, endpos=_MAXIMUM):
        return _run(self, _SEARCH, string, pos, endpos)

    def finditer(self, string, pos=0, endpos=_MAXIMUM):
        return _scan(self, *_bounds(self, string, pos, endpos))

    def findall(self, string, pos=0, endpos=_MAXIMUM):
        found = []
        bounds = _bounds(self, string, pos, endpos)
        empty = "" if isinstance(bounds[0], str) else b""
        for each in _scan(self, *bounds):
            if self.groups == 0:
                found.append(each.group())
            elif self.groups == 1:
                found.append(each._text(1, empty))
            else:
                found.append(each.groups(empty))
        return found

    def split(self, string, maxsplit=0):
        pieces = []
        last = 0
        bounds = _bounds(self, string, 0, _MAXIMUM)
        string = bounds[0]
        if maxsplit >= 0:
            for each in _scan(self, *bounds):
                string = each.string
                pieces.append(unseam.between(string, last, each.start()))
                pieces.extend(each.groups())
                last = each.end()
                maxsplit -= 1
                if maxsplit == 0:
                    break
        pieces.append(unseam.between(string, last, len(string)))
        return pieces

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def subn(self, repl, string, count=0):
        bounds = _bounds(self, string, 0, _MAXIMUM)
        string = bounds[0]
        repl = unseam.subject(repl, self.pattern)
        if callable(repl):
            replacement = repl
        else:
            replacement = _template(self, repl)
        pieces = []
        last = 0
        done = 0
        if count >= 0:
            for each in _scan(self, *bounds):
                string = each.string
                pieces.append(unseam.between(string, last, each.start()))
                new = replacement(each)
                if not (new is None):
                    pieces.append(new)
                last = each.end()
                done += 1
                if done == count:
                    break
        if not done:
            return string, 0
        pieces.append(unseam.between(string, last, len(string)))
        for piece in pieces:
            if isinstance(piece, str) != isinstance(string, str):
                kind = "str" if isinstance(string, str) else "a bytes-like object"
                number = pieces.index(piece)
                raise TypeError("sequence item %d: expected %s instance, %s found" % (number, kind, type(piece).__name__))
        return ("" if isinstance(string, str) else b"").join(pieces), done

    def scanner(self, string, pos=0, endpos=_MAXIMUM):
        return _Scanner(self, string, pos, endpos)


class Match:
    def __init__(self, re, mode, string, subject, pos, endpos, start, must_advance):
        self.re = re
        self.string = string
        self.pos = pos
        self.endpos = endpos
        self._details = (re.pattern, re._given, mode, subject, start, must_advance)

    def __class_getitem__(cls, item):
        return cls

    def __repr__(self):
        return "<re.Match object; span=%r, match=%r>" % (self.span(), self.group())

    def __bool__(self):
        return True

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def _number(self, group):
        if isinstance(group, str):
            number = self.re.groupindex.get(group, -1)
        elif isinstance(group, int):
            number = int(group)
        elif hasattr(type(group), "__index__"):
            number = group.__index__()
        else:
            number = -1
        if number < 0 or number > self.re.groups:
            raise IndexError("no such group")
        return number

    def _text(self, number, default=None):
        text = unseam.match_group(self._details, number)
        return default if text is None else text

    def group(self, *groups):
        if not groups:
            return self._text(0)
        if len(groups) == 1:
            return self._text(self._number(groups[0]))
        return tuple([self._text(self._number(group)) for group in groups])

    def __getitem__(self, group):
        return self._text(self._number(group))

    def groups(self, default=None):
        return tuple([self._text(number, default) for number in range(1, self.re.groups + 1)])

    def groupdict(self, default=None):
        return {name: self._text(number, default) for name, number in self.re.groupindex.items()}

    def start(self, group=0):
        return unseam.match_start(self._details, self._number(group))

    def end(self, group=0):
        return unseam.match_end(self._details, self._number(group))

    def span(self, group=0):
        number = self._number(group)
        return unseam.match_start(self._details, number), unseam.match_end(self._details, number)

    @property
    def regs(self):
        return tuple([self.span(number) for number in range(self.re.groups + 1)])

    @property
    def lastindex(self):
        return unseam.match_last(self._details)

    @property
    def lastgroup(self):
        last = unseam.match_last(self._details)
        for name, number in self.re.groupindex.items():
            if number == last:
                return name
        return None

    def expand(self, template):
        return _template(self.re, template)(self)


class _Scanner:
    def __init__(self, pattern, string, pos, endpos):
        self.pattern = pattern
        self._state = _bounds(pattern, string, pos, endpos)
        self._must_advance = False

    def _next(self, mode):
        if self._state is None:
            return None
        string, subject, pos, endpos, start = self._state
        found = _found(self.pattern, mode, string, subject, pos, endpos, start, self._must_advance)
        if found is None:
            self._state = None
            return None
        end = found.end()
        self._must_advance = self.pattern._may_be_empty and end == found.start()
        self._state = (string, subject, pos, endpos, end)
        return found

    def match(self):
        return self._next(_MATCH)

    def search(self):
        return self._next(_SEARCH)


def _checked(pattern, string):
    if isinstance(pattern.pattern, str):
        if isinstance(string, str):
            return
        if isinstance(string, bytes):
            raise TypeError("cannot use a string pattern on a bytes-like object")
    else:
        if isinstance(string, str):
            raise TypeError("cannot use a bytes pattern on a string-like object")
        if isinstance(string, bytes):
            return
    if isinstance(string, (bytearray, memoryview)):
        if not isinstance(pattern.pattern, str):
            return
        raise TypeError("cannot use a string pattern on a bytes-like object")
    found = ", got '%s'" % type(string).__name__ if unseam.is_since(11) else ""
    raise TypeError("expected string or bytes-like object" + found)


def _bounds(pattern, string, pos, endpos):
    """The string, what of it a match may see, and where the search begins."""
    string = unseam.subject(string, pattern.pattern)
    _checked(pattern, string)
    subject = string
    if endpos is _MAXIMUM or endpos == _MAXIMUM:
        endpos = len(string)
    else:
        endpos = max(0, min(endpos, len(string)))
        subject = string[:endpos]
    if pos != 0:
        pos = max(0, min(pos, len(string)))
    return string, subject, pos, endpos, pos


def _found(pattern, mode, string, subject, pos, endpos, start, must_advance):
    details = (pattern.pattern, pattern._given, mode, subject, start, must_advance)
    if not unseam.pattern_matches(details):
        return None
    return Match(pattern, mode, string, subject, pos, endpos, start, must_advance)


def _run(pattern, mode, string, pos, endpos):
    string, subject, pos, endpos, start = _bounds(pattern, string, pos, endpos)
    return _found(pattern, mode, string, subject, pos, endpos, start, False)


def _scan(pattern, string, subject, pos, endpos, start):
    must_advance = False
    number = 0
    while True:
        if number == _SYMBOLIC_MATCHES:
            fixed = unseam.fixed(string, pattern.pattern, pattern._given)
            subject = fixed if subject is string else fixed[:endpos]
            string = fixed
            start = unseam.fixed_int(start)
        found = _found(pattern, _SEARCH, string, subject, pos, endpos, start, must_advance)
        if found is None:
            return
        yield found
        start = found.end()
        must_advance = pattern._may_be_empty and start == found.start()
        number += 1


def _template(pattern, template):
    if not isinstance(template, (str, bytes)):
        raise TypeError("decoding to str: need a bytes-like object, %s found" % type(template).__name__)
    pieces = unseam.template_pieces(template, pattern.pattern, pattern._given)
    if isinstance(pieces, tuple):
        raise error(pieces[0], template, pieces[1])
    def expand(match):
        if len(pieces) == 1 and not isinstance(pieces[0], int):
            return pieces[0]
        empty = "" if isinstance(match.string, str) else b""
        return empty.join([match._text(piece, empty) if isinstance(piece, int) else piece for piece in pieces])

    return expand


def _compile(pattern, flags):
    pattern = unseam.text(pattern)
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    if not isinstance(pattern, (str, bytes)):
        hash(pattern)
        raise TypeError("first argument must be string or compiled pattern")
    if not isinstance(flags, int):
        raise TypeError("unsupported operand type(s) for &: '%s' and 'RegexFlag'" % type(flags).__name__)
    return Pattern(pattern, int(flags))


def match(pattern, string, flags=0):
    return _compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return _compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    return _compile(pattern, flags).search(string)


def sub(pattern, repl, string, count=0, flags=0):
    return _compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return _compile(pattern, flags).subn(repl, string, count)


def split(pattern, string, maxsplit=0, flags=0):
    return _compile(pattern, flags).split(string, maxsplit)


def findall(pattern, string, flags=0):
    return _compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return _compile(pattern, flags).finditer(string)


def compile(pattern, flags=0):
    return _compile(pattern, flags)


def purge():
    pass


_SPECIAL = {ord(c): "\\" + c for c in "()[]{}?*+-|^$\\.&~# \t\n\r\v\f"}


def escape(pattern):
    pattern = unseam.text(pattern)
    if isinstance(pattern, str):
        return pattern.translate(_SPECIAL)
    return str(pattern, "latin1").translate(_SPECIAL).encode("latin1")
