"""What every process of the harness does first: hide its channel, and take its limits."""

import os
import resource
from contextlib import contextmanager
from json import dumps
from os import write  # bound now: a probe may patch `os.write`


def take_channel():
    """Moves the channel away from 0 and 1, which from then on lead nowhere."""
    jobs, replies = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)
    return jobs, replies


def read_line(descriptor):
    """One line, byte by byte: what follows it belongs to the server."""
    line = bytearray()
    while True:
        byte = os.read(descriptor, 1)
        if byte in (b"", b"\n"):
            return line.decode()
        line += byte


def teller(descriptor):
    """Sends each violation when it happens, as far as user code has left the descriptor open."""

    def tell(violation):
        try:
            send(descriptor, {"violation": violation})
        except OSError:
            pass

    return tell


def send(descriptor, message):
    data = dumps(message, ensure_ascii=True).encode() + b"\n"
    while data:
        data = data[write(descriptor, data) :]


def limit_resources(limits):
    for name, value in limits.items():
        number = getattr(resource, name, None)
        if number is not None:
            resource.setrlimit(number, (value, value))


@contextmanager
def limited_memory(limits):
    """For the server itself, while it runs what it does not know."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (limits["RLIMIT_AS"], before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
