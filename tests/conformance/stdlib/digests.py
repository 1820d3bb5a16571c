"""Digests, encodings and packed numbers."""

import base64
import binascii
import hashlib
import hmac
import struct
import zlib


def digest(name, data):
    h = hashlib.new(name, data)
    return h.hexdigest(), h.digest_size, h.name, getattr(hashlib, name)(data).digest() == h.digest()


def fed(parts):
    h = hashlib.sha256()
    for part in parts:
        h.update(part)
    return h.hexdigest(), h.copy().hexdigest() == h.hexdigest()


def wrong(data):
    return hashlib.md5(data)


def signed(key, data):
    return hmac.new(key, data, hashlib.sha256).hexdigest(), hmac.new(key, data, "sha1").digest(), hmac.digest(key, data, "sha256")


def same(a, b):
    return hmac.compare_digest(a, b)


def encoded(data):
    return base64.b64encode(data), base64.urlsafe_b64encode(data), base64.b32encode(data), binascii.hexlify(data), zlib.crc32(data)


def decoded(text):
    return base64.b64decode(text), base64.b64decode(text, validate=True)


def hex_decoded(text):
    return binascii.unhexlify(text)


def packed(format, values):
    data = struct.pack(format, *values)
    return data, struct.unpack(format, data), struct.calcsize(format), struct.Struct(format).size


def unpacked(format, data):
    return struct.unpack(format, data)


CASES = [
    ("digest", ("md5", b"")),
    ("digest", ("sha1", b"abc")),
    ("digest", ("sha512", b"abc")),
    ("fed", ([b"a", b"b"],)),
    ("wrong", ("text",)),
    ("signed", (b"key", b"message")),
    ("same", ("a", "a")),
    ("same", (b"a", b"b")),
    ("encoded", (b"hello\xff",)),
    ("decoded", ("aGVsbG8=",)),
    ("decoded", ("aGVsbG8",)),
    ("hex_decoded", ("616",)),
    ("hex_decoded", ("6162",)),
    ("packed", (">HI", (1, 2))),
    ("packed", ("<b", (-1,))),
    ("packed", ("b", (300,))),
    ("unpacked", (">I", b"\x00\x00\x01")),
    ("unpacked", (">I", b"\x00\x00\x01\x00")),
]
