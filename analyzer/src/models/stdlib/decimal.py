"""`decimal`: exact where whole numbers suffice, run by the interpreter otherwise.

A finite number is `_number * 10**_exponent`, where `_number` may be a symbol and `_exponent` never is; `_special` is
"" or the text of an infinity or NaN. What needs rounding to the context's precision is run on fixed values. The
context is the default one: 28 digits, half to even.
"""

from collections import namedtuple as _namedtuple

import unseam

ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_CEILING = "ROUND_DOWN", "ROUND_HALF_UP", "ROUND_HALF_EVEN", "ROUND_CEILING"
ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN, ROUND_05UP = "ROUND_FLOOR", "ROUND_UP", "ROUND_HALF_DOWN", "ROUND_05UP"
MAX_PREC, MAX_EMAX, MIN_EMIN, MIN_ETINY = 999999999999999999, 999999999999999999, -999999999999999999, -1999999999999999997
HAVE_THREADS, HAVE_CONTEXTVAR = True, True

_LIMIT = 10**28

DecimalTuple = _namedtuple("DecimalTuple", "sign digits exponent")


class DecimalException(ArithmeticError):
    pass


class Clamped(DecimalException):
    pass


class InvalidOperation(DecimalException):
    pass


class ConversionSyntax(InvalidOperation):
    pass


class DivisionByZero(DecimalException, ZeroDivisionError):
    pass


class DivisionImpossible(InvalidOperation):
    pass


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    pass


class Inexact(DecimalException):
    pass


class InvalidContext(InvalidOperation):
    pass


class Rounded(DecimalException):
    pass


class Subnormal(DecimalException):
    pass


class Overflow(Inexact, Rounded):
    pass


class Underflow(Inexact, Rounded, Subnormal):
    pass


class FloatOperation(DecimalException, TypeError):
    pass


def _made(number, exponent, negative_zero=False):
    made = object.__new__(Decimal)
    made._number = number
    made._exponent = exponent
    made._negative_zero = negative_zero
    made._special = ""
    return made


def _converted(value):
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return _made(value + 0, 0)
    return NotImplemented


def _rounded(number, divisor, rounding):
    """`number / divisor` as a whole number."""
    size = -number if number < 0 else number
    whole, rest = size // divisor, size % divisor
    if rest:
        if rounding == ROUND_HALF_EVEN:
            up = rest * 2 > divisor or rest * 2 == divisor and whole % 2 == 1
        elif rounding == ROUND_HALF_UP:
            up = rest * 2 >= divisor
        elif rounding == ROUND_HALF_DOWN:
            up = rest * 2 > divisor
        elif rounding == ROUND_UP:
            up = True
        elif rounding == ROUND_FLOOR:
            up = number < 0
        elif rounding == ROUND_CEILING:
            up = number > 0
        elif rounding == ROUND_05UP:
            up = whole % 5 == 0
        else:
            up = False
        if up:
            whole += 1
    return -whole if number < 0 else whole


def _runner(name):
    def run(self, *args, **kwargs):
        return unseam.evaluate("decimal.Decimal." + name, self, *args, **kwargs)

    return run


def _under_context():
    unseam.inexact("decimals may be rounded in another context")


