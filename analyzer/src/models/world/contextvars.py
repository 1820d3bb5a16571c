"""Context variables: real in a test, which sets them before it calls the unit. Contexts as objects are outside."""

import unseam


class _Missing:
    def __repr__(self):
        return "<Token.MISSING>"


_MISSING = _Missing()


class Token:
    MISSING = _MISSING

    def __init__(self, var, old_value):
        self.var, self.old_value, self._is_used = var, old_value, False


class ContextVar:
    # `_is_open`: the test has not decided yet whether it gives the variable a value, which would be `_given`.
    def __init__(self, name, *, default=_MISSING):
        self.name, self._default, self._value = name, default, _MISSING
        self._is_open, self._is_given, self._given = False, False, None

    def get(self, default=_MISSING, /):
        if self._is_open:
            self._is_open = False
            if not unseam.either():
                self._give()
        for value in (self._value, default, self._default):
            if value is not _MISSING:
                return value
        raise LookupError(self)

    def set(self, value, /):
        if self._is_open:
            # What the test sets it takes back, whatever the unit sets in between.
            self._give()
        token = Token(self, self._value)
        self._value = value
        return token

    def reset(self, token, /):
        if token._is_used:
            raise RuntimeError(repr(token) + " has already been used once")
        if token.var is not self:
            raise ValueError(repr(token) + " was created by a different ContextVar")
        token._is_used = True
        self._value = token.old_value

    def _give(self):
        self._is_open, self._is_given, self._value = False, True, self._given
