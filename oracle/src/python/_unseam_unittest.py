"""Runs test files as `python -m unittest` does."""

import os
import sys
import unittest

from _unseam_tests import reorder, run_with


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


def run(job, config, descriptor):
    return run_with(run_unittest, job, descriptor)
