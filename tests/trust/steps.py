"""The steps of a pipeline: a command with its options, and beside it what a trace becomes by it.

Each class has `draw(r, trace)`, which chooses options, `argv(scratch)` and `apply(trace)`. The options do not depend
on the trace after that, so a case can be made smaller.
"""
import re

import state
from stream import FIELDS, FILE, Trace, is_definition, is_timed, text_of, bits_of, tags_of

CLASSES = {"def": "def", "event": "events", "snap": "snaps", "stat": "stats", "marker": "marker"}


def some(r, things, n=3):
    things = sorted(things)
    return r.sample(things, min(len(things), r.randint(1, n))) if things else []


def times_of(trace):
    return [int(t[1]) for t in trace.timed()] or [0]


def instant(r, trace):
    times = times_of(trace)
    return max(0, r.choice([r.choice(times), r.randint(min(times), max(times)), max(times) + 1, min(times)]))


class Step:
    args = ()

    def __init__(self, r, trace):
        pass

    def argv(self, scratch):
        return [self.command] + list(self.args)

    def check(self, got, want):
        """Compare beyond what all steps have in common."""


# ---- selection ----

class Selection:
    """-p, -s, -r, -t and -x, as every command that has them takes them."""

    def __init__(self, r, trace):
        self.processes = self.names = self.times = None
        self.exclude = r.random() < 0.3
        self.args = ["-x"] if self.exclude else []
        if r.random() < 0.5:
            chosen = some(r, trace.home) or ["1"]
            self.processes = set(chosen)
            if r.random() < 0.3:
                self.processes = set(trace.home) - self.processes
                chosen = ["!" + p for p in chosen]
            self.args += ["-p", ",".join(chosen)]
        elif r.random() < 0.3:
            streams = some(r, set(trace.home.values())) or [1]
            self.processes = {p for p, s in trace.home.items() if s in streams}
            self.args += ["-s", ",".join(map(str, streams))]
        if r.random() < 0.4:
            words = some(r, list(FIELDS) + list(CLASSES) * 5, 4)
            self.names = {n for n in FIELDS if n in words or FILE[n] in [CLASSES.get(w) for w in words]}
            self.args += ["-r", ",".join(words)]
        if r.random() < 0.4:
            self.times = sorted((instant(r, trace), instant(r, trace)))
            self.args += ["-t", "%d:%d" % tuple(self.times)]
        if self.args == ["-x"]:
            self.args, self.exclude = [], False

    def keeps(self, record):
        matches = self.names is None or record[0] in self.names
        if is_timed(record):
            if self.processes is not None:
                matches = matches and record[2] in self.processes
            if self.times is not None:
                matches = matches and self.times[0] <= int(record[1]) < self.times[1]
            return matches != self.exclude
        if self.names is None:
            return True
        return matches != self.exclude


class Select(Step):
    def __init__(self, r, trace):
        self.command = r.choice(["otf-cat", "otf-filter", "otf-sort"])
        self.selection = Selection(r, trace)
        self.args = self.selection.args

    def apply(self, trace):
        return trace.like([x for x in trace.records if self.selection.keeps(x)])


class Num(Step):
    command = "otf-cat"

    def __init__(self, r, trace):
        self.a, self.b = sorted(r.randint(1, len(trace.records) + 2) for _ in range(2))
        self.args = ["--num", "%d:%d" % (self.a, self.b)]

    def apply(self, trace):
        return trace.like(trace.records[self.a - 1:self.b - 1])


class Functions(Step):
    """otf-filter --function: a Leave goes with its Enter."""
    command = "otf-filter"

    def __init__(self, r, trace):
        defined = [d[3] for d in trace.definitions() if d[0] == "DefFunction"]
        self.tokens = set(some(r, defined)) or {"1"}
        self.exclude = r.random() < 0.5
        self.args = (["-x"] if self.exclude else []) + ["--function", ",".join(sorted(self.tokens))]

    def apply(self, trace):
        out, stacks, known = [], {}, {}
        for x in trace.records:
            keep, stack = True, stacks.setdefault(x[2], [])
            if x[0] == "Leave" and stack:
                keep = stack.pop()
            elif x[0] == "EnterSnapshot":
                keep = (x[4] in self.tokens) != self.exclude
                if known.setdefault(x[2], x[1]) == x[1]: # open when the stream began
                    stack.append(keep)
            elif x[0] in ("Enter", "FunctionSummary") or (x[0] == "Leave" and x[3] != "0"):
                keep = (x[3] in self.tokens) != self.exclude
                if x[0] == "Enter":
                    known.setdefault(x[2], "")
                    stack.append(keep)
            if keep:
                out.append(x)
        return trace.like(out)


