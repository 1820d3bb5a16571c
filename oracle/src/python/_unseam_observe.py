"""What a probe tells us.

    def __probe__(observe):
        order = Order(id=7)
        with patch("requests.post", autospec=True) as post:
            observe.snapshot(post)                    # arguments are encoded when the call happens
            with observe.act():                       # traced; what the unit raises is its outcome
                observe.result = place(order, 2)
        observe.check("order.reserved", lambda: order.reserved)
        observe.calls("requests.post", post)
"""

import io
import itertools
import sys
import types

from _unseam_encode import Encoder, mock_of, raised

MAX_YIELDED = 1000
MAX_TAKEN = 50

ITERATORS = (
    types.GeneratorType, map, filter, zip, enumerate, reversed,
    type(iter([])), type(iter(())), type(iter("")), type(iter(set())), type(iter(range(0))), type(iter({})),
    type(iter({}.values())), type(iter({}.items())), type(iter(len, 0)), type(reversed([])),
) + tuple(kind for kind in vars(itertools).values() if isinstance(kind, type) and hasattr(kind, "__next__"))  # fmt: skip


class Observe:
    def __init__(self, tracer):
        self.result = None
        self._tracer = tracer
        self._outcome = None
        self._checks = []
        self._calls = []
        self._known = {}
        self._keep = []
        self._snapshots = {}
        self._streams = {}

    def act(self):
        return Act(self)

    def known(self, obj, number):
        """From now on `obj` is written as `Shared(number)`."""
        self._keep.append(obj)
        self._known[id(obj)] = number
        return obj

    def drain(self, iterator):
        """Iterates the unit's generator; what it yields and how it ends is the outcome."""
        items = []
        end = {"return": {"unwritable": "endless iterator"}}
        iterator = iter(iterator)
        while len(items) < MAX_YIELDED:
            try:
                item = next(iterator)
            except StopIteration as stop:
                end = {"return": self._encode(stop.value)}
                break
            except BaseException as error:
                end = raised(error, self._known)
                break
            items.append(self._encode(item))
        self._outcome = {"yield": {"items": items, "end": end}}

    def _returned(self, result):
        """What a test can say about a result: for an iterator of the library, all that it gives."""
        if issubclass(type(result), ITERATORS):
            items, is_whole = [], True
            made = {key: len(calls) for key, calls in self._snapshots.items()}
            try:
                items = [self._encode(item) for item in itertools.islice(result, MAX_TAKEN + 1)]
            except Exception:
                is_whole = False
            # What is only called when somebody looks into it is not what the unit did.
            is_at_work = any(len(calls) > made[key] for key, calls in self._snapshots.items())
            for key, calls in self._snapshots.items():
                del calls[made[key]:]
            if not is_whole or is_at_work or len(items) > MAX_TAKEN:
                return {"return": {"unwritable": type(result).__name__}}
            return {"yield": {"items": items, "end": {"return": "none"}}}
        return {"return": self._encode(result)}

    def check(self, name, read):
        try:
            value = self._encode(read())
        except BaseException as error:
            value = {"unwritable": "raised:%s" % type(error).__name__}
        self._checks.append([name, value])

    def snapshot(self, mock):
        """Records the arguments of each call of a mock as they are when it is called.

        Not by wrapping `side_effect`: that stays the test's own.
        """
        recorder = mock_of(mock)
        # Some calls may have been made already, while arguments were built.
        calls = [self._arguments(args, kwargs) for args, kwargs in recorder.call_args_list]
        self._snapshots[id(recorder)] = calls
        self._keep.append(recorder)
        increment = recorder._increment_mock_call

        def record(*args, **kwargs):
            calls.append(self._arguments(args, kwargs))
            return increment(*args, **kwargs)

        # Straight into the instance: `Mock.__setattr__` is for configuring, this is not.
        recorder.__dict__["_increment_mock_call"] = record
        return mock

    def calls(self, name, mock):
        recorder = mock_of(mock)
        calls = self._snapshots.get(id(recorder))
        if calls is None:
            calls = [self._arguments(args, kwargs) for args, kwargs in recorder.call_args_list]
        self._calls.append([name, calls])

    def _arguments(self, args, kwargs):
        return {
            "positional": [self._encode(item) for item in args],
            "keywords": [[key, self._encode(item)] for key, item in kwargs.items()],
        }

    def _encode(self, obj):
        return Encoder(self._known).encode(obj)

    def report(self):
        printed = {name: stream.said for name, stream in self._streams.items()}
        return {"outcome": self._outcome, "checks": self._checks, "calls": self._calls, "printed": printed}

    def listen(self):
        for name in ("out", "err"):
            stream = getattr(sys, "std" + name)
            # Neither the test's own, nor one whose methods it has doubled.
            if type(stream) is io.TextIOWrapper and set(vars(stream)) <= {"mode"}:
                self._streams[name] = heard = Heard(stream, self._tracer.callees.is_unit)
                setattr(sys, "std" + name, heard)

    def stop_listening(self):
        for name, heard in self._streams.items():
            heard.flush()
            if getattr(sys, "std" + name) is heard:
                setattr(sys, "std" + name, heard.stream)


class Heard(io.TextIOWrapper):
    """A standard stream that knows what the unit itself has written."""

    def __init__(self, stream, is_unit):
        super().__init__(stream.buffer, "utf-8", "backslashreplace", line_buffering=stream.line_buffering)
        self.stream = stream
        self.is_unit = is_unit
        self.said = ""

    def write(self, text):
        if not self.is_unit(sys._getframe(1).f_globals.get("__name__") or ""):
            self.said = None
        elif self.said is not None and isinstance(text, str):
            self.said += text
        return super().write(text)

    def close(self):
        """It goes away, and the stream below it stays."""

    __del__ = close


class Act:
    def __init__(self, observe):
        self.observe = observe

    def __enter__(self):
        self.observe.listen()
        self.observe._tracer.start()

    def __exit__(self, kind, error, traceback):
        observe = self.observe
        observe._tracer.stop()
        observe.stop_listening()
        if error is not None:
            observe._outcome = raised(error, observe._known)
        elif observe._outcome is None:
            observe._outcome = observe._returned(observe.result)
        return True
