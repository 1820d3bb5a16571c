"""Lines and arcs of one file, as coverage.py records them.

    def f(x):          # entry: (-1, 2)
        return x       # exit:  (2, -1)

A resumed generator goes on from the line where it stopped; a `yield` is not an exit.
"""

import opcode
import sys
import threading
import types

from _unseam_paths import real

RESUME = opcode.opmap.get("RESUME")
RETURN_VALUE = opcode.opmap["RETURN_VALUE"]
YIELD_VALUE = opcode.opmap["YIELD_VALUE"]
YIELD_FROM = opcode.opmap.get("YIELD_FROM")
# In 3.13 alone `f_lasti` of a suspended frame points at the RESUME that follows the yield, not at the yield.
LASTI_IS_YIELD = sys.version_info[:2] != (3, 13)
LINE_ON_RETURN = sys.version_info >= (3, 14)
MOST_WRAPPERS = 8
# What the unit prints goes through it.
OBSERVER = "_unseam_observe"


def is_fresh_call(frame):
    if RESUME is None:
        return frame.f_lasti < 0
    return frame.f_code.co_code[frame.f_lasti + 1] == 0


def is_real_return(frame):
    code = frame.f_code.co_code
    last = frame.f_lasti
    if RESUME is not None:
        if len(code) == last + 2:
            return True
        return code[last + 2 if LASTI_IS_YIELD else last] != RESUME
    if code[last] == RETURN_VALUE:
        return True
    if code[last] == YIELD_VALUE:
        return False
    return len(code) <= last + 2 or code[last + 2] != YIELD_FROM


def qualified_name(frame):
    """`Order.total`; before Python 3.11 a code knows its last part only, and its owner is looked for."""
    code = frame.f_code
    if hasattr(code, "co_qualname"):
        return code.co_qualname
    name = code.co_name
    if is_of(frame.f_globals.get(name), code):
        return name
    first = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
    own = type(first)
    for owner in (first if issubclass(own, type) else own).__mro__:
        if is_of(vars(owner).get(name), code):
            return "%s.%s" % (owner.__qualname__, name)
    return "<locals>." + name


def is_of(found, code):
    """Whether a function, also one behind a property or decorators, is what this code belongs to. Doubles are not asked."""
    for _ in range(MOST_WRAPPERS):
        kind = type(found)
        if kind is types.FunctionType:
            if found.__code__ is code:
                return True
            found = found.__dict__.get("__wrapped__")
        elif kind in (classmethod, staticmethod):
            found = found.__func__
        elif issubclass(kind, property):
            found = found.fget
        else:
            return False
    return False


class Callees:
    """What the unit really called beyond itself: a double that is missing shows here.

    Only calls from frames of the unit count; what mocks, or the outside itself, call is their business.
    """

    def __init__(self, unit):
        self.unit = tuple(unit)
        self.inside = {}
        self.found = {}

    def is_unit(self, module):
        known = self.inside.get(module)
        if known is None:
            own = module + "."
            known = any(own.startswith(name + ".") or name.startswith(own) for name in self.unit)
            self.inside[module] = known
        return known

    def on_event(self, frame, event, arg):
        if event == "call":
            caller = frame.f_back
            module = frame.f_globals.get("__name__")
            if caller is None or not isinstance(module, str) or module == OBSERVER or self.is_unit(module):
                return
            if self.is_unit(caller.f_globals.get("__name__") or ""):
                self.found["%s.%s" % (module, qualified_name(frame))] = None
        elif event == "c_call" and self.is_unit(frame.f_globals.get("__name__") or ""):
            owner = getattr(arg, "__self__", None)
            module = getattr(arg, "__module__", None)
            if not isinstance(module, str):
                owner = owner if isinstance(owner, type) else type(owner)
                module = getattr(owner, "__module__", None)
            name = getattr(arg, "__qualname__", None)
            if isinstance(module, str) and isinstance(name, str) and module not in ("builtins", OBSERVER):
                self.found["%s.%s" % (module, name)] = None


class Tracer:
    def __init__(self, target_file, unit=()):
        self.callees = Callees(unit)
        self.target = real(target_file)
        self.is_target = {}
        self.lines = {}
        self.arcs = {}

    def start(self):
        threading.settrace(self.on_call)
        if self.callees.unit:
            sys.setprofile(self.callees.on_event)
        sys.settrace(self.on_call)

    def stop(self):
        sys.settrace(None)
        sys.setprofile(None)
        threading.settrace(None)

    def on_call(self, frame, event, arg):
        filename = frame.f_code.co_filename
        wanted = self.is_target.get(filename)
        if wanted is None:
            wanted = self.is_target[filename] = real(filename) == self.target
        if not wanted or event != "call":
            return None
        first = frame.f_code.co_firstlineno
        last = -first if is_fresh_call(frame) else frame.f_lineno

        def on_event(frame, event, arg):
            nonlocal last
            if event == "line":
                self.arcs[(last, frame.f_lineno)] = None
                last = frame.f_lineno
                self.lines[last] = None
            elif event == "return" and is_real_return(frame):
                if LINE_ON_RETURN and frame.f_lineno != last:
                    self.arcs[(last, frame.f_lineno)] = None
                    last = frame.f_lineno
                    self.lines[last] = None
                self.arcs[(last, -first)] = None
            return on_event

        return on_event

    def report(self):
        return {"lines": list(self.lines), "arcs": sorted(self.arcs), "callees": list(self.callees.found)}