class MinDuration(Step):
    command = "otf-filter"

    def __init__(self, r, trace):
        self.least = r.choice([1, 2, 5, 50, 1000, 10**5])
        self.args = ["--min-duration", str(self.least)]

    def apply(self, trace):
        gone, stacks, first = set(), {}, {}
        for i, x in enumerate(trace.records):
            stack = stacks.setdefault(x[2], [])
            if x[0] in ("Enter", "Leave"):
                first.setdefault(x[2], None)
            if x[0] == "Enter":
                stack.append((i, x[1], x[3], []))
            elif x[0] == "Leave" and stack:
                at, start, _, snaps = stack.pop()
                if int(x[1]) - int(start) < self.least:
                    gone |= {at, i}.union(snaps)
            elif x[0] == "EnterSnapshot":
                if first.setdefault(x[2], x[1]) == x[1]: # what was open when the stream began
                    stack.append((i, x[3], x[4], [i]))
                for _, start, function, snaps in stack:
                    if (start, function) == (x[3], x[4]):
                        snaps.append(i)
        return trace.like([x for i, x in enumerate(trace.records) if i not in gone])


class MaxCalls(Step):
    command = "otf-filter"

    def __init__(self, r, trace):
        self.most = r.choice([1, 2, 3, 10])
        self.args = ["--max-calls", str(self.most)]

    def apply(self, trace):
        out, counts, stacks = [], {}, {}
        for x in trace.records:
            keep, stack = True, stacks.setdefault(x[2], [])
            if x[0] == "Enter":
                n = counts[x[2], x[3]] = counts.get((x[2], x[3]), 0) + 1
                keep = n <= self.most
                stack.append((keep, x[3], x[1]))
            elif x[0] == "Leave" and stack:
                keep = stack.pop()[0]
            elif x[0] == "EnterSnapshot": # of a call that this stream began
                keep = ([k for k, function, start in stack if (function, start) == (x[4], x[3])] or [True])[-1]
            if keep:
                out.append(x)
        return trace.like(out)


LENGTHS = {"SendMsg": 6, "RecvMsg": 6, "SendSnapshot": 7, "RMAPut": 7, "RMAPutRemoteEnd": 7, "RMAGet": 7}


TAGS = {"SendMsg": 5, "RecvMsg": 5, "SendSnapshot": 6, "RMAPut": 6, "RMAPutRemoteEnd": 6, "RMAGet": 6, "RMAEnd": 5,
        "MessageSummary": 5}


class Match(Step):
    """A record without the field stays."""
    command = "otf-filter"

    def __init__(self, r, trace):
        self.places, self.least, self.tags = LENGTHS, r.choice([1, 100, 2**31, 2**34]), None
        self.args = ["--match", "length >= %d" % self.least]
        if r.random() < 0.4:
            self.places, self.tags = TAGS, r.sample([0, 1, 7], 2)
            self.args = ["--match", "tag == %d || tag == %d" % tuple(self.tags)]

    def keeps(self, x):
        value = int(x[self.places[x[0]]]) if x[0] in self.places else None
        return value is None or (value in self.tags if self.tags else value >= self.least)

    def apply(self, trace):
        return trace.like([x for x in trace.records if self.keeps(x)])


class NoTags(Step):
    command, args = "otf-filter", ["--no-tags"]

    def apply(self, trace):
        return trace.like([x[:3 + len(FIELDS[x[0]])] for x in trace.records])


# ---- definitions that nothing refers to ----

def references(record, home, defined):
    """(space, token, stream) of each definition that a record refers to, but for its own."""
    stream = int(record[2]) if is_definition(record) else home.get(record[2], 0)
    for space, token in named(record):
        yield (space, token, stream) if (space, token, stream) in defined else (space, token, 0)


