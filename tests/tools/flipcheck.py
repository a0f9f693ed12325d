#!/usr/bin/env python3
"""flipcheck.py STUB, or --stream FILE...: damage bytes of a trace or stream, one at a time, and run otf-check on it.

Prints each run that crashed, hung, or ended with a status that is not 0 or 1 (4 where a STUB is no trace any more);
and each trace that otf-cat refuses and in which otf-check --strict finds nothing.
"""
import glob
import os
import subprocess
import sys

import flip


def status(command, names):
    try:
        return subprocess.run([*command, *names], stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=flip.TIMEOUT).returncode
    except subprocess.TimeoutExpired:
        return "hang"


def check(names, is_stub, what):
    found = status(["otf-check", "--strict", "-q"], names)
    if found in (0, 1) and (found or status(["otf-cat", "-q", "--count"], names) == 0):
        return 0
    if found == 4 and is_stub and status(["otf-cat", "-q", "--count"], names) == 1:
        return 0
    print("%s: otf-check ended with %s" % (what, found))
    return 1


def main(args):
    is_stub = args[0] != "--stream"
    names = args if is_stub else args[1:]
    files = sorted(glob.glob(glob.escape(args[0]) + ".*[!l]")) if is_stub else names
    bad = runs = 0
    for path in files:
        with open(path, "rb") as f:
            whole = f.read()
        for what, data in flip.damages(whole):
            with open(path, "wb") as f:
                f.write(data)
            bad += check(names, is_stub, "%s %s" % (path, what))
            runs += 1
        with open(path, "wb") as f:
            f.write(whole)
    print("%d runs, %d wrong" % (runs, bad))
    return 1 if bad or not runs else 0


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C"
    sys.exit(main(sys.argv[1:]))
