"""Runs one case in a child of the server, and tells what it did."""

import traceback

from _unseam_encode import raised
from _unseam_observe import Observe
from _unseam_trace import Tracer


def run(job, config, descriptor):
    tracer = Tracer(job["target_file"], config["unit"])
    observe = Observe(tracer)
    error = None
    failure = {}
    try:
        names = {"__name__": "__unseam_probe__"}
        exec(compile(job["source"], "<probe>", "exec"), names)
        names["__probe__"](observe)
    except BaseException as caught:
        error = describe(caught)
        failure = raised(caught)
    tracer.stop()
    report = observe.report()
    ends = [failure, report["outcome"] or {}]
    report.update(tracer.report(), error=error, memory=any(map(is_lack_of_memory, ends)))
    return report


def is_lack_of_memory(outcome):
    """Where none is left for the exception itself, all that CPython can raise is a `SystemError` about its loss."""
    end = outcome.get("raise")
    if end is None or end["class"]["module"] != "builtins":
        return False
    lost = ("without exception set", "without setting an exception")
    kind = end["class"]["qualname"]
    return kind == "MemoryError" or kind == "SystemError" and (end["message"] or "").endswith(lost)


def describe(error):
    try:
        return "".join(traceback.format_exception(type(error), error, error.__traceback__)[-6:])[-4000:]
    except BaseException:
        return type(error).__name__
