"""Pipelines: how the steps are joined, and what else must be true of a trace."""
import json
import os
import random
import shutil
import subprocess
import sys

import generate
import steps
from stream import FIELDS, Bad, Trace, check_order, is_definition, is_timed, parse, tags_of

HERE = os.path.dirname(os.path.abspath(__file__))
STAGES = [steps.Select] * 3 + [steps.Num, steps.Functions, steps.MinDuration, steps.MaxCalls, steps.Match, steps.NoTags,
                               steps.Prune, steps.Slice, steps.Slice, steps.Snap, steps.Snap, steps.Map, steps.Map,
                               steps.Clock]


def draw(r, trace):
    kinds = [Chain] * 10 + [Sort, Shares, Vtf3, Profile, Profile, InPlace, Rejects, Reports, Tau, Unify, Waits, Pages]
    return r.choice(kinds)(r, trace)


# otf-slice says so where the magic line or a record shows it
CONTINUES = "otfpipe: the run continues after this piece"
WINDOW = "otfpipe: the time range is the window of this piece"


def untimed(trace):
    """What is not timed, but for what otf-slice says of a piece, which slice.bats judges."""
    return [x for x in trace.records if not is_timed(x) and x[3:4] not in ((CONTINUES,), (WINDOW,)) and
            x[0] != "DefTimeRange"]


def same(what, got, want, unordered=False):
    """Records, streams and the resolution; definitions may be in another order if `unordered`."""
    for name, a, b in (("definitions", untimed(got), untimed(want)), ("records", got.timed(), want.timed())):
        if unordered and name == "definitions":
            a, b = sorted(a), sorted(b)
        if a != b:
            i = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            raise Bad("%s: %s %d of %d, not %d:\n got  %s\n want %s" %
                      (what, name, i + 1, len(a), len(b), a[i:i + 3], b[i:i + 3]))
    if got.home != want.home:
        raise Bad("%s: streams\n got  %s\n want %s" % (what, got.home, want.home))
    if got.ticks != want.ticks:
        raise Bad("%s: ticks %s, not %s" % (what, got.ticks, want.ticks))


class Chain:
    """Steps one after another: by pipe, through a trace on disk, or through a stored stream."""

    def __init__(self, r, trace):
        self.r = r
        self.steps, self.ways = [], []
        now = trace
        for _ in range(r.choice([1, 1, 2, 3, 4])):
            kind = r.choice(STAGES)
            if kind is steps.Num and any(isinstance(s, steps.Slice) for s in self.steps):
                kind = steps.Select  # of a comment that may be there
            step = kind(r, now)
            self.steps.append(step)
            self.ways.append(self.way(r))
            now = step.apply(now)

    @staticmethod
    def way(r):
        options = []
        if r.random() < 0.3:
            options += ["-z", str(r.randint(0, 9))]
        if r.random() < 0.3:
            options += ["-j", str(r.randint(1, 4))]
        if r.random() < 0.2:
            options.append(r.choice(["--long", "--short"]))
        return r.choice(["pipe", "pipe", "disk", "write", "store"]), options

    def shorter(self):
        for i in range(len(self.steps)):
            one = Chain.__new__(Chain)
            one.steps, one.ways = self.steps[i:i + 1], self.ways[i:i + 1]
            yield one

    def run(self, runner, trace):
        text, operand, joined, unordered = trace.text(), None, [], False
        for step, (way, options) in zip(self.steps, self.ways):
            argv = step.argv(runner.scratch) + ["-q", "--no-pg"]
            trace = step.apply(trace)
            unordered = unordered or getattr(step, "unordered", False)
            if way == "pipe" or not storable(trace):
                joined.append(argv + ([operand] if operand else []))
                operand = None
                continue
            name = runner.scratch("t")
            if way == "store":
                name += ".otfl"
                got = runner.run(joined + [argv + ([operand] if operand else [])], text)
                with open(name, "wb") as out:
                    out.write(got)
            elif way == "disk":
                runner.run(joined + [argv + ([operand] if operand else []) + ["-o", name, "--lossy"] + options], text)
                trace = steps.from_disk(trace)
            else:
                runner.run(joined + [argv + ([operand] if operand else []), ["otf-write", "-q", "--lossy", name] + options], text)
                trace = steps.from_disk(trace)
            joined, operand, text = [], name, b""
        if operand or not joined:
            joined = [["otf-cat", "-q", "--no-pg"] + ([operand] if operand else [])]
        got = parse(runner.run(joined, text))
        check_order(got)
        same("pipeline", got, trace, unordered)


