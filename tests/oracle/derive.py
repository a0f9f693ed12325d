#!/usr/bin/env python3
"""What otf-stat derives from a line stream on stdin, computed as plainly as can be.

derive.py cluster SHARE        the lines of --cluster
derive.py rules PERCENT FORM   the records that are left by --filter-rules, and on stderr the number of functions
derive.py markers              marker lines, times in ticks alone
derive.py generate SEED        a small stream to try it on
"""
import random
import re
import sys
from collections import defaultdict
from fractions import Fraction

CARRIED = {"SendMsg", "RecvMsg", "CollectiveOperation", "BeginCollectiveOperation", "EndCollectiveOperation",
           "RMAPut", "RMAPutRemoteEnd", "RMAGet", "RMAEnd", "FileOperation", "BeginFileOperation", "EndFileOperation"}


def unescape(s):
    plain = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
    return re.sub(r"\\(x..|.)", lambda m: plain[m[1]] if m[1] in plain else chr(int(m[1][1:], 16)), s)


class Trace:
    def __init__(self, lines):
        self.lines, self.names, self.streams, self.calls = lines, {}, {}, []
        self.markers, self.last = [0], 0
        self.callees = defaultdict(set)
        for f in (line.split("\t") for line in lines):
            if f[0] == "@SM":
                self.streams.update((int(p), int(f[1])) for p in f[2].split(","))
            elif f[0] == "DefFunction":
                self.names[int(f[2]), int(f[3])] = None if f[4] == "\\N" else f[4]
            elif f[0] == "DefMarker":
                self.markers.append(int(f[3]))
        self.replay()

    def ref(self, process, token):
        stream = self.streams.get(process, 0)
        return (stream if (stream, token) in self.names else 0), token

    def name(self, ref):
        """Functions of one name are one; one without is by its token."""
        name = self.names.get(ref)
        return ref if name is None else name

    def replay(self):
        """calls: each with its record numbers, function, exclusive time, whether it carries."""
        stacks, spent, known, end = defaultdict(list), {}, set(), {}
        for i, f in enumerate(line.split("\t") for line in self.lines):
            if f[0].startswith("@") or f[1] == "-" or f[0] == "Marker":
                continue
            time, p = int(f[1]), int(f[2])
            stack = stacks[p]
            if stack:
                stack[-1]["exclusive"] += time - spent[p]
            spent[p] = time
            if f[0] == "EnterSnapshot":
                if p not in known:
                    stack.append(self.call(i, p, int(f[4]), int(f[3]), 0))
                continue
            self.last = max(self.last, time)
            known.add(p)
            if f[0] == "Enter":
                if stack:
                    self.callees[self.name(stack[-1]["function"])].add(self.name(self.ref(p, int(f[3]))))
                stack.append(self.call(i, p, int(f[3]), time, 1))
            elif f[0] == "Leave" and stack:
                call = stack.pop()
                call["leave"], call["took"] = i, time - call["time"]
            elif f[0] in CARRIED and stack:
                stack[-1]["carries"] = True
        for p, stack in stacks.items():
            if stack:
                stack[-1]["exclusive"] += self.last - spent[p]

    def call(self, i, process, token, time, n):
        call = {"enter": i, "process": process, "function": self.ref(process, token), "time": time, "n": n,
                "exclusive": 0, "carries": False, "leave": None, "took": None}
        self.calls.append(call)
        return call


def cluster(trace, share):
    times = defaultdict(lambda: defaultdict(int))
    for c in trace.calls:
        if c["n"] or c["exclusive"] or c["took"] is not None:
            times[c["process"]][trace.name(c["function"])] += c["exclusive"]
    clusters = []

    def alike(p, q):
        a, b = times[p], times[q]
        return sum(abs(a[f] - b[f]) for f in set(a) | set(b)) <= share * max(sum(a.values()), sum(b.values()))

    for p in sorted(times):
        for c in clusters:
            if alike(c[0], p):
                c.append(p)
                break
        else:
            clusters.append([p])
    for c in clusters:
        print(*c)


def can_name(form, name, names):
    name = unescape(name)
    if not name or "\n" in name or "\0" in name:
        return False
    if form == "tau":
        return "#" not in name and not any(unescape(o).partition(" [{")[0] == name != unescape(o) for o in names)
    return form == "scorep" or ";" not in name


def rules(trace, percent, form):
    functions = {}
    for c in trace.calls:
        s, token = c["function"]
        f = functions.setdefault(trace.name(c["function"]), [0, 0, (token, s), False])
        f[0] += c["n"]
        f[1] += c["exclusive"]
        f[2] = min(f[2], (token, s))
        f[3] |= c["carries"]
    total = sum(f[0] for f in functions.values())
    gone, taken = 0, set()
    names = [n for n in functions if isinstance(n, str)]
    order = sorted((n for n in functions if functions[n][0]),
                   key=lambda n: (Fraction(functions[n][1], functions[n][0]), -functions[n][0], functions[n][2]))
    def may_go(name):
        if form == "scorep" and isinstance(name, str) and (name == "main" or re.match("P?MPIX?_.", name)):
            return False
        return form != "scorep" or trace.callees[name] <= taken | {name}

    while True: # a caller may go after all that it calls
        before = len(taken)
        for name in order:
            if gone * 100 >= percent * total:
                break
            if name not in taken and not functions[name][3] and isinstance(name, str) and can_name(form, name, names) and \
                    may_go(name):
                taken.add(name)
                gone += functions[name][0]
        if len(taken) == before:
            break
    drop = set()
    for c in trace.calls:
        if trace.name(c["function"]) in taken:
            drop |= {c["enter"], c["leave"]}
    for i, line in enumerate(trace.lines):
        if i not in drop and not line.startswith("@"):
            print(line)
    print("# calls that stay: %d of %d; functions that go: %d" % (total - gone, total, len(taken)), file=sys.stderr)


