"""Floats as hexadecimal text, there and back."""


def there(x):
    return x.hex()


def back(text):
    return float.fromhex(text)


def ratio(x):
    return x.as_integer_ratio(), int(x), x.__int__()


CASES = [
    ("there", (0.0,)),
    ("there", (-0.0,)),
    ("there", (5e-324,)),
    ("there", (1.7976931348623157e308,)),
    ("there", (1e999,)),
    ("back", ("0x1.8p1",)),
    ("back", ("-0x.1p-4",)),
    ("back", ("inf",)),
    ("back", (" 1f ",)),
    ("back", ("0x1p-1080",)),
    ("back", ("0x1p5000",)),
    ("back", ("zz",)),
    ("ratio", (0.1,)),
    ("ratio", (-0.0,)),
    ("ratio", (1e22,)),
]
