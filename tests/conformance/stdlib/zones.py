"""Time zones by name."""

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo


def moved(args, name):
    zone = ZoneInfo(name)
    moment = datetime(*args, tzinfo=zone)
    return moment, moment.isoformat(), moment.utcoffset(), moment.tzname(), moment.astimezone(timezone.utc)


def there(args, name):
    return datetime(*args, tzinfo=timezone.utc).astimezone(ZoneInfo(name)).isoformat()


def compared(a, b):
    return datetime(*a, tzinfo=ZoneInfo("UTC")) < datetime(*b, tzinfo=ZoneInfo("Asia/Tokyo")) + timedelta(hours=1)


def key(name):
    return ZoneInfo(name), str(ZoneInfo(name)), ZoneInfo(name).key, ZoneInfo(name) == ZoneInfo(name)


CASES = [
    ("moved", ((2024, 7, 1, 12), "Europe/Berlin")),
    ("moved", ((2024, 1, 1, 12), "America/New_York")),
    ("there", ((2024, 7, 1, 12), "Asia/Tokyo")),
    ("compared", ((2024, 1, 1), (2024, 1, 1))),
    ("key", ("UTC",)),
]
