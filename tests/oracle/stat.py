#!/usr/bin/env python3
"""What otf-stat --tsv has to say of a line stream on stdin, computed as plainly as can be.

stat.py [--by KEYS] [--table NAMES] [--every TICKS] [--time A:B]
"""
import argparse
import re
import struct
import sys
from collections import defaultdict

from ranks import Ranks

KEYS = ["process", "group", "function", "path", "communicator", "tag", "file", "sender", "receiver", "length",
        "collective", "counter"]
CALLS = {"process", "group", "function", "path"}
MESSAGES = {"process", "communicator", "tag"}
# table: keys that it may have, always has, has by default; that make it appear; columns of sums
TABLES = {
    "function": (CALLS, set(), {"function"}, CALLS, "calls exclusive inclusive sum"),
    "message": (MESSAGES, set(), set(), MESSAGES, "sent received bytes_sent bytes_received reversed"),
    "matrix": ({"sender", "receiver", "communicator", "tag"}, {"sender", "receiver"}, set(), MESSAGES,
               "sent received bytes_sent bytes_received reversed"),
    "length": (MESSAGES | {"length"}, {"length"}, set(), MESSAGES, "sent received bytes_sent bytes_received reversed"),
    "collective": ({"process", "communicator", "collective"}, {"collective"}, set(), {"process", "communicator"},
                   "count bytes_sent bytes_received"),
    "counter": ({"process", "counter"}, {"counter"}, set(), {"process"}, ""),
    "file": ({"process", "file"}, set(), {"file"}, {"process", "file"},
             "opens closes reads writes seeks others bytes_read bytes_written"),
    "rma": (MESSAGES, set(), set(), MESSAGES, "puts gets bytes_put bytes_got"),
}
TIMES = {"function": "", "message": "latency_", "matrix": "latency_", "length": "latency_", "collective": "", "file": ""}
SPACES = {"process": "process", "sender": "process", "receiver": "process", "group": "group", "function": "function",
          "path": "function", "communicator": "communicator", "file": "file", "collective": "collective",
          "counter": "counter"}
DEFINITIONS = {"DefProcess": ("process", None), "DefFunction": ("function", 2), "DefFunctionGroup": ("group", None),
               "DefProcessGroup": ("communicator", None), "DefFile": ("file", None),
               "DefCollectiveOperation": ("collective", 2), "DefCounter": ("counter", 2)}
PERCENTS = [25, 50, 75, 95, 99]


def bucket(v):
    if v < 128:
        return v, v
    shift = v.bit_length() - 7
    low = v >> shift << shift
    return low, low + (1 << shift) // 2


