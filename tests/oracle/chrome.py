"""Does the JSON of otf-to-chrome keep the rules of the Trace Event Format, and does it say what the records say?

usage: chrome.py JSON [STREAM]; STREAM is the whole line stream that JSON was made of. Tells what is wrong, or counts
of what was compared. The rules: "Trace Event Format", Google; what Perfetto and speedscope want besides (each B its E
in the same thread, by name; threads in the order of time)."""
import bisect
import json
import sys
from collections import Counter, defaultdict
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 60
NEEDS = {  # of each phase: keys besides ph, pid, tid, name
    "B": {"ts"}, "E": {"ts"}, "i": {"ts", "s"}, "C": {"ts", "args"}, "b": {"ts", "id", "cat"},
    "e": {"ts", "id", "cat"}, "s": {"ts", "id", "cat"}, "f": {"ts", "id", "cat", "bp"}, "M": {"args"}}
METADATA = {"process_name": ("name", str), "thread_name": ("name", str), "process_sort_index": ("sort_index", int),
            "thread_sort_index": ("sort_index", int)}
TYPES = {"ph": str, "name": str, "cat": str, "s": str, "bp": str, "pid": int, "tid": int, "args": dict,
         "id": (int, str), "ts": (int, Decimal)}
DIGITS = 15  # that each reader of JSON keeps; a time with more is a string, if it is absolute


def need(yes, *what):
    if not yes:
        sys.exit("chrome.py: " + " ".join(map(str, what)))


# ---- the rules of the format ----

def check_event(e):
    need(e.get("ph") in NEEDS, "unknown phase", e)
    need(NEEDS[e["ph"]] | {"pid", "tid", "name"} <= set(e), "a key is missing", e)
    need(set(e) <= set(TYPES), "unknown key", e)
    for key, value in list(e.items()):
        if key == "ts" and isinstance(value, str):
            need(len(value.replace(".", "")) > DIGITS, "a string without need", e)
            value = e["ts"] = Decimal(value)
        need(isinstance(value, TYPES[key]) and not isinstance(value, bool), key, "has a wrong type", e)
    if e["ph"] == "i":
        need(e["s"] in "gpt", "unknown scope", e)
    if e["ph"] == "C":
        need(len(e["args"]) == 1 and isinstance(list(e["args"].values())[0], (int, Decimal)), "no number", e)
    if e["ph"] == "M":
        key, kind = METADATA[e["name"]]
        need(list(e["args"]) == [key] and isinstance(e["args"][key], kind), "bad metadata", e)


def check_threads(events):
    """B and E nest by name; a thread's events stand in order; @return calls as (tid, name, begin, end)"""
    open_calls, last, calls = defaultdict(list), {}, []
    for e in events:
        thread = e["pid"], e["tid"]
        if e["ph"] not in "BECsi" or e["ph"] == "i" and e["s"] != "t":
            continue  # an arrow that ends before it starts is written when it starts
        need(last.get(thread, e["ts"]) <= e["ts"], "before the event before it", e)
        last[thread] = e["ts"]
        if e["ph"] == "B":
            open_calls[thread].append(e)
        elif e["ph"] == "E":
            need(open_calls[thread], "E without B", e)
            b = open_calls[thread].pop()
            need(b["name"] == e["name"], "E of another name", b, e)
            calls.append((e["tid"], e["name"], b["ts"], e["ts"]))
    need(not any(open_calls.values()), "B without E", [v for v in open_calls.values() if v])
    return calls


def outermost(calls):
    """@return the function that finds the last outermost call of a thread that begins up to a time"""
    spans = defaultdict(list)
    for tid, _, begin, end in sorted(calls, key=lambda c: (c[2], -c[3])):
        if not spans[tid] or spans[tid][-1][1] < end:
            spans[tid].append((begin, end))
    begins = {tid: [b for b, _ in s] for tid, s in spans.items()}

    def find(tid, ts):
        i = bisect.bisect_right(begins.get(tid, []), ts)
        return spans[tid][i - 1] if i else (ts + 1, ts - 1)
    return find


def check_arrows(events, calls):
    """@return (sender, sent, receiver, received) of whole arrows, how many are not"""
    starts, ends = {}, {}
    enclosed = outermost(calls)
    for e in events:
        if e["ph"] in "sf":
            begin, end = enclosed(e["tid"], e["ts"])
            need(begin <= e["ts"] <= end, "an arrow where no call is", e)
            side = starts if e["ph"] == "s" else ends
            need(e["id"] not in side, "id used twice", e)
            side[e["id"]] = e
    arrows = []
    for i, f in ends.items():
        need(i in starts and f["bp"] == "e", "f without s", f)
        s = starts[i]
        need(s["name"] == f["name"] and s["cat"] == f["cat"], "ends of different kinds", s, f)
        arrows.append((s["tid"], s["ts"], f["tid"], f["ts"]))
    return arrows, len(starts) - len(ends)


