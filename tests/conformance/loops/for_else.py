"""`for` with `else`, `break` and `continue`."""


def search(xs, wanted):
    for i, x in enumerate(xs):
        if x == wanted:
            result = i
            break
    else:
        result = "absent"
    return result


def skip(xs):
    out = []
    for x in xs:
        if not x:
            continue
        out.append(x)
    else:
        out.append("end")
    return out


def primes(n):
    found = []
    for candidate in range(2, n):
        for p in found:
            if candidate % p == 0:
                break
        else:
            found.append(candidate)
    return found


CASES = [
    ("search", ([1, 2, 3], 2)),
    ("search", ([1, 2, 3], 9)),
    ("search", ([], 1)),
    ("skip", ([0, 1, "", "a"],)),
    ("skip", ([],)),
    ("primes", (20,)),
    ("primes", (2,)),
]
