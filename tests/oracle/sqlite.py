"""Does a database of otf-to-sqlite say what the records say?

usage: sqlite.py DATABASE STREAM SCHEMA; STREAM is the whole line stream, SCHEMA what otf-cat --schema prints. It counts
calls, messages and operations anew, and compares every table; then prints the number of rows of some.
"""
import re
import sqlite3
import struct
import sys
from collections import Counter, defaultdict

SPACES = {"process": "DefProcess", "peer": "DefProcess", "process-group": "DefProcessGroup", "function": "DefFunction",
          "function-group": "DefFunctionGroup", "collective": "DefCollectiveOperation", "counter": "DefCounter",
          "counter-group": "DefCounterGroup", "scl-file": "DefSclFile", "scl": "DefScl", "file": "DefFile",
          "file-group": "DefFileGroup", "key": "DefKeyValue", "marker": "DefMarker"}
SPECIAL = {"Enter", "Leave", "SendMsg", "RecvMsg", "CollectiveOperation", "BeginCollectiveOperation",
           "EndCollectiveOperation", "FileOperation", "BeginFileOperation", "EndFileOperation", "Counter", "Marker"}
KINDS = dict(zip("cbBhHiIqQfda", "char int8 uint8 int16 uint16 int32 uint32 int64 uint64 float double bytes".split()))
MOST = 2**63 - 1


def need(yes, *what):
    if not yes:
        sys.exit("sqlite.py: " + " ".join(map(str, what)))


def snake(name):
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def unescape(text):
    if text == "\\N":
        return None
    raw = text.encode("latin-1")
    raw = re.sub(rb"\\(x..|.)", lambda m: {b"t": b"\t", b"n": b"\n", b"r": b"\r", b"\\": b"\\"}.get(m[1]) or
                 (b"" if m[1] == b"N" else bytes([int(m[1][1:], 16)])), raw)
    try:
        return raw.decode("utf-8") if b"\0" not in raw else raw
    except UnicodeDecodeError:
        return raw


def real(text, is_short):
    """The text of a binary32 is the shortest that reads back to its bits."""
    v = float(text)
    return struct.unpack("f", struct.pack("f", v))[0] if is_short else v


def number(v):
    return v if v <= MOST else str(v)


