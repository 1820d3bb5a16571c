"""`x op= y` for every operator."""


def numbers(a, b):
    out = []
    x = a
    x += b
    out.append(x)
    x -= 1
    out.append(x)
    x *= b
    out.append(x)
    x //= 2
    out.append(x)
    x %= 7
    out.append(x)
    x **= 2
    out.append(x)
    x <<= 2
    x >>= 1
    x |= 1
    x &= 255
    x ^= 3
    out.append(x)
    x /= 4
    out.append(x)
    return out


def text(s, n):
    s += "!"
    s *= n
    return s


def item(xs, i, n):
    xs[i] += n
    return xs


CASES = [
    ("numbers", (5, 3)),
    ("numbers", (-5, 2)),
    ("text", ("ab", 2)),
    ("text", ("ab", "c")),
    ("item", ([1, 2], -1, 10)),
    ("item", (["a"], 0, "b")),
    ("item", ({"k": 1}, "k", 1)),
    ("item", ({}, "k", 1)),
    ("item", ([1], 0, "a")),
]
