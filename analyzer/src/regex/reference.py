"""What CPython's `re` does with patterns and subjects, some written by hand, most generated.

A line: mode, flags, position, pattern, subject, answer. Texts are code points in hexadecimal, joined by dots. The answer is
`N`, `M` with the last group and all spans, or `E` with an error's message and position.
"""

import random
import re
import sys
import warnings

warnings.simplefilter("ignore")
RANDOM = random.Random(20)
MODES = ["match", "fullmatch", "search"]
# Before 3.11.5 a possessive group that gives up leaves the position where it was last.
POSSESSIVE = ["*+", "?+"] if sys.version_info >= (3, 11, 5) else []

PATTERNS = r"""
a a* a+ a? a*? a+? a?? a{2} a{2,} a{,2} a{1,2} a{2,1} a{ a{} a{,} a{x} {2} * ^* a** a*+ a++ a?+ a{1,2}+ (a|ab)(c|bcd)(d*)
(a)|(b) (a)|b|(c) (?:a|b)* (a|b)* (a*)* (a*)+ (a*?)* (a|b|)* (?:a?)*? (?:(a)|(b))* (?:(a)|b)*c ((a)|(b))*? (a(b)?)+ ((ab)?c)*
a.b a.*b a.*?b (?s)a.b (?s:.)b . .. [ab] [^ab] [a-c] [^a-c] []a] [^]a] [a-] [-a] [a\-c] [\d] [^\d] [\w-] [\s\S] [a-\d] [b-a] [ab [
\d \D \w \W \s \S \b \B \A \Z \ba \Ba ab\b a\Bb ^a a$ ^$ (?m)^a (?m)a$ (?m)^$ $ ^ \Aa a\Z a$b a\n$ a$\n
(?i)a (?i)AB (?i)[a-c] (?i)[^a] (?i:a)b (?-i:a) (?i)(?-i:a)b (?i)\w (?i)K (?i)s (?i)ß (?i)[ſ] (?i)µ (?i)i (?i)[k-m] (?i)é (?ai)k
(?a)\w (?a)\d (?a:\w)\w (?u)\w (?x)a\ b (?x)a#c (?L)a (?au)a (?t)a (?ia)a (?q) (?i (?i-i:a) (?-a:b) (?-:a) (?i-) a(?i) (?i)|a (?im-s:.^)
(?=a) (?=ab)a (?!a) (?!a). a(?=b) a(?!b) (?<=a)b (?<!a)b (?<=ab)c (?<=a|b)c (?<=a+)b (?<=a|bc)d (?<=(a))b (?<!^)a (?<=\b)a (?<=^|b)c
(?=(a))\1 (?!(a))b (?=(a*))a*b\1 (?<=(a)(b))c (?<=a(?=b))b
(a)\1 (a)(b)\2\1 (a)?\1 (\w)\1 (?i)(a)\1 (?P<x>a)(?P=x) (?P=x) (?P<x>(?P=x)) (\1) \1 (a\1) \2 (a)\2 (?P<x>a)(?P<x>b) (?P<1>a) (?P<x
(?P<>a) (?P> (?P (? (?< (?<x (?<x>a) (?#c) (?#c a(?#c)b ( ) a) (a (?:a (?P<x>a (?=a (?(1)a|b) (a)?(?(1)b|c) (?P<x>a)?(?(x)b|c)
(a)?(?(1)b) (?(2)a|b) (?(0)a) (?(x)a) (?(1a)b) (a)(?(1)b|c|d) (?(1 (?>a*)b (?>a|ab)c (?>a*)a (a*+)b (?:ab)*+a (?:ab?)++b ((?>a)b)+
\x41 \x4 \xg \u0041 \u004 \U00000041 \U00110000 \0 \07 \08 \101 \400 \377 \8 \9 \q \y \_ \- \. \\ \/ \a \f \n \r \t \v \e \i
[\x41-\x43] [\101] [\8] [\q] [\b] [\B] [\400] [\n-\r] \Z* a|b|c a| |a || (|a) (a|) ()* (){3} (a)*? (a)+?b (?:)* (?:^)* (?:a^)* ^+
(\d+)-(\d+) (\w+)@(\w+)\.com (?P<y>\d{4})-(?P<m>\d\d) \s*(\w+)\s*=\s*(.*?)\s*$ ([a-z]+)(\d*) (x+x+)+y (a+)+$ ^(?:(\d+)|(\w+))$ "[^"]*"
(a?b??)* (a?b?)*? (?:a|(?:b|c)+)* ((a)?b)* ((a)|b)* (?:(a)(b)?)* (?:(x)|(y)|z)* ([ab])*\1 (?:(\w)\1?)* (a)(?=(b)?)b
""".split()
PATTERNS += ["(?x) a b # c\n c", "(?x)a\\ b", "(?x)[ a]", "(?x)(?# c )a", "a b", " ", "\n", "a\nb(", "é+", "[à-ÿ]+", "\U0001f600.", "(?i)\U00010400"]
SUBJECTS = ["", "a", "b", "ab", "ba", "aa", "aab", "abc", "abcd", "aabb", "A", "AB", "a b", "a\nb", "a\n", "\na", "a\n\n", "12-34", "x@y.com",
            "1984-05", " k = v ", "abab", "ababa", "aac", "xxy", "caa", "bcd", "ac", "é", "É", "ß", "ſ", "K", "٣", "²", "µ", "ı", "İ", "]", "-",
            '"q"', "\\", "{", "a{", "a{}", "a{,}", "_", "\x00", "\x1c", "\u2003", "\U00010428", "àÿ", "abcabc", "cabbage", "aaab", "xyz"]