class Records:
    def __init__(self, stream, schema):
        self.schema, self.home, self.defined, self.rows = {}, {}, set(), defaultdict(list)
        for line in open(schema):
            f = line.rstrip("\n").split("\t")
            if line.startswith("#"):
                continue
            self.schema[f[0]] = [tuple((x + "::").split(":")[:3]) for x in f[3:]]
        self.calls, self.ncalls, self.stacks, self.inner = {}, 0, defaultdict(list), defaultdict(list)
        self.before = defaultdict(list)
        self.sends, self.early, self.messages, self.nmessages = defaultdict(list), defaultdict(list), {}, 0
        self.collectives, self.ncollectives, self.files, self.nfiles = {}, 0, {}, 0
        self.begun, self.instances, self.known = defaultdict(list), Counter(), {}
        self.tags, self.lists, self.strings = [], defaultdict(list), set()
        self.groups, self.parents, self.counts, self.unsettled = {}, {}, {}, []
        for line in open(stream, encoding="latin-1", newline="\n"):
            self.take(line.rstrip("\n").split("\t"))
        self.settle()
        for stack in self.stacks.values():
            for call in stack:
                self.calls[call[0]] = (*call[1:], None, None, None)
        for side, is_send in ((self.sends, 1), (self.early, 0)):
            for key, ends in side.items():
                for end in ends:
                    self.message(key, end if is_send else None, None if is_send else end, end[0])
        for ends in self.begun.values():
            for put in ends:
                put(None)

    def ref(self, space, loc, token, is_def=0):
        stream = loc if is_def else self.home.get(loc, 0)
        kind = SPACES[space]
        key = stream if (kind, stream, token) in self.defined else 0
        if not token and (kind, key, token) not in self.defined:
            return None
        ref = key << 32 | token
        return ref - 2**64 if ref > MOST else ref

    def tag(self, table, row, at, loc, fields):
        for i, text in enumerate(fields):
            key, kind, value = text.split(":", 2)
            value = bytes.fromhex(value) if kind == "a" else real(value, kind == "f") if kind in "fd" else number(int(value))
            if value != value:
                value = None
            self.tags.append((table, row, at, i, self.ref("key", loc, int(key)), KINDS[kind], value))

    def take(self, f):
        name = f[0]
        if name == "@SM":
            for p in f[2].split(","):
                self.home[int(p or 0)] = int(f[1])
        if name.startswith("@") or name not in self.schema:
            return
        shape = self.schema[name]
        values, tags, loc = f[3:3 + len(shape)], f[3 + len(shape):], int(f[2])
        if name.startswith("Def") and name in SPACES.values():
            self.defined.add((name, loc, int(values[0])))
        if name == "DefProcessGroup":
            self.groups[loc << 32 | int(values[0])] = set(map(int, values[2].split(","))) if values[2] else set()
        elif name == "DefProcess" and values[2] != "0":
            self.parents[int(values[0])] = int(values[2])
        if f[1] != "-" and name != "Marker" and not re.search("Snapshot$|Summary|UnknownRecord", name):
            self.settle()
        if name in SPECIAL or "Snapshot" in name:
            getattr(self, "on_" + name, lambda *x: None)(int(f[1]), loc, values, tags)
        if f[1] != "-" and "Snapshot" not in name and name != "Marker" and not name.endswith("Summary") and \
                name != "SummaryComment":
            self.known.setdefault(loc, None)
        if name not in SPECIAL:
            self.plain(name, f[1], loc, shape, values, tags)

    def plain(self, name, time, loc, shape, values, tags):
        is_def = time == "-"
        has_token = shape and shape[0][2] in {k for k, v in SPACES.items() if v == name} or name == "DefAttributeList"
        row = loc << 32 | int(values[0]) if has_token else len(self.rows[name]) + 1
        row = row - 2**64 if row > MOST else row
        out = [row] + ([loc] if is_def else [number(int(time)), self.ref("process", loc, loc)])
        for i, ((_, kind, space), v) in enumerate(zip(shape, values)):
            if kind == "list":
                self.lists[name] += [(row, k, int(x)) for k, x in enumerate(v.split(",") if v else [])]
            elif kind == "string":
                out.append(unescape(v))
                if is_def and out[-1] is not None:
                    self.strings.add(out[-1])
            elif kind == "value":
                out.append(self.value(v))
            elif kind == "file":
                out.append(["d", "m", "sn", "st", "e"].index(v[:2] if v[0] == "s" else v[0]))
            elif i == 0 and has_token:
                out.append(int(v))
            elif space in SPACES:
                out.append(self.ref(space, loc, int(v), is_def))
            else:
                out.append(None if space == "attribute-list" and v == "0" else number(int(v)))
        if has_token:
            self.rows[name] = [r for r in self.rows[name] if r[0] != row]
        self.rows[name].append(tuple(out))
        self.tag(snake(name), row, "start", loc, tags)

    @staticmethod
    def value(text):
        if re.fullmatch(r"-?\d+", text):
            return number(int(text))
        is_short = text.endswith("f") and not text.endswith("inf")
        v = real(text[:-1] if is_short else text, is_short)
        return None if v != v else v  # SQLite has no NaN

    # ---- calls ----

    def on_Enter(self, time, p, v, tags, now=None):
        self.ncalls += 1
        stack = self.stacks[p]
        self.inner[p][len(stack):] = [0]
        self.before[p][len(stack):] = [now - time if now is not None else 0]
        parent = stack[-1][0] if stack else None
        stack.append((self.ncalls, self.ref("process", p, p), self.ref("function", p, int(v[0])), time, len(stack), parent,
                      self.ref("scl", p, int(v[1]))))
        self.tag("calls", self.ncalls, "start", p, tags)

    def on_EnterSnapshot(self, time, p, v, tags):
        if self.is_news(time, p):
            self.on_Enter(int(v[0]), p, v[1:], tags, now=time)

    def on_Leave(self, time, p, v, tags):
        end = self.ref("scl", p, int(v[1]))
        if not self.stacks[p]:
            self.ncalls += 1
            self.calls[self.ncalls] = (self.ref("process", p, p), self.ref("function", p, int(v[0])), None, None, None,
                                       None, time, None, end)
            self.tag("calls", self.ncalls, "end", p, tags)
            return
        call = self.stacks[p].pop()
        depth = len(self.stacks[p])
        took = time - call[3] - self.before[p][depth]
        self.calls[call[0]] = (*call[1:], number(time), number(took - self.inner[p][depth]), end)
        if depth:
            self.inner[p][depth - 1] += took
        self.tag("calls", call[0], "end", p, tags)

    def call(self, p):
        return self.stacks[p][-1][0] if self.stacks[p] else None

    def is_news(self, time, p):
        return self.known.setdefault(p, time) == time

    # ---- messages: an end is (id, time, length, source, call, process, that of the other end) ----

    def stands_for(self, process, loc, group):
        """Itself, or if it is no member of the group its root."""
        home = self.home.get(loc, 0)
        members = self.groups.get((home if ("DefProcessGroup", home, group) in self.defined else 0) << 32 | group)
        if members is not None and process not in members:
            while process in self.parents:
                process = self.parents[process]
        return process

    def key(self, loc, sender, receiver, group, tag):
        return self.stands_for(sender, loc, group), self.stands_for(receiver, loc, group), group, tag

    def message(self, key, send, receive, ident):
        group, tag = key[2:]
        s, r = send or (None,) * 7, receive or (None,) * 7
        sender, receiver = s[5] if send else r[6], r[5] if receive else s[6]
        self.messages[ident] = (self.ref("process", sender, sender), self.ref("process", receiver, receiver),
                                self.ref("process-group", sender if send else receiver, group), tag, s[2], r[2], s[1], r[1],
                                s[3], r[3], s[4], r[4])

    def half(self, key, mine, other, end, at, p, tags):
        if other[key]:
            first = other[key].pop(0)
            end = (first[0], *end[1:])
            self.message(key, *((end, first) if at == "start" else (first, end)), first[0])
        else:
            self.nmessages += 1
            end = (self.nmessages, *end[1:])
            mine[key].append(end)
        self.tag("messages", end[0], at, p, tags)

    def on_SendMsg(self, time, p, v, tags):
        end = 0, time, int(v[3]), self.ref("scl", p, int(v[4])), self.call(p), p, int(v[0])
        self.half(self.key(p, p, *map(int, v[:3])), self.sends, self.early, end, "start", p, tags)

    def on_RecvMsg(self, time, p, v, tags):
        end = 0, time, int(v[3]), self.ref("scl", p, int(v[4])), self.call(p), p, int(v[0])
        self.half(self.key(p, int(v[0]), p, *map(int, v[1:3])), self.early, self.sends, end, "end", p, tags)

    def on_SendSnapshot(self, time, p, v, tags):
        if self.is_news(time, p):
            self.nmessages += 1
            self.sends[self.key(p, p, *map(int, v[1:4]))].append(
                (self.nmessages, int(v[0]), int(v[4]), self.ref("scl", p, int(v[5])), None, p, int(v[1])))
            self.tag("messages", self.nmessages, "start", p, tags)

    # ---- operations ----

    def member(self, p, group):
        """The member of the group that a process is or belongs to, with the group, which may be of its stream."""
        ref = self.home.get(p, 0) << 32 | group
        ref = ref if ref in self.groups else group
        members, seen = self.groups.get(ref, ()), set()
        if p in members:
            return ref, p
        while p in self.parents and p not in seen:
            seen.add(p)
            p = self.parents[p]
        return (ref, p) if p in members else None

    def next_instance(self, p, group, n=1):
        key = self.member(p, group)
        self.instances[key] += n
        return self.instances[key] if key else None

    def settle(self):
        """At the first event, what its snapshots say is known: what ended before, then what is under way."""
        for (p, group), n in self.counts.items():
            self.next_instance(p, group, n)
        for p, group, instance in self.unsettled:
            instance[0] = self.next_instance(p, group)
        self.counts, self.unsettled = {}, []

    def collective(self, p, what, start, end, matching, call, is_snap=0):
        self.ncollectives += 1
        c, g, root, sent, received, source = what
        instance = [None if is_snap else self.next_instance(p, g)]
        if is_snap:
            self.unsettled.append((p, g, instance))
        row = self.ref("process", p, p), self.ref("collective", p, c), self.ref("process-group", p, g)
        tail = matching, self.ref("scl", p, source), call
        more = self.ref("process", p, root), number(sent), number(received), number(start)
        ident = self.ncollectives

        def put(end, tags=()):
            self.collectives[ident] = (*row, instance[0], *more, end if end is None else number(end), *tail)
            self.tag("collectives", ident, "end", p, tags)
        return put

    def on_CollectiveOperation(self, time, p, v, tags):
        x = list(map(int, v))
        put = self.collective(p, (*x[:5], x[6]), time, None, None, self.call(p))
        self.tag("collectives", self.ncollectives, "start", p, tags)
        put(min(time + x[5], 2**64 - 1))

    def on_BeginCollectiveOperation(self, time, p, v, tags, call=0):
        x = list(map(int, v))
        put = self.collective(p, (x[0], *x[2:7]), time, None, number(x[1]), self.call(p) if call == 0 else call,
                              call is None)
        self.tag("collectives", self.ncollectives, "start", p, tags)
        self.begun["c", p, x[1]].append(put)

    def on_BeginCollopSnapshot(self, time, p, v, tags):
        if self.is_news(time, p):
            self.on_BeginCollectiveOperation(int(v[0]), p, v[1:], tags, None)

    def on_EndCollectiveOperation(self, time, p, v, tags):
        if self.begun["c", p, int(v[0])]:
            self.begun["c", p, int(v[0])].pop()(time, tags)
            return
        self.ncollectives += 1
        self.collectives[self.ncollectives] = (self.ref("process", p, p), *(None,) * 7, time, number(int(v[0])), None, None)
        self.tag("collectives", self.ncollectives, "end", p, tags)

    def file(self, ident, p, x, start, end, matching, call):
        self.files[ident] = (self.ref("process", p, p), self.ref("file", p, x[0]), number(x[1]), x[2], number(x[3]), start,
                             number(end), matching, self.ref("scl", p, x[4]), call)

    def on_FileOperation(self, time, p, v, tags):
        x = list(map(int, v))
        self.nfiles += 1
        self.file(self.nfiles, p, (*x[:4], x[5]), time, min(time + x[4], 2**64 - 1), None, self.call(p))
        self.tag("file_operations", self.nfiles, "start", p, tags)

    def on_BeginFileOperation(self, time, p, v, tags, call=0):
        x = list(map(int, v))
        self.nfiles += 1
        ident, call = self.nfiles, self.call(p) if call == 0 else call
        self.tag("file_operations", ident, "start", p, tags)

        def put(end, y=None, tags=()):
            if end is None:
                self.files[ident] = (self.ref("process", p, p), *(None,) * 4, time, None, number(x[0]),
                                     self.ref("scl", p, x[1]), call)
            else:
                self.file(ident, p, (y[0], *y[2:6]), time, end, number(x[0]), call)
            self.tag("file_operations", ident, "end", p, tags)
        self.begun["f", p, x[0]].append(put)

    def on_BeginFileOpSnapshot(self, time, p, v, tags):
        if self.is_news(time, p):
            self.on_BeginFileOperation(int(v[0]), p, v[1:], tags, None)

    def on_EndFileOperation(self, time, p, v, tags):
        x = list(map(int, v))
        if self.begun["f", p, x[1]]:
            self.begun["f", p, x[1]].pop()(time, x, tags)
            return
        self.nfiles += 1
        self.file(self.nfiles, p, (x[0], *x[2:6]), None, time, number(x[1]), self.call(p))
        self.tag("file_operations", self.nfiles, "start", p, tags)

    def on_OpenFileSnapshot(self, time, p, v, tags):
        self.is_news(time, p)

    on_CounterSnapshot = on_OpenFileSnapshot

    def on_CollopCountSnapshot(self, time, p, v, tags):
        if self.is_news(time, p):
            self.counts[p, int(v[0])] = int(v[1])

    def on_Counter(self, time, p, v, tags):
        rows = self.rows["counters"]
        rows.append((len(rows) + 1, number(time), self.ref("process", p, p), self.ref("counter", p, int(v[0])),
                     self.value(v[1])))
        self.tag("counters", len(rows), "start", p, tags)

    def on_Marker(self, time, p, v, tags):
        rows = self.rows["markers"]
        rows.append((len(rows) + 1, number(time), self.ref("process", p, p), self.ref("marker", p, int(v[0])),
                     unescape(v[1])))
        self.tag("markers", len(rows), "start", p, tags)


