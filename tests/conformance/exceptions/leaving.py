"""`exit` and `quit`, as `site` makes them."""


def leave(code):
    try:
        exit(code)
    except SystemExit as error:
        return error.code, error.args


def leave_without(name):
    try:
        quit() if name == "quit" else exit()
    except Exception:
        return "an Exception"
    except SystemExit as error:
        return error.code


CASES = [
    ("leave", (2,)),
    ("leave", ("usage",)),
    ("leave", (None,)),
    ("leave_without", ("quit",)),
    ("leave_without", ("exit",)),
]
