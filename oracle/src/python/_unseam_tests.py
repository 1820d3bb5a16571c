"""Running test files in a child of the server: each test is reported as a line of JSON when it has ended.

    {"test": "tests/test_checkout.py::test_place[created]", "outcome": "passed", ...}
"""

import os
import random
import time

from _unseam_process import send
from _unseam_trace import Tracer

MAX_REPR = 4000


class Reporter:
    """Says each test once, when it has ended."""

    def __init__(self, descriptor):
        self.descriptor = descriptor

    def test(self, name, outcome, text=""):
        send(self.descriptor, {"test": name, "outcome": outcome, "text": text[-MAX_REPR:]})


def reorder(items, order):
    if order == "reversed":
        items.reverse()
    elif isinstance(order, dict):
        random.Random(order["shuffled"]).shuffle(items)


def run_with(runner, job, descriptor):
    """What a run came to; each test has been told on the descriptor when it ended."""
    os.chdir(job["cwd"])
    os.environ["TZ"] = job["time_zone"]
    time.tzset()
    reporter = Reporter(descriptor)
    tracer = Tracer(job["coverage_of"]) if job["coverage_of"] else None
    if tracer:
        tracer.start()
    try:
        status = runner(job, reporter)
    finally:
        if tracer:
            tracer.stop()
    return dict(tracer.report() if tracer else {"lines": [], "arcs": []}, status=status)
