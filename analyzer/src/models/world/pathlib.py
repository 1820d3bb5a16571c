"""Paths as text. What asks the file system is outside.

The text is kept as `str(path)` shows it: no doubled or trailing slashes, no `.` in the middle. Of a text that is not known
only those in that form are considered.
"""

import fnmatch

import unseam


def _text_of(part):
    if isinstance(part, PurePath):
        return part._text
    if isinstance(part, str):
        return _normal(part)
    if hasattr(type(part), "__fspath__"):
        return _normal(part.__fspath__())
    raise TypeError(
        "argument should be a str object or an os.PathLike object returning str, not " + repr(type(part))
    )


def _normal(text):
    if not unseam.is_known(text):
        unseam.assume(text != "")
        unseam.assume("//" not in "/" + text + "/")
        unseam.assume("/./" not in "/" + text + "/")
        return text
    if text.startswith("//") and not text.startswith("///"):
        root = "//"
    else:
        root = "/" if text.startswith("/") else ""
    return root + "/".join([part for part in text.split("/") if part and part != "."]) or "."


def _joined(before, after):
    if after.startswith("/") or before == ".":
        return after
    if after == ".":
        return before
    return before + after if before.endswith("/") else before + "/" + after


class PurePath:
    _is_pure = True

    def __init__(self, *segments):
        text = "."
        for segment in segments:
            text = _joined(text, _text_of(segment))
        self._text = text

    def _with(self, text):
        made = object.__new__(type(self))
        made._text = text
        return made

    def __str__(self):
        return self._text

    def __fspath__(self):
        return self._text

    def __repr__(self):
        return ("PurePosixPath('" if self._is_pure else "PosixPath('") + self._text + "')"

    def __bytes__(self):
        return self._text.encode()

    def __eq__(self, other):
        return self._text == other._text if isinstance(other, PurePath) else NotImplemented

    def __hash__(self):
        return hash(self._text)

    def __lt__(self, other):
        return self.parts < other.parts if isinstance(other, PurePath) else NotImplemented

    def __le__(self, other):
        return self.parts <= other.parts if isinstance(other, PurePath) else NotImplemented

    def __gt__(self, other):
        return self.parts > other.parts if isinstance(other, PurePath) else NotImplemented

    def __ge__(self, other):
        return self.parts >= other.parts if isinstance(other, PurePath) else NotImplemented

    def __truediv__(self, other):
        try:
            return self._with(_joined(self._text, _text_of(other)))
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, other):
        try:
            return self._with(_joined(_text_of(other), self._text))
        except TypeError:
            return NotImplemented

    def joinpath(self, *others):
        text = self._text
        for other in others:
            text = _joined(text, _text_of(other))
        return self._with(text)

    def as_posix(self):
        return self._text

    def is_absolute(self):
        return self._text.startswith("/")

    @property
    def drive(self):
        return ""

    @property
    def root(self):
        return "/" if self._text.startswith("/") else ""

    anchor = root

    @property
    def parts(self):
        if self._text == ".":
            return ()
        if self._text.startswith("/"):
            rest = self._text[1:]
            return ("/",) + tuple(rest.split("/")) if rest else ("/",)
        return tuple(self._text.split("/"))

    @property
    def name(self):
        if self._text == ".":
            return ""
        at = self._text.rfind("/")
        return self._text[at + 1 :] if at >= 0 else self._text

    @property
    def suffix(self):
        name = self.name
        at = name.rfind(".")
        return name[at:] if 0 < at < len(name) - 1 else ""

    @property
    def suffixes(self):
        name = self.name
        if name.endswith("."):
            return []
        return ["." + suffix for suffix in name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        name = self.name
        at = name.rfind(".")
        return name[:at] if 0 < at < len(name) - 1 else name

    @property
    def parent(self):
        at = self._text.rfind("/")
        if at < 0:
            return self._with(".")
        if at == 0:
            return self._with("/")
        return self._with(self._text[:at])

    @property
    def parents(self):
        found, current = [], self
        while current._text != "." and current._text != "/":
            current = current.parent
            found.append(current)
        return tuple(found)

    def with_name(self, name):
        if not self.name:
            raise ValueError("%r has an empty name" % (self,))
        if not name or "/" in name or name == ".":
            raise ValueError("Invalid name %r" % (name,))
        return self.parent / name

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        if "/" in suffix or (suffix and not suffix.startswith(".")) or suffix == ".":
            raise ValueError("Invalid suffix %r" % (suffix,))
        if not self.name:
            raise ValueError("%r has an empty name" % (self,))
        return self.with_name(self.stem + suffix)

    def is_relative_to(self, *other):
        base = PurePath(*other)._text
        return self._text == base or base == "." or self._text.startswith(base if base == "/" else base + "/")

    def relative_to(self, *other):
        base = PurePath(*other)
        if not self.is_relative_to(base):
            raise ValueError(
                "%r is not in the subpath of %r OR one path is relative and the other is absolute."
                % (self._text, base._text)
            )
        if base._text == ".":
            return self
        return self._with(self._text[len(base._text) :].lstrip("/") or ".")

    def match(self, pattern):
        if "/" in pattern:
            unseam.unsupported("a pattern for a path with several parts")
        return fnmatch.fnmatchcase(self.name, pattern)


class PurePosixPath(PurePath):
    pass


class Path(PurePath):
    _is_pure = False

    def __enter__(self):
        return self

    def __exit__(self, *details):
        pass


PosixPath = Path