def same(what, got, want):
    got, want = Counter(got), Counter(want)
    need(got == want, "other", what, "\ngot:", *list((got - want).items())[:3], "\nwant:", *list((want - got).items())[:3])


# What no wait may be: a part of the join of waits with their calls (c), those of the peers (d), messages and members of
# collective operations.
WRONG_WAITS = {
    "not in its call": "c.id IS NULL OR c.process IS NOT w.process OR w.start < c.start OR w.end > c.end OR w.start >= w.end",
    "without a message or collective":
        "(w.message IS NOT NULL) + (w.collective IS NOT NULL) <> (w.kind NOT IN ('init_wait', 'finalize_wait'))",
    "peer without call": "(w.peer IS NULL) <> (d.id IS NULL) OR d.process <> w.peer",
    "no late sender": "w.kind = 'late_sender' AND (w.start <> c.start OR w.end IS NOT min(d.start, m.end))",
    "no late receiver": "w.kind = 'late_receiver' AND (w.start <> c.start OR w.end <> d.start)",
    "no message of its call": "w.message IS NOT NULL AND m.id IS NULL OR w.kind = 'late_sender' AND m.end NOT BETWEEN "
                              "c.start AND ifnull(c.end, m.end) OR w.kind = 'late_receiver' AND m.start NOT BETWEEN "
                              "c.start AND ifnull(c.end, m.start)",
    "no member of its call": "w.collective IS NOT NULL AND (k.process IS NOT w.process OR k.start < c.start OR "
                             "k.start > c.end)",
    "no wait for the last": "w.kind IN ('barrier_wait', 'nxn_wait') AND w.end <> min(d.start, c.end)",
    "a peer that is no member": "w.collective IS NOT NULL AND w.peer IS NOT NULL AND NOT EXISTS (SELECT 1 FROM collectives "
                                "o WHERE o.\"group\" IS k.\"group\" AND o.instance = k.instance AND o.process IN (w.peer, (SELECT parent FROM def_process WHERE id = w.peer)))",
    "in the wrong order of what": "(w.kind = 'late_sender') = (w.wrong_order IS NULL)",
}


