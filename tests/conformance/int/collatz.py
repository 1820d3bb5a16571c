"""A loop of integer arithmetic."""


def steps(n):
    count = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


def gcd(a, b):
    while b:
        a, b = b, a % b
    return abs(a)


def digits(n, base):
    out = []
    while n:
        n, digit = divmod(n, base)
        out.append(digit)
    return out[::-1] or [0]


CASES = [
    ("steps", (1,)),
    ("steps", (27,)),
    ("gcd", (48, 18)),
    ("gcd", (0, -7)),
    ("gcd", (-12, 18)),
    ("gcd", (1000000000000000000, 3656158440062976)),
    ("digits", (0, 10)),
    ("digits", (255, 2)),
    ("digits", (1000000000000000000007, 1000)),
]
