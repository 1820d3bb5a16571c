"""Refuses and names what user code may not do: an audit hook, and a system call filter for what Python cannot see.

    requests.get(url)   ->   Violation("socket.getaddrinfo", "example.org", "/app/shop/checkout.py:12")

A violation is recorded whether or not the user's code swallows the exception.
"""

import os
import signal
import struct
import sys
from _thread import get_ident
from posix import getpid

from _unseam_paths import entry, exists, link, real, text, within

try:
    import ctypes
except ImportError:  # an interpreter built without libffi
    ctypes = None

WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
MAX_VIOLATIONS = 100
HERE = os.path.dirname(os.path.abspath(__file__))

PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
SECCOMP_MODE_FILTER = 2
# One instruction of the filter, and the operand in it that stands for the number of this process.
STEP = "HBBI"
OWN_PROCESS = 0xFFFFFFFE


# Folders that packages are installed into.
INSTALLED = ("site-packages", "dist-packages")


# What anyone may know of another process of the sandbox.
PUBLIC_OF_PROCESSES = {"cmdline", "comm", "stat", "statm", "status"}


def is_of_other_process(place):
    """Whether a path leads to what belongs to a process that is not this one, and is nobody else's business."""
    parts = place.split("/")[1:]
    if parts[0] != "proc" or len(parts) < 3 or not parts[1].isdigit():
        return False
    return int(parts[1]) != getpid() and not (len(parts) == 3 and parts[2] in PUBLIC_OF_PROCESSES)


# How the name of a violation begins that an object commits when it goes away.
FINALIZER = "__del__: "


def is_finalizing():
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_name != "__del__":
        frame = frame.f_back
    return frame is not None


def is_below(name, unit):
    return (name + ".").startswith(unit + ".")


class NotIsolated(BaseException):
    """Raised in user code that reaches for the world. No `except Exception` swallows it."""


class Guard:
    def __init__(self, config):
        self.readable = tuple(real(path) for path in config["readable"])
        self.writable = tuple(real(path) for path in config["writable"])
        self.root = real(config["root"])
        self.unit = config.get("unit", ())
        self.violations = []
        # Told at once: user code may end the process with its next step.
        self.tell = None
        # Our own process management is not judged: only user code runs with this false.
        self.paused = False
        # Threads that are being judged; a handler's own look at the file system is not.
        self.busy = set()

    def install(self):
        handlers = {name: getattr(self, method) for name, method in EVENTS.items()}

        def hook(event, args):
            handler = handlers.get(event)
            if handler is None or self.paused:
                return
            thread = get_ident()
            if thread in self.busy:
                return
            self.busy.add(thread)
            try:
                handler(event, args)
            finally:
                self.busy.discard(thread)

        sys.addaudithook(hook)

    def refuse(self, event, detail):
        detail = detail if isinstance(detail, str) else repr(detail)
        if self.is_foreign_import():
            raise PermissionError("not isolated: %s(%s)" % (event, detail[:200]))
        if len(self.violations) < MAX_VIOLATIONS:
            event = FINALIZER + event if is_finalizing() else event
            violation = {"event": event, "detail": detail[:500], "location": self.location()}
            self.violations.append(violation)
            if self.tell is not None:
                self.tell(violation)
        raise NotIsolated("not isolated: %s(%s)" % (event, detail[:200]))

    def is_foreign_import(self):
        """Whether an installed package tries something out while it is imported: it learns that it may not, no more.

        `urllib3` binds a socket to see whether there is IPv6. That is neither the unit's doing nor its behaviour.
        """
        frame = sys._getframe(2)
        while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
            name = frame.f_globals.get("__name__")
            if not isinstance(name, str) or any(is_below(name, unit) for unit in self.unit):
                return False
            if frame.f_code.co_name == "<module>":
                return any(part in INSTALLED for part in frame.f_code.co_filename.split(os.sep))
            frame = frame.f_back
        return False

    def location(self):
        """The innermost frame in the project; failing that, the innermost that is not ours."""
        frame = sys._getframe(1)
        fallback = ""
        while frame is not None:
            name = frame.f_code.co_filename
            if not name.startswith(HERE):
                place = "%s:%d" % (name, frame.f_lineno)
                if not name.startswith("<") and within(real(name), (self.root,)):
                    return place
                fallback = fallback or place
            frame = frame.f_back
        return fallback

    def on_open(self, event, args):
        path, _mode, flags = args
        if isinstance(path, int) or path is None:
            return
        place = real(path)
        if isinstance(flags, int) and flags & WRITE_FLAGS:
            if not within(place, self.writable):
                self.refuse("open for writing", text(path))
        elif exists(place) and (not within(place, self.readable) or is_of_other_process(place)):
            self.refuse("open for reading", text(path))

    def on_list(self, event, args):
        path = "." if args[0] is None else args[0]
        if not isinstance(path, int) and not within(real(path), self.readable) and exists(path):
            self.refuse(event, text(path))

    def changes(self, event, path, directory=-1):
        """What is open already has been judged; the rest must lie in scratch."""
        if not isinstance(path, int) and not within(entry(path, directory_path(directory)), self.writable):
            self.refuse(event, text(path))

    def on_change(self, event, args):
        """The first argument is a path, the last a directory descriptor if the event has one."""
        self.changes(event, args[0], args[-1] if event in WITH_DIRECTORY else -1)

    def on_follow(self, event, args):
        """As `on_change`, for what follows a link."""
        path, directory = args[0], args[-1] if event in WITH_DIRECTORY else -1
        if not isinstance(path, int) and not within(real(path, directory_path(directory)), self.writable):
            self.refuse(event, text(path))

    def on_move(self, event, args):
        source, destination, source_dir, destination_dir = (tuple(args) + (-1, -1))[:4]
        self.changes(event, source, source_dir)
        self.changes(event, destination, destination_dir)

    def on_symlink(self, event, args):
        self.changes(event, args[1], args[2])

    def on_database(self, event, args):
        name = text(args[0]) if isinstance(args[0], (str, bytes)) or hasattr(args[0], "__fspath__") else ""
        if name not in ("", ":memory:") and not within(real(name), self.writable):
            self.refuse(event, name)

    def on_library(self, event, args):
        if args[0] is not None:
            self.refuse(event, args[0])

    def on_signal(self, event, args):
        if args[0] != getpid() and args[1] != 0:
            self.refuse(event, "process %s, signal %s" % (args[0], args[1]))

    def on_browser(self, event, args):
        """What `webbrowser` announces; other code that announces the same has done nothing yet, nor has a unit."""
        is_unit = any(is_below("webbrowser", unit) for unit in self.unit)
        if not is_unit and sys._getframe(2).f_globals.get("__name__") == "webbrowser":
            self.on_forbidden(event, args)

    def on_forbidden(self, event, args):
        shown = [item for item in args if isinstance(item, (str, bytes, int, tuple, list))]
        self.refuse(event, ", ".join(repr(item) for item in shown))


