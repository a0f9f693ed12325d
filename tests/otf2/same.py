#!/usr/bin/env python3
"""same.py A B - compare two archives by what `frames` prints of them: A comes back as B through records of OTF.

References count as what they refer to, for numbers of definitions may change. Definitions may have another order and
may be there more often; those that only B has are none of its losses. Prints each difference by record and field; exit
1 if there is one.
"""
import os
import re
import sys

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../libotfpipe/otf2/records.def")
# what a reference of a type refers to
SPACES = {"MetricRef": ["MetricClass", "MetricInstance"], "CommRef": ["Comm", "InterComm"], "MarkerRef": ["DefMarker"],
          "IoFileRef": ["IoRegularFile", "IoDirectory"]}
# by number of an OTF2_Type, from 11 on
TYPES = "StringRef AttributeRef LocationRef RegionRef GroupRef MetricRef CommRef ParameterRef RmaWinRef SourceCodeLocationRef " \
    "CallingContextRef InterruptGeneratorRef IoFileRef IoHandleRef LocationGroupRef"
VALUES = dict(enumerate(TYPES.split(), 11))
SCOPES = {("MetricInstance", "scope"): ("metricScope", "LocationRef LocationGroupRef SystemTreeNodeRef GroupRef"),
          ("Marker", "scopeRef"): ("scope", "u64 LocationRef LocationGroupRef SystemTreeNodeRef GroupRef CommRef"),
          ("Group", "members"): ("groupType", "u64 LocationRef RegionRef u64 LocationRef u64 u64")}


def table():
    """{(is a snapshot, name): {field: type}}"""
    rows = {}
    with open(TABLE) as lines:
        for line in lines:
            words = line.split()
            if words and not line.startswith("#"):
                fields = [re.match(r"(\w+):(\w+)(\[?)", w) for w in words[6:]]
                rows[(words[0] == "snap", words[1])] = {f[1]: f[2] + (f[3] and "[]") for f in fields if f}
    return rows


class Archive:
    def __init__(self, path, rows):
        self.rows, self.by_id, self.names = rows, {}, {}
        self.definitions, self.events = [], {}
        with open(path, errors="surrogateescape") as lines:
            for line in lines:
                self.take(line.rstrip("\n"))

    def take(self, line):
        location = re.match(r"(\d+): ", line)
        words = re.sub(r"^\d+: ", "", line)
        tags = re.findall(r" \{(\d+) (\d+) (\d+)\}", words)
        words = re.sub(r" \{[^}]*\}", "", words).split(" ")
        name, fields = words[0], dict(w.split("=", 1) for w in words[1:] if "=" in w)
        time = words[1] if len(words) > 1 and words[1].isdigit() else None
        if name in ("ClockOffset", "MappingTable") or (not location and (False, name) not in self.rows):
            return
        is_snap = location is not None and ((False, name) not in self.rows or "origEventTime" in fields or name.startswith("Snapshot"))
        record = (is_snap, name, time, fields, tags)
        if location:
            self.events.setdefault((location[1], is_snap), []).append(record)
            return
        self.definitions.append(record)
        if "self" in fields:
            self.by_id.setdefault((name, int(fields["self"])), fields)

    def refer(self, kind, number, depth):
        """What a reference means."""
        if kind == "LocationRef":
            return number
        names = SPACES.get(kind, [kind[:-3]])
        for name in names:
            fields = self.by_id.get((name, number))
            if fields is not None:
                return fields["string"] if name == "String" else (name,) + self.fields((False, name), fields, depth + 1)
        return "-"

    def value(self, kind, number, depth):
        return self.refer(kind, number, depth) if kind.endswith("Ref") else number

    def one(self, row, field, fields, depth):
        kind, text = self.rows[row][field], fields[field]
        scope = SCOPES.get((row[1], field))
        if depth > 4:
            return "..."
        if kind == "text":
            return text
        if kind == "metric[]":
            return text
        if kind == "property[]":
            n = [int(word) for word in text.split(",") if word]
            return tuple((n[i], n[i + 1], self.value(VALUES.get(n[i + 1], "u64"), n[i + 2], depth)) for i in range(0, len(n), 3))
        if scope:
            of, kinds = int(fields[scope[0]]), scope[1].split()
            kind = (kinds[of] if of < len(kinds) else "u64") + ("[]" if kind.endswith("[]") else "")
        if kind.endswith("[]"):
            return tuple(self.value(kind[:-2], int(n), depth) for n in text.split(",") if n)
        if kind == "value":
            of = int(list(fields.values())[list(fields).index(field) - 1])
            kind = VALUES.get(of, "u64")
        return self.value(kind, int(text), depth)

    def fields(self, row, fields, depth):
        return tuple((field, self.one(row, field, fields, depth)) for field in fields if field != "self")

    def meaning(self, record):
        is_snap, name, time, fields, tags = record
        return ((name, time) + self.fields((is_snap, name), fields, 0),
                tuple((self.refer("AttributeRef", int(a), 0), t, self.value(VALUES.get(int(t), "u64"), int(v), 0)) for a, t, v in tags))


def differ(where, one, other):
    """Print what differs between the meanings of two records."""
    a, b = one[0], other[0] if other else ()
    for i, part in enumerate(a):
        if i >= len(b) or part != b[i]:
            print(("%s: %s: %s, not %s" % (where, a[0], part, b[i] if i < len(b) else "anything"))[:600])
            return
    print(("%s: %s: attributes %s, not %s" % (where, a[0], one[1], other[1] if other else "anything"))[:600])


def main():
    rows = table()
    a, b = Archive(sys.argv[1], rows), Archive(sys.argv[2], rows)
    bad = False
    # strings stand in what refers to them
    rest = {}
    for record in b.definitions:
        rest.setdefault(record[1], []).append(b.meaning(record))
    for record in a.definitions:
        meaning, found = a.meaning(record), rest.get(record[1], [])
        if record[1] != "String" and meaning not in found:
            bad = True
            like = [m for m in found if m[0][1:3] == meaning[0][1:3]] or found
            differ("definition", meaning, like[0] if like else None)
    for place, records in a.events.items():
        others = b.events.get(place, [])
        if len(records) != len(others):
            bad = True
            print("location %s: %d, not %d" % (place, len(records), len(others)))
        for one, other in zip(records, others):
            if a.meaning(one) != b.meaning(other):
                bad = True
                differ("location %s" % (place,), a.meaning(one), b.meaning(other))
    return bad


sys.exit(1 if main() else 0)
