"""A fork server: imports the user's project once, then runs each probe in a child of its own; or imports a test runner, and
runs test files.

Jobs come as JSON lines on the descriptor that was standard input, replies leave as JSON lines on the one that was standard
output; user code sees neither. No user code (nor `site`, which runs what is installed) runs before the guard is up.

    {"preload": ["shop.checkout"]}                          ->  {"problems": [...]}
    {"id": 3, "source": "def __probe__(observe): ...", ...}     ->  {"id": 3, "ended": "completed", "outcome": ...}
    {"id": 4, "files": ["tests/test_checkout.py"], ...}         ->  {"id": 4, "ended": "completed", "tests": [...], ...}
"""

import gc
import importlib
import json
import os
import select
import shutil
import signal
import sys
import time
import traceback
import types

from _unseam_guard import Guard, Lockdown, NotIsolated
from _unseam_paths import real, within
from _unseam_process import limit_resources, limited_memory, read_line, send, take_channel, teller

MAX_REPLY = 8 << 20
POLL_SECONDS = 0.02
# It takes longer to import than a probe to run, and many do without.
MOCK = "unittest.mock"
# What is done in children, by the runner of the server.
WORK = {None: "_unseam_probe", "pytest": "_unseam_pytest", "unittest": "_unseam_unittest"}
# The preloaded clock, where there is one, looks at it when a process begins.
CLOCK_SHIFT = "UNSEAM_CLOCK_SHIFT"


class Child:
    """One running probe, seen from the server."""

    def __init__(self, job, pid, pipes, deadline, scratch):
        self.job = job
        self.pid = pid
        self.buffers = {pipe: bytearray() for pipe in pipes}
        self.open = set(pipes)
        self.pipes = pipes
        self.deadline = deadline
        self.scratch = scratch
        self.timed_out = False

    def drain(self, pipe, limit):
        """Reads on when the buffer is full, so that a flooding child neither blocks nor fills memory."""
        try:
            data = os.read(pipe, 65536)
        except BlockingIOError:
            return
        if not data:
            self.open.discard(pipe)
            return
        buffer = self.buffers[pipe]
        buffer += data[: max(0, limit - len(buffer))]


