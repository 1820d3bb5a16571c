"""Modules that work on numbers."""

import calendar
import colorsys
import fractions
import numbers
import statistics
from fractions import Fraction


def averages(data):
    return statistics.mean(data), statistics.median(data), statistics.mode(data)


def spread(data):
    return statistics.pstdev(data), statistics.variance(data), statistics.stdev(data)


def middle(data):
    return statistics.median_low(data), statistics.median_high(data), statistics.fmean(data), statistics.multimode(data)


def quantiles(data):
    return statistics.quantiles(data, n=4)


def calendar_facts(year, month):
    return calendar.isleap(year), calendar.monthrange(year, month), calendar.leapdays(2000, year), calendar.month_name[month]


def weeks(year, month):
    return calendar.monthcalendar(year, month), calendar.weekday(year, month, 1)


def shown(year, month):
    return calendar.month(year, month)


def colour(r, g, b):
    return colorsys.rgb_to_hsv(r, g, b), colorsys.rgb_to_hls(r, g, b), colorsys.hsv_to_rgb(r, g, b)


def ratio(a, b):
    f = Fraction(a, b)
    return f, f.numerator, f.denominator, float(f), f + 1, 1 - f, f * f, f / 3, f**2, -f, abs(f), round(f), f // 1, f % 1


def ratio_text(text):
    return Fraction(text), Fraction(text).limit_denominator(10)


def ratio_compared(a, b):
    return Fraction(*a) < Fraction(*b), Fraction(*a) == 0.5, Fraction(*a) > 1, hash(Fraction(2, 1)) == hash(2)


def number_kinds(x):
    return isinstance(x, numbers.Rational), isinstance(x, numbers.Number)


CASES = [
    ("averages", ([1, 2, 2, 3],)),
    ("averages", ([1.5, 2.5],)),
    ("averages", ([],)),
    ("spread", ([1, 2, 4],)),
    ("spread", ([1],)),
    ("middle", ([1, 2, 3, 4],)),
    ("quantiles", ([1, 2, 3, 4, 5],)),
    ("calendar_facts", (2024, 2)),
    ("calendar_facts", (2023, 13)),
    ("weeks", (2024, 2)),
    ("shown", (2024, 2)),
    ("colour", (0.2, 0.4, 0.6)),
    ("colour", (0.5, 0.5, 0.5)),
    ("ratio", (3, 4)),
    ("ratio", (-6, 4)),
    ("ratio", (1, 0)),
    ("ratio_text", ("3/4",)),
    ("ratio_text", ("0.125",)),
    ("ratio_text", ("x",)),
    ("ratio_compared", ((1, 2), (2, 3))),
    ("number_kinds", (Fraction(1, 2),)),
]
