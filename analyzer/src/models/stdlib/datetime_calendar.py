

# The calendar's sums again, with few questions on the way: each question about a symbol is a fork.


def _is_leap(year):
    return (year % 4 == 0) - (year % 100 == 0) + (year % 400 == 0) == 1


def _days_in_month(year, month):
    february = (month == 2) * (3 - _is_leap(year))
    return 31 - (month == 4) - (month == 6) - (month == 9) - (month == 11) - february


def _days_before_month(year, month):
    return (367 * month - 362) // 12 - (month > 2) * (2 - _is_leap(year))


def _ymd2ord(year, month, day):
    return _days_before_year(year) + _days_before_month(year, month) + day


def _ord2ymd(n):
    n400, n = divmod(n - 1, _DI400Y)
    n100, n = divmod(n, _DI100Y)
    n4, n = divmod(n, _DI4Y)
    n1, n = divmod(n, 365)
    year = n400 * 400 + n100 * 100 + n4 * 4 + n1 + 1
    if n1 == 4 or n100 == 4:
        return year - 1, 12, 31
    month = (n + 50) // 32
    if _days_before_month(year, month) > n:
        month -= 1
    return year, month, n - _days_before_month(year, month) + 1
