"""What the tests of the module otf share: traces, and the lines of otf-cat as records."""
import glob
import os
import shutil
import subprocess
import tempfile
import unittest
import warnings

import otf
from otf import _records

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.environ.get("OTFPIPE_SHARED", os.path.join(TOP, "..", "shared"))
SAMPLE = os.path.join(TOP, "tests", "data", "sample.otf")
HEAD = "@OTFPIPE\t1.0\tTR:1000\n"


def corpus():
    """Names of traces of all formats: lists, since a TAU trace is two files. Skips the test where they are not."""
    base = os.path.join(SHARED, "corpus")
    if not os.path.isdir(base):
        raise unittest.SkipTest(f"no shared data in {SHARED}")
    names = [[name] for name in sorted(glob.glob(f"{base}/otf1/*/*.otf") + glob.glob(f"{base}/vtf3/*.*pv"))]
    for trc in sorted(glob.glob(f"{base}/tau/formats/tau.*.trc")):
        names.append([trc, f"{base}/tau/formats/tau.edf"])
    return names


def otf_cat(*arguments):
    """The lines of otf-cat, without those of control. A trace may have oddities: exit status 1."""
    run = subprocess.run(["otf-cat", "--no-pg", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if run.returncode > 1:
        raise AssertionError(run.stderr.decode())
    out = run.stdout
    return [line for line in out.split(b"\n") if line and not line.startswith(b"@")]


def unescape(raw):
    if raw == b"\\N":
        return None
    out, i = bytearray(), 0
    while i < len(raw):
        if raw[i:i + 1] != b"\\":
            out += raw[i:i + 1]
            i += 1
        elif raw[i + 1:i + 2] == b"x":
            out.append(int(raw[i + 2:i + 4], 16))
            i += 4
        else:
            out += {b"\\": b"\\", b"t": b"\t", b"n": b"\n", b"r": b"\r"}[raw[i + 1:i + 2]]
            i += 2
    return out.decode("utf-8", "surrogateescape")


def number(text):
    if any(c in text for c in ".eni"):
        return otf.Float32(text[:-1]) if text.endswith("f") and text != "inf" else float(text)
    return int(text)


def value_of(kind, raw):
    if kind == _records.STR:
        return unescape(raw)
    if kind == _records.LIST:
        return tuple(map(int, raw.split(b","))) if raw else ()
    text = raw.decode()
    return text if kind == _records.KIND else number(text) if kind == _records.VALUE else int(text)


def tag_of(raw):
    key, letter, text = raw.decode().split(":", 2)
    if letter == "a":
        return otf.Tag(int(key), letter, bytes.fromhex(text))
    return otf.Tag(int(key), letter, float(text) if letter in "fd" else int(text))


def record_of(line):
    """The record that a line says."""
    parts = line.split(b"\t")
    kind = _records.BY_NAME.get(parts[0].decode())
    if not kind:
        return otf.Other(line.decode("utf-8", "surrogateescape"))
    n = len(kind.fields)
    head = [int(parts[2])] if len(kind.head) == 1 else [int(parts[1]) if parts[1] != b"-" else 0, int(parts[2])]
    fields = [value_of(f.type, raw) for f, raw in zip(kind.fields, parts[3:3 + n])]
    return kind.cls(*head, *fields, tuple(map(tag_of, parts[3 + n:])))


def same(a, b):
    """Whether two records are equal, and their numbers of one type."""
    return type(a) is type(b) and [(type(v), repr(v)) for v in a] == [(type(v), repr(v)) for v in b]


class Room(unittest.TestCase):
    """A test with a directory of its own, and without warnings of the traces."""

    def setUp(self):
        self.room = tempfile.mkdtemp(prefix="otf-python-")
        self.addCleanup(shutil.rmtree, self.room)
        catch = warnings.catch_warnings()
        catch.__enter__()
        self.addCleanup(catch.__exit__, None, None, None)
        warnings.simplefilter("ignore", otf.Warning)

    def path(self, name):
        return os.path.join(self.room, name)

    def stream(self, *lines, end=True, name="s.otfl"):
        """A line stream in a file."""
        text = HEAD + "".join(line.replace("|", "\t") + "\n" for line in lines)
        if end:
            text += f"@END\t{sum(not line.startswith('@') for line in lines)}\n"
        with open(self.path(name), "w", encoding="utf-8", errors="surrogateescape") as f:
            f.write(text)
        return self.path(name)

    def damaged(self):
        """A trace of three records in its event file, whose line 2 of these is damaged."""
        with otf.Writer(self.path("damaged"), streams=1) as w:
            for r in [otf.DefTimerResolution(0, 1000), otf.DefProcess(0, 1, "p", 0), otf.DefFunction(0, 7, "f", 0, 0),
                      otf.Enter(1, 1, 7, 0), otf.Enter(2, 1, 7, 0), otf.Leave(3, 1, 7, 0)]:
                w.write(r)
        with open(self.path("damaged.1.events"), "rb") as f:
            text = f.read()
        with open(self.path("damaged.1.events"), "wb") as f:
            f.write(text.replace(b"2\n*1\nE7\n", b"2\n*1\nEx7\n"))
        return self.path("damaged.otf")

    def assert_same(self, got, want):
        got, want = list(got), list(want)
        for i, (a, b) in enumerate(zip(got, want)):
            self.assertTrue(same(a, b), f"record {i + 1}: {a!r}\n  is not {b!r}")
        self.assertEqual(len(got), len(want))

    def open_files(self):
        return len(os.listdir("/proc/self/fd"))