class Decimal:
    def __new__(cls, value="0", context=None):
        if isinstance(value, Decimal) and not isinstance(value, int):
            made = object.__new__(cls)
            made._number, made._exponent = value._number, value._exponent
            made._negative_zero, made._special = value._negative_zero, value._special
            return made
        if isinstance(value, int):
            made = _made(value + 0, 0)
        elif isinstance(value, (str, float, tuple, list)):
            made = unseam.evaluate("decimal.Decimal", value)
        else:
            raise TypeError("conversion from " + type(value).__name__ + " to Decimal is not supported")
        if cls is not Decimal:
            return cls.__new__(cls, made)
        return made

    @classmethod
    def from_float(cls, f):
        return cls(f)

    def _pair(self, other):
        """Both numbers with the same exponent; None if one is not finite, or is too far away."""
        distance = self._exponent - other._exponent
        if self._special or other._special or distance > 60 or distance < -60:
            return None
        if distance >= 0:
            return self._number * 10**distance, other._number, other._exponent
        return self._number, other._number * 10**-distance, self._exponent

    def _sum(self, other, name, sign):
        other = _converted(other)
        if other is NotImplemented:
            return other
        _under_context()
        pair = self._pair(other)
        if pair is not None and not self._negative_zero and not other._negative_zero:
            total = pair[0] + sign * pair[1]
            if -_LIMIT < total < _LIMIT:
                return _made(total, pair[2])
        return unseam.evaluate("decimal.Decimal." + name, self, other)

    def __add__(self, other):
        return self._sum(other, "__add__", 1)

    def __sub__(self, other):
        return self._sum(other, "__sub__", -1)

    def __radd__(self, other):
        other = _converted(other)
        return other if other is NotImplemented else other + self

    def __rsub__(self, other):
        other = _converted(other)
        return other if other is NotImplemented else other - self

    def __mul__(self, other):
        other = _converted(other)
        if other is NotImplemented:
            return other
        _under_context()
        if not (self._special or other._special or self._negative_zero or other._negative_zero):
            product = self._number * other._number
            if -_LIMIT < product < _LIMIT:
                negative = product == 0 and (self._number < 0 or other._number < 0)
                return _made(product, self._exponent + other._exponent, negative)
        return unseam.evaluate("decimal.Decimal.__mul__", self, other)

    __rmul__ = __mul__

    def _run_pair(self, other, name):
        _under_context()
        other = _converted(other)
        return other if other is NotImplemented else unseam.evaluate("decimal.Decimal." + name, self, other)

    def _run_mirrored(self, other, name):
        other = _converted(other)
        return other if other is NotImplemented else unseam.evaluate("decimal.Decimal." + name, other, self)

    def __truediv__(self, other):
        return self._run_pair(other, "__truediv__")

    def __rtruediv__(self, other):
        return self._run_mirrored(other, "__truediv__")

    def __floordiv__(self, other):
        return self._run_pair(other, "__floordiv__")

    def __rfloordiv__(self, other):
        return self._run_mirrored(other, "__floordiv__")

    def __mod__(self, other):
        return self._run_pair(other, "__mod__")

    def __rmod__(self, other):
        return self._run_mirrored(other, "__mod__")

    def __divmod__(self, other):
        return self._run_pair(other, "__divmod__")

    def __rdivmod__(self, other):
        return self._run_mirrored(other, "__divmod__")

    def __pow__(self, other, modulo=None):
        return self._run_pair(other, "__pow__")

    def __rpow__(self, other):
        return self._run_mirrored(other, "__pow__")

    def __neg__(self):
        _under_context()
        if self._special or not -_LIMIT < self._number < _LIMIT:
            return unseam.evaluate("decimal.Decimal.__neg__", self)
        return _made(-self._number, self._exponent)

    def __pos__(self):
        _under_context()
        if self._special or not -_LIMIT < self._number < _LIMIT:
            return unseam.evaluate("decimal.Decimal.__pos__", self)
        return _made(self._number, self._exponent)

    def __abs__(self):
        _under_context()
        if self._special or not -_LIMIT < self._number < _LIMIT:
            return unseam.evaluate("decimal.Decimal.__abs__", self)
        return _made(-self._number if self._number < 0 else self._number, self._exponent)

    def _compared(self, other, name, compare):
        if isinstance(other, float):
            return unseam.evaluate("decimal.Decimal." + name, self, other)
        converted = _converted(other)
        if converted is NotImplemented:
            if hasattr(type(other), "denominator") and hasattr(type(other), "numerator"):
                return compare(self * other.denominator, Decimal(other.numerator))
            return converted
        pair = self._pair(converted)
        if pair is None:
            return unseam.evaluate("decimal.Decimal." + name, self, converted)
        return compare(pair[0], pair[1])

    def __eq__(self, other):
        return self._compared(other, "__eq__", lambda a, b: a == b)

    def __lt__(self, other):
        return self._compared(other, "__lt__", lambda a, b: a < b)

    def __le__(self, other):
        return self._compared(other, "__le__", lambda a, b: a <= b)

    def __gt__(self, other):
        return self._compared(other, "__gt__", lambda a, b: a > b)

    def __ge__(self, other):
        return self._compared(other, "__ge__", lambda a, b: a >= b)

    def __bool__(self):
        return True if self._special else self._number != 0

    def __hash__(self):
        if not self._special and self._exponent == 0:
            return hash(self._number)
        return unseam.evaluate("decimal.Decimal.__hash__", self)

    def __int__(self):
        if self._special:
            return unseam.evaluate("decimal.Decimal.__int__", self)
        if self._exponent >= 0:
            return self._number * 10**self._exponent
        return _rounded(self._number, 10**-self._exponent, ROUND_DOWN)

    __trunc__ = __int__

    def __floor__(self):
        if self._special:
            return unseam.evaluate("decimal.Decimal.__floor__", self)
        return self._number * 10**self._exponent if self._exponent >= 0 else self._number // 10**-self._exponent

    def __ceil__(self):
        return -(-self).__floor__()

    def __float__(self):
        if not self._special and self._exponent == 0 and not self._negative_zero:
            return float(self._number)
        return unseam.evaluate("decimal.Decimal.__float__", self)

    def __round__(self, n=None):
        if n is not None:
            return self.quantize(_made(1, -n))
        if self._special:
            return unseam.evaluate("decimal.Decimal.__round__", self)
        if self._exponent >= 0:
            return int(self)
        return _rounded(self._number, 10**-self._exponent, ROUND_HALF_EVEN)

    def quantize(self, exp, rounding=None, context=None):
        target = _converted(exp)
        if target is NotImplemented:
            raise TypeError("conversion from " + type(exp).__name__ + " to Decimal is not supported")
        rounding = ROUND_HALF_EVEN if rounding is None else rounding
        places = target._exponent - self._exponent if not (self._special or target._special) else 99
        if -28 < places < 28 and not self._negative_zero:
            if places <= 0:
                number = self._number * 10**-places
            else:
                number = _rounded(self._number, 10**places, rounding)
            if -_LIMIT < number < _LIMIT:
                return _made(number, target._exponent, number == 0 and self._number < 0)
        return unseam.evaluate("decimal.Decimal.quantize", self, target, rounding)

    def to_integral_value(self, rounding=None, context=None):
        if not self._special and self._exponent < 0 and not self._negative_zero:
            rounding = ROUND_HALF_EVEN if rounding is None else rounding
            number = _rounded(self._number, 10**-self._exponent, rounding)
            return _made(number, 0, number == 0 and self._number < 0)
        return Decimal(self)

    to_integral = to_integral_value

    def is_zero(self):
        return not self._special and self._number == 0

    def is_finite(self):
        return not self._special

    def is_infinite(self):
        return "Inf" in self._special

    def is_nan(self):
        return "NaN" in self._special

    def is_qnan(self):
        return self._special in ("NaN", "-NaN")

    def is_snan(self):
        return "sNaN" in self._special

    def is_signed(self):
        return self._special.startswith("-") if self._special else self._number < 0 or self._negative_zero

    def _digits(self):
        return str(-self._number if self._number < 0 else self._number)

    def adjusted(self):
        return 0 if self._special else len(self._digits()) + self._exponent - 1

    def as_tuple(self):
        if self._special:
            return unseam.evaluate("decimal.Decimal.as_tuple", self)
        digits = tuple([int(digit) for digit in self._digits()])
        return DecimalTuple(1 if self.is_signed() else 0, digits, self._exponent)

    def as_integer_ratio(self):
        return unseam.evaluate("decimal.Decimal.as_integer_ratio", self)

    @property
    def real(self):
        return self

    @property
    def imag(self):
        return Decimal(0)

    def conjugate(self):
        return self

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __str__(self):
        if self._special:
            return self._special
        sign = "-" if self.is_signed() else ""
        digits = self._digits()
        point = self._exponent + len(digits)
        if self._exponent <= 0 and point > -6:
            if self._exponent == 0:
                return sign + digits
            if point <= 0:
                return sign + "0." + "0" * -point + digits
            return sign + digits[:point] + "." + digits[point:]
        exponent = "E" + ("+" if point - 1 >= 0 else "") + str(point - 1)
        return sign + digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + exponent

    def __repr__(self):
        return "Decimal('" + str(self) + "')"

    def __format__(self, spec):
        if not spec:
            return str(self)
        return unseam.evaluate("decimal.Decimal.__format__", self, spec)

    sqrt = _runner("sqrt")
    exp = _runner("exp")
    ln = _runner("ln")
    log10 = _runner("log10")
    normalize = _runner("normalize")
    compare = _runner("compare")
    compare_total = _runner("compare_total")
    copy_abs = _runner("copy_abs")
    copy_negate = _runner("copy_negate")
    copy_sign = _runner("copy_sign")
    fma = _runner("fma")
    logb = _runner("logb")
    max = _runner("max")
    max_mag = _runner("max_mag")
    min = _runner("min")
    min_mag = _runner("min_mag")
    next_minus = _runner("next_minus")
    next_plus = _runner("next_plus")
    number_class = _runner("number_class")
    remainder_near = _runner("remainder_near")
    same_quantum = _runner("same_quantum")
    scaleb = _runner("scaleb")
    shift = _runner("shift")
    to_eng_string = _runner("to_eng_string")
    to_integral_exact = _runner("to_integral_exact")


import numbers as _numbers

_numbers.Number.register(Decimal)