def text(value):
    return ".".join("%x" % ord(c) for c in value)


def generated(depth):
    kind = RANDOM.randrange(17 if depth else 6)
    atom = lambda: RANDOM.choice(["a", "b", "c", ".", "[ab]", "[^a]", r"\w", r"\b", "^", "$", r"\d", "x", "(?:)"])
    inner = lambda: generated(depth - 1)
    if kind < 6:
        return atom()
    if kind < 8:
        return inner() + inner()
    if kind == 8:
        return inner() + "|" + inner()
    if kind in (9, 10):
        return "(" + inner() + ")"
    if kind == 11:
        return "(?:" + inner() + ")" + RANDOM.choice(["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", *POSSESSIVE])
    if kind == 12:
        return "(" + inner() + ")" + RANDOM.choice(["*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}"])
    if kind == 13:
        return RANDOM.choice(["(?=", "(?!", "(?<=", "(?<!", "(?>"]) + inner() + ")"
    if kind == 14:
        return inner() + RANDOM.choice([r"\1", r"\2", "(?(1)a|b)"])
    if kind == 15:
        return RANDOM.choice(["(?i:", "(?s:", "(?m:", "(?x:"]) + inner() + ")"
    return inner() + RANDOM.choice("*+?")


def ask(mode, flags, position, pattern, subject):
    try:
        found = getattr(re.compile(pattern, flags), mode)(subject, position)
    except re.error as error:
        answer = "E%s %s" % (text(error.msg), "" if error.pos is None else error.pos)
    except (ValueError, OverflowError) as error:
        answer = "E%s " % text(str(error))
    except RecursionError:
        return
    else:
        if found is None:
            answer = "N"
        else:
            spans = [found.span(group) for group in range(found.re.groups + 1)]
            answer = "M%s %s" % (found.lastindex or "", " ".join("%d,%d" % span for span in spans))
    print(MODES.index(mode), flags, position, text(pattern), text(subject), answer, sep="\t")


for pattern in PATTERNS:
    for subject in SUBJECTS:
        ask(RANDOM.choice(MODES), RANDOM.choice([0, 0, 0, 2, 8, 16, 64, 256]), 0, pattern, subject)
    for subject in RANDOM.sample(SUBJECTS, 12):
        ask("search", RANDOM.choice([0, 2]), RANDOM.randrange(3), pattern, subject)
for _ in range(int(sys.argv[1])):
    pattern = generated(4)
    for _ in range(4):
        subject = "".join(RANDOM.choice("aaabbcx\n1 ") for _ in range(RANDOM.randrange(9)))
        ask(RANDOM.choice(MODES), RANDOM.choice([0, 0, 0, 2, 8, 16]), RANDOM.choice([0, 0, 0, 1, 2]), pattern, subject)
