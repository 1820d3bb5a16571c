"""Runs conformance programs on CPython and prints what each case does, one JSON object a line.

    python run_cpython.py FILE...

Each case runs in a freshly executed module, so that neither module state nor arguments leak from one to the next.
The comparison with the machine is made on `result`, `raised` and `args`; all of them are text.
"""

import json
import sys

# The Python that all programs run on.
WRITTEN_FOR = (3, 11)


def fresh_module(path):
    """The namespace of the program at `path`, as `import` would fill it."""
    with open(path, encoding="utf-8") as file:
        source = file.read()
    namespace = {"__name__": "program", "__file__": path, "__builtins__": __builtins__}
    # Dataclasses and `super()` look their module up in `sys.modules`.
    module = type(sys)("program")
    module.__dict__.update(namespace)
    sys.modules["program"] = module
    exec(compile(source, path, "exec"), module.__dict__)
    return module.__dict__


def run_case(path, index):
    namespace = fresh_module(path)
    function, arguments = namespace["CASES"][index]
    result = raised = None
    try:
        result = repr(namespace[function](*arguments))
    except BaseException as error:
        raised = type(error).__name__ + ": " + str(error)
    return {
        "file": path,
        "case": index,
        "function": function,
        "result": result,
        "raised": raised,
        "args": [repr(argument) for argument in arguments],
    }


def main(paths):
    for path in paths:
        try:
            program = fresh_module(path)
        except (SyntaxError, ImportError, NameError):
            # Of a later Python than this one; in ours nothing may be skipped.
            if sys.version_info >= WRITTEN_FOR:
                raise
            continue
        if sys.version_info >= program.get("SINCE", (3,)):
            for index in range(len(program["CASES"])):
                print(json.dumps(run_case(path, index)))


if __name__ == "__main__":
    main(sys.argv[1:])