def check_waits(db):
    for what, where in WRONG_WAITS.items():
        where = re.sub(r"\b([a-z])\.end\b", r'\1."end"', where)
        wrong = db.execute("SELECT w.* FROM waits w LEFT JOIN calls c ON c.id = w.call LEFT JOIN calls d ON d.id = "
                           "w.peer_call LEFT JOIN messages m ON m.id = w.message LEFT JOIN collectives k ON "
                           "k.id = w.collective WHERE " + where).fetchall()
        need(not wrong, "waits", what, *wrong[:3])
    long = db.execute('SELECT c.id FROM waits w JOIN calls c ON c.id = w.call WHERE c."end" IS NOT NULL GROUP BY c.id '
                      'HAVING sum(w."end" - w.start) > c."end" - c.start').fetchall()
    need(not long, "calls shorter than their waits", *long[:3])


def main():
    db = sqlite3.connect(sys.argv[1])
    need(db.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "integrity_check")
    need(db.execute("PRAGMA user_version").fetchone()[0] == 2, "user_version")
    r = Records(sys.argv[2], sys.argv[3])
    strings = dict(db.execute("SELECT id, text FROM strings"))
    need(len(set(strings.values())) == len(strings), "a string twice")
    same("strings", strings.values(), r.strings)

    def rows(table):
        return db.execute('SELECT * FROM "%s"' % table).fetchall()

    same("calls", [(c[0], c[1], c[2], c[3], c[6], c[7], c[8], c[4], c[5], c[9]) for c in rows("calls")],
         [(i, *c[:3], *c[3:6], *c[6:9]) for i, c in r.calls.items()])
    same("messages", rows("messages"), [(i, *m) for i, m in r.messages.items()])
    same("collectives", rows("collectives"), [(i, *m) for i, m in r.collectives.items()])
    same("file operations", rows("file_operations"), [(i, *m) for i, m in r.files.items()])
    same("counters", rows("counters"), r.rows.pop("counters", []))
    same("markers", rows("markers"), r.rows.pop("markers", []))
    same("key-values", rows("key_values"), r.tags)
    for name, shape in r.schema.items():
        if name in SPECIAL:
            continue
        stored = [x for x in shape if x[1] != "list"]
        got = []
        for row in rows(snake(name)):
            out = list(row)
            for i, (_, kind, _) in enumerate(stored, 2 if name.startswith("Def") else 3):
                if kind == "string" and name.startswith("Def"):
                    out[i] = strings.get(out[i])
            got.append(tuple(out))
        same(name, got, r.rows[name])
        for field, kind, _ in shape:
            if kind == "list":
                same(name + " " + field, rows(snake(name) + "_" + field), r.lists[name])
    check_waits(db)
    for (view,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'view'").fetchall():
        db.execute('SELECT * FROM "%s"' % view).fetchall()
    need(not db.execute("PRAGMA foreign_key_check(calls)").fetchall() or "undefined" in sys.argv, "undefined reference")
    print("calls %d messages %d collectives %d files %d counters %d markers %d tags %d" % tuple(
        db.execute("SELECT count(*) FROM " + t).fetchone()[0] for t in
        ("calls", "messages", "collectives", "file_operations", "counters", "markers", "key_values")))


main()
