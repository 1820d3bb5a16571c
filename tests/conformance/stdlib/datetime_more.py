"""Moments, durations, time zones; what goes wrong with them."""

import datetime as dt
from datetime import date, datetime, time, timedelta, timezone


def made(kind, args):
    return getattr(dt, kind)(*args)


def attribute(kind, args, name):
    return getattr(getattr(dt, kind)(*args), name)


def method(kind, args, name, more):
    return getattr(getattr(dt, kind)(*args), name)(*more)


def class_method(kind, name, args):
    return getattr(getattr(dt, kind), name)(*args)



def moved(args, parts):
    return datetime(*args) + timedelta(**parts), datetime(*args) - timedelta(**parts)


def days_between(a, b):
    return (datetime(*a) - datetime(*b)).days, (datetime(*b) - datetime(*a)).total_seconds()


def sums(a, b):
    x, y = timedelta(*a), timedelta(*b)
    return x + y, x - y, x // 2, x / 2, abs(-x), x < y, x == y, bool(x - x), x % timedelta(hours=5)


def divided(a, b):
    return timedelta(*a) / timedelta(*b), timedelta(*a) // timedelta(*b), divmod(timedelta(*a), timedelta(*b))


def aware(args, hours):
    zone = timezone(timedelta(hours=hours))
    moment = datetime(*args, tzinfo=zone)
    return moment.isoformat(), moment.utcoffset(), moment.tzname(), moment.astimezone(timezone.utc)


def mixed(args):
    return datetime(*args) < datetime(*args, tzinfo=timezone.utc)


def mixed_difference(args):
    return datetime(*args) - datetime(*args, tzinfo=timezone.utc)


def against_day(args):
    return datetime(*args) < date(2024, 1, 1)


def same_as_day(args):
    return datetime(*args) == date(2024, 1, 1), date(2024, 1, 1) != 5


def against_number(args):
    return date(*args) < 5


def formatted(args, text):
    return datetime(*args).strftime(text), f"{datetime(*args):{text}}"


def read(text, pattern):
    return datetime.strptime(text, pattern)


def ordered(days):
    return sorted(date(2024, m, d) for m, d in days), min(date(2024, m, d) for m, d in days)


def keys(args):
    seen = {date(*args): 1, timedelta(1): 2}
    return seen[date(*args)], seen[timedelta(hours=24)], date(*args) in seen


def kinds():
    x = datetime(2024, 1, 1)
    return isinstance(x, date), isinstance(x, datetime), isinstance(x.date(), datetime), type(x.time())


def limits():
    return date.min, date.max, datetime.max, timedelta.max, timedelta.resolution, time.min, timezone.utc


def zone(hours):
    return timezone(timedelta(hours=hours)), str(timezone(timedelta(hours=hours), "here"))