def named(record):
    """(space, token) of each token that a record names, but for the one it defines."""
    fields = FIELDS[record[0]]
    if is_timed(record) or record[0] == "Marker":
        yield "process", record[2]
    for i, (kind, space) in enumerate(fields):
        if not space or (i == 0 and defines(record)):
            continue
        space, blank = space.rstrip("?"), space.endswith("?")
        for token in record[3 + i].split(",") if record[3 + i] else []:
            if not (blank and token == "0"):
                yield space, token
    for tag in tags_of(record):
        yield "key", tag.split(":")[0]


def defines(record):
    """(space, token, stream) that a definition is about, or None."""
    fields = FIELDS[record[0]]
    if not is_definition(record) or not fields or not fields[0][1]:
        return None
    return fields[0][1], record[3], int(record[2])


def prune(records, home, keep=()):
    used, defined = set(keep), {defines(x) for x in records}
    waiting = [x for x in records if not defines(x)]
    held = [x for x in records if defines(x)]
    while waiting or any(defines(x) in used for x in held):
        for x in waiting:
            used.update(references(x, home, defined))
        waiting = [x for x in held if defines(x) in used]
        held = [x for x in held if defines(x) not in used]
    gone = set(map(id, held))
    return [x for x in records if id(x) not in gone]


class Prune(Step):
    command, args = "otf-filter", ["--prune"]

    def apply(self, trace):
        records = prune(trace.records, trace.home)
        gone = {x[3] for x in trace.records if x[0] == "DefProcess"} - {x[3] for x in records if x[0] == "DefProcess"}
        return trace.like(records, {p: s for p, s in trace.home.items() if p not in gone})


# ---- pieces and snapshots ----

def snapshot_kind(name):
    return name.endswith("Snapshot") or name == "SnapshotComment"


class Slice(Step):
    command = "otf-slice"

    def __init__(self, r, trace):
        self.a, self.b = sorted((instant(r, trace), instant(r, trace)))
        if state.is_stale(trace, self.a):
            self.a = 0
        self.args = ["-t", "%d:%d" % (self.a, self.b)]

    def apply(self, trace):
        timed = [x for x in trace.timed() if self.a <= int(x[1]) < self.b and
                 not (snapshot_kind(x[0]) and int(x[1]) == self.a)]
        comments = [x for x in trace.timed() if x[0] == "SnapshotComment" and int(x[1]) == self.a < self.b]
        markers = [x for x in trace.records if x[0] == "Marker" and self.a <= int(x[1]) < self.b]
        snaps = state.at(trace, self.a)
        defs = [x for x in trace.definitions() if x[0] != "DefAuxSamplePoint" or
                (self.a < int(x[3]) < self.b or (int(x[3]) == self.a < self.b and x[4] != "0") or
                 int(x[3]) == self.a == 0 < self.b)]
        if snaps and self.a:
            defs.append(("DefAuxSamplePoint", "-", "0", str(self.a), "0"))
        records = prune(defs + markers + snaps + comments + timed, trace.home, [defines(d) for d in defs if d[0] == "DefProcess"])
        return trace.like(records)

    unordered = True


class Snap(Step):
    command = "otf-snap"
    unordered = True

    def __init__(self, r, trace):
        self.times = sorted({instant(r, trace) for _ in range(r.randint(1, 4))})
        self.args = ["--at", ",".join(map(str, self.times))]

    def apply(self, trace):
        first, kept = {}, []
        for x in trace.timed():
            if x[0].endswith("Snapshot"):
                if first.setdefault(x[2], x[1]) == x[1]:
                    kept.append(x)
            elif not snapshot_kind(x[0]):
                kept.append(x)
                if not x[0].endswith(("Summary", "Comment")):
                    first.setdefault(x[2], None)
        times = set(map(str, self.times)) | {x[1] for x in kept if snapshot_kind(x[0])}
        defs = [x for x in trace.records if not is_timed(x) and not (x[0] == "DefAuxSamplePoint" and x[4] == "0")]
        for t in sorted(times, key=int):
            defs.append(("DefAuxSamplePoint", "-", "0", t, "0"))
            if int(t) in self.times:
                kept = [x for x in kept if x[1] != t or not snapshot_kind(x[0])] + state.at(trace, int(t))
        return trace.like(defs + kept).sorted()


