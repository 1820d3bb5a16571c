"""Random operands as Python source: `operand(random, "int")` gives `-7` or `2 ** 64`.

A *kind* names what is wanted: a builtin type, a role (`index`, `count`, `spec`) or `any`. Edge values come about as
often as ordinary ones. `nan` and `inf` are names that every batch defines.
"""

import sys

INTS = ["0", "1", "-1", "2", "-2", "3", "5", "7", "-7", "10", "16", "100", "-100", "255", "256", "1000", "-1000"]
# Between a few thousand and these lie sizes that a machine would really try to allocate.
HUGE_INTS = [str(2**53 + 1), str(2**63 - 1), str(2**63), str(-(2**63)), str(-(2**63) - 1), str(2**64), str(10**30), str(-(10**30))]
FLOATS = [
    "0.0", "-0.0", "1.0", "-1.0", "0.5", "-0.5", "1.5", "2.5", "-2.5", "0.1", "0.2", "3.14", "-7.25", "1e16", "1e-7", "123456.789",
    "1e22", "1e23", "5e-324", "1.7976931348623157e+308", "2.2250738585072014e-308", "nan", "inf", "-inf", "9007199254740993.0", "1e100", "-1e-5",
    "0.30000000000000004", "2.675", "1e15", "999999999999999.9", "0.0001", "0.00001",
]
WORDS = ["", "a", "b", "ab", "ba", "abc", "aaa", "abab", "Hello, World", "x=1", "  pad ", "tab\tand\nline\r\n", "a,b,,c", "1", "-12", " 42 ", "3.5", "1_000", "0x1F", "A", "aB", "Zz", "%d", "{}", "True", "None", "nan", "[1]", "'", '"', "\\"]
STRANGE = ["é", "ß", "İ", "ı", "ﬁ", "ǆ", "ǅ", "Σ", "ΑΣ", "ς", "😀", "a😀b", "\x00", "\x1c", "\x85", "\u2028", "\xa0", "\u3000", "١٢", "²", "½", "Ⅷ", "ª", "\u0301", "e\u0301", "\u200b", "日本", "\x7f", "\x1f", "Ŀ", "ŉ", "\u0345", "ᾳ", "ᾼ", "\U0001d7d8", "\ufeff"]
LETTERS = "aabbcABC xyz019_-.,:;%{}()\n\téßΣ😀"


def operand(random, kind):
    return MAKERS[kind](random)


def integer(random):
    chance = random.random()
    if chance < 0.6:
        return random.choice(INTS)
    if chance < 0.8:
        return str(random.randint(-40, 40))
    if chance < 0.9:
        return str(random.randint(-5000, 5000))
    return random.choice(HUGE_INTS)


def floating(random):
    chance = random.random()
    if chance < 0.6:
        return random.choice(FLOATS)
    if chance < 0.8:
        return repr(round(random.uniform(-100, 100), random.randint(0, 4)))
    return repr(random.uniform(-1, 1) * 10.0 ** random.randint(-20, 25))


def text_value(random):
    chance = random.random()
    if chance < 0.45:
        return random.choice(WORDS)
    if chance < 0.65:
        return random.choice(STRANGE)
    if chance < 0.75:
        return random.choice(WORDS) + random.choice(STRANGE) + random.choice(WORDS)
    return "".join(random.choice(LETTERS) for _ in range(random.randint(1, 9)))


def text(random):
    return repr(text_value(random))


def part(random):
    """A text that is likely to occur in another."""
    return repr(random.choice(["", "a", "b", "ab", "aa", "c", " ", ",", "\n", "x", "1", "é", "😀", "abc"]))


def numeral(random):
    """What `int` and `float` read, and what they almost read."""
    body = "".join(random.choice("0123456789") for _ in range(random.randint(0, 5)))
    shape = random.choice(["{}", " {} ", "-{}", "+{}", "{}.{}", "{}e{}", "{}_{}", "_{}", "{}_", "0x{}", "0b{}", "{}a", "{}.", ".{}", "- {}", "--{}", "{}e-{}", "\t{}\n", "١{}", "{}\x00", "{}__{}", "inf{}", "nan{}", "0o{}", "{}z", "Infinity", "-inf", "1e400", "0_0", "00{}"])
    return repr(shape.replace("{}", body) if random.random() < 0.8 else random.choice(WORDS))


def octets_value(random):
    if random.random() < 0.5:
        return text_value(random).encode("utf-8")
    return bytes(random.choice([0, 9, 10, 32, 44, 48, 57, 65, 97, 97, 98, 98, 127, 128, 200, 255]) for _ in range(random.randint(0, 7)))


def octets(random):
    return repr(octets_value(random))


def mutable_octets(random):
    return f"bytearray({octets_value(random)!r})"


