"""Views that are classes. What dispatches to their methods is outside."""


class View:
    http_method_names = ["get", "post", "put", "patch", "delete", "head", "options", "trace"]

    def __init__(self, **kwargs):
        for key, value in kwargs.items():
            setattr(self, key, value)
