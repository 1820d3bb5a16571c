"""Calls functions of the standard library with given values. Nothing of the user's is on `sys.path`.

    {"module": "textwrap", "qualname": "dedent", "args": [...]}  ->  {"returned": ...} or {"raised": ...}
"""

import json
import os
import sys

from _unseam_decode import CannotBuild, Decoder
from _unseam_encode import Encoder, raised
from _unseam_guard import Guard, Lockdown
from _unseam_process import limit_resources, read_line, send, take_channel


def evaluate(request, modules):
    decoder = Decoder(modules)
    try:
        function = decoder.name(request)
        positional = [decoder.value(arg["value"]) for arg in request["args"] if arg["keyword"] is None]
        keywords = {arg["keyword"]: decoder.value(arg["value"]) for arg in request["args"] if arg["keyword"]}
    except (CannotBuild, ImportError, AttributeError) as error:
        return {"gave_up": "%s: %s" % (type(error).__name__, error)}
    except BaseException as error:
        return {"gave_up": "cannot build the arguments: %s" % type(error).__name__}
    try:
        return {"returned": Encoder().encode(function(*positional, **keywords))}
    except BaseException as error:
        return {"raised": raised(error)}


def main():
    jobs, replies = take_channel()
    config = json.loads(read_line(jobs))
    lockdown = Lockdown(config)
    guard = Guard(config)
    guard.install()
    del sys.path[0]
    guard.paused = True
    limit_resources(config["rlimits"])
    lockdown.filter_system_calls()
    send(replies, {"ready": list(sys.version_info[:3])})
    while True:
        line = read_line(jobs)
        if not line:
            os._exit(0)  # nobody waits for modules to be taken down
        request = json.loads(line)
        guard.paused = False
        answer = evaluate(request, config["modules"])
        guard.paused = True
        if guard.violations:
            answer = {"gave_up": "not pure: %(event)s(%(detail)s)" % guard.violations[0]}
            del guard.violations[:]
        send(replies, answer)


if __name__ == "__main__":
    main()