# ---- other numbers and times ----

SPACES = ["process", "process-group", "attribute-list", "function", "function-group", "collective", "counter",
          "counter-group", "scl-file", "scl", "file", "file-group", "key", "marker"]


class Map(Step):
    command = "otf-remap"

    def __init__(self, r, trace):
        self.map = {}
        local = {defines(x)[0] for x in trace.records if defines(x) and x[2] != "0"}
        for space in some(r, set(SPACES) - local, 14):
            tokens = sorted({x[3] for x in trace.records if (defines(x) or ("",))[0] == space}, key=int)
            new = list(tokens)
            r.shuffle(new)
            self.map.update(((space, a), b) for a, b in zip(tokens, new))

    def argv(self, scratch):
        name = scratch("map")
        with open(name, "w") as out:
            out.writelines("%s\t%s\t%s\n" % (s, a, b) for (s, a), b in sorted(self.map.items()))
        return [self.command, "--map", name]

    def token(self, space, token):
        return self.map.get((space, token), token)

    def record(self, x):
        out = list(x)
        if is_timed(x) or x[0] == "Marker":
            out[2] = self.token("process", x[2])
        for i, (kind, space) in enumerate(FIELDS[x[0]], 3):
            name, blank = space.rstrip("?"), space.endswith("?")
            if name and not (blank and x[i] == "0"):
                tokens = [self.token(name, t) for t in x[i].split(",")] if x[i] else []
                out[i] = ",".join(tokens)
        for i in range(3 + len(FIELDS[x[0]]), len(x)):
            key, rest = x[i].split(":", 1)
            out[i] = self.token("key", key) + ":" + rest
        return tuple(out)

    def apply(self, trace):
        home = {self.token("process", p): s for p, s in trace.home.items()}
        return trace.like([self.record(x) for x in trace.records], home)


TIMES = {name: 3 for name in FIELDS if name.endswith("Snapshot") and name != "CollopCountSnapshot"}


class Clock(Step):
    command = "otf-remap"

    def __init__(self, r, trace):
        self.scale = r.choice([1, 1, 2, 3, 1000])
        self.shift = r.choice([0, 1, 12345, 2**32])
        if trace.top * self.scale + self.shift >= 2**63:
            self.scale, self.shift = 1, 7
        self.args = ["--scale", str(self.scale)] if self.scale != 1 else []
        if self.shift or not self.args:
            self.args += ["--shift", str(self.shift)]

    def time(self, t):
        return str(int(t) * self.scale + self.shift)

    def record(self, x):
        out = list(x)
        if out[1] != "-":
            out[1] = self.time(x[1])
        if x[0] in TIMES or x[0] == "DefAuxSamplePoint":
            out[3] = self.time(x[3])
        for name, i in (("CollectiveOperation", 8), ("FileOperation", 7), ("FunctionSummary", 5), ("FunctionSummary", 6),
                        ("FunctionGroupSummary", 5), ("FunctionGroupSummary", 6)):
            if x[0] == name:
                out[i] = str(int(x[i]) * self.scale)
        return tuple(out)

    def apply(self, trace):
        return trace.like([self.record(x) for x in trace.records])


# ---- through files ----

def from_disk(trace):
    """What a trace on disk gives back: values by the type of their counter, no empty byte arrays, a version."""
    types = {(int(x[2]), x[3]): int(x[5]) for x in trace.records if x[0] == "DefCounter"}
    out = []
    for x in trace.records:
        for i, (kind, _) in enumerate(FIELDS[x[0]], 3):
            if kind == "v":
                here = (trace.home.get(x[2], 0), x[i - 1])
                properties = types.get(here, types.get((0, x[i - 1]), 0))
                x = x[:i] + (text_of(bits_of(x[i]), properties),) + x[i + 1:]
        n = 3 + len(FIELDS[x[0]])
        out.append(x[:n] + tuple(t for t in x[n:] if not t.endswith(":a:")))
    if not trace.was_otf and not any(x[0] == "DefVersion" for x in out):
        at = len([x for x in out if is_definition(x) and x[0] != "DefMarker" and x[2] == "0"])
        out.insert(at, ("DefVersion", "-", "0", "1", "12", "5", "otfpipe"))
    out = trace.like(out)
    out.was_otf = True
    return out