def storable(trace):
    """A trace on disk has a resolution and at least one stream."""
    return trace.ticks is not None and trace.home and any(x[0] == "DefTimerResolution" for x in trace.records)


class Plan:
    """One plan for one trace: what it draws at random comes from its own seed, so it can be repeated."""

    def __init__(self, r, trace):
        self.seed = r.getrandbits(40)

    def shorter(self):
        return iter(())

    def run(self, runner, trace):
        self.go(runner, trace, random.Random(self.seed))


def write(runner, trace, options=(), name=None):
    """The trace on disk, without a step. @return its name, and what it gives back"""
    name = name or runner.scratch("t")
    runner.run([["otf-write", "-q", "--lossy", name] + list(options)], trace.text())
    return name, steps.from_disk(trace)


def cat(runner, name, *options):
    got = parse(runner.run([["otf-cat", "-q", "--no-pg", name] + list(options)]))
    check_order(got)
    return got


class Sort(Plan):
    def go(self, runner, trace, r):
        defs, timed = [x for x in trace.records if not is_timed(x)], trace.timed()
        r.shuffle(timed)
        mixed = trace.like(defs + timed)
        argv = ["otf-sort", "-q", "--no-pg"] + r.choice([[], ["--buffer", "512K"], ["-j", "2"]])
        same("sorted", parse(runner.run([argv], mixed.text())), mixed.sorted())


class Shares(Plan):
    """The shares of a trace are joined to the whole; their partial profiles combine to its profile."""

    @staticmethod
    def partial(runner, name, k, n):
        """None if it is refused: which messages of a process and its threads are which, only the whole says."""
        try:
            return runner.run([["otf-stat", "-q", "--part", "%d/%d" % (k, n), "--partial", name]])
        except Bad as bad:
            if "which is in another share" not in str(bad) or n == 1:
                raise
            return None

    def go(self, runner, trace, r):
        if not storable(trace):
            return
        name, trace = write(runner, trace)
        n = r.randint(1, min(4, len(set(trace.home.values()))))
        names = ["s.%d" % k for k in range(1, n + 1)]
        parts, is_split = [], False
        for k, share in enumerate(names, 1):
            runner.run([["otf-filter", "-q", "--no-pg", "--lossy", "--part", "%d/%d" % (k, n), name, "-o", share]])
            partial = self.partial(runner, name, k, n)
            is_split |= partial is None
            parts.append(os.path.join(runner.dir, "part%d" % k))
            with open(parts[-1], "wb") as out:
                out.write(partial or b"")
        runner.run([["otf-write", "-q", "--join", "joined"] + names])
        same("joined", cat(runner, "joined"), trace, True)
        if is_split:
            return
        whole = runner.run([["otf-stat", "-q", "--tsv", name]])
        if runner.run([["otf-stat", "-q", "--tsv", "--combine"] + parts]) != whole:
            raise Bad("--combine differs")


class Vtf3(Plan):
    """Through VTF3 with the profile full: all comes back, but for the order of definitions."""

    def go(self, runner, trace, r):
        form = r.choice(["std-binary", "std-ascii", "fast-ascii"])
        name = "t.vpt" + r.choice(["", ".gz"])
        runner.run([["otf-to-vtf3", "-q", "--profile", "full", "--format", form, "-o", name]], trace.text())
        same("through " + form, parse(runner.run([["vtf3-to-otf", "-q", "--no-pg", name]])), trace, True)


