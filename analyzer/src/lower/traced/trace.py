"""Runs a program and prints the line transitions of each of its frames: code, previous line (0 on entry), line."""

import sys

path = sys.argv[1]
transitions = set()


def on_call(frame, event, argument):
    code = frame.f_code
    # Comprehensions are frames of their own up to Python 3.11 only.
    if code.co_filename != path or code.co_name in ("<listcomp>", "<setcomp>", "<dictcomp>"):
        return None
    resumed = frame.f_lasti > 0 and frame.f_lineno != code.co_firstlineno
    previous = None if resumed else 0

    def on_line(frame, event, argument):
        nonlocal previous
        if event == "line":
            if previous is not None and previous != frame.f_lineno:
                transitions.add((code.co_qualname, previous, frame.f_lineno))
            previous = frame.f_lineno
        return on_line

    return on_line


with open(path) as file:
    program = compile(file.read(), path, "exec")
sys.settrace(on_call)
exec(program, {"__name__": "program"})
sys.settrace(None)
for qualname, previous, line in sorted(transitions):
    print(qualname, previous, line)