class Server:
    def __init__(self, config, guard, lockdown, channel, run):
        self.config = config
        self.run = run
        self.guard = guard
        self.lockdown = lockdown
        self.jobs_fd, self.replies_fd = channel
        self.pending = []
        self.children = []
        self.unread = bytearray()
        self.count = 0
        self.own_path = sys.path[:]

    def reply(self, message):
        send(self.replies_fd, message)

    def serve(self):
        gc.freeze()  # what children share stays shared
        gc.enable()
        while True:
            while self.pending and len(self.children) < self.config["parallel"]:
                self.begin(self.pending.pop(0))
            pipes = {pipe: child for child in self.children for pipe in child.open}
            timeout = POLL_SECONDS if self.children else None
            ready, _, _ = select.select([self.jobs_fd, *pipes], [], [], timeout)
            for descriptor in ready:
                if descriptor != self.jobs_fd:
                    child = pipes[descriptor]
                    limit = MAX_REPLY if descriptor == child.pipes[0] else self.config["max_output"]
                    child.drain(descriptor, limit)
            if self.jobs_fd in ready and not self.read_jobs():
                return
            for child in list(self.children):
                self.look_after(child)

    def read_jobs(self):
        data = os.read(self.jobs_fd, 1 << 16)
        if not data:
            return False
        self.unread += data
        *lines, rest = self.unread.split(b"\n")
        self.unread = rest
        for line in lines:
            job = json.loads(line.decode())
            if "preload" in job:
                self.reply({"problems": self.preload(job["preload"], job["careful"])})
                gc.freeze()
            else:
                self.pending.append(job)
        return True

    def begin(self, job):
        if "trial" not in job and MOCK not in sys.modules and mentions(MOCK, job):
            self.import_early(MOCK)
        self.count += 1
        scratch = os.path.join(self.config["work"], "probe-%d" % self.count)
        os.mkdir(scratch)
        pipes = [os.pipe() for _ in range(3)]
        os.environ[CLOCK_SHIFT] = job.get("clock_shift", "0")
        pid = os.fork()
        if pid == 0:
            try:
                for read, _ in pipes:
                    os.close(read)
                for child in self.children:
                    for pipe in child.pipes:
                        os.close(pipe)
                os.close(self.jobs_fd)
                os.close(self.replies_fd)
                self.become_child(job, scratch, [write for _, write in pipes])
            finally:
                os._exit(70)
        for read, write in pipes:
            os.close(write)
            os.set_blocking(read, False)
        deadline = time.monotonic() + job.get("seconds", self.config["seconds"])
        self.children.append(Child(job, pid, [read for read, _ in pipes], deadline, scratch))

    def become_child(self, job, scratch, pipes):
        time.time()
        del os.environ[CLOCK_SHIFT]
        os.setsid()
        self.lockdown.die_with_parent()
        result, out, err = pipes
        os.dup2(out, 1)
        os.dup2(err, 2)
        os.close(out)
        os.close(err)
        os.environ["HOME"] = os.environ["TMPDIR"] = scratch
        limit_resources(job.get("rlimits", self.config["rlimits"]))
        filtered = self.lockdown.filter_system_calls()
        sys.stdout = out = open(1, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
        sys.stderr = err = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False, buffering=1)
        self.guard.tell = teller(result)
        self.guard.paused = False
        if "trial" in job:
            report = self.try_import(job["trial"])
        else:
            report = self.run(job, self.config, result)
        self.guard.paused = True
        for stream in (out, err):
            try:
                stream.flush()
            except (OSError, ValueError):  # closed by user code
                pass
        report["filtered"] = filtered
        send(result, report)
        os._exit(0)

    def look_after(self, child):
        if not child.timed_out and time.monotonic() > child.deadline:
            child.timed_out = True
            os.kill(child.pid, signal.SIGKILL)
        pid, status = os.waitpid(child.pid, os.WNOHANG)
        if pid == 0 and child.open:
            return
        if pid == 0:
            # It closed its pipes and so has finished, or pretends to: a moment, then the axe.
            pause = time.monotonic() + 0.2
            while pid == 0 and time.monotonic() < pause:
                time.sleep(0.0005)
                pid, status = os.waitpid(child.pid, os.WNOHANG)
            if pid == 0:
                return
        kill_group(child.pid)
        for pipe in child.pipes:
            while pipe in child.open and select.select([pipe], [], [], 0)[0]:
                child.drain(pipe, MAX_REPLY if pipe == child.pipes[0] else self.config["max_output"])
            os.close(pipe)
        self.children.remove(child)
        self.clean(child.scratch)
        report = self.conclude(child, status)
        if "trial" in child.job:
            child.job["done"] = report
        else:
            self.reply(report)

    def conclude(self, child, status):
        result, out, err = (bytes(child.buffers[pipe]) for pipe in child.pipes)
        report = {}
        tests = []
        violations = []
        for line in result.splitlines():
            try:
                message = json.loads(line.decode())
            except ValueError:  # cut off, or not ours
                continue
            if "violation" in message:
                violations.append(message["violation"])
            elif "test" in message:
                # What happened since the last test ended is this one's.
                tests.append(dict(message, violations=violations))
                violations = []
            else:
                report = dict(message, ended="completed")
        if not report:
            if child.timed_out:
                report["ended"] = "timed_out"
            elif os.WIFSIGNALED(status):
                report["ended"] = "timed_out" if os.WTERMSIG(status) == signal.SIGXCPU else {"killed": os.WTERMSIG(status)}
            else:
                report["ended"] = {"exited": os.WEXITSTATUS(status)}
        if report.pop("memory", False):
            report["ended"] = "memory"
        if "files" in child.job:
            report["tests"] = tests
        report["violations"] = violations
        report["id"] = child.job.get("id", 0)
        report["stdout"] = out.decode("utf-8", "replace")
        report["stderr"] = err.decode("utf-8", "replace")
        return report

    def clean(self, scratch):
        try:
            os.rmdir(scratch)
        except OSError:
            shutil.rmtree(scratch, ignore_errors=True)

    def preload(self, modules, careful):
        """If careful, imports in a child first: what hangs, dies or reaches out must not take the server with it.

        A server in which something went wrong without care is not used again.
        """
        if not careful:
            with limited_memory(self.config["rlimits"]):
                return [problem for problem in map(self.import_here, modules) if problem is not None]
        problems = []
        for module in modules:
            job = {"trial": module, "seconds": self.config["import_seconds"]}
            self.begin(job)
            self.await_trial(job)
            done = job["done"]
            problem = done.get("problem")
            if done["ended"] != "completed":
                problem = {"exception": "", "message": "importing it ended the process: %s" % json.dumps(done["ended"])}
            elif problem is None and done["violations"]:
                first = done["violations"][0]
                message = "not isolated: %(event)s(%(detail)s)" % first
                problem = {"exception": "", "message": message, "place": first["location"]}
            if problem is not None:
                problems.append(dict({"module": module, "line": None, "place": ""}, **problem))
                continue
            problem = self.import_here(module)
            if problem is not None:
                problems.append(problem)
        return problems

    def import_early(self, module):
        """What children would have to import each for itself, looked for as if the project were not there."""
        path, sys.path = sys.path, self.own_path
        try:
            importlib.import_module(module)
        finally:
            sys.path = path
        gc.freeze()

    def import_here(self, module):
        signal.alarm(int(self.config["import_seconds"]) + 1)
        problem = self.try_import(module)["problem"]
        signal.alarm(0)
        if problem is None and self.guard.violations:
            problem = {"exception": "", "message": "not isolated", "line": None, "place": ""}
        return problem and dict(problem, module=module)

    def can_filter(self):
        """Whether a child gets its filter of system calls."""
        job = {"trial": "builtins"}
        self.begin(job)
        self.await_trial(job)
        return job["done"].get("filtered", False)

    def await_trial(self, job):
        while "done" not in job:
            pipes = {pipe: child for child in self.children for pipe in child.open}
            for pipe in select.select(list(pipes), [], [], POLL_SECONDS)[0]:
                pipes[pipe].drain(pipe, MAX_REPLY)
            for child in list(self.children):
                self.look_after(child)

    def try_import(self, module):
        was_paused, self.guard.paused = self.guard.paused, False
        try:
            imported = importlib.import_module(module)
        except BaseException as error:
            return {"problem": import_problem(error, module, self.guard.root)}
        finally:
            self.guard.paused = was_paused
        if is_replaced(imported):
            message = "it puts something else in its own place in sys.modules, where a test finds none of its names"
            return {"problem": {"exception": "", "message": message, "line": None, "place": ""}}
        return {"problem": None}