class Profile(Plan):
    def go(self, runner, trace, r):
        options = []
        if r.random() < 0.5:
            keys = ["process", "group", "function", "path", "communicator", "tag", "file"]
            options += ["--by", ",".join(r.sample(keys, r.randint(1, 3)))]
        times = steps.times_of(trace)
        ours = []
        if r.random() < 0.3:
            every = max(1, (max(times) - min(times)) // r.randint(1, 6))
            options += ["--every", str(every)]
        if r.random() < 0.3:
            a, b = sorted((steps.instant(r, trace), steps.instant(r, trace)))
            ours = ["-t", "%d:%d" % (a, b)]
        text = trace.text()
        want = subprocess.run([sys.executable, os.path.join(HERE, "../oracle/stat.py")] + options +
                              ["--time" if o == "-t" else o for o in ours], input=text, check=True,
                              stdout=subprocess.PIPE).stdout
        got = runner.run([["otf-stat", "-q", "--tsv"] + options + ours], text)
        if got != want:
            lines = list(zip(got.split(b"\n"), want.split(b"\n")))
            at = next((i for i, (a, b) in enumerate(lines) if a != b), len(lines))
            raise Bad("profile, line %d:\n got  %r\n want %r" % (at + 1, got.split(b"\n")[at:at + 2], want.split(b"\n")[at:at + 2]))


class InPlace(Plan):
    """Snapshots into a trace itself, and out of it again."""

    def go(self, runner, trace, r):
        if not storable(trace) or not trace.timed():
            return
        name, trace = write(runner, trace, r.choice([[], ["-z", "4"], ["--long"]]))
        step = steps.Snap(r, trace)
        runner.run([["otf-snap", "-q", "--no-pg", "--in-place", name] + step.args])
        same("in place", cat(runner, name), step.apply(trace), True)
        runner.run([["otf-snap", "-q", "--in-place", "--remove", name]])
        same("removed", cat(runner, name), trace, True)
        left = [f for f in os.listdir(runner.dir) if "otfpipe" in f]
        if left:
            raise Bad("left over: %s" % left)


class Rejects(Plan):
    def go(self, runner, trace, r):
        selection = steps.Selection(r, trace)
        argv = ["otf-filter", "-q", "--no-pg", "--rejects", "rejects.otfl"] + selection.args
        same("kept", parse(runner.run([argv], trace.text())), trace.like([x for x in trace.records if selection.keeps(x)]))
        with open(os.path.join(runner.dir, "rejects.otfl"), "rb") as f:
            rejects = parse(f.read())
        dropped = [x for x in trace.records if not selection.keeps(x)]
        same("rejects", trace.like(rejects.timed()), trace.like([x for x in dropped if is_timed(x)]))


class Reports(Plan):
    """Commands that report: they come to an end, and their JSON is JSON."""

    def go(self, runner, trace, r):
        text = trace.text()
        json.loads(runner.run([["otf-info", "--json", "-"]], text))
        json.loads(runner.run([["otf-stat", "-q", "--json"]], text))
        json.loads(runner.run([["otf-check", "--json"]], text, (0, 1)))
        json.loads(runner.run([["otf-to-chrome", "-q"]], text))
        lines = runner.run([["otf-print", "-q", "--json"]], text).splitlines()
        for line in lines:
            json.loads(line)
        for name in ("a", "b"):
            with open(os.path.join(runner.dir, name + ".otfl"), "wb") as out:
                out.write(text if name == "a" else changed(trace, r).text())
        runner.run([["otf-diff", "-q", "a.otfl", "a.otfl"]])
        if trace.timed():
            runner.run([["otf-diff", "-q", "a.otfl", "b.otfl"]], wants=(1,))


def changed(trace, r):
    """The trace with one timed record less."""
    timed = [i for i, x in enumerate(trace.records) if is_timed(x)]
    gone = r.choice(timed) if timed else -1
    return trace.like([x for i, x in enumerate(trace.records) if i != gone])


class Tau(Plan):
    """Calls and messages come back from TAU with their times in microseconds."""

    def go(self, runner, trace, r):
        ticks = int(trace.ticks)
        if trace.top * 10**6 // ticks >= 2**63 or not trace.home:
            return
        runner.run([["otf-to-tau", "-q", "--lossy", "-o", "tau"]], trace.text())
        got = parse(runner.run([["tau-to-otf", "-q", "--no-pg", "tau.trc", "tau.edf"]]))
        names = ("Enter", "Leave", "SendMsg", "RecvMsg")
        counts = [[len([x for x in t.timed() if x[0] == n]) for n in names] for t in (got, trace)]
        counts[1][1] = counts[1][0]  # calls that are open at the end are closed there
        if counts[0] != counts[1]:
            raise Bad("through TAU: %s" % counts)


class Waits(Plan):
    """What otf-wait prints is in the database of otf-to-sqlite, and is what its shares combine to."""

    def go(self, runner, trace, r):
        if not storable(trace):
            return
        name, trace = write(runner, trace)
        json.loads(runner.run([["otf-wait", "-q", "--json", name]]))
        tables = ["--table", "efficiency,wait", "--tsv", "--by", "process,peer"]
        whole = runner.run([["otf-wait", "-q", name] + tables])
        n, parts = r.randint(1, 5), []
        for k in range(1, n + 1):
            parts.append(os.path.join(runner.dir, "wait%d" % k))
            with open(parts[-1], "wb") as out:
                out.write(runner.run([["otf-wait", "-q", "--partial", "--part", "%d/%d" % (k, n), name]]))
        if runner.run([["otf-wait", "-q", "--combine"] + parts + tables]) != whole:
            raise Bad("otf-wait --combine of %d differs" % n)
        with open(os.path.join(runner.dir, "schema"), "wb") as out:
            out.write(runner.run([["otf-cat", "--schema"]]))
        with open(os.path.join(runner.dir, "whole.otfl"), "wb") as out:
            out.write(runner.run([["otf-cat", "-q", "--no-pg", name]]))
        runner.run([["otf-to-sqlite", "-q", "whole.otfl", "-o", "t.db"]])
        self.check(runner, "../oracle/sqlite.py", "t.db", "whole.otfl", "schema", "undefined")
        self.check(runner, "../wait/database", os.path.dirname(shutil.which("otf-wait")), "whole.otfl")

    @staticmethod
    def check(runner, script, *args):
        done = subprocess.run([sys.executable, os.path.join(HERE, script)] + list(args), cwd=runner.dir,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            raise Bad("%s: %s" % (script, done.stdout.decode("latin-1")[-1000:]))


class Pages(Plan):
    """Reports and pictures appear as a whole, and are the same again."""

    def go(self, runner, trace, r):
        text = trace.text()
        one = [["otf-report", "-q"], ["otf-draw", "-q", "--timeline"], ["otf-draw", "-q", "--matrix"],
               ["otf-draw", "-q", "--profile"], ["otf-draw", "-q", "--flame"]]
        command = r.choice(one)
        pages = []
        for name in ("a", "b"):
            runner.run([command + ["-o", name]], text)
            with open(os.path.join(runner.dir, name), "rb") as f:
                pages.append(f.read())
        if pages[0] != pages[1]:
            raise Bad("%s gives two different files" % " ".join(command))
        if not pages[0].rstrip().endswith((b"</html>", b"</svg>")):
            raise Bad("%s: the end of the file is missing" % " ".join(command))


# ---- several traces ----

def meanings(trace):
    """Each timed record with the meaning of its tokens in place of their numbers."""
    definitions = {}
    for x in trace.records:
        if steps.defines(x) and FIELDS[x[0]][0][1] and x[0] not in SAID_OF:
            definitions[steps.defines(x)] = x

    def token(space, number, stream=0, depth=0):
        x = definitions.get((space, number, stream)) or definitions.get((space, number, 0))
        if not x or depth > 9:
            return "?"
        return (x[0],) + words(x, 4, FIELDS[x[0]][1:], depth + 1)

    def words(x, start, fields, depth=0):
        out = []
        stream = int(x[2]) if is_definition(x) else trace.home.get(x[2], 0)
        for i, (_, space) in enumerate(fields, start):
            name, blank = space.rstrip("?"), space.endswith("?")
            if name and not (blank and x[i] == "0"):
                out.append(tuple(token(name, n, stream, depth) for n in x[i].split(",") if n))
            else:
                out.append(x[i])
        for tag in tags_of(x):
            key, rest = tag.split(":", 1)
            out.append((token("key", key, stream, depth), rest))
        return tuple(out)

    return [(x[0], x[1], token("process", x[2])) + words(x, 3, FIELDS[x[0]]) for x in trace.timed()]


SAID_OF = ("DefProcessOrGroupAttributes", "DefProcessSubstitutes", "DefCounterAssignments")


class Unify(Plan):
    """Two traces become one token space: each record means what it meant."""

    def go(self, runner, trace, r):
        other = generate.make(self.seed)
        other = Trace([x if x[0] != "DefTimerResolution" else x[:3] + (trace.ticks,) for x in other.records], other.home,
                      trace.ticks)
        for name, t in (("a", trace), ("b", other)):
            with open(os.path.join(runner.dir, name + ".otfl"), "wb") as out:
                out.write(t.text())
        got = parse(runner.run([["otf-cat", "-q", "--no-pg", "--unify", "a.otfl", "b.otfl"]]))
        check_order(got)
        a, b = sorted(map(repr, meanings(got))), sorted(map(repr, meanings(trace) + meanings(other)))
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            raise Bad("unified: %d of %d, not %d\n got  %s\n want %s" % (at, len(a), len(b), a[at:at + 1], b[at:at + 1]))