CASES = [
    ("made", ("date", (2024, 2, 29))),
    ("made", ("date", (2023, 2, 29))),
    ("made", ("date", (2024, 13, 1))),
    ("made", ("date", (0, 1, 1))),
    ("made", ("date", (2024, 4, 31))),
    ("made", ("date", ("2024", 1, 1))),
    ("made", ("datetime", (2024, 1, 1))),
    ("made", ("datetime", (2024, 1, 1, 23, 59, 59, 999999))),
    ("made", ("datetime", (2024, 1, 1, 24))),
    ("made", ("datetime", (2024, 1, 1, 0, 60))),
    ("made", ("datetime", (2024, 1, 1, 0, 0, 60))),
    ("made", ("time", (9, 30))),
    ("made", ("time", ())),
    ("made", ("time", (25,))),
    ("made", ("timedelta", ())),
    ("made", ("timedelta", (1, 2, 3))),
    ("made", ("timedelta", (-1, 5))),
    ("made", ("timedelta", (0.5,))),
    ("made", ("timedelta", (10**9,))),
    ("made", ("timedelta", ("1",))),
    ("attribute", ("datetime", (2024, 5, 17, 9, 30), "hour")),
    ("attribute", ("datetime", (2024, 5, 17, 9, 30), "tzinfo")),
    ("attribute", ("date", (2024, 5, 17), "hour")),
    ("method", ("date", (2024, 5, 17), "isocalendar", ())),
    ("method", ("date", (2024, 12, 30), "isocalendar", ())),
    ("method", ("date", (2024, 5, 17), "timetuple", ())),
    ("method", ("date", (2024, 5, 17), "toordinal", ())),
    ("method", ("date", (2024, 5, 17), "ctime", ())),
    ("method", ("datetime", (2024, 5, 17, 9, 30), "ctime", ())),
    ("method", ("datetime", (2024, 5, 17, 9, 30), "date", ())),
    ("method", ("datetime", (2024, 5, 17, 9, 30), "isoformat", (" ",))),
    ("method", ("datetime", (2024, 5, 17, 9, 30, 1, 5), "isoformat", ("T", "milliseconds"))),
    ("method", ("datetime", (2024, 5, 17, 9, 30), "replace", (2020,))),
    ("method", ("date", (2024, 2, 29), "replace", (2023,))),
    ("method", ("time", (9, 30, 5), "isoformat", ())),
    ("method", ("time", (9, 30, 5), "strftime", ("%H:%M",))),
    ("method", ("timedelta", (1, 3600), "total_seconds", ())),
    ("class_method", ("date", "fromisoformat", ("2024-05-17",))),
    ("class_method", ("date", "fromisoformat", ("2024-5-17",))),
    ("class_method", ("date", "fromordinal", (738000,))),
    ("class_method", ("date", "fromisocalendar", (2024, 1, 1))),
    ("class_method", ("datetime", "fromisoformat", ("2024-05-17 09:30:00+02:00",))),
    ("class_method", ("datetime", "fromisoformat", ("2024-05-17T09:30:00.123",))),
    ("class_method", ("datetime", "fromisoformat", ("nonsense",))),
    ("class_method", ("datetime", "combine", (date(2024, 1, 1), time(9)))),
    ("class_method", ("time", "fromisoformat", ("09:30",))),
    ("class_method", ("datetime", "utcfromtimestamp", (86400,))),
    ("moved", ((2024, 2, 28), {"days": 1, "hours": 25})),
    ("moved", ((2024, 1, 31), {"weeks": -1, "minutes": 5})),
    ("moved", ((1, 1, 1), {"days": 1})),
    ("days_between", ((2024, 3, 1), (2023, 3, 1, 12))),
    ("sums", ((1, 30), (0, 90))),
    ("sums", ((-1, 30, 7), (3,))),
    ("divided", ((1,), (0, 7))),
    ("divided", ((1,), (0,))),
    ("aware", ((2024, 5, 17, 1), 5)),
    ("aware", ((2024, 5, 17, 1), -3)),
    ("mixed", ((2024, 1, 1),)),
    ("mixed_difference", ((2024, 1, 1),)),
    ("against_day", ((2024, 1, 1),)),
    ("same_as_day", ((2024, 1, 1),)),
    ("against_number", ((2024, 1, 1),)),
    ("formatted", ((2024, 5, 7, 9, 3), "%Y-%m-%d %H:%M:%S %j %a %B %p %%")),
    ("formatted", ((2024, 5, 7, 9, 3), "")),
    ("read", ("2024-05-17", "%Y-%m-%d")),
    ("read", ("17/05/24 09.30", "%d/%m/%y %H.%M")),
    ("read", ("2024-05", "%Y-%m-%d")),
    ("read", ("2024-05-17x", "%Y-%m-%d")),
    ("ordered", ([(5, 1), (1, 31), (3, 3)],)),
    ("keys", ((2024, 1, 1),)),
    ("kinds", ()),
    ("limits", ()),
    ("zone", (0,)),
    ("zone", (-5,)),
    ("zone", (24,)),
]
