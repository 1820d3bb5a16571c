"""Bytes and what is like them, and where one does for the other."""


def joined(separator, first, second):
    return separator.join([first, second])


def joined_arrays(text):
    return b"-".join([bytearray(text), text, bytearray(b"")])


def in_one(mapping, text):
    return sorted(mapping.keys() ^ bytearray(text), key=str)


def taken(text, index, default):
    return bytearray(text).pop(index, default)


def with_encoding(encoding):
    return bytearray(0, encoding)


def of_size(size):
    return len(bytes(size))


def array_of_size(size):
    return len(bytearray(size))


def centered(text, width):
    return text.center(width)


CASES = [
    ("joined", (b",", b"a", b"b")),
    ("joined", (b",", b"a", 1)),
    ("joined", (b",", "a", b"b")),
    ("joined_arrays", (b"ab",)),
    ("in_one", ({"a": 1, 98: 2}, b"bc")),
    ("taken", (b"ab", 0, None)),
    ("with_encoding", (3,)),
    ("with_encoding", ("ascii",)),
    ("of_size", (9223372036854775807,)),
    ("of_size", (9223372036854775774,)),
    ("of_size", (3,)),
    ("array_of_size", (9223372036854775807,)),
    ("array_of_size", (3,)),
    ("centered", ("ab", -9223372036854775808)),
    ("centered", ("ab", 5)),
]
