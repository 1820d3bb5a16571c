"""Building text step by step."""


def run_lengths(s):
    out = ""
    i = 0
    while i < len(s):
        j = i
        while j < len(s) and s[j] == s[i]:
            j += 1
        out += s[i] + str(j - i)
        i = j
    return out


def caesar(s, shift):
    out = []
    for c in s:
        if "a" <= c <= "z":
            out.append(chr((ord(c) - ord("a") + shift) % 26 + ord("a")))
        else:
            out.append(c)
    return "".join(out)


CASES = [
    ("run_lengths", ("aaabcc",)),
    ("run_lengths", ("",)),
    ("run_lengths", ("x",)),
    ("caesar", ("hello, world", 3)),
    ("caesar", ("xyz", -30)),
    ("caesar", ("ABC é", 1)),
]
