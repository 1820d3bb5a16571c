"""Decimal numbers: arithmetic, rounding, text, what goes wrong."""

from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal, DivisionByZero, InvalidOperation


def made(value):
    return Decimal(value), str(Decimal(value)), repr(Decimal(value))


def arithmetic(a, b):
    x, y = Decimal(a), Decimal(b)
    return x + y, x - y, x * y, -x, +x, abs(x)


def division(a, b):
    x, y = Decimal(a), Decimal(b)
    return x / y, x // y, x % y, divmod(x, y)


def with_ints(a, n):
    x = Decimal(a)
    return x + n, n + x, n - x, x * n, x**2, x < n, x == n


def with_float(a):
    return Decimal(a) + 1.5


def with_text(a):
    return Decimal(a) + "1"


def compared(a, b):
    x, y = Decimal(a), Decimal(b)
    return x == y, x != y, x < y, x <= y, x > y, x >= y, max(x, y), sorted([x, y])


def against_float(a, b):
    return Decimal(a) == b, Decimal(a) < b


def quantized(a, to, rounding):
    return Decimal(a).quantize(Decimal(to), rounding=rounding)


def rounded(a):
    x = Decimal(a)
    return round(x), round(x, 1), int(x), float(x), x.to_integral_value(), bool(x)


def formatted(a, spec):
    return format(Decimal(a), spec), f"{Decimal(a)}", "%s" % Decimal(a)


def parts(a):
    x = Decimal(a)
    return x.as_tuple(), x.adjusted(), x.is_zero(), x.is_signed(), x.is_nan(), x.is_finite(), x.normalize()


def kinds(a):
    x = Decimal(a)
    return isinstance(x, Decimal), hash(x) == hash(1), x in {1: "one"}, sum([x, x], Decimal(0))


def caught(a, b):
    try:
        return Decimal(a) / Decimal(b)
    except DivisionByZero as error:
        return "division", isinstance(error, ZeroDivisionError)
    except InvalidOperation as error:
        return "invalid", isinstance(error, ArithmeticError)


CASES = [
    ("made", ("1.50",)),
    ("made", ("-0",)),
    ("made", ("1E+3",)),
    ("made", ("0.0000001",)),
    ("made", (3,)),
    ("made", (0.1,)),
    ("made", ("Infinity",)),
    ("made", ("nan",)),
    ("made", ("abc",)),
    ("made", ([],)),
    ("made", (None,)),
    ("arithmetic", ("1.10", "2.205")),
    ("arithmetic", ("-1", "1")),
    ("arithmetic", ("0", "-5")),
    ("arithmetic", ("9999999999999999999999999999", "1.5")),
    ("division", ("1", "3")),
    ("division", ("-7", "2")),
    ("division", ("1", "0")),
    ("division", ("0", "0")),
    ("with_ints", ("2.5", 2)),
    ("with_float", ("1",)),
    ("with_text", ("1",)),
    ("compared", ("1.0", "1")),
    ("compared", ("-2", "1E+2")),
    ("compared", ("Infinity", "5")),
    ("against_float", ("0.5", 0.5)),
    ("against_float", ("0.1", 0.1)),
    ("quantized", ("2.675", "0.01", None)),
    ("quantized", ("2.665", "0.01", None)),
    ("quantized", ("2.675", "0.01", ROUND_HALF_UP)),
    ("quantized", ("-2.671", "0.01", ROUND_UP)),
    ("quantized", ("-2.679", "0.01", ROUND_DOWN)),
    ("quantized", ("-0.001", "0.01", None)),
    ("quantized", ("2", "0.001", None)),
    ("quantized", ("1E+30", "0.01", None)),
    ("rounded", ("2.5",)),
    ("rounded", ("-3.55",)),
    ("rounded", ("7",)),
    ("formatted", ("1234.567", ".2f")),
    ("formatted", ("1234.567", ",")),
    ("formatted", ("0.5", "%")),
    ("formatted", ("1", "")),
    ("parts", ("-12.30",)),
    ("parts", ("0",)),
    ("kinds", ("1.0",)),
    ("caught", ("1", "0")),
    ("caught", ("0", "0")),
    ("caught", ("1", "8")),
]