def directory_path(descriptor):
    """Where a directory descriptor leads; None for the working directory."""
    if isinstance(descriptor, int) and descriptor >= 0:
        return link("/proc/self/fd/%d" % descriptor)
    return None


WITH_DIRECTORY = {"os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.chown", "os.utime"}

EVENTS = {"open": "on_open", "os.listdir": "on_list", "os.scandir": "on_list", "sqlite3.connect": "on_database"}
EVENTS.update({"webbrowser.open": "on_browser"})
EVENTS.update({"ctypes.dlopen": "on_library", "os.kill": "on_signal", "os.killpg": "on_forbidden"})
EVENTS.update({"os.rename": "on_move", "os.link": "on_move", "os.symlink": "on_symlink"})
EVENTS.update(dict.fromkeys("os.remove os.rmdir os.mkdir os.lchmod os.lchflags".split(), "on_change"))
EVENTS.update(
    dict.fromkeys(
        "os.truncate os.chmod os.chown os.utime os.setxattr os.removexattr os.chflags".split(),
        "on_follow",
    )
)
EVENTS.update(
    dict.fromkeys(
        "socket.connect socket.bind socket.sendto socket.sendmsg socket.getaddrinfo socket.gethostbyname"
        " socket.gethostbyaddr socket.getnameinfo socket.sethostname subprocess.Popen os.system os.exec os.posix_spawn"
        " os.spawn os.fork os.forkpty pty.spawn os.startfile syslog.openlog syslog.syslog"
        " resource.setrlimit resource.prlimit ctypes.dlsym ctypes.dlsym/handle ctypes.call_function ctypes.string_at"
        " ctypes.wstring_at ctypes.cdata os.add_dll_directory".split(),
        "on_forbidden",
    )
)


class Lockdown:
    """The last steps in a process that is about to run user code; made before the hook goes up."""

    def __init__(self, config):
        self.filter = config.get("seccomp") or []
        self.prctl = None
        if ctypes is not None:
            self.prctl = ctypes.CDLL(None, use_errno=True).prctl
            self.buffer = ctypes.create_string_buffer(struct.calcsize(STEP) * len(self.filter))
            address = ctypes.addressof(self.buffer)
            self.header = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(self.filter), address))

    def die_with_parent(self):
        if self.prctl is not None:
            self.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)

    def filter_system_calls(self):
        """No new processes, no tracing, no connections. Reports whether the kernel took the filter."""
        if self.prctl is None or not self.filter:
            return False
        own = getpid()
        steps = ((code, yes, no, own if operand == OWN_PROCESS else operand) for code, yes, no, operand in self.filter)
        self.buffer.raw = b"".join(struct.pack(STEP, *step) for step in steps)
        self.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        return self.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, self.header, 0, 0) == 0
