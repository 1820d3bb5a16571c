"""`UserList`, `UserString`, dispatching methods, addresses."""

import functools
import ipaddress
from collections import UserList, UserString


class Stack(UserList):
    def push(self, item):
        self.append(item)
        return self


class Shown:
    @functools.singledispatchmethod
    def show(self, value):
        return "other"

    @show.register
    def _(self, value: int):
        return "int"

    @show.register(str)
    def _(self, value):
        return "str"


@functools.singledispatch
def size(value):
    return 0


@size.register
def _(value: list):
    return len(value)


def stack(items):
    s = Stack(items)
    s.push(5)
    return s, len(s), s[0], s[1:], 5 in s, s + [1], s == [*items, 5], sorted(s), type(s[:1]).__name__


def text(x):
    u = UserString(x)
    return u, u.upper(), u + "!", len(u), u == x, "a" in u, u[0], u.split()


def dispatched(value):
    return Shown().show(value), size(value)


def address(value):
    a = ipaddress.ip_address(value)
    return str(a), a.version, a.is_private, a.is_loopback, int(a), repr(a + 1)


def network(value, inside):
    n = ipaddress.ip_network(value)
    return str(n), n.num_addresses, ipaddress.ip_address(inside) in n, str(n.broadcast_address), n.prefixlen


CASES = [
    ("stack", ([3, 1],)),
    ("text", ("abc d",)),
    ("dispatched", (1,)),
    ("dispatched", ("x",)),
    ("dispatched", ([1, 2],)),
    ("address", ("192.168.0.1",)),
    ("address", ("::1",)),
    ("address", ("300.0.0.1",)),
    ("network", ("10.0.0.0/8", "10.1.2.3")),
    ("network", ("10.0.0.1/8", "10.1.2.3")),
]