def quantile(values, percent):
    rank = max(1, -(-len(values) * percent // 100))
    return min(max(bucket(sorted(values)[rank - 1])[1], min(values)), max(values))


def percents(table):
    return [] if table == "matrix" else PERCENTS


def fields_of(values, table):
    out = [sum(values)] if table in ("collective", "file") else []
    if not values:
        return out + ["-"] * (3 + len(percents(table)))
    mean = (2 * sum(values) + len(values)) // (2 * len(values))
    return out + [min(values), max(values), mean] + [quantile(values, p) for p in percents(table)]


def real(x):
    return repr(x)


class Trace:
    def __init__(self, stream):
        self.names, self.detail, self.streams = {}, {}, {}
        self.resolution, self.first, self.last = 0, None, None
        self.records, self.ranks = [], Ranks(self.streams)
        for line in stream:
            f = line.rstrip(b"\n").split(b"\t")
            name = f[0].decode()
            if name == "@OTFPIPE":
                self.header(f[2:])
            elif name == "@SM":
                for p in f[2].split(b","):
                    self.streams[int(p)] = int(f[1])
            elif name == "DefTimerResolution":
                if not self.resolution and not self.records:
                    self.resolution = int(f[3])
            elif name in DEFINITIONS:
                space, detail = DEFINITIONS[name]
                key = space, int(f[2]), int(f[3])
                self.names[key] = f[4]
                self.detail[key] = int(f[3 + detail]) if detail else 0
                if name == "DefProcess":
                    self.ranks.process(int(f[3]), int(f[5]))
                if name == "DefProcessGroup":
                    self.ranks.group(int(f[2]), int(f[3]), map(int, f[5].split(b",") if f[5] else ()))
            elif not name.startswith(("@", "Def", "Marker", "UnknownRecord")) and "Summary" not in name:
                self.records.append((name, int(f[1]), int(f[2]), f[3:]))
        self.events_last = max([r[1] for r in self.records if "Snapshot" not in r[0]], default=0)
        if self.first is None and self.records:
            self.first, self.last = self.records[0][1], self.events_last

    def header(self, keys):
        for key, value in (k.decode().split(":", 1) for k in keys):
            if key == "TR":
                self.resolution = int(value)
            if key == "EV" or (key == "TS" and self.first is None):
                self.first, self.last = map(int, value.split(","))

    def ref(self, space, process, token):
        stream = self.streams.get(process, 0)
        return (token, stream) if (space, stream, token) in self.names else (token, 0)

    def name(self, space, ref):
        if ref is None:
            return b"-"
        name = self.names.get((space, ref[1], ref[0]), b"\\N")
        return token_text(ref).encode() if name == b"\\N" else name

    def properties(self, ref):
        return self.detail.get(("counter", ref[1], ref[0]), 0)


def token_text(ref):
    return "-" if ref is None else "%d@%d" % ref if ref[1] else "%d" % ref[0]


class Row:
    def __init__(self):
        self.sums, self.times, self.counted = defaultdict(int), [], {}


class Stat:
    def __init__(self, trace, by, tables, every, interval):
        self.t, self.by, self.tables = trace, by, tables
        self.every, (self.a, self.b) = every, interval
        self.rows = defaultdict(Row)
        self.end = trace.last if self.b is None else min(trace.last, self.b) if trace.last is not None else None
        if trace.records:
            self.end = max(trace.last, trace.events_last)
            if self.b is not None:
                self.end = min(self.end, self.b)
        self.base = self.a if self.a is not None else trace.first

    def keys(self, table):
        may, always, default, _, _ = TABLES[table]
        keys = always | (self.by & may if self.by else default)
        return [k for k in KEYS if k in keys]

    def wanted(self, table):
        return table in self.tables and (not self.by or self.by & TABLES[table][3])

    def window(self, time):
        """None = outside"""
        if (self.a is not None and time < self.a) or (self.b is not None and time >= self.b):
            return None
        return max(0, time - self.base) // self.every if self.every else 0

    def cuts(self, t0, t1):
        """The parts of [t0, t1) by window."""
        if self.a is not None:
            t0 = max(t0, self.a)
        t1 = min(t1, self.end)
        while t0 < t1:
            w = self.window(t0)
            end = min(t1, self.base + (w + 1) * self.every) if self.every else t1
            yield w, t0, end
            t0 = end

    def row(self, table, window, **values):
        keys = self.keys(table)
        if table == "counter" and "process" not in keys:
            keys = ["process"] + keys
        return self.rows[table, window, tuple(values[k] for k in keys)]

    def add(self, table, time, sums, values, duration=None):
        w = self.window(time)
        if w is None or not self.wanted(table):
            return
        row = self.row(table, w, **values)
        for name, n in sums.items():
            row.sums[name] += n
        if duration is not None:
            row.times.append(duration)

    # ---- what was open when the stream began ----

    def run(self):
        known = {}
        self.calls, self.halves, self.begun, self.fileops, self.counters = (
            defaultdict(list), defaultdict(lambda: ([], [])), {}, {}, {})
        self.segments, self.last_time = [], {}
        for name, time, process, f in self.t.records:
            if self.b is not None and time >= self.b:
                break
            if name.endswith("Snapshot") or name == "SnapshotComment":
                if process not in known:
                    known[process] = time
                if known[process] != time:
                    continue
            else:
                known[process] = None
            handler = getattr(self, "on_" + name, None)
            if handler:
                handler(time, process, f)
        for process, stack in self.calls.items():
            for call in stack:
                self.calls_of(process, call, None)
            if stack:
                self.segments.append((process, stack[-1], self.last_time[process], self.end))
        self.exclusive()
        self.inclusive()
        self.latencies()
        self.held()

    # ---- calls ----

    def call_key(self, process, function, stack):
        ref = self.t.ref("function", process, function)
        group = None
        if ("function", ref[1], ref[0]) in self.t.names:
            group = self.t.ref("group", process, self.t.detail["function", ref[1], ref[0]])
        path = (stack[-1]["key"]["path"] if stack else ()) + (ref,)
        return {"process": (process, 0), "function": ref, "group": group, "path": path}

    def open_call(self, time, process, function, start, since):
        stack = self.calls[process]
        if stack:
            self.segments.append((process, stack[-1], self.last_time[process], time))
        self.last_time[process] = time
        stack.append({"key": self.call_key(process, function, stack), "start": start, "since": since})

    def on_Enter(self, time, process, f):
        self.open_call(time, process, int(f[0]), time, time)
        self.add("function", time, {"calls": 1}, self.calls[process][-1]["key"])

    def on_EnterSnapshot(self, time, process, f):
        self.open_call(time, process, int(f[1]), int(f[0]), time)

    def on_Leave(self, time, process, f):
        if not self.calls[process]:
            return
        call = self.calls[process].pop()
        self.segments.append((process, call, self.last_time[process], time))
        self.last_time[process] = time
        self.calls_of(process, call, time)
        self.add("function", time, {}, call["key"], time - call["start"])

    def calls_of(self, process, call, end):
        self.done = getattr(self, "done", [])
        self.done.append((process, call, call["since"], self.end if end is None else end))

    def exclusive(self):
        for _, call, t0, t1 in self.segments if self.wanted("function") else ():
            for w, a, b in self.cuts(t0, t1):
                self.row("function", w, **call["key"]).sums["exclusive"] += b - a

    def inclusive(self):
        spans = defaultdict(list)
        for process, call, t0, t1 in getattr(self, "done", []) if self.wanted("function") else ():
            for w, a, b in self.cuts(t0, t1):
                self.row("function", w, **call["key"]).sums["sum"] += b - a
                key = tuple(call["key"][k] for k in self.keys("function"))
                spans[process, w, key].append((a, b))
        for (_, w, key), list_ in spans.items():
            until = 0
            for a, b in sorted(list_):
                if b > until:
                    self.rows["function", w, key].sums["inclusive"] += b - max(a, until)
                    until = b

    # ---- messages ----

    def half(self, kind, time, process, sender, receiver, group, tag, length):
        sender, receiver = self.t.ranks.key(process, sender, receiver, group, tag)[:2]
        values = {"process": (process, 0), "sender": (sender, 0), "receiver": (receiver, 0),
                  "communicator": self.t.ref("communicator", process, group), "tag": (tag, 0),
                  "length": ((1 << length.bit_length() >> 1) if length else 0, 0)}
        self.halves[sender, receiver, group, tag][kind].append((time, values))
        return values

    def on_SendMsg(self, time, process, f):
        receiver, group, tag, length = map(int, f[:4])
        values = self.half(0, time, process, process, receiver, group, tag, length)
        for table in "message", "matrix", "length":
            self.add(table, time, {"sent": 1, "bytes_sent": length}, values)

    def on_RecvMsg(self, time, process, f):
        sender, group, tag, length = map(int, f[:4])
        values = self.half(1, time, process, sender, process, group, tag, length)
        for table in "message", "matrix", "length":
            self.add(table, time, {"received": 1, "bytes_received": length}, values)

    def on_SendSnapshot(self, time, process, f):
        origin, receiver, group, tag, length = map(int, f[:5])
        self.half(0, origin, process, process, receiver, group, tag, length)

    def latencies(self):
        for sends, receives in self.halves.values():
            for (sent, _), (received, values) in zip(sends, receives):
                for table in "message", "matrix", "length":
                    if received < sent:
                        self.add(table, received, {"reversed": 1}, values)
                    else:
                        self.add(table, received, {}, values, received - sent)

    # ---- operations ----

    def collective_values(self, process, collective, group):
        return {"process": (process, 0), "collective": self.t.ref("collective", process, collective),
                "communicator": self.t.ref("communicator", process, group)}

    def on_CollectiveOperation(self, time, process, f):
        collective, group, _, sent, received, duration = map(int, f[:6])
        self.add("collective", time, {"count": 1, "bytes_sent": sent, "bytes_received": received},
                 self.collective_values(process, collective, group), duration)

    def on_BeginCollectiveOperation(self, time, process, f):
        collective, matching, group, _, sent, received = map(int, f[:6])
        self.begun.setdefault((process, matching), []).append(
            (time, self.collective_values(process, collective, group), sent, received))

    def on_BeginCollopSnapshot(self, time, process, f):
        origin, collective, matching, group, _, sent, received = map(int, f[:7])
        self.begun.setdefault((process, matching), []).append(
            (origin, self.collective_values(process, collective, group), sent, received))

    def on_EndCollectiveOperation(self, time, process, f):
        begun = self.begun.get((process, int(f[0])))
        if begun:
            start, values, sent, received = begun.pop()
            self.add("collective", time, {"count": 1, "bytes_sent": sent, "bytes_received": received}, values,
                     time - start)

    def operate(self, time, process, file, operation, bytes_, duration):
        operation &= 31
        names = ["opens", "closes", "reads", "writes", "seeks"]
        sums = {names[operation] if operation < 5 else "others": 1}
        if operation == 2:
            sums["bytes_read"] = bytes_
        if operation == 3:
            sums["bytes_written"] = bytes_
        self.add("file", time, sums, {"process": (process, 0), "file": self.t.ref("file", process, file)}, duration)

    def on_FileOperation(self, time, process, f):
        file, _, operation, bytes_, duration = map(int, f[:5])
        self.operate(time, process, file, operation, bytes_, duration)

    def on_BeginFileOperation(self, time, process, f):
        self.fileops.setdefault((process, int(f[0])), []).append(time)

    def on_BeginFileOpSnapshot(self, time, process, f):
        self.fileops.setdefault((process, int(f[1])), []).append(int(f[0]))

    def on_EndFileOperation(self, time, process, f):
        file, matching, _, operation, bytes_ = map(int, f[:5])
        begun = self.fileops.get((process, matching))
        self.operate(time, process, file, operation, bytes_, time - begun.pop() if begun else None)

    def remote(self, time, process, f, number, bytes_):
        self.add("rma", time, {number: 1, bytes_: int(f[4])},
                 {"process": (process, 0), "communicator": self.t.ref("communicator", process, int(f[2])),
                  "tag": (int(f[3]), 0)})

    def on_RMAPut(self, time, process, f):
        self.remote(time, process, f, "puts", "bytes_put")

    on_RMAPutRemoteEnd = on_RMAPut

    def on_RMAGet(self, time, process, f):
        self.remote(time, process, f, "gets", "bytes_got")

    # ---- counters ----

    def value(self, ref, text):
        """The bits of a value as its counter's properties read them."""
        text = text.decode()
        if text.endswith("f") and text != "inf" and text != "-inf":
            bits = struct.unpack("<I", struct.pack("<f", float(text[:-1])))[0]
        elif re.fullmatch(r"-?\d+", text):
            bits = int(text) % 2**64
        else:
            bits = struct.unpack("<Q", struct.pack("<d", float(text)))[0]
        kind = self.t.properties(ref) & 480
        if kind == 288:
            return struct.unpack("<d", struct.pack("<Q", bits))[0]
        if kind == 256:
            return struct.unpack("<f", struct.pack("<I", bits % 2**32))[0]
        return bits - 2**64 if kind < 256 and kind & 32 and bits >> 63 else bits

    def counted(self, window, process, ref):
        row = self.row("counter", window, process=(process, 0), counter=ref)
        if not row.counted:
            zero = 0.0 if self.t.properties(ref) & 480 >= 256 else 0
            row.counted = {"values": [], "increase": zero, "time": 0, "rates": [], "weighted": 0.0, "weight": 0.0}
        return row.counted

    def hold(self, counter, ref, process, v, t0, t1):
        """A level holds over [t0, t1): in the window where the value was told, or window by window."""
        if self.t.properties(ref) & 12 != 12:
            w = self.window(t1)
            parts = [] if w is None else [(w, max(t0, self.base + w * (self.every or 0)) if w or self.a is not None
                                           else t0, t1)]
        else:
            parts = self.cuts(t0, t1)
        for w, a, b in parts:
            if a < b:
                c = self.counted(w, process, ref)
                c["weighted"] += float(v) * float(b - a)
                c["weight"] += float(b - a)

    def on_Counter(self, time, process, f):
        if not self.wanted("counter"):
            return
        ref = self.t.ref("counter", process, int(f[0]))
        p, v = self.t.properties(ref), self.value(ref, f[1])
        before = self.counters.get((process, int(f[0])))
        w = self.window(time)
        if w is not None:
            c = self.counted(w, process, ref)
            c["values"].append(v)
        if before:
            old, told, since = before
            if w is not None and p & 3 != 1:
                by = v if p & 12 == 8 else old if p & 12 == 12 else v - old
                c["increase"] += by
                c["time"] += time - told
                if time > told:
                    c["rates"].append(float(by) / float(time - told))
            if p & 3 == 1 and p & 12 != 4:
                self.hold((process, int(f[0])), ref, process, old if p & 12 == 12 else v, since, time)
        self.counters[process, int(f[0])] = v, time, time

    def on_CounterSnapshot(self, time, process, f):
        ref = self.t.ref("counter", process, int(f[1]))
        self.counters[process, int(f[1])] = self.value(ref, f[2]), int(f[0]), time

    def held(self):
        for (process, token), (v, _, since) in self.counters.items() if self.wanted("counter") else ():
            ref = self.t.ref("counter", process, token)
            if self.t.properties(ref) & 15 == 13:
                self.hold((process, token), ref, process, v, since, self.end)

    def counter_fields(self, ref, parts):
        p, res = self.t.properties(ref), float(self.t.resolution or 1)
        kind = real if p & 480 in (256, 288) else str
        values = [v for c in parts for v in c["values"]]
        out = [str(len(values))]
        out += [kind(values[0]), kind(values[-1])] if len(parts) == 1 and values else ["-", "-"]
        out += [kind(min(values)), kind(max(values))] if values else ["-", "-"]
        if p & 3 == 1:
            weight = sum((c["weight"] for c in parts), 0.0)
            total = 0.0 if kind is real else 0
            for c in parts:
                part = 0.0 if kind is real else 0
                for v in c["values"]:
                    part += v
                total += part
            weighted = sum_in_order(c["weighted"] for c in parts)
            mean = weighted / weight if weight > 0 else float(total) / float(len(values)) if values else None
            return out + [real(mean) if mean is not None else "-", "-", "-", "-"]
        increase = 0.0 if kind is real else 0
        for c in parts:
            increase += c["increase"]
        time = sum(c["time"] for c in parts)
        rates = [r for c in parts for r in c["rates"]]
        return out + ["-", kind(increase), real(float(increase) / float(time) * res) if time else "-",
                      real(max(rates) * res) if rates else "-"]

    # ---- output ----

    def key_fields(self, table, key):
        out = []
        for k, ref in zip(self.keys(table), key):
            if k == "path":
                out += [";".join(map(token_text, ref)).encode(),
                        b";".join(self.t.name("function", r) for r in ref)]
            elif k in SPACES:
                out += [token_text(ref).encode(), self.t.name(SPACES[k], ref)]
            else:
                out.append(str(ref[0]).encode())
        return out

    def lines(self, table, window):
        """Rows of a table in a window, sorted."""
        rows = [(key, row) for (t, w, key), row in self.rows.items() if t == table and w == window]
        if table == "counter":
            merged = defaultdict(list)
            for key, row in sorted(rows, key=lambda r: r[0]):
                merged[key if "process" in self.by else key[1:]].append(row.counted)
            rows = merged.items()
        last = ((2**64, 2**64),)
        rows = sorted(rows, key=lambda r: [k if k is not None else last[0] for k in r[0]])
        for key, row in rows:
            fields = self.key_fields(table, key)
            if table == "counter":
                fields += [x.encode() for x in self.counter_fields(key[-1], row)]
            else:
                fields += [b"%d" % row.sums[s] for s in TABLES[table][4].split()]
                if table in TIMES:
                    fields += [str(x).encode() for x in fields_of(row.times, table)]
            yield fields

    def columns(self, table):
        out = []
        for k in self.keys(table):
            out += [k, k + "_name"] if k in SPACES else [k]
        out += TABLES[table][4].split()
        if table in TIMES:
            names = (["time"] if table in ("collective", "file") else []) + ["min", "max", "mean"]
            out += [TIMES[table] + n for n in names + ["p%d" % p for p in percents(table)]]
        if table == "counter":
            out += "count first last min max mean increase rate highest_rate".split()
        return out

    def print(self, out):
        blocks = []
        for window in sorted({w for _, w, _ in self.rows}):
            for table in TABLES:
                rows = list(self.lines(table, window))
                if not rows:
                    continue
                start = [b"%d" % (self.base + window * self.every)] if self.every else []
                head = (["window"] if self.every else []) + ["table"] + self.columns(table)
                blocks.append("\t".join(head).encode() + b"\n" +
                              b"".join(b"\t".join(start + [table.encode()] + r) + b"\n" for r in rows))
        out.write(b"\n".join(blocks))


def sum_in_order(values):
    total = 0.0
    for v in values:
        total += v
    return total


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--by", default="")
    a.add_argument("--table", default=",".join(TABLES))
    a.add_argument("--every", type=int, default=0)
    a.add_argument("--time", default=":")
    a = a.parse_args()
    interval = [int(x) if x else None for x in a.time.split(":")]
    stat = Stat(Trace(sys.stdin.buffer), set(filter(None, a.by.split(","))), set(a.table.split(",")), a.every, interval)
    if stat.t.records:
        stat.run()
    stat.print(sys.stdout.buffer)


main()
