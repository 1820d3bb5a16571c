"""Bytes that can change, and views of them."""


def built(source):
    return bytearray(source)


def encoded(text, encoding):
    return bytearray(text, encoding)


def indexed(data, index):
    return bytearray(data)[index]


def replaced(data, start, stop, new):
    b = bytearray(data)
    b[start:stop] = new
    del b[0]
    return b


def changed(data):
    b = bytearray(data)
    alias = b
    b += b"!"
    b.insert(0, 35)
    b.remove(33)
    b.reverse()
    return alias, b is alias, list(b), b.copy()


def methods(data):
    b = bytearray(data)
    return b.upper(), b.find(b"b"), b.split(b","), b.startswith(b"a"), b.hex(), b.strip(), b.replace(b"a", b"z"), 98 in b, b"b" in b


def joined(data):
    return bytearray(b",").join([data, bytearray(data)]), b"-".join([data]), data + bytearray(data), bytearray(data) * 2


def compared(a, b):
    return bytearray(a) == b, bytearray(a) < bytearray(b), bytearray(a) != b, bytes(bytearray(a)) == a


def kind():
    b = bytearray()
    return isinstance(b, bytearray), isinstance(b, bytes), bool(b), len(b), type(b).__name__


def hashed(data):
    return hash(bytearray(data))


def appended(data, value):
    b = bytearray(data)
    b.append(value)
    return b


def popped(data):
    return bytearray(data).pop()


def view(data):
    m = memoryview(data)
    return len(m), m[1], m[1:].tobytes(), m.tolist(), m == data, m.readonly, bytes(m)


def written(data):
    b = bytearray(data)
    m = memoryview(b)
    m[0] = 90
    m[1:3] = b"xy"
    return b


def read_only(data):
    memoryview(data)[0] = 1


def released(data):
    with memoryview(data) as m:
        first = m[0]
    return first, m[0]


def wrong_view(x):
    return memoryview(x)


CASES = [
    ("built", (b"abc",)),
    ("built", (3,)),
    ("built", ([1, 2, 255],)),
    ("built", (-1,)),
    ("built", ("abc",)),
    ("built", ([256],)),
    ("encoded", ("é", "utf-8")),
    ("indexed", (b"abc", 1)),
    ("indexed", (b"abc", slice(1, None))),
    ("indexed", (b"abc", 5)),
    ("indexed", (b"abc", "a")),
    ("replaced", (b"abcd", 1, 3, b"XYZ")),
    ("changed", (b"ab!",)),
    ("methods", (b"a,b,c",)),
    ("joined", (b"ab",)),
    ("compared", (b"ab", b"ac")),
    ("compared", (b"ab", b"ab")),
    ("kind", ()),
    ("hashed", (b"a",)),
    ("appended", (b"a", 1)),
    ("appended", (b"a", 300)),
    ("appended", (b"a", "b")),
    ("popped", (b"",)),
    ("view", (b"abc",)),
    ("written", (b"abc",)),
    ("read_only", (b"abc",)),
    ("released", (b"abc",)),
    ("wrong_view", ("abc",)),
]
