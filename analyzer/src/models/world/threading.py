"""Locks, events and threads of a test that has one thread: a thread does its work when it is started.

Waiting (`Thread.join`, `Event.wait`) is outside, and so is whether a thread is still at work.
"""

import unseam


class Lock:
    def __init__(self):
        self._held = 0

    def acquire(self, blocking=True, timeout=-1):
        if self._held:
            if blocking and timeout < 0:
                raise RuntimeError("a lock that nobody releases")
            return False
        self._held = 1
        return True

    def release(self):
        if not self._held:
            raise RuntimeError("release unlocked lock")
        self._held = 0

    def locked(self):
        return self._held > 0

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *details):
        self.release()


class RLock(Lock):
    def acquire(self, blocking=True, timeout=-1):
        self._held += 1
        return True

    def release(self):
        if not self._held:
            raise RuntimeError("cannot release un-acquired lock")
        self._held -= 1


class local:
    pass


class Event:
    def __init__(self):
        self._flag = False

    def is_set(self):
        return self._flag

    isSet = is_set

    def set(self):
        self._flag = True

    def clear(self):
        self._flag = False


class Thread:
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        assert group is None, "group argument must be None for now"
        self._target, self._args, self._kwargs = target, args, {} if kwargs is None else kwargs
        self._name, self._is_started = name, False
        self.daemon = False if daemon is None else daemon
        self.ident = self.native_id = None

    @property
    def name(self):
        if self._name is None:
            unseam.unsupported("the name of a thread that was given none")
        return str(self._name)

    @name.setter
    def name(self, name):
        self._name = name

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name

    def setDaemon(self, daemonic):
        self.daemon = daemonic

    def isDaemon(self):
        return self.daemon

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self):
        if self._is_started:
            raise RuntimeError("threads can only be started once")
        unseam.stands_in("threading.Thread.start", "start_at_once")
        self._is_started = True
        unseam.inexact("a thread may run later")
        try:
            self.run()
        except BaseException as error:
            unseam.unsupported("a thread that ends with " + type(error).__name__)
