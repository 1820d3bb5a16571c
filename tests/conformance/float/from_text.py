"""`float(text)`."""


def parse(text):
    return float(text)


CASES = [
    ("parse", ("1.5",)),
    ("parse", ("  -1e3 ",)),
    ("parse", (".5",)),
    ("parse", ("5.",)),
    ("parse", ("1_0.0_1",)),
    ("parse", ("inf",)),
    ("parse", ("-Infinity",)),
    ("parse", ("NaN",)),
    ("parse", ("1e400",)),
    ("parse", ("",)),
    ("parse", ("1.5.2",)),
    ("parse", ("abc",)),
    ("parse", ("1 2",)),
]
