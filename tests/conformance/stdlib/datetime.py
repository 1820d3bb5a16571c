"""Arithmetic with dates."""

from datetime import date, datetime, timedelta


def shifted(y, m, d, days):
    return date(y, m, d) + timedelta(days=days)


def difference(a, b):
    delta = date(*a) - date(*b)
    return delta, delta.days, delta.total_seconds()


def parts(y, m, d):
    x = date(y, m, d)
    return x.year, x.weekday(), x.isoformat(), x.strftime("%d/%m/%y"), x.replace(day=1)


def duration(hours, minutes):
    t = timedelta(hours=hours, minutes=minutes)
    return t, str(t), t.seconds, t * 2, -t


def parsed(text):
    return datetime.fromisoformat(text), datetime.fromisoformat(text).hour


def compared(a, b):
    return date(*a) < date(*b), max(date(*a), date(*b))


CASES = [
    ("shifted", (2024, 2, 28, 2)),
    ("shifted", (2023, 12, 31, 1)),
    ("shifted", (9999, 12, 31, 1)),
    ("difference", ((2024, 3, 1), (2024, 2, 1))),
    ("parts", (2024, 5, 17)),
    ("duration", (25, 30)),
    ("duration", (0, -1)),
    ("parsed", ("2024-01-02T03:04:05",)),
    ("compared", ((2024, 1, 1), (2023, 12, 31))),
]
