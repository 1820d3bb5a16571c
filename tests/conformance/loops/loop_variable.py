"""The loop variable outlives the loop and may be rebound."""


def outlives(xs):
    for x in xs:
        pass
    return x


def rebound(n):
    seen = []
    for i in range(n):
        seen.append(i)
        i += 10
        seen.append(i)
    return seen


def into_item(xs):
    box = [None]
    for box[0] in xs:
        pass
    return box


def into_tuple(pairs):
    out = []
    for a, (b, *c) in pairs:
        out.append((a, b, c))
    return out


CASES = [
    ("outlives", ([1, 2],)),
    ("rebound", (2,)),
    ("into_item", ([1, 2, 3],)),
    ("into_item", ([],)),
    ("into_tuple", ([(1, (2, 3, 4)), (5, "x")],)),
    ("into_tuple", ([],)),
    ("into_tuple", ([(1, ())],)),
]