def octet_part(random):
    return repr(random.choice([b"", b"a", b"b", b"ab", b" ", b",", b"\n", b"\x00", b"1"]))


def complex_number(random):
    part = random.choice(["0j", "1j", "-2.5j", "1e3j", "0.5j"])
    return random.choice([part, f"({random.choice(['0', '1', '-3', '2.5'])}+{part})"])


def atom(random):
    return random.choice([integer, integer, text, floating, boolean, nothing, octets])(random)


def hashable(random, depth=0):
    if depth < 2 and random.random() < 0.15:
        return sequence_text(random, "(", ")", depth + 1, hashable)
    return random.choice([integer, integer, text, text, boolean, nothing, plain_float])(random)


def plain_float(random):
    return random.choice(["0.0", "1.0", "-1.0", "2.5", "0.1", "1e16"])


def element(random, depth=0):
    if depth < 2 and random.random() < 0.2:
        return random.choice([listing, tupling, mapping])(random, depth + 1)
    return random.choice([integer, integer, text, plain_float, boolean, nothing])(random)


def sequence_text(random, opening, closing, depth=0, of=element):
    count = random.choice([0, 0, 1, 1, 2, 2, 3, 3, 4, 6])
    if random.random() < 0.5:
        alike = random.choice([small, small, part, text, plain_float])
        items = [alike(random) for _ in range(count)]
    else:
        items = [of(random, depth) for _ in range(count)]
    if opening == "(" and count == 1:
        return f"({items[0]},)"
    return opening + ", ".join(items) + closing


def listing(random, depth=0):
    return sequence_text(random, "[", "]", depth)


def tupling(random, depth=0):
    return sequence_text(random, "(", ")", depth)


def mapping(random, depth=0):
    alike = random.choice([small, part, hashable, hashable])
    items = [f"{alike(random)}: {element(random, depth + 1)}" for _ in range(random.choice([0, 0, 1, 1, 2, 2, 3, 4]))]
    return "{" + ", ".join(items) + "}"


def small_set(random):
    items = sorted({random.randint(0, 7) for _ in range(random.choice([0, 0, 1, 2, 3, 4]))})
    return "{" + ", ".join(map(str, items)) + "}" if items else "set()"


def setting(random):
    if random.random() < 0.6:
        return small_set(random)
    items = [hashable(random) for _ in range(random.choice([1, 1, 2, 3]))]
    return "{" + ", ".join(items) + "}"


def frozen(random):
    return f"frozenset({setting(random)})"


def ordered_set(random):
    """A set whose order is the same everywhere: of small ints, or of one element."""
    return small_set(random) if random.random() < 0.7 else "{" + hashable(random) + "}"


def ordered_frozen(random):
    return f"frozenset({ordered_set(random)})"


def ranging(random):
    arguments = random.choice([["{}"], ["{}", "{}"], ["{}", "{}", "{}"]])
    values = [random.choice(["0", "1", "2", "3", "5", "-1", "-2", "-5", "10"]) for _ in arguments]
    if len(values) == 3 and values[2] == "0":
        values[2] = "2"
    return f"range({', '.join(values)})"


def slicing(random):
    def bound():
        return random.choice(["None", "0", "1", "2", "3", "-1", "-2", "-3", "5", "10", "-10", str(2**70)])

    step = random.choice(["None", "None", "1", "-1", "2", "-2", "3", "0"]) if random.random() < 0.6 else "None"
    return f"slice({bound()}, {bound()}, {step})"


def boolean(random):
    return random.choice(["True", "False"])


def nothing(random):
    return "None"


def small(random):
    return str(random.choice([0, 1, 2, 3, 4, 5, -1, -2, -3]))


def index(random):
    return random.choice(["0", "1", "2", "3", "4", "7", "-1", "-2", "-3", "-7", "True", "100", "-100", str(2**63), str(-(2**70))])


def bound(random):
    return random.choice([index, index, index, nothing])(random)


def count(random):
    return random.choice(["-1", "0", "1", "2", "3", "-5", "True"])


def width(random):
    return random.choice(["0", "1", "3", "5", "8", "12", "-4"])


def spec_value(random):
    """A format specification, mostly a valid one."""
    fill = random.choice(["", "", "", "<", ">", "^", "=", "*<", "0>", "é^", " ="])
    sign = random.choice(["", "", "", "+", "-", " "])
    other = random.choice(["", "", "", "#", "0", "z" if sys.version_info >= (3, 11) else "#"])
    wide = random.choice(["", "", "5", "8", "12", "1", "03"])
    group = random.choice(["", "", "", ",", "_"])
    precision = random.choice(["", "", "", ".0", ".1", ".2", ".3", ".10", "."])
    kind = random.choice(["", "", "d", "x", "X", "o", "b", "c", "e", "E", "f", "F", "g", "G", "n", "%", "s", "q"])
    return fill + sign + other + wide + group + precision + kind


