

class RequestValues:
    """`request.args`, `request.form`: texts by name, one each."""

    def __init__(self, given):
        self._given = given

    def get(self, key, default=None, type=None):
        if key not in self._given:
            return default
        if type is None:
            return self._given[key]
        try:
            return type(self._given[key])
        except (TypeError, ValueError):
            return default

    def getlist(self, key, type=None):
        return [self.get(key, type=type)] if key in self._given else []

    def __getitem__(self, key):
        if key not in self._given:
            unseam.unsupported("a value that the request lacks")
        return self._given[key]

    def __contains__(self, key):
        return key in self._given

    def __iter__(self):
        return iter(self._given)

    def __len__(self):
        return len(self._given)

    def keys(self):
        return self._given.keys()

    def values(self):
        return self._given.values()

    def items(self):
        return self._given.items()

    def to_dict(self, flat=True):
        return dict(self._given)


class FlaskRequest:
    """The request under way: its parts are decided when they are asked for, and a test makes one that has them."""

    def __getattr__(self, name):
        if name in ("args", "cookies", "form", "headers"):
            value = RequestValues(unseam.unknown_texts("request." + name))
        elif name == "method":
            value = unseam.usual_text("request.method", "GET")
            unseam.assume(value in ("GET", "POST", "PUT", "PATCH", "DELETE"))
        elif name == "json":
            value = unseam.unknown("request.json")
            unseam.assume(value is not None)
        else:
            unseam.unsupported("request." + name)
        setattr(self, name, value)
        return value

    def get_json(self, force=False, silent=False, cache=True):
        return self.json


class DjangoRequest:
    """A request of Django's: the same, and `RequestFactory` makes one that has them."""

    def __getattr__(self, name):
        if name in ("COOKIES", "GET", "META", "headers"):
            value = RequestValues(unseam.unknown_texts("request." + name))
        elif name == "POST":
            # Only what is posted has a form.
            value = RequestValues(unseam.unknown_texts("request.POST") if self.method == "POST" else {})
        elif name == "body":
            value = unseam.unknown_bytes("request.body")
        elif name == "method":
            value = unseam.usual_text("request.method", "GET")
            unseam.assume(value in ("GET", "POST", "PUT", "PATCH", "DELETE"))
        elif name == "path":
            value = "/"
        elif name in ("session", "user"):
            value = unseam.unknown("request." + name)
        else:
            unseam.unsupported("request." + name)
        setattr(self, name, value)
        return value
