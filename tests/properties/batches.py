"""Batches of random comparisons, each with what CPython says about it.

    python batches.py THEMES FIRST COUNT     prints one JSON object a batch
    python batches.py --shrink               reads {"functions", "call"} a line, answers with a batch of smaller ones

A batch is a script that both CPython and the machine execute. Each comparison is one statement of a class body:

    def f0(a, b):
        return a + b

    class Results0:
        r0 = check(f0, [1], (2,))

`r0` is a text: the result or the exception, and the arguments afterwards. The same number gives the same batch.
"""

import json
import random
import re
import resource
import signal
import sys
import warnings

import operands
import operations
import programs
import shrinking

CASES = 240
# A namespace is copied whenever it grows: it is kept small.
IN_A_CLASS = 24
NAME = re.compile(r"\bf\d+\b")
MEMORY = 4 << 30
# Of the processor. A batch takes milliseconds; one that never ends is a mistake in what is tried.
SECONDS = 20

PROLOGUE = '''\
nan = float("nan")
inf = float("inf")


def show(value):
    kind = type(value)
    if kind is set or kind is frozenset:
        return kind.__name__ + repr(sorted([show(item) for item in value]))
    return repr(value)


def check(function, *arguments):
    try:
        result = function(*arguments)
        text = show(result)
        for position, argument in enumerate(arguments):
            if result is argument and type(result) in (list, dict, set, bytearray):
                text += " is argument " + str(position)
    except Exception as error:
        text = type(error).__name__ + ": " + str(error)
    return text + " | " + ", ".join([show(argument) for argument in arguments])
'''


def random_case(chance, function, kinds):
    """A call of `function`: operands of the wanted kinds, or one of them of any kind, or two that are one object."""
    wanted = [kind.rstrip("!") for kind in kinds]
    if wanted and chance.random() < 0.12:
        position = chance.randrange(len(wanted))
        if not kinds[position].endswith("!"):
            wanted[position] = "any"
    arguments = [operands.operand(chance, kind) for kind in wanted]
    if len(arguments) > 1 and arguments[0].startswith(("[", "{")) and kinds[0] != "set" and chance.random() < 0.05:
        # The walrus makes one object that is two arguments.
        return f"check({function}, *[(x := {arguments[0]}), x, {', '.join(arguments[2:])}])"
    return f"check({', '.join([function, *arguments])})"


def function_text(name, body, count):
    parameters = ", ".join("abcd"[:count])
    if "\n" not in body and not body.startswith(("del ", "raise ")) and not is_assignment(body):
        return f"def {name}({parameters}):\n    return {body}\n"
    lines = body.split("\n")
    if not any(line.startswith("return") for line in lines):
        lines.append("return a")
    return f"def {name}({parameters}):\n" + "".join(f"    {line}\n" for line in lines)


def is_assignment(body):
    try:
        compile(body, "body", "eval")
    except SyntaxError:
        return True
    return False


def operation_cases(chance, theme):
    """(function's text, its name, calls) for some operations of a theme."""
    table = operations.THEMES[theme]
    for number in range(24):
        body, kinds = chance.choice(table)
        kinds = kinds.split()
        name = f"f{number}"
        calls = [random_case(chance, name, kinds) for _ in range(CASES // 24)]
        yield function_text(name, body, len(kinds)), calls


def batch(theme, number):
    chance = random.Random(f"{theme} {number}")
    make = programs.cases if theme == "programs" else operation_cases
    cases = []
    for functions, calls in make(chance, theme):
        cases.extend((functions, call) for call in calls)
    return assembled(theme, number, cases)


def assembled(theme, number, cases):
    """The script of some cases, and what CPython does with it; cases that tell of addresses are left out."""
    expected = run(script(cases))
    kept = [case for case, text in zip(cases, expected) if is_promised(text)]
    answers = [text for text in expected if is_promised(text)]
    rows = [{"functions": functions, "call": call, "expected": text} for (functions, call), text in zip(kept, answers)]
    return {"theme": theme, "number": number, "script": script(kept), "cases": rows}


def is_promised(text):
    """Not an address, nor how an unbound name is called in a comprehension: that changed with Python 3.12."""
    return " at 0x" not in text and "cannot access free variable" not in text


def script(cases):
    functions = list(dict.fromkeys(functions for functions, _ in cases))
    classes = []
    for first in range(0, len(cases), IN_A_CLASS):
        some = enumerate(cases[first : first + IN_A_CLASS], first)
        classes.append(f"class Results{first // IN_A_CLASS}:\n" + "".join(f"    r{number} = {call}\n" for number, (_, call) in some))
    text = "\n".join([*functions, *classes])
    if "t.append(" in text:
        text = programs.HELPERS + programs.EXTRA + text
    imports = "".join(f"import {module}\n" for module in operations.IMPORTS if f"{module}." in text)
    return "\n".join([imports, PROLOGUE, text])


def run(text):
    namespace = {"__name__": "batch"}
    exec(compile(text, "batch", "exec"), namespace)
    found = []
    while results := namespace.get(f"Results{len(found) // IN_A_CLASS}"):
        found.extend(text for name, text in vars(results).items() if name[0] == "r" and name[1:].isdigit())
        if len(found) % IN_A_CLASS:
            break
    return found


def themes():
    return [*operations.THEMES, "programs"]


def main(arguments):
    sys.stdout.reconfigure(encoding="utf-8")
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    # Both sides refuse too long numerals alike; sys.stdout is ours, so what a case prints must not reach it.
    answers, sys.stdout = sys.stdout, open("/dev/null", "w")
    if arguments == ["--themes"]:
        print(json.dumps(themes()), file=answers)
    elif arguments == ["--shrink"]:
        for line in sys.stdin:
            case = json.loads(line)
            smaller = shrinking.smaller(case["functions"], case["call"])
            print(json.dumps(tried(smaller)), file=answers, flush=True)
    else:
        theme, first, count = arguments[0], int(arguments[1]), int(arguments[2])
        for number in range(first, first + count):
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            print(json.dumps(batch(theme, number)), file=answers, flush=True)


def tried(cases):
    """As `assembled`, of cases that need not even compile: each is tried alone first."""
    good = []
    for number, (functions, call) in enumerate(cases):
        # They stand in one script, so each has a name of its own.
        case = (NAME.sub(f"f{number}", functions), NAME.sub(f"f{number}", call))
        try:
            (text,) = run(script([case]))
        except Exception:
            continue
        # A call that does not fit its function shows nothing.
        if "positional argument" not in text:
            good.append(case)
    return assembled("shrink", 0, good)


if __name__ == "__main__":
    main(sys.argv[1:])
