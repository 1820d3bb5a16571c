"""`hashlib`: what was fed is kept; a digest is worked out by the interpreter."""

import unseam

algorithms_guaranteed = {
    "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512",
    "blake2b", "blake2s", "shake_128", "shake_256",
}
algorithms_available = set(algorithms_guaranteed)

_SIZES = {
    "md5": (16, 64), "sha1": (20, 64), "sha224": (28, 64), "sha256": (32, 64), "sha384": (48, 128), "sha512": (64, 128),
    "sha3_224": (28, 144), "sha3_256": (32, 136), "sha3_384": (48, 104), "sha3_512": (64, 72),
}


class HASH:
    def __init__(self, name, data):
        self.name = name
        self.digest_size, self.block_size = _SIZES[name]
        self._data = b""
        self.update(data)

    def update(self, data, /):
        if isinstance(data, str):
            raise TypeError("Strings must be encoded before hashing")
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError("object supporting the buffer API required")
        self._data = self._data + bytes(data)

    def digest(self):
        return unseam.digest(self.name, self._data)

    def hexdigest(self):
        return unseam.digest(self.name, self._data).hex()

    def copy(self):
        return HASH(self.name, self._data)

    def __repr__(self):
        return "<" + self.name + " _hashlib.HASH object @ 0x0>"


def new(name, data=b"", *, usedforsecurity=True):
    name = name.lower().replace("-", "")
    if name not in _SIZES:
        raise ValueError("unsupported hash type " + name)
    return HASH(name, data)


def _maker(name):
    def make(string=b"", *, usedforsecurity=True):
        return HASH(name, string)

    make.__name__ = make.__qualname__ = "openssl_" + name
    return make


md5 = _maker("md5")
sha1 = _maker("sha1")
sha224 = _maker("sha224")
sha256 = _maker("sha256")
sha384 = _maker("sha384")
sha512 = _maker("sha512")
sha3_224 = _maker("sha3_224")
sha3_256 = _maker("sha3_256")
sha3_384 = _maker("sha3_384")
sha3_512 = _maker("sha3_512")
