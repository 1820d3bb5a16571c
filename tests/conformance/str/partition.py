"""`partition` and `rpartition`."""


def parts(s, by):
    return s.partition(by), s.rpartition(by)


CASES = [
    ("parts", ("key=value=x", "=")),
    ("parts", ("nothing", "=")),
    ("parts", ("", "=")),
    ("parts", ("=", "=")),
    ("parts", ("aXXbXXc", "XX")),
    ("parts", ("abc", "")),
    ("parts", ("abc", None)),
]
