"""Prints what CPython gives for every operator on edge and random operands, a line each: name, operands, result.

Constants are written `b1`, `i-5`, `f<bits in hex>`, `s<code points in hex, separated by dots>`, `y<hex>`.
"""

import math
import operator
import random
import struct
import unicodedata

R = random.Random(20240607)

INTS = [0, 1, -1, 2, -2, 3, 7, -7, 10, 255, -256, 2**31, -(2**31), 2**53, 2**53 + 1, -(2**53) - 1, 2**63, 2**64 - 1]
INTS += [10**20, -(10**25), 3**100]
FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 0.1, 1e16, 1e15, 123456789012345680.0, 1e-5, 1e-4, 2.0**53, 1e22]
FLOATS += [1e300, -1e300, 5e-324, 1.7976931348623157e308, math.inf, -math.inf, math.nan, 3.0, -7.0, 1e100, 123.456]
ALPHABET = "abzABZ019 _-+.eE'\"\\\n\t\x00\x1c\x7f\x85\xa0ßéÉªº²½ŉǅΣσςİıﬁ٣५𝟘😀\U00030000\U0010ffff\u0345\u0301Ⅷⅷⓐ中\u200b\ud7ff\u2028"
TEXTS = ["", "a", "b", "ab", "abc", "aab", "aa", "ABC", "Abc Def", "hello world", "ΑΣ", "ΑΣΑ", "Σ", "ΑΣ.", "x\u0301Σ\u0301"]
TEXTS += ["12", " 12 ", "-5", "+7", "1_000", "1__0", "_1", "1_", "٣٤", "\u2003٣\n", "\x1c1", "1e5", "1.5", ".5", "5.", "."]
TEXTS += ["inf", "-Infinity", "nan", "+NaN", "1e", "1e+5", "1_0.0_1e1_0", "1._5", "infin", "0x10", "", " ", "\t", "- 1"]
TEXTS += ["ß", "ﬁn", "ŉ", "Ǆ ǆ", "it's", 'say "hi"', "both ' and \"", "\U0010ffff", "1" * 400, "9" * 4301, "1e400", "-0"]


def random_text():
    return "".join(R.choice(ALPHABET) for _ in range(R.choice([0, 1, 1, 2, 3, 5])))


def random_character():
    while True:
        c = chr(R.choice([R.randrange(0x250), R.randrange(0x3000), R.randrange(0x110000)]))
        if unicodedata.category(c) not in ("Cs", "Cn"):
            return c


def an_int():
    return R.choice(INTS) if R.random() < 0.5 else R.randrange(-20, 21) if R.random() < 0.5 else R.getrandbits(R.choice([8, 60, 200])) * R.choice([1, -1])


def a_small():
    return R.randrange(0, 40)


def a_float():
    if R.random() < 0.5:
        return R.choice(FLOATS)
    if R.random() < 0.5:
        return R.randrange(-1000, 1000) / R.choice([1, 2, 4, 10, 3])
    return struct.unpack("<d", struct.pack("<Q", R.getrandbits(64)))[0]


def a_text():
    return R.choice([lambda: R.choice(TEXTS), random_text, random_character])()


def a_piece():
    return R.choice(["", "a", "b", "ab", "aa", " ", "Σ", "é"]) if R.random() < 0.7 else random_text()


def succeeds(function):
    def test(x):
        try:
            function(x)
        except ValueError:
            return False
        return True

    return test


class Skip(Exception):
    pass


def or_zero(function):
    def value(x):
        try:
            return function(x)
        except ValueError:
            raise Skip

    return value


def need(condition):
    if not condition:
        raise Skip


def true_division(a, b):
    need(b)
    return a / b


def square_root(x):
    if x < 0:
        raise Skip
    return math.sqrt(x)


def power(x, y):
    result = x**y
    need(isinstance(result, float))
    return result


def float_op(function):
    def value(x, y):
        need(y != 0)
        return function(x, y)

    return value


def finite(function):
    def value(x):
        need(math.isfinite(x))
        return function(x)

    return value


def char_at(s, i):
    need(i < len(s))
    return s[i]


def substring(s, i, j):
    need(i <= j <= len(s))
    return s[i:j]


def code_point(s):
    need(len(s) == 1)
    return ord(s)


def divisor(function):
    def value(a, b):
        need(b)
        return function(a, b)

    return value


def character(i):
    need(0 <= i < 0x110000 and not 0xD800 <= i <= 0xDFFF)
    return chr(i)


def floatable(i):
    float(i)
    return float(i)