def check_pairs(events):
    pairs = defaultdict(list)
    for e in events:
        if e["ph"] in "be":
            pairs[e["cat"], e["id"]].append(e)
    for pair in pairs.values():
        need([e["ph"] for e in pair] == ["b", "e"], "no pair", pair)
        b, e = pair
        need(b["name"] == e["name"] and b["pid"] == e["pid"] and b["ts"] <= e["ts"], "no pair", pair)
    return pairs


def check_names(events):
    """Each process and thread has one name, before its first event."""
    named = Counter()
    for e in events:
        if e["ph"] == "M" and e["name"].endswith("_name"):
            named[e["name"][0], e["pid"] if e["name"][0] == "p" else e["tid"]] += 1
        elif e["ph"] != "M":
            need(("p", e["pid"]) in named and ("t", e["tid"]) in named, "no name yet", e)
    need(set(named.values()) <= {1}, "named twice", named.most_common(1))


# ---- the records, counted anew ----

def unescape(text):
    return text.encode("latin-1").decode("unicode_escape").encode("latin-1") if "\\" in text else text.encode("latin-1")


class Records:
    def __init__(self, name):
        self.names, self.home, self.parent, self.unit = {}, {}, {}, {}
        self.calls, self.arrows, self.counters = [], [], []
        self.markers = self.unmatched = self.unended = self.operations = self.received = 0
        self.resolution, self.base, self.has_base = 0, 0, False
        stacks, channels, early, known = defaultdict(list), defaultdict(list), defaultdict(list), {}
        last = self.window_end = 0
        for line in open(name, encoding="latin-1", newline="\n"):
            f = line.rstrip("\n").split("\t")
            if f[0].startswith("@") or f[0].startswith("Def") or f[0] == "Marker":
                self.define(f)
                continue
            time, loc = int(f[1]), int(f[2])
            if not self.has_base:
                self.base, self.has_base = time, True
            last = time
            if "Snapshot" in f[0]:
                # what is open at the begin of a stream: the snapshots of one instant before any event
                if known.setdefault(loc, time) != time:
                    continue
            elif not f[0].endswith("Summary") and f[0] != "SummaryComment":
                known[loc] = None
            self.see(f, time, loc, stacks, channels, early)
        for loc, stack in stacks.items():
            self.calls += [(loc, n, b, max(last, self.window_end)) for n, b in stack]
        self.resolution = self.resolution or 1000000
        self.unmatched = self.unended + sum(start[2] for channel in channels.values() for start in channel)

    def see(self, f, time, loc, stacks, channels, early):
        if f[0] == "Enter":
            stacks[loc].append((self.meaning("Function", loc, f[3]), time))
        elif f[0] == "EnterSnapshot":
            stacks[loc].append((self.meaning("Function", loc, f[4]), time))
        elif f[0] == "Leave" and stacks[loc]:
            name, begin = stacks[loc].pop()
            self.calls.append((loc, name, begin, time))
        elif f[0] == "SendMsg":
            self.send((loc, int(f[3]), f[4], f[5]), (loc, time, bool(stacks[loc])), channels, early)
        elif f[0] == "SendSnapshot":
            channels[loc, int(f[4]), f[5], f[6]].append((loc, time, bool(stacks[loc])))
        elif f[0] == "RecvMsg":
            self.received += 1
            key, end = (int(f[3]), loc, f[4], f[5]), (loc, time, bool(stacks[loc]))
            if channels[key]:
                self.arrow(channels[key].pop(0), end)
            else:
                early[key].append(end)
        elif f[0] in ("Counter", "CounterSnapshot"):
            self.count(loc, time, *f[-2 if f[0] == "CounterSnapshot" else 3:][:2])
        elif f[0] in ("CollectiveOperation", "FileOperation", "EndFileOperation", "BeginCollectiveOperation"):
            self.operations += 1

    def send(self, key, start, channels, early):
        if early[key]:
            end = early[key].pop(0)
            self.arrow(start if end[2] else start[:2] + (False,), end)
        else:
            channels[key].append(start)

    def arrow(self, start, end):
        """It has an end where a call is open at that time; the start is known before the end."""
        if start[2] and end[2]:
            self.arrows.append((*start[:2], *end[:2]))
        self.unended += start[2] and not end[2]

    def count(self, loc, time, token, text):
        value = text[:-1] if text.endswith("f") and "i" not in text[:-1] else text
        if value.lstrip("-") not in ("inf", "nan", "in"):
            self.counters.append((loc, self.meaning("Counter", loc, token), time, Decimal(value)))

    def define(self, f):
        if f[0] == "@SM":
            for p in f[2].split(","):
                self.home[int(p or 0)] = f[1]
        elif f[0] == "@OTFPIPE":
            for key, _, value in (x.partition(":") for x in f[2:]):
                if key == "TR":
                    self.resolution = int(value)
                if key in ("TS", "EV", "WN") and not (key == "TS" and self.has_base):
                    self.base, self.has_base = int(value.split(",")[0]), True
                if key == "WN":
                    self.window_end = int(value.split(",")[1] or 0)
        elif f[0] == "DefTimerResolution":
            self.resolution = self.resolution or int(f[3])
        elif f[0] == "DefTimeRange" and not self.has_base:
            self.base, self.has_base = int(f[3]), True
        elif f[0] == "Marker":
            self.markers += 1
        elif f[0] in ("DefProcess", "DefFunction", "DefCounter"):
            self.names[f[0], f[2], f[3]] = f[4]
            if f[0] == "DefProcess":
                self.parent[f[2], f[3]] = int(f[5])

    def local(self, table, kind, loc, token):
        for stream in (self.home.get(loc, "0"), "0"):
            key = (kind, stream, token) if kind else (stream, token)
            if key in table:
                return table[key]
        return None

    def meaning(self, kind, loc, token):
        name = self.local(self.names, "Def" + kind, loc, token)
        if name in (None, "", "\\N"):
            return "%s %s" % (kind.lower(), token)
        return unescape(name).decode("utf-8", "replace")

    def topmost(self, process):
        for _ in range(64):
            parent = self.local(self.parent, None, process, str(process))
            if not parent:
                break
            process = parent
        return process

    def ticks(self, ts):
        """The tick that a time in microseconds is; it must be one, or the last before it."""
        ticks = Fraction(ts) * self.resolution / 1000000 + self.base
        need(ticks.denominator == 1 or 1000000 ** 2 % self.resolution, "between two ticks:", ts)
        return int(ticks) if ticks.denominator == 1 else int(ticks) + 1


