"""`hmac`: what was fed is kept; a digest is worked out by the interpreter."""

import hashlib as _hashlib

import unseam


def _name_of(digestmod):
    if isinstance(digestmod, str) and digestmod:
        return digestmod
    if not digestmod:
        raise TypeError("Missing required parameter 'digestmod'.")
    if unseam.is_undecided(digestmod):
        # The real one computes with what it is given: a double will not do.
        unseam.assume(digestmod is _hashlib.sha256)
    return digestmod().name


class HMAC:
    blocksize = 64

    def __init__(self, key, msg=None, digestmod=""):
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError("key: expected bytes or bytearray, but got " + repr(type(key).__name__))
        self._key, self._data, self._name = bytes(key), b"", _name_of(digestmod)
        self.digest_size = _hashlib.new(self._name).digest_size
        self.block_size = _hashlib.new(self._name).block_size
        if msg is not None:
            self.update(msg)

    @property
    def name(self):
        return "hmac-" + self._name

    def update(self, msg):
        if isinstance(msg, str):
            raise TypeError("Strings must be encoded before hashing")
        if not isinstance(msg, (bytes, bytearray, memoryview)):
            raise TypeError("object supporting the buffer API required")
        self._data = self._data + bytes(msg)

    def copy(self):
        return HMAC(self._key, self._data, self._name)

    def digest(self):
        return unseam.evaluate("hmac.digest", self._key, self._data, self._name)

    def hexdigest(self):
        return self.digest().hex()


def new(key, msg=None, digestmod=""):
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    return HMAC(key, msg, digest).digest()


def compare_digest(a, b, /):
    if isinstance(a, str) and isinstance(b, str):
        if not (a.isascii() and b.isascii()):
            raise TypeError("comparing strings with non-ASCII characters is not supported")
    elif isinstance(a, str) or isinstance(b, str):
        raise TypeError("unsupported operand types(s) or combination of types: '%s' and '%s'" % (type(a).__name__, type(b).__name__))
    return a == b