B = lambda: R.random() < 0.5
D = lambda: R.randbytes(R.randrange(9))
I, S, F, T, P = an_int, a_small, a_float, a_text, a_piece
COUNT = lambda: R.randrange(-1, 4)
OPERATORS = {
    "Not": (lambda a: not a, B), "And": (lambda a, b: a and b, B, B), "Or": (lambda a, b: a or b, B, B),
    "BoolToInt": (int, B), "Add": (operator.add, I, I), "Sub": (operator.sub, I, I), "Mul": (operator.mul, I, I),
    "Negate": (operator.neg, I), "FloorDiv": (divisor(operator.floordiv), I, I), "Mod": (divisor(operator.mod), I, I),
    "Pow": (operator.pow, I, S), "Less": (operator.lt, I, I), "LessEqual": (operator.le, I, I),
    "BitAnd": (operator.and_, I, I), "BitOr": (operator.or_, I, I), "BitXor": (operator.xor, I, I),
    "ShiftLeft": (operator.lshift, I, S), "ShiftRight": (operator.rshift, I, S), "IntToFloat": (floatable, I),
    "IntTrueDiv": (true_division, I, I), "FloatAdd": (operator.add, F, F), "FloatSub": (operator.sub, F, F),
    "FloatMul": (operator.mul, F, F), "FloatDiv": (float_op(operator.truediv), F, F),
    "FloatFloorDiv": (float_op(operator.floordiv), F, F), "FloatMod": (float_op(operator.mod), F, F),
    "FloatPow": (power, F, F), "FloatNegate": (operator.neg, F), "FloatAbs": (abs, F), "FloatSqrt": (square_root, F),
    "FloatEqual": (operator.eq, F, F), "FloatLess": (operator.lt, F, F), "FloatLessEqual": (operator.le, F, F),
    "IntFloatEqual": (operator.eq, I, F), "IntFloatLess": (operator.lt, I, F), "FloatIntLess": (operator.lt, F, I),
    "IsNan": (math.isnan, F), "IsInfinite": (math.isinf, F), "Truncate": (finite(int), F),
    "Floor": (finite(math.floor), F), "Ceiling": (finite(math.ceil), F), "RoundToInt": (finite(round), F),
    "Length": (len, T), "Concat": (operator.add, T, T), "CharAt": (char_at, T, S), "Substring": (substring, T, COUNT, S),
    "Find": (str.find, T, P, S), "ReverseFind": (str.rfind, T, P), "Contains": (operator.contains, T, P),
    "StartsWith": (str.startswith, T, P), "EndsWith": (str.endswith, T, P), "Replace": (str.replace, T, P, P, COUNT),
    "StrLess": (operator.lt, T, T), "StrLessEqual": (operator.le, T, T), "Ord": (code_point, T),
    "Chr": (character, lambda: R.randrange(0x110000)), "IntToStr": (str, I), "IsIntLiteral": (succeeds(int), T),
    "StrToInt": (or_zero(int), T), "IsFloatLiteral": (succeeds(float), T), "StrToFloat": (or_zero(float), T),
    "FloatToStr": (repr, F), "ReprStr": (repr, T), "Repeat": (operator.mul, T, COUNT), "Count": (str.count, T, P),
    "BytesLength": (len, D), "BytesToText": (lambda data: data.decode("latin-1"), D),
    "TextToBytes": (lambda text: text.encode("latin-1"), lambda: D().decode("latin-1")), "Equal": (operator.eq, T, T),
}
for method in ("upper", "lower", "title", "capitalize", "swapcase", "casefold"):
    OPERATORS[f"Case.{method}"] = (getattr(str, method), T)
for method in "alpha alnum digit decimal numeric space upper lower title ascii identifier printable".split():
    OPERATORS[f"Is.{method}"] = (getattr(str, f"is{method}"), T)
for method in ("lstrip", "rstrip", "strip"):
    OPERATORS[f"Strip.{method}"] = (getattr(str, method), T)
    OPERATORS[f"StripChars.{method}"] = (getattr(str, method), T, lambda: random_text() or "a")


def constant(value):
    if isinstance(value, bool):
        return f"b{int(value)}"
    if isinstance(value, int):
        return f"i{value}"
    if isinstance(value, float):
        return f"f{struct.unpack('<Q', struct.pack('<d', value))[0]:x}"
    if isinstance(value, bytes):
        return f"y{value.hex()}"
    return "s" + ".".join(f"{ord(c):x}" for c in value)


def main():
    for name, (function, *makers) in OPERATORS.items():
        rounds = 600 if name.startswith(("Case", "Is", "StrTo", "Float", "Int")) else 350
        for _ in range(rounds):
            args = [make() for make in makers]
            try:
                if any(isinstance(a, int) and a < 0 for a in args) and name in ("Substring",):
                    raise Skip
                result = function(*args)
            except (Skip, OverflowError, ZeroDivisionError):
                continue
            print(name, *map(constant, args), constant(result), sep="\t")


main()
