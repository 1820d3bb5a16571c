"""Methods of bytes that look at content."""


def cut(data, part):
    return data.strip(part), data.lstrip(part), data.rstrip(part)


def pieces(data, separator, most):
    return data.split(separator, most), data.count(separator), data.find(separator)


def joined(separator, parts):
    return separator.join(parts)


def tests(data, part):
    return data.startswith(part), data.endswith((b"x", part)), part in data


def from_hex(text):
    return bytes.fromhex(text), bytes.fromhex(text).hex()


def coded(text, encoding, errors):
    data = text.encode(encoding, errors)
    return data, data.decode(encoding)


def made(text):
    return bytes(text, "utf-8"), bytes(), 104 in bytes(text, encoding="utf-8")


def lenient(data):
    return data.decode("utf-8", "replace"), data.decode(errors="ignore")


CASES = [
    ("cut", (b"  a b\n", None)),
    ("cut", (b"xyaxy", b"yx")),
    ("cut", (b"", None)),
    ("cut", (b"ab", "a")),
    ("pieces", (b"a,b,,c", b",", -1)),
    ("pieces", (b"a,b,,c", b",", 1)),
    ("pieces", (b"a", b"", -1)),
    ("joined", (b"-", [b"a", b"", b"b"])),
    ("joined", (b"-", [b"a", "b"])),
    ("tests", (b"abc", b"ab")),
    ("tests", (b"", b"")),
    ("from_hex", ("00 ff1A",)),
    ("from_hex", ("0g",)),
    ("coded", ("aé€", "ascii", "ignore")),
    ("coded", ("aé€", "latin-1", "replace")),
    ("coded", ("a€😀b", "ascii", "strict")),
    ("coded", ("€", "latin-1", "strict")),
    ("made", ("hé",)),
    ("lenient", (b"a\xffb\xe2\x82",)),
]
