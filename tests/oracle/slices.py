"""slices.py TRACE STREAM N SEED [OPTION]...: cut at N random places, among them times of records.

TRACE is on disk, STREAM is what otf-cat --no-pg says of it. The piece must be the same from the trace, the stored
stream and a pipe; cut out of a larger piece, as a stream and, without options, through traces; with --closed its
calls and operations must nest and be closed. Tells the first difference and exits 1.
"""
import glob
import os
import random
import subprocess
import sys

trace, stream, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
options = sys.argv[5:]
random.seed(seed)
whole = open(stream, "rb").read()
inline = b"\tIS:1" in whole[: whole.index(b"\n")]


def records(text):
    return [r.split(b"\t") for r in text.split(b"\n") if r and not r.startswith((b"@", b"Def", b"Marker"))]


times = sorted({int(r[1]) for r in records(whole)})


def cut(interval, source, text=None, output=None):
    command = ["otf-slice", "-q", "--no-pg", "-t", "%d:%d" % interval] + options + ([source] if source else [])
    if output:
        command += ["-o", output, "--force"]
    done = subprocess.run(command, input=text, capture_output=True)
    if done.returncode:
        sys.exit("%s: %s" % (" ".join(command), done.stderr.decode()))
    return done.stdout


def files(stub):
    found = {}
    for name in glob.glob(stub + ".*"):
        found[name[len(stub):]] = open(name, "rb").read()
        os.unlink(name)
    return found


def place(low, high):
    inside = [t for t in times if low <= t <= high]
    return random.choice(inside) if inside and random.random() < 0.4 else random.randint(low, high)


def interval(low, high):
    return tuple(sorted((place(low, high), place(low, high))))


def same(what, where, a, b):
    if a != b:
        open("one", "wb").write(a if isinstance(a, bytes) else repr(a).encode())
        open("other", "wb").write(b if isinstance(b, bytes) else repr(b).encode())
        sys.exit("%s: %s: %s" % (trace, what, where))


ENDS = {b"Leave": b"Enter", b"EndCollectiveOperation": b"BeginCollectiveOperation",
        b"EndFileOperation": b"BeginFileOperation"}


def balanced(text, where):
    open_now = {}
    last = 0
    for r in records(text):
        kind, time, process = r[0], int(r[1]), r[2]
        if time < last or time > where[1]:
            sys.exit("%s: time %d in %s" % (trace, time, where))
        last = time
        if kind in ENDS.values():
            token = r[4] if kind == b"BeginCollectiveOperation" else r[3]
            open_now.setdefault((process, kind), []).append(token)
        elif kind in ENDS:
            token = r[4] if kind == b"EndFileOperation" else r[3]
            stack = open_now.get((process, ENDS[kind]), [])
            if token not in stack and not (kind == b"Leave" and token == b"0" and stack):
                sys.exit("%s: %s" % (where, r))
            if kind == b"Leave":
                if stack.pop() != token and token != b"0":
                    sys.exit("%s: %s" % (where, r))
            else:
                stack.remove(token)
    if any(open_now.values()):
        sys.exit("%s: open at the end of %s: %s" % (trace, where, open_now))


for _ in range(count):
    outer = interval(max(0, times[0] - 5), times[-1] + 5)
    inner = interval(*outer)
    once = cut(inner, trace)
    same("trace and pipe", inner, once, cut(inner, None, whole))
    same("trace and stored stream", inner, once, cut(inner, stream))
    if "--closed" in options:
        balanced(once, inner)
        continue
    same("in two steps, from %s" % (outer,), inner, once, cut(inner, None, cut(outer, trace)))
    if inline:
        continue
    cut(inner, trace, output="once")
    cut(outer, trace, output="outer")
    cut(inner, "outer", output="twice")
    files("outer")
    same("in two steps through traces, from %s" % (outer,), inner, files("once"), files("twice"))
