"""The world outside the unit."""

import subprocess


class Session:
    def execute(self, query):
        raise RuntimeError("the database")


def stock(item):
    raise RuntimeError("the database")


def price(item, currency="EUR"):
    raise RuntimeError("the network")


def save(record):
    raise RuntimeError("the database")


def refresh(job, attempt):
    raise RuntimeError("the network")


async def fetch(key):
    raise RuntimeError("the network")


def connect():
    raise RuntimeError("the database")


def run(command):
    subprocess.run(command, check=True)


def rows():
    raise RuntimeError("the database")


async def stream():
    raise RuntimeError("the network")
    yield
