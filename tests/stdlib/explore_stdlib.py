"""`unseam explore` over the interpreter's whole standard library, tests included: what breaks, and what is followed.

    python explore_stdlib.py --unseam EXE [--python EXE] [--every N] [--offset K] [--only NAME] [--jobs N] [--json FILE]

Each file is explored alone, with `--budget 1` and itself as the unit. A file *breaks* the run if unseam ends with anything
but 0 or 2 (a source that it refuses: some of the library's tests are not valid Python on purpose), if a function takes longer
than three budgets (and a margin for a busy machine), or if it needs 2 GiB. Printed are the share of functions with
at least one complete path, and the most frequent reasons for which paths ended as not supported. Exit code: 1 if a file broke.
`--json` keeps each file's row; files that are already there are not explored again, so that a run can be made in pieces.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BUDGET = 1
FUNCTION_SECONDS = 3 * BUDGET + 3
MEMORY = 2 << 30
# The whole file: start-up, import, and what its functions may take.
FILE_SECONDS = 120
SECONDS_A_FUNCTION = 0.5
UNSUPPORTED = "not supported: "
SHOWN = 20
REFUSED = 2


def library_of(python):
    code = "import sysconfig; print(sysconfig.get_paths()['stdlib'])"
    return Path(subprocess.run([python, "-I", "-c", code], capture_output=True, text=True, check=True).stdout.strip())


def sources(library):
    found = (path for path in library.rglob("*.py") if "site-packages" not in path.parts and "__pycache__" not in path.parts)
    return sorted(path.relative_to(library).as_posix() for path in found)


def limit_memory():
    # Above the bar, so that what is over it is seen as such and does not take the machine with it.
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))


def explore(options, library, name):
    """One file's row."""
    start = time.monotonic()
    command = [options.unseam, "explore", str(library / name), "--root", str(library), "--budget", str(BUDGET), "--format", "json", "-q", "--python", options.python]
    functions = (library / name).read_bytes().count(b"def ")
    limit = FILE_SECONDS + functions * FUNCTION_SECONDS * SECONDS_A_FUNCTION
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(command, stdout=out, stderr=err, preexec_fn=limit_memory)
        memory, cpu, code, hung = wait(process, limit)
        out.seek(0)
        err.seek(0)
        row = {"file": name, "code": code, "hung": hung, "memory": memory, "cpu": round(cpu, 1), "seconds": round(time.monotonic() - start, 1)}
        try:
            report = json.load(out)
        except ValueError:
            report = {"targets": [], "errors": []}
        row["message"] = "" if code == 0 else err.read().decode("utf-8", "replace")[-600:]
    row["functions"] = [function_row(target) for target in report["targets"]]
    row["errors"] = [error["message"] for error in report["errors"]]
    return row


def wait(process, limit):
    """(peak memory in bytes, processor seconds, exit code, whether it was stopped)."""
    end = time.monotonic() + limit
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime, process.returncode, False
        if time.monotonic() > end:
            process.kill()
            _, _, usage = os.wait4(process.pid, 0)
            process.returncode = -9
            return usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime, -9, True
        time.sleep(0.02)


def function_row(target):
    complete = sum(path["outcome"]["kind"] in ("return", "raise") for path in target["paths"])
    reasons = {path["outcome"]["value"][len(UNSUPPORTED):] for path in target["paths"] if path["outcome"]["value"].startswith(UNSUPPORTED) and path["outcome"]["kind"] == "none"}
    reasons |= {gap["why"] for gap in target["gaps"] if gap["verdict"] == "unsupported" and not gap["why"].startswith(UNSUPPORTED)}
    return {"name": target["name"], "complete": complete, "seconds": round(target["seconds"], 2), "truncated": target["truncated"], "reasons": sorted(reasons)}


def kind_of(reason):
    """A reason without what is particular to one function: names and numbers."""
    reason = re.sub(r"^line \d+: ", "", reason)
    reason = re.sub(r"'[^']*'|\"[^\"]*\"", "'…'", reason)
    reason = re.sub(r"an operation on .*, whose", "an operation on …, whose", reason)
    reason = re.sub(r"\b\d+\b", "N", reason)
    return reason


def faults(row):
    if row["hung"]:
        yield f"did not end within its time ({row['seconds']} s)"
    elif row["code"] not in (0, REFUSED):
        yield f"exit {row['code']}: {row['message'].strip()}"
    if row["memory"] > MEMORY:
        yield f"needed {row['memory'] >> 20} MiB"
    for function in row["functions"]:
        if function["seconds"] > FUNCTION_SECONDS:
            yield f"{function['name']} took {function['seconds']} s"


def summary(rows):
    functions = [function for row in rows for function in row["functions"]]
    complete = sum(function["complete"] > 0 for function in functions)
    reasons = collections.Counter(kind for function in functions for kind in {kind_of(reason) for reason in function["reasons"]})
    print(f"{len(rows)} files, {len(functions)} functions; at least one complete path: {complete} ({100 * complete / max(1, len(functions)):.1f} %)")
    print(f"time {sum(row['seconds'] for row in rows):.0f} s, of a processor {sum(row['cpu'] for row in rows):.0f} s, largest memory {max(row['memory'] for row in rows) >> 20} MiB")
    print(f"\nfunctions  not supported")
    for reason, count in reasons.most_common(SHOWN):
        print(f"{count:9}  {reason}")
    refused = [row for row in rows if row["code"] == REFUSED]
    print(f"\n{len(refused)} files refused")
    for row in refused:
        print(f"  {row['file']}: {(row['errors'] or ['?'])[0]}")
    broken = [(row["file"], fault) for row in rows for fault in faults(row)]
    print(f"\n{len(broken)} faults")
    for name, fault in broken:
        print(f"  {name}: {fault}")
    return not broken


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--unseam", required=True)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--every", type=int, default=1, help="each Nth file only")
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--only", default="", help="files whose name contains this")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no new file is begun after that long")
    options = parser.parse_args()
    library = library_of(options.python)
    names = [name for name in sources(library) if options.only in name][options.offset :: options.every]
    rows = json.loads(options.json.read_text()) if options.json and options.json.exists() else []
    done = {row["file"] for row in rows}
    end = time.monotonic() + options.seconds
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work = lambda name: explore(options, library, name) if time.monotonic() < end else None
        for row in pool.map(work, [name for name in names if name not in done]):
            if row is None:
                continue
            rows.append(row)
            for fault in faults(row):
                print(f"{row['file']}: {fault}", file=sys.stderr, flush=True)
            if options.json:
                options.json.write_text(json.dumps(rows))
    return 0 if rows and summary(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
