"""Identifiers as values. Making one is outside."""

import unseam


class UUID:
    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *, is_safe=None):
        if hex is None and int is None:
            unseam.unsupported("a UUID made from bytes or fields")
        if hex is not None:
            digits = hex.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "")
            if len(digits) != 32:
                raise ValueError("badly formed hexadecimal UUID string")
            int = _whole(digits, 16)
        if not 0 <= int < 1 << 128:
            raise ValueError("int is out of range (need a 128-bit value)")
        self.int = int

    @property
    def hex(self):
        return "%032x" % self.int

    def __str__(self):
        digits = self.hex
        return digits[:8] + "-" + digits[8:12] + "-" + digits[12:16] + "-" + digits[16:20] + "-" + digits[20:]

    def __repr__(self):
        return "UUID('" + str(self) + "')"

    def __int__(self):
        return self.int

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)


_whole = int
