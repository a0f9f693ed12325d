#!/usr/bin/env python3
"""flip.py STUB: damage every byte of every file of the trace STUB, one at a time, and run otf-cat on it.

Each byte gets about one of the eight damages, and with LONG in the environment all of them.

Prints each run that crashed, hung, had an exit status above 3, did not say why it failed, or said 0
though it gave another number of records than the whole trace; at the end how many runs there were.
What no reader could notice is not counted: definitions, markers and the master file have no trailer,
so a cut between two of their lines makes a shorter file that is as good as a whole one.
"""
import glob
import itertools
import os
import subprocess
import sys
import zlib

TIMEOUT = 120
FLIPS = [0x01, 0x02, 0x08, 0x20, 0x80]
STEP = 1 if os.environ.get("LONG") else 9


def run(stub, *options):
    """(exit status, number of records, standard error)"""
    try:
        p = subprocess.run(["otf-cat", "--no-pg", *options, stub], stdin=subprocess.DEVNULL,
                           capture_output=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return "hang", 0, b""
    return p.returncode, sum(not line.startswith(b"@") for line in p.stdout.splitlines()), p.stderr


def damages(data):
    """(what was done, the damaged bytes), of those of each() every STEP-th"""
    return itertools.islice(each(data), 0, None, STEP)


def each(data):
    for i in range(len(data)):
        for bits in FLIPS:
            yield "byte %d ^ %#x" % (i, bits), data[:i] + bytes([data[i] ^ bits]) + data[i + 1:]
        yield "byte %d removed" % i, data[:i] + data[i + 1:]
        yield "LF before byte %d" % i, data[:i] + b"\n" + data[i:]
        yield "cut at %d" % i, data[:i]


def is_unnoticeable(path, data, whole):
    """A file without trailer that ends between two lines, if compressed with a whole block."""
    if path.endswith(".z"):
        if not (whole.startswith(data) and data.endswith(b"\0\0\xff\xff")):
            return False
        data, whole = (zlib.decompressobj().decompress(b) for b in (data, whole))
        path = path[:-2]
    return (path.endswith((".def", ".marker", ".otf")) and whole.startswith(data)
            and (not data or data.endswith(b"\n")))


def wrong(status, count, err, expected):
    if status not in (0, 1, 2, 3):
        return "exit %s" % status
    if status == 0 and count != expected:
        return "exit 0, but %d records" % count
    if status != 0 and not err.startswith(b"otf-cat: "):
        return "exit %d without a message" % status
    return None


def main(stub):
    expected = run(stub)
    if expected[0] != 0:
        sys.exit("%s is not whole: %r" % (stub, expected))
    runs = bad = 0
    for path in sorted(glob.glob(glob.escape(stub) + ".*")):
        with open(path, "rb") as f:
            whole = f.read()
        for what, data in damages(whole):
            with open(path, "wb") as f:
                f.write(data)
            for options in ([], ["--keep-going"]) if runs % 7 == 0 else ([],):
                status, count, err = run(stub, *options)
                why = wrong(status, count, err, expected[1])
                if why and not (status == 0 and is_unnoticeable(path, data, whole)):
                    bad += 1
                    print("%s %s %s: %s" % (path, what, " ".join(options), why))
            runs += 1
        with open(path, "wb") as f:
            f.write(whole)
    print("%d damaged traces, %d wrong" % (runs, bad))
    return 1 if bad else 0


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C"
    sys.exit(main(sys.argv[1]))