def same(what, got, want):
    got, want = Counter(got), Counter(want)
    need(got == want, "other", what, "got:", list((got - want).items())[:3], "want:", list((want - got).items())[:3])
    return sum(got.values())


def compare(events, calls, arrows, unmatched, pairs, name, base):
    r = Records(name)
    if base == 0:  # times as stored
        r.base = 0
    need(r.base == base, "another time 0", base, r.base)
    t = r.ticks
    ncalls = same("calls", [(p, n, t(b), t(e)) for p, n, b, e in calls], r.calls)
    narrows = same("messages", [(a, t(b), c, t(d)) for a, b, c, d in arrows], r.arrows)
    need(unmatched == r.unmatched, "other messages without end:", unmatched, r.unmatched)
    need(sum(e["ph"] == "i" and e["name"] == "receive" for e in events) == r.received, "other receives")
    ncounters = same("counters", [(e["tid"], e["name"], t(e["ts"]), list(e["args"].values())[0]) for e in events
                                  if e["ph"] == "C"], r.counters)
    need(sum(e.get("cat") == "marker" for e in events) == r.markers, "other markers")
    need(len(pairs) >= r.operations, "operations", len(pairs), r.operations)
    for e in events:
        need(e["pid"] == r.topmost(e["tid"]) or e["name"].startswith("process_"), "other process", e)
    print("calls %d messages %d counters %d markers %d operations %d" %
          (ncalls, narrows, ncounters, r.markers, len(pairs)))


def main():
    def refuse(text):
        sys.exit("chrome.py: not JSON: " + text)

    top = json.load(open(sys.argv[1], encoding="utf-8"), parse_float=Decimal, parse_constant=refuse)
    need(set(top) == {"traceEvents", "displayTimeUnit", "otherData"}, "other keys", list(top))
    need(top["displayTimeUnit"] in ("ms", "ns"), "displayTimeUnit", top["displayTimeUnit"])
    events = top["traceEvents"]
    for e in events:
        check_event(e)
    calls = check_threads(events)
    arrows, unmatched = check_arrows(events, calls)
    pairs = check_pairs(events)
    check_names(events)
    if len(sys.argv) > 2:
        compare(events, calls, arrows, unmatched, pairs, sys.argv[2], top["otherData"]["ts_0_is_tick"])
    else:
        print("calls %d messages %d" % (len(calls), len(arrows)))


if __name__ == "__main__":
    main()