def spec(random):
    return repr(spec_value(random))


def percent_value(random):
    """The right side of `%`-formatting: one conversion."""
    flags = random.choice(["", "", "", "-", "+", " ", "0", "#", "-0", "+#"])
    wide = random.choice(["", "", "5", "8", "1"])
    precision = random.choice(["", "", ".0", ".2", ".5", "."])
    return "%" + flags + wide + precision + random.choice("dddsssrrixXoeEfFgGcau%q")


def percent(random):
    return repr("".join(random.choice(["", "a", " "]) + percent_value(random) for _ in range(random.choice([1, 1, 1, 2]))))


def template(random):
    """A text for `str.format`."""
    def field():
        name = random.choice(["", "", "0", "1", "2", "k", "0[0]", "0[k]", "0.real", "-1", "0.x"])
        conversion = random.choice(["", "", "", "!r", "!s", "!a", "!x"])
        rest = random.choice(["", "", ":" + spec_value(random), ":{}", ":>{1}"])
        return "{" + name + conversion + rest + "}"

    pieces = [random.choice(["", "a", "{{", "}}", " ", "}"]) if random.random() < 0.3 else field() for _ in range(random.randint(1, 3))]
    return repr("".join(pieces))


def encoding(random):
    return random.choice(["'utf-8'", "'utf8'", "'ascii'", "'latin-1'", "'UTF-8'", "'utf-16'", "'utf-16-le'", "'utf-32'", "'utf-8-sig'", "'cp1252'", "'nope'", "'iso-8859-1'"])


def errors(random):
    return random.choice(["'strict'", "'ignore'", "'replace'", "'backslashreplace'", "'xmlcharrefreplace'", "'surrogateescape'", "'nope'"])


def base(random):
    return random.choice(["0", "2", "8", "10", "16", "36", "1", "37", "-1", "3"])


def pattern_value(random, depth=0):
    def one():
        chance = random.random()
        if depth < 3 and chance < 0.2:
            opening = random.choice(["(", "(", "(?:", "(?=", "(?!", "(?P<n>" if depth == 0 else "("])
            return opening + pattern_value(random, depth + 1) + ")"
        if chance < 0.35:
            return random.choice(["[ab]", "[^a]", "[a-c]", "[0-9]", "\\d", "\\w", "\\s", ".", "\\W", "\\D", "\\b"])
        return random.choice("aaabbbc1 ,^$")

    pieces = []
    for _ in range(random.randint(1, 4)):
        pieces.append(one() + random.choice(["", "", "", "", "*", "+", "?", "{2}", "{1,2}", "*?", "+?", "{0,1}?"]))
    if random.random() < 0.15:
        pieces.append("|" + one())
    return "".join(pieces)


def pattern(random):
    return repr(pattern_value(random))


def searched(random):
    return repr("".join(random.choice("aaabbbc1 ,\n_é") for _ in range(random.randint(0, 8))))


def anything(random):
    kind = random.choice(["int", "int", "float", "str", "str", "bytes", "bytearray", "list", "list", "tuple", "dict", "ordered set", "ordered frozenset", "range", "bool", "None", "slice", "complex"])
    return MAKERS[kind](random)


def number(random):
    return random.choice([integer, integer, floating, floating, boolean])(random)


def iterable(random):
    return random.choice([listing, listing, tupling, text, mapping, ranging, octets, small_set])(random)


def numbers(random):
    alike = random.choice([small, integer, floating, boolean, number])
    items = [alike(random) for _ in range(random.randint(0, 6))]
    return "[" + ", ".join(items) + "]"


def words(random):
    items = [random.choice([text, part])(random) for _ in range(random.randint(0, 5))]
    return "[" + ", ".join(items) + "]"


def pairs(random):
    items = [f"({hashable(random)}, {element(random, 1)})" for _ in range(random.randint(0, 4))]
    return "[" + ", ".join(items) + "]"


MAKERS = {
    "int": integer, "float": floating, "str": text, "part": part, "numeral": numeral, "bytes": octets, "bytearray": mutable_octets,
    "octets": octet_part, "complex": complex_number, "list": listing, "tuple": tupling, "dict": mapping, "set": setting,
    "smallset": small_set, "ordered set": ordered_set, "ordered frozenset": ordered_frozen, "frozenset": frozen, "range": ranging, "slice": slicing, "bool": boolean, "None": nothing,
    "small": small, "index": index, "bound": bound, "count": count, "width": width, "spec": spec, "percent": percent,
    "template": template, "encoding": encoding, "errors": errors, "base": base, "pattern": pattern, "searched": searched,
    "any": anything, "number": number, "iterable": iterable, "numbers": numbers, "words": words, "pairs": pairs,
    "key": hashable, "element": element, "atom": atom,
}
