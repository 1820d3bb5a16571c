"""Runs test files with pytest."""

import importlib
import sys
from importlib.machinery import PathFinder

from _unseam_paths import real
from _unseam_tests import reorder, run_with

# By those that every run has, when it is configured.
IMPORTED_BY_PLUGINS = ("faulthandler", "pdb")


class PytestPlugin:
    """Names tests by their files: pytest itself leaves a file out that is named on its command line and lies outside of its
    root.
    """

    def __init__(self, reporter, order):
        self.reporter = reporter
        self.order = order
        self.worst = {}
        self.collected = {}

    def pytest_make_collect_report(self, collector):
        outcome = yield
        report = outcome.get_result()
        if report.failed:
            self.reporter.test(path_of(collector), "error", str(report.longrepr))

    def pytest_itemcollected(self, item):
        self.collected[id(item)] = len(self.collected)

    def pytest_collection_modifyitems(self, items):
        """Has the last word: a project's plugins may have shuffled them."""
        items.sort(key=lambda item: self.collected[id(item)])
        reorder(items, self.order)

    def pytest_runtest_makereport(self, item):
        outcome = yield
        outcome.get_result().unseam_name = "%s::%s" % (path_of(item), item.nodeid.partition("::")[2])

    def pytest_runtest_logreport(self, report):
        """A test is as good as the worst of its setup, call and teardown."""
        name = report.unseam_name
        if report.failed and name not in self.worst:
            outcome = "failed" if report.when == "call" else "error"
            self.worst[name] = (outcome, str(report.longrepr))
        elif report.skipped and name not in self.worst:
            self.worst[name] = ("skipped", str(report.longrepr))
        if report.when == "teardown":
            self.reporter.test(name, *self.worst.pop(name, ("passed", "")))


def path_of(node):
    return str(getattr(node, "path", None) or node.fspath)


def run_pytest(config, reporter):
    try:
        import pytest
    except Exception as error:  # not there, or not for this version of Python
        return "%s: %s" % (type(error).__name__, error)
    pytest.hookimpl(trylast=True)(PytestPlugin.pytest_collection_modifyitems)
    for wrapper in (PytestPlugin.pytest_make_collect_report, PytestPlugin.pytest_runtest_makereport):
        pytest.hookimpl(hookwrapper=True)(wrapper)
    arguments = ["-q", "-p", "no:cacheprovider", "--rootdir", config["rootdir"], *config["arguments"], *config["files"]]
    return int(pytest.main(arguments, plugins=[PytestPlugin(reporter, config["order"])]))


def run(job, config, descriptor):
    return run_with(run_pytest, job, descriptor)


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
