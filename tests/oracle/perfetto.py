"""Is the output of otf-to-chrome --format perfetto a trace of Perfetto, and does it say what the records say?

usage: perfetto.py TRACE JSON [STREAM]; JSON is what otf-to-chrome writes of the same records, STREAM the whole line
stream they were made of. Tells what is wrong, or counts of what was compared. It reads the bytes itself: varints,
lengths, nested messages; resolves interned strings and times; builds slices as a viewer does. Calls, arrows, counters,
markers and instants with their args, operations and names are compared with those of JSON; calls, arrows, counters and
markers also with a count of the records.
"""
import json
import struct
import sys
from collections import Counter, defaultdict
from decimal import Decimal

import chrome
from chrome import need

BOOTTIME, INCREMENTAL, MOST = 6, 64, 2**63 - 1


# ---- bytes ----

def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            need(byte or not shift, "a varint has more bytes than it needs")
            need(value < 2**64, "a varint of more than 64 bits")
            return value, at
        shift += 7


def fields(data):
    """The fields of a message: a list of (number, value); values are integers or bytes."""
    at, out = 0, []
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 1:
            value, at = struct.unpack_from("<Q", data, at)[0], at + 8
        else:
            need(key & 7 == 2, "unknown wire type", key)
            n, at = varint(data, at)
            need(at + n <= len(data), "a field is longer than its message")
            value, at = data[at:at + n], at + n
        out.append((key >> 3, value))
    return out


def message(data, known, several=()):
    """A message as {field name: value}; `known` maps field numbers to names, those of `several` to lists."""
    out = {name: [] for name in several}
    for number, value in fields(data):
        need(number in known, "unknown field", number)
        name = known[number]
        if name in several:
            out[name].append(value)
        else:
            need(name not in out, "field twice", name)
            out[name] = value
    return out


def text(data):
    return data.decode("utf-8")


def signed(value, bits=64):
    value &= 2**bits - 1
    return value - 2**bits if value >> bits - 1 else value


