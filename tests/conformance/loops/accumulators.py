"""Running values through a loop."""


def running_total(xs):
    total = 0
    out = []
    for x in xs:
        total += x
        out.append(total)
    return out


def longest_run(xs):
    best = current = 0
    previous = None
    for x in xs:
        current = current + 1 if x == previous else 1
        best = max(best, current)
        previous = x
    return best


def second_largest(xs):
    first = second = None
    for x in xs:
        if first is None or x > first:
            first, second = x, first
        elif x != first and (second is None or x > second):
            second = x
    return second


def bits(n):
    count = 0
    while n:
        n &= n - 1
        count += 1
    return count


CASES = [
    ("running_total", ([1, 2, 3],)),
    ("running_total", ([],)),
    ("longest_run", ([1, 1, 2, 2, 2, 1],)),
    ("longest_run", ("",)),
    ("second_largest", ([3, 1, 3, 2],)),
    ("second_largest", ([1, 1],)),
    ("bits", (255,)),
    ("bits", (1180591620717411303425,)),
]
