"""Methods of bytes, one after the other."""


def call(data, name, args):
    return getattr(data, name)(*args)


CASES = [
    ("call", (b"ab c", "capitalize", ())),
    ("call", (b"ab", "center", (6,))),
    ("call", (b"ab", "center", (6, b"*"))),
    ("call", (b"a\tb", "expandtabs", (4,))),
    ("call", (b"ab1", "isalnum", ())),
    ("call", (b"", "isalpha", ())),
    ("call", (b"ab\xff", "isascii", ())),
    ("call", (b"12", "isdigit", ())),
    ("call", (b"ab", "islower", ())),
    ("call", (b" \t", "isspace", ())),
    ("call", (b"Ab", "istitle", ())),
    ("call", (b"AB", "isupper", ())),
    ("call", (b"ab", "ljust", (4, b"."))),
    ("call", (b"a=b=c", "partition", (b"=",))),
    ("call", (b"a=b=c", "rpartition", (b"=",))),
    ("call", (b"abc", "removeprefix", (b"a",))),
    ("call", (b"abc", "removesuffix", (b"c",))),
    ("call", (b"abab", "rfind", (b"ab",))),
    ("call", (b"abab", "rindex", (b"x",))),
    ("call", (b"a b c", "rsplit", (None, 1))),
    ("call", (b"a\nb\r\nc", "splitlines", ())),
    ("call", (b"aB", "swapcase", ())),
    ("call", (b"ab cd", "title", ())),
    ("call", (b"abc", "translate", (None, b"b"))),
    ("call", (b"-5", "zfill", (4,))),
    ("call", (b"ab", "zfill", ("x",))),
]
