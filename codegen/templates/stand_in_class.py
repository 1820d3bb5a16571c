class StandInClass:
    """A class of a package that is not installed, to be derived from."""

    def __init__(self, *args, **kwargs):
        pass

    def __class_getitem__(cls, item):
        return cls
