"""`zoneinfo`: time zones by name; what they say about a moment is worked out by the interpreter."""

from datetime import tzinfo

import unseam


class ZoneInfoNotFoundError(KeyError):
    pass


class InvalidTZPathWarning(RuntimeWarning):
    pass


class ZoneInfo(tzinfo):
    def __new__(cls, key):
        return unseam.evaluate("zoneinfo.ZoneInfo", key)

    @classmethod
    def no_cache(cls, key):
        return cls(key)

    def utcoffset(self, dt):
        return None if dt is None else unseam.evaluate("zoneinfo.ZoneInfo.utcoffset", self, dt)

    def dst(self, dt):
        return None if dt is None else unseam.evaluate("zoneinfo.ZoneInfo.dst", self, dt)

    def tzname(self, dt):
        return None if dt is None else unseam.evaluate("zoneinfo.ZoneInfo.tzname", self, dt)

    def fromutc(self, dt):
        return unseam.evaluate("zoneinfo.ZoneInfo.fromutc", self, dt)

    def __str__(self):
        return self.key

    def __repr__(self):
        return "zoneinfo.ZoneInfo(key=" + repr(self.key) + ")"

    def __eq__(self, other):
        return isinstance(other, ZoneInfo) and self.key == other.key

    def __hash__(self):
        return hash(self.key)
