"""Runs test files with pytest or unittest in a child of the server, and reports each test as a line of JSON when it has ended.

    {"test": "tests/test_checkout.py::test_place[created]", "outcome": "passed", ...}
"""

import importlib
import os
import random
import sys
import time
import unittest
from importlib.machinery import PathFinder

from _unseam_paths import real
from _unseam_process import send
from _unseam_trace import Tracer

MAX_REPR = 4000
# By those that every run has, when it is configured.
IMPORTED_BY_PLUGINS = ("faulthandler", "pdb")


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


class PytestPlugin:
    def __init__(self, reporter, order):
        self.reporter = reporter
        self.order = order
        self.worst = {}
        self.collected = {}

    def pytest_collectreport(self, report):
        if report.failed:
            self.reporter.test(report.nodeid, "error", str(report.longrepr))

    def pytest_itemcollected(self, item):
        self.collected[item.nodeid] = len(self.collected)

    def pytest_collection_modifyitems(self, items):
        """Has the last word: a project's plugins may have shuffled them."""
        items.sort(key=lambda item: self.collected[item.nodeid])
        reorder(items, self.order)

    def pytest_runtest_logreport(self, report):
        """A test is as good as the worst of its setup, call and teardown."""
        if report.failed and report.nodeid not in self.worst:
            outcome = "failed" if report.when == "call" else "error"
            self.worst[report.nodeid] = (outcome, str(report.longrepr))
        elif report.skipped and report.nodeid not in self.worst:
            self.worst[report.nodeid] = ("skipped", str(report.longrepr))
        if report.when == "teardown":
            self.reporter.test(report.nodeid, *self.worst.pop(report.nodeid, ("passed", "")))


def run_pytest(config, reporter):
    try:
        import pytest
    except Exception as error:  # not there, or not for this version of Python
        return "%s: %s" % (type(error).__name__, error)
    pytest.hookimpl(trylast=True)(PytestPlugin.pytest_collection_modifyitems)
    arguments = ["-q", "-p", "no:cacheprovider", "--rootdir", config["rootdir"], *config["arguments"], *config["files"]]
    return int(pytest.main(arguments, plugins=[PytestPlugin(reporter, config["order"])]))


class UnittestResult(unittest.TestResult):
    def __init__(self, reporter):
        super().__init__()
        self.reporter = reporter
        self.state = None

    def startTest(self, test):
        self.state = ("passed", "")
        super().startTest(test)

    def stopTest(self, test):
        super().stopTest(test)
        self.reporter.test(test.id(), *self.state)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.state = ("failed", self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self.state = ("error", self.errors[-1][1])
        if not isinstance(test, unittest.TestCase):  # setUpClass, setUpModule
            self.reporter.test(test.id(), *self.state)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.state = ("skipped", reason)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.state = ("failed", (self.failures + self.errors)[-1][1])


def flatten(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from flatten(item)
        else:
            yield item


def run_unittest(config, reporter):
    tests = []
    for path in config["files"]:
        folder, name = os.path.split(os.path.abspath(path))
        sys.path.insert(0, folder)
        tests.extend(flatten(unittest.defaultTestLoader.loadTestsFromName(name[: -len(".py")])))
    reorder(tests, config["order"])
    result = UnittestResult(reporter)
    unittest.TestSuite(tests).run(result)
    return 0 if result.wasSuccessful() else 1


def mentions(name, job):
    return any(name in read(path) for path in job["files"])


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError):  # a folder, or nothing that can be run
        return ""


def run(job, config, descriptor):
    """What a run came to; each test has been told on the descriptor when it ended."""
    os.chdir(job["cwd"])
    os.environ["TZ"] = job["time_zone"]
    time.tzset()
    reporter = Reporter(descriptor)
    tracer = Tracer(job["coverage_of"]) if job["coverage_of"] else None
    if tracer:
        tracer.start()
    try:
        status = (run_unittest if config["runner"] == "unittest" else run_pytest)(job, reporter)
    finally:
        if tracer:
            tracer.stop()
    return dict(tracer.report() if tracer else {"lines": [], "arcs": []}, status=status)


def stand_by(project_paths):
    """Imports pytest before there is anything to run. Not if the project has a module of its own by the name of one of
    those that come with it: then each run finds the project's.
    """
    before = set(sys.modules)
    try:
        config = importlib.import_module("_pytest.config")
        for name in ("pytest", *("_pytest." + plugin for plugin in config.default_plugins), *IMPORTED_BY_PLUGINS):
            importlib.import_module(name)
    except Exception:  # not there, or not for this version of Python: a run will tell
        forget(before)
    names = {name.partition(".")[0] for name in set(sys.modules) - before}
    if any(is_shadowed(name, project_paths) for name in names):
        forget(before)


def is_shadowed(name, project_paths):
    """Whether the project has another module of this name. What is imported may be the project's own: that may be the
    folder that pytest is installed in.
    """
    own = PathFinder.find_spec(name, project_paths)
    if own is None or own.origin is None:
        return False
    imported = getattr(sys.modules.get(name), "__file__", None)
    return imported is None or real(imported) != real(own.origin)


def forget(before):
    for name in set(sys.modules) - before:
        del sys.modules[name]
