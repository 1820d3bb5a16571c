"""The first process of the sandbox's namespace, and the one before it: waits until no child is left."""

import os

while True:
    try:
        os.wait()
    except ChildProcessError:
        break