def real(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


# ---- the trace ----

PACKET = {5: "metadata", 6: "clocks", 8: "timestamp", 10: "sequence", 11: "event", 12: "interned", 13: "flags", 58: "clock",
          59: "defaults", 60: "track"}
TRACK = {1: "uuid", 2: "name", 3: "process", 4: "thread", 5: "parent", 8: "counter"}
EVENT = {3: "category_iid", 4: "notes", 9: "type", 10: "name_iid", 11: "track", 22: "category", 23: "name", 30: "integer",
         44: "real", 47: "flow", 48: "last_flow"}
NOTE = {1: "name_iid", 3: "uint", 4: "int", 5: "double", 6: "string", 10: "name", 17: "string_iid"}


class Trace:
    def __init__(self, data):
        self.now = None
        self.tables = {1: {}, 2: {}, 3: {}, 29: {}}
        self.tracks, self.events, self.metadata = {}, [], {}
        for i, (number, packet) in enumerate(fields(data)):
            need(number == 1, "no packet", number)
            self.take(message(packet, PACKET), i)
        self.events.sort(key=lambda e: e["ns"])  # keeps the order of the file, as a viewer does

    def take(self, p, i):
        need(p["sequence"] == 1 and p["flags"] == (2 if i else 1), "sequence", p)
        for number, entry in fields(p.get("interned", b"")):
            e = message(entry, {1: "iid", 2: "text"})
            need(e["iid"] not in self.tables[number], "interned twice", number, e)
            need(e["text"] not in self.tables[number].values(), "a string interned twice", number, e)
            self.tables[number][e["iid"]] = e["text"]
        if i == 0:
            need(message(p["defaults"], {58: "clock"}) == {"clock": INCREMENTAL}, "defaults", p)
            clocks = message(p["clocks"], {1: "clock", 2: "primary"}, ("clock",))
            got = [message(c, {1: "id", 2: "ts", 3: "is_incremental"}) for c in clocks["clock"]]
            need(got == [{"id": BOOTTIME, "ts": 0}, {"id": INCREMENTAL, "ts": 0, "is_incremental": 1}], "clocks", got)
            need(clocks["primary"] == BOOTTIME, "primary clock", clocks)
            self.now = 0
        if "metadata" in p:
            for _, m in fields(p["metadata"]):
                m = message(m, {1: "name", 2: "value"})
                self.metadata[text(m["name"])] = text(m["value"])
        if "track" in p:
            self.add_track(message(p["track"], TRACK))
        if "event" in p:
            if "clock" in p:
                need(p["clock"] == BOOTTIME, "clock", p)
                self.add_event(p["timestamp"], p["event"])
            else:
                self.now += p["timestamp"]
                self.add_event(self.now, p["event"])

    def add_track(self, t):
        need(t["uuid"] and t["uuid"] not in self.tracks, "track twice", t)
        need("parent" not in t or t["parent"] in self.tracks, "unknown parent", t)
        if "process" in t:
            t["process"] = message(t["process"], {1: "pid", 3: "sort", 6: "name"})
        if "thread" in t:
            t["thread"] = message(t["thread"], {1: "pid", 2: "tid", 3: "sort", 5: "name"})
            need(self.tracks[t["parent"]]["process"]["pid"] == t["thread"]["pid"], "parent of another pid", t)
        if "counter" in t:
            t["counter"] = message(t["counter"], {6: "unit"})
        self.tracks[t["uuid"]] = t

    def add_event(self, ns, data):
        e = message(data, EVENT, ("notes",))
        need(e["track"] in self.tracks, "unknown track", e)
        e["ns"] = ns
        for name, table in (("name", 2), ("category", 1)):
            e[name] = self.resolve(e, name, table)
        e["args"] = {}
        for note in e["notes"]:
            key, value = self.note(message(note, NOTE))
            need(key not in e["args"], "arg twice", key)
            e["args"][key] = value
        self.events.append(e)

    def resolve(self, message_, name, table):
        need(not (name in message_ and name + "_iid" in message_), "name twice", message_)
        if name + "_iid" in message_:
            need(message_[name + "_iid"] in self.tables[table], "unknown iid", message_)
            return text(self.tables[table][message_[name + "_iid"]])
        return text(message_[name]) if name in message_ else None

    def note(self, n):
        values = set(n) - {"name", "name_iid"}
        need(len(n) == 2 and len(values) == 1, "no arg", n)
        kind = values.pop()
        value = n[kind]
        if kind.startswith("string"):
            value = self.resolve(n, "string", 29)
        elif kind == "double":
            value = number(real(value))
        elif kind == "int":
            value = signed(value)
        return self.resolve(n, "name", 3), value

    def thread(self, uuid):
        """The token of the process of a track; "all" for the track of all."""
        t = self.tracks[uuid]
        if "thread" not in t and "parent" in t:
            t = self.tracks[t["parent"]]
        return t["thread"]["tid"] & 0xffffffff if "thread" in t else "all"


def number(value):
    """What JSON has: null for infinity and NaN, integers and reals that are equal are one."""
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    return value


def frozen(args):
    return tuple(sorted((k, float(v) if isinstance(v, Decimal) else v) for k, v in args.items()))


# ---- what both forms say ----

class Story:
    def __init__(self):
        self.calls, self.operations, self.instants, self.counters = [], [], [], []
        self.starts, self.ends, self.threads, self.processes = {}, {}, {}, {}


def slices(events):
    """Begin and end on one track nest, as a viewer builds them."""
    stack = []
    for e in events:
        if e["type"] == 1:
            stack.append(e)
        elif e["type"] == 2:
            need(stack, "an end without a begin", e)
            b = stack.pop()
            need(e["name"] is None, "an end has a name", e)
            need(not set(b["args"]) & set(e["args"]) or b["category"] != "collective", "arg in begin and end", b, e)
            yield b, e
    need(not stack, "a begin without an end", stack[-1:])


def story_of_trace(trace):
    s, tracks = Story(), defaultdict(list)
    for e in trace.events:
        tracks[e["track"]].append(e)
    for uuid, t in trace.tracks.items():
        if "process" in t:
            s.processes[t["process"]["pid"] & 0xffffffff] = text(t["process"]["name"]), t["process"].get("sort")
        if "thread" in t:
            s.threads[trace.thread(uuid)] = t["thread"]["pid"] & 0xffffffff, text(t["thread"]["name"]), t["thread"]["sort"]
    for uuid, events in tracks.items():
        tid, t = trace.thread(uuid), trace.tracks[uuid]
        is_operations = "thread" not in t and "counter" not in t and "parent" in t
        for b, e in slices(events):
            row = tid, b["name"], b["category"], b["ns"], e["ns"], frozen(b["args"]), frozen(e["args"])
            (s.operations if is_operations else s.calls).append(row)
            need(not is_operations or text(t["name"]).startswith(b["category"]), "operation on another track", t, b)
        for e in events:
            if e["type"] == 3:
                s.instants.append((tid, e["name"], e["category"], e["ns"], frozen(e["args"])))
            if e["type"] == 4:
                value = signed(e["integer"]) if "integer" in e else number(real(e["real"]))
                s.counters.append((tid, text(t["name"]), text(t["counter"].get("unit", b"value")), e["ns"], value))
            need((e["type"] == 4) == ("counter" in t), "event on another kind of track", t, e)
            for key in {"flow", "last_flow"} & set(e):
                need(e["name"] in ("send", "receive") and (e["name"] == "receive" or key == "flow"), "flow", e)
                side = s.starts if e["name"] == "send" else s.ends
                need(e[key] not in side, "flow twice", e)
                side[e[key]] = tid, e["ns"]
    # a receive whose send may come later has a flow, too
    s.ends = {i: end for i, end in s.ends.items() if i in s.starts}
    return s


class Clock:
    def __init__(self, other):
        self.resolution = other["ticks_per_second"] or 1000000
        self.base = other["ts_0_is_tick"]

    def ns(self, tick):
        return min(max(tick - self.base, 0) * 10**9 // self.resolution, MOST)

    def of(self, ts):
        r = chrome.Records.__new__(chrome.Records)
        r.resolution, r.base = self.resolution, self.base
        return self.ns(r.ticks(ts))


def as_counter(value):
    """A value of JSON or of the records: an integer that has room, else the nearest real number."""
    return int(value) if value == int(value) and value <= MOST else float(value)


def story_of_json(top, clock):
    s, stacks, pairs = Story(), defaultdict(list), {}
    for e in top["traceEvents"]:
        phase, tid, args = e["ph"], e["tid"], frozen(e.get("args", {})) if e["ph"] not in "MC" else None
        ns = clock.of(Decimal(e["ts"])) if "ts" in e else None
        if phase == "M":
            side = s.processes if e["name"].startswith("process") else s.threads
            key = e["pid"] if side is s.processes else tid
            if "name" in e["args"]:
                side[key] = (e["args"]["name"],) if side is s.processes else (e["pid"], e["args"]["name"])
            else:
                side[key] += (e["args"]["sort_index"],)
        elif phase == "B":
            stacks[tid].append((e["name"], e["cat"], ns, args))
        elif phase == "E":
            name, cat, begin, before = stacks[tid].pop()
            s.calls.append((tid, name, cat, begin, ns, before, args))
        elif phase == "b":
            pairs[e["cat"], e["id"]] = e["name"], e["cat"], ns, args
        elif phase == "e":
            name, cat, begin, before = pairs.pop((e["cat"], e["id"]))
            s.operations.append((tid, name, cat, begin, ns, before, args))
        elif phase == "i":
            s.instants.append(("all" if e["s"] == "g" else tid, e["name"], e["cat"], ns, args))
        elif phase == "C":
            unit, value = list(e["args"].items())[0]
            s.counters.append((tid, e["name"], unit, ns, as_counter(value)))
        else:
            (s.starts if phase == "s" else s.ends)[e["id"]] = tid, ns
    return s


def same(what, got, want):
    got, want = Counter(got), Counter(want)
    need(got == want, "other", what, "got:", list((got - want).items())[:3], "want:", list((want - got).items())[:3])
    return sum(got.values())


def compare(got, want):
    counts = [same(what, getattr(got, what), getattr(want, what)) for what in
              ("calls", "operations", "instants", "counters")]
    counts.append(same("starts of arrows", got.starts.items(), want.starts.items()))
    same("ends of arrows", got.ends.items(), want.ends.items())
    # only JSON has a thread for the markers of all processes
    threads = {k: v for k, v in want.threads.items() if k in got.threads or k}
    processes = {k: v for k, v in want.processes.items() if k in got.processes or k}
    same("threads", got.threads.items(), threads.items())
    same("processes", got.processes.items(), processes.items())
    print("calls %d operations %d instants %d counters %d arrows %d" % tuple(counts))


def compare_records(s, clock, stream):
    r = chrome.Records(stream)
    ns = clock.ns
    same("calls of the records", [c[:2] + c[3:5] for c in s.calls], [(p, n, ns(b), ns(e)) for p, n, b, e in r.calls])
    same("arrows of the records", [s.starts[i] + s.ends[i] for i in s.ends], [(a, ns(b), c, ns(d)) for a, b, c, d in r.arrows])
    same("counters of the records", [(p, n, t, v) for p, n, _, t, v in s.counters],
         [(p, n, ns(t), as_counter(v)) for p, n, t, v in r.counters])
    need(len(s.starts) - len(s.ends) == r.unmatched, "other messages without end")
    need(sum(i[2] == "marker" for i in s.instants) == r.markers, "other markers")


def main():
    trace = Trace(open(sys.argv[1], "rb").read())
    top = json.load(open(sys.argv[2], encoding="utf-8"), parse_float=Decimal)
    other = top["otherData"]
    need({k: str(v) for k, v in other.items()} == trace.metadata, "other metadata", trace.metadata, other)
    clock = Clock(other)
    got = story_of_trace(trace)
    if len(sys.argv) > 3:
        compare_records(got, clock, sys.argv[3])
    compare(got, story_of_json(top, clock))


main()
