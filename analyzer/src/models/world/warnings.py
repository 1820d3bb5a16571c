"""A warning is shown, and nothing depends on it. Filters are outside."""


def warn(message, category=None, stacklevel=1, source=None):
    pass
