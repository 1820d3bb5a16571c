"""A text over bytes keeps back what is written and reads ahead."""

import io


def kept_back(piece, encoding):
    raw = io.BytesIO()
    text = io.TextIOWrapper(raw, encoding=encoding)
    count = text.write(piece)
    before = len(raw.getvalue())
    text.flush()
    after = len(raw.getvalue())
    text.close()
    return count, before, after, raw.closed, text.closed, text.errors


def filled(sizes):
    raw = io.BytesIO()
    text = io.TextIOWrapper(raw, encoding="ascii")
    seen = []
    for size in sizes:
        text.write("x" * size)
        seen.append(len(raw.getvalue()))
    return seen


def at_once(line_buffering, write_through):
    raw = io.BytesIO()
    text = io.TextIOWrapper(raw, "ascii", line_buffering=line_buffering, write_through=write_through)
    text.write("a")
    first = raw.getvalue()
    text.write("b\nc")
    return first, raw.getvalue()


def ahead(content, size):
    raw = io.BytesIO(content)
    text = io.TextIOWrapper(raw, encoding="ascii")
    return text.readline(), text.read(size), raw.read(), text.readlines(), text.read(), text.encoding


def twice(content):
    raw = io.BytesIO(content)
    first = raw.read()
    raw.seek(0)
    return first, raw.read(), raw.read()


CASES = [
    ("kept_back", ("ä\n", "utf-8")),
    ("kept_back", ("ä", "ascii")),
    ("kept_back", (b"a", "ascii")),
    ("kept_back", ("a", "no such encoding")),
    ("filled", ([8191, 1, 5],)),
    ("filled", ([8191, 2, 5],)),
    ("filled", ([8193, 1],)),
    ("at_once", (True, False)),
    ("at_once", (False, True)),
    ("at_once", (False, False)),
    ("ahead", (b"one\ntwo\nthree", 2)),
    ("ahead", (b"one", None)),
    ("ahead", (b"\n\xe4", 1)),
    ("twice", (b"ab",)),
    ("twice", (b"",)),
]
