"""`while`, with `else`, `break` and `continue`."""


def countdown(n):
    out = []
    while n > 0:
        n -= 1
        if n % 3 == 0:
            continue
        out.append(n)
    else:
        out.append("done")
    return out


def find_divisor(n):
    d = 2
    while d * d <= n:
        if n % d == 0:
            break
        d += 1
    else:
        return None
    return d


def forever(limit):
    i = 0
    while True:
        i += 1
        if i > limit:
            return i


CASES = [
    ("countdown", (5,)),
    ("countdown", (0,)),
    ("find_divisor", (91,)),
    ("find_divisor", (97,)),
    ("find_divisor", (1,)),
    ("forever", (3,)),
    ("forever", (-1,)),
]
