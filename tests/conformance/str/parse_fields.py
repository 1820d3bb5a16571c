"""Reading a record out of a line of text."""


def record(line):
    name, _, rest = line.partition(":")
    if not rest:
        raise ValueError(f"no colon in {line!r}")
    fields = {}
    for pair in rest.split(";"):
        key, found, value = pair.strip().partition("=")
        if not found:
            continue
        fields[key] = int(value) if value.lstrip("-").isdigit() else value
    return name.strip(), fields


CASES = [
    ("record", ("ann: age=30; city=Oslo",)),
    ("record", ("bob: age=-3;; x",)),
    ("record", ("nobody:",)),
    ("record", ("no colon",)),
    ("record", (": a=b=c",)),
    ("record", ("x: =1; y=",)),
]
