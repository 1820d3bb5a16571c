"""Refuses and names what user code may not do: an audit hook, and a system call filter for what Python cannot see.

    requests.get(url)   ->   Violation("socket.getaddrinfo", "example.org", "/app/shop/checkout.py:12")

A violation is recorded whether or not the user's code swallows the exception.
"""

import os
import signal
import struct
import sys
from _thread import get_ident

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


class NotIsolated(BaseException):
    """Raised in user code that reaches for the world. No `except Exception` swallows it."""


class Guard:
    def __init__(self, config):
        self.readable = tuple(real(path) for path in config["readable"])
        self.writable = tuple(real(path) for path in config["writable"])
        self.root = real(config["root"])
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
        if len(self.violations) < MAX_VIOLATIONS:
            violation = {"event": event, "detail": detail[:500], "location": self.location()}
            self.violations.append(violation)
            if self.tell is not None:
                self.tell(violation)
        raise NotIsolated("not isolated: %s(%s)" % (event, detail[:200]))

    def location(self):
        """The innermost frame in the project; failing that, the innermost that is not ours."""
        frame = sys._getframe(1)
        fallback = ""
        while frame is not None:
            name = frame.f_code.co_filename
            if not name.startswith(HERE):
                place = "%s:%d" % (name, frame.f_lineno)
                if not name.startswith("<") and real(name).startswith(self.root + os.sep):
                    return place
                fallback = fallback or place
            frame = frame.f_back
        return fallback

    def within(self, path, roots, directory=-1):
        path = absolute(path, directory)
        return path is None or any(path == root or path.startswith(root + os.sep) for root in roots)

    def on_open(self, event, args):
        path, _mode, flags = args
        if isinstance(path, int) or path is None:
            return
        if isinstance(flags, int) and flags & WRITE_FLAGS:
            if not self.within(path, self.writable):
                self.refuse("open for writing", path)
        elif not self.within(path, self.readable) and os.path.exists(path):
            self.refuse("open for reading", path)

    def on_list(self, event, args):
        path = "." if args[0] is None else args[0]
        if not self.within(path, self.readable) and os.path.exists(path):
            self.refuse(event, path)

    def on_change(self, event, args):
        """Events whose first argument is a path and whose last is a directory descriptor, if they have one."""
        directory = args[-1] if len(args) > 1 and isinstance(args[-1], int) else -1
        if not self.within(args[0], self.writable, directory if event in WITH_DIRECTORY else -1):
            self.refuse(event, args[0])

    def on_move(self, event, args):
        source, destination, source_dir, destination_dir = (tuple(args) + (-1, -1))[:4]
        if event != "os.symlink" and not self.within(source, self.writable, source_dir):
            self.refuse(event, source)
        if event == "os.symlink":
            destination_dir = source_dir
        if not self.within(destination, self.writable, destination_dir):
            self.refuse(event, destination)

    def on_database(self, event, args):
        name = os.fsdecode(args[0]) if isinstance(args[0], (bytes, os.PathLike)) else args[0]
        if name not in ("", ":memory:") and not self.within(name, self.writable):
            self.refuse(event, name)

    def on_library(self, event, args):
        if args[0] is not None:
            self.refuse(event, args[0])

    def on_signal(self, event, args):
        if args[0] != os.getpid() and args[1] != 0:
            self.refuse(event, "process %s, signal %s" % (args[0], args[1]))

    def on_forbidden(self, event, args):
        shown = [item for item in args if isinstance(item, (str, bytes, int, tuple, list))]
        self.refuse(event, ", ".join(repr(item) for item in shown))


def real(path):
    return os.path.realpath(os.fsdecode(path))


def absolute(path, directory=-1):
    """The place that a path names, or None for a descriptor: what is open has been judged already."""
    if isinstance(path, int):
        return None
    path = os.fsdecode(path)
    if isinstance(directory, int) and directory >= 0 and not os.path.isabs(path):
        path = os.path.join(os.readlink("/proc/self/fd/%d" % directory), path)
    # The last component itself is what `remove` or `rename` act on, so it is not followed ...
    parent, last = os.path.split(path.rstrip(os.sep) or os.sep)
    if last in ("", ".", ".."):
        return os.path.realpath(path)
    place = os.path.join(os.path.realpath(parent or "."), last)
    # ... unless it is a link, which `open` would follow.
    return os.path.realpath(place) if os.path.islink(place) else place


WITH_DIRECTORY = {"os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.chown", "os.utime"}

EVENTS = {"open": "on_open", "os.listdir": "on_list", "os.scandir": "on_list", "sqlite3.connect": "on_database"}
EVENTS.update({"ctypes.dlopen": "on_library", "os.kill": "on_signal", "os.killpg": "on_forbidden"})
EVENTS.update(dict.fromkeys(("os.rename", "os.link", "os.symlink"), "on_move"))
EVENTS.update(
    dict.fromkeys(
        "os.remove os.rmdir os.mkdir os.truncate os.chmod os.chown os.utime os.setxattr os.removexattr os.chflags"
        " os.lchmod os.lchflags".split(),
        "on_change",
    )
)
EVENTS.update(
    dict.fromkeys(
        "socket.connect socket.bind socket.sendto socket.sendmsg socket.getaddrinfo socket.gethostbyname"
        " socket.gethostbyaddr socket.getnameinfo socket.sethostname subprocess.Popen os.system os.exec os.posix_spawn"
        " os.spawn os.fork os.forkpty pty.spawn os.startfile webbrowser.open syslog.openlog syslog.syslog"
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
        own = os.getpid()
        steps = ((code, yes, no, own if operand == OWN_PROCESS else operand) for code, yes, no, operand in self.filter)
        self.buffer.raw = b"".join(struct.pack(STEP, *step) for step in steps)
        self.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        return self.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, self.header, 0, 0) == 0