def mentions(name, job):
    return name in job["source"] if "source" in job else any(name in read(path) for path in job["files"])


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError):  # a folder, or nothing that can be run
        return ""


def is_replaced(imported):
    """Whether the import gave something else than the module whose code was run: only that has a `__spec__` of its own."""
    return not isinstance(imported, types.ModuleType) or imported.__dict__.get("__spec__") is None


def import_problem(error, module, root):
    """What was raised, in which line of the module, and where in the project: the module may only have imported the place."""
    line = None
    place = ""
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_globals.get("__name__") == module:
            line = number
        if within(real(frame.f_code.co_filename), (root,)):
            place = "%s:%d" % (real(frame.f_code.co_filename), number)
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        place = "%s:%d" % (real(error.filename), error.lineno)
    exception = "" if isinstance(error, NotIsolated) else type(error).__name__
    return {"exception": exception, "message": str(error), "line": line, "place": place}


def kill_group(pid):
    """What a child that is gone may have left; its number is not given to others while its group lives."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except OSError:
        pass


def main():
    gc.disable()  # until everything is imported: nothing of it is garbage
    channel = take_channel()
    config = json.loads(read_line(channel[0]))
    os.environ.pop("LD_PRELOAD", None)  # it has done its work
    work = importlib.import_module(WORK[config["runner"]])
    lockdown = Lockdown(config)
    guard = Guard(config)
    guard.install()
    del sys.path[0]
    import site

    try:
        site.main()
    except NotIsolated:
        send(channel[1], {"filtered": False, "violations": guard.violations})
        return
    sys.path.extend(config["last_paths"])
    sys.dont_write_bytecode = True
    guard.paused = True
    if config["runner"] == "pytest":
        work.stand_by(config["first_paths"])
    server = Server(config, guard, lockdown, channel, work.run)
    sys.path[0:0] = config["first_paths"]
    server.reply({"filtered": server.can_filter(), "violations": guard.violations})
    server.serve()
    for child in server.children:
        os.kill(child.pid, signal.SIGKILL)
        kill_group(child.pid)
    os._exit(0)  # nobody waits for modules to be taken down


if __name__ == "__main__":
    main()