def step(v):
    """The least, middle and largest value of the step that v is in."""
    shift = max(0, v.bit_length() - 7)
    low = v >> shift << shift
    return low, low + (1 << shift >> 1), low + (1 << shift) - 1


def markers(trace):
    took = defaultdict(list)
    for c in trace.calls:
        if c["took"] is not None:
            took[c["function"]].append(c["took"])

    def quantile(v, percent):
        v = sorted(v)
        return min(max(step(v[max(1, -(-len(v) * percent // 100)) - 1])[1], v[0]), v[-1])

    fences = {}
    for f, v in took.items():
        p25, p75 = quantile(v, 25), quantile(v, 75)
        fences[f] = step(p75 + 3 * (p75 - p25) // 2)[2]
    token = max(trace.markers) + 1
    beyond = [c for c in trace.calls if c["took"] is not None and c["took"] > fences[c["function"]]]
    for c in sorted(beyond, key=lambda c: c["leave"]):
        if c["function"] in fences:
            name = trace.name(c["function"])
            text = name if isinstance(name, str) else "function %d" % name[1]
            print("Marker", c["time"], c["process"], token,
                  "%s took %d ticks, fence %d ticks" % (text, c["took"], fences[c["function"]]), sep="\t")


def generate(seed):
    r = random.Random(seed)
    processes = list(range(1, r.randint(2, 9)))
    streams = {p: r.randint(1, 3) for p in processes}
    names = ["plain", "twin", "twin", "a b", " lead", "trail ", "a;b", "#hash", "@at", "x#y", "a*b?[c]", "back\\\\", "x--y", "main", "MPI_Send", "PMPI_x",
             "EXCLUDE", "SCOREP_x", "SCOREP_REGION_NAMES_END", "BEGIN_x", "END_x", "\\N", "", "two\\nlines", "t\\tab",
             "\\tt\\t", 'q"q', "place", "place [{f.c} {1}]", "ü;%", "ab", "axbyc", "-- 0", "no\\x00t", "  ", "[ ]", "!x"]
    functions = list(range(1, r.randint(2, 12)))
    out, timed = [], []
    for p in processes:
        out.append("DefProcess\t-\t0\t%d\tp%d\t0" % (p, p))
    for f in functions[:-1]:
        out.append("DefFunction\t-\t0\t%d\t%s\t0\t0" % (f, r.choice(names)))
    for s in sorted(set(streams.values())):
        if r.random() < 0.3:
            out.append("DefFunction\t-\t%d\t%d\t%s\t0\t0" % (s, r.choice(functions), r.choice(names)))
    if r.random() < 0.5:
        out.append("DefMarker\t-\t0\t%d\told\t1" % r.randint(0, 9))
    time = r.choice([0, 10**12])
    depth = defaultdict(int)
    if r.random() < 0.3:
        for p in processes:
            timed.append((time, 0, streams[p], "EnterSnapshot\t%d\t%d\t%d\t%d\t0" % (time, p, r.randint(0, time),
                                                                                 r.choice(functions))))
    longest = r.choice([3, 300, 10**7])
    for _ in range(r.randint(0, 400)):
        time += r.choice([0, 1, 1, r.randint(0, longest), r.choice([1, 1, 1, 50]) * longest])
        p, x = r.choice(processes), r.random()
        if depth[p] and x < 0.45:
            depth[p] -= 1
            line = "Leave\t%d\t%d\t0\t0" % (time, p)
        elif x < 0.97:
            depth[p] += 1
            line = "Enter\t%d\t%d\t%d\t0" % (time, p, r.choice(functions))
        elif x < 0.98:
            line = "SendMsg\t%d\t%d\t%d\t0\t0\t8\t0" % (time, p, r.choice(processes))
        elif x < 0.985:
            line = "RMAEnd\t%d\t%d\t%d\t0\t0\t0" % (time, p, r.choice(processes))
        elif x < 0.99:
            line = "FileOperation\t%d\t%d\t1\t1\t2\t8\t1\t0" % (time, p)
        else:
            line = "EventComment\t%d\t%d\tc" % (time, p)
        timed.append((time, 1, streams[p], line))
    out += [t[-1] for t in sorted(timed, key=lambda t: t[:3])]
    print("@OTFPIPE\t1.0")
    for s in sorted(set(streams.values())):
        print("@SM\t%d\t%s" % (s, ",".join(str(p) for p in processes if streams[p] == s)))
    print(*out, "@END\t%d" % len(out), sep="\n")


def main():
    sys.stdin.reconfigure(encoding="latin-1", newline="\n")
    sys.stdout.reconfigure(encoding="latin-1", newline="\n")
    what = sys.argv[1]
    if what == "generate":
        sys.stdout.reconfigure(encoding="utf-8")
        return generate(int(sys.argv[2]))
    trace = Trace(sys.stdin.read().split("\n")[:-1])
    if what == "cluster":
        cluster(trace, Fraction(sys.argv[2]))
    elif what == "rules":
        rules(trace, Fraction(sys.argv[2]), sys.argv[3])
    else:
        markers(trace)


main()
