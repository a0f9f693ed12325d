#!/usr/bin/env python3
"""Streams, maps and what otf-remap has to make of them, computed as plainly as can be.

remap.py every                a stream with each record type, all its fields that are tokens filled
remap.py random SEED          a stream with local definitions, undefined tokens, tags and markers
remap.py plain SEED           the same where no definition is local
remap.py map SEED [plain|holes|wild]
                              a map for it: numbers 1 to 12 of each space, and of streams, anew
remap.py apply MAP            the stream on stdin with the map applied; `clash` where two tokens would be one
remap.py meaning [A B]        what timed records and markers say, without tokens, of streams A to B
remap.py unified              whether the stream on stdin has one token space, by its definitions
remap.py strings              the strings of definitions and byte arrays of the stream on stdin

The table of record types is read from `otf-cat --schema`.
"""
import random
import re
import subprocess
import sys
from collections import defaultdict

TOKENS = 12
SCHEMA = {}
for row in subprocess.run(["otf-cat", "--schema"], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines():
    if not row.startswith("#"):
        name, _, file, *fields = row.split("\t")
        SCHEMA[name] = (file, [f.split(":") for f in fields])
DEFINES = {"DefProcess": "process", "DefProcessGroup": "process-group", "DefAttributeList": "attribute-list",
           "DefFunctionGroup": "function-group", "DefFunction": "function", "DefCollectiveOperation": "collective",
           "DefCounterGroup": "counter-group", "DefCounter": "counter", "DefSclFile": "scl-file", "DefScl": "scl",
           "DefFileGroup": "file-group", "DefFile": "file", "DefKeyValue": "key", "DefMarker": "marker"}
SPACES = sorted(DEFINES.values())
NONE = {("DefProcess", "parent"), ("Leave", "function")}  # 0 there is no token, nor is it for scl


def is_definition(name):
    return SCHEMA[name][0] == "def" or name == "DefMarker"


class Stream:
    """Lines of a stream; which tokens are defined where, which process lives where."""

    def __init__(self, text):
        self.lines = [line.split("\t") for line in text.splitlines()]
        self.defined = {space: {} for space in SPACES}
        self.home = {}
        for w in self.lines:
            if w[0] == "@SM":
                self.home.update((p, w[1]) for p in w[2].split(","))
        for w in self.lines:
            if w[0] in DEFINES:
                space = DEFINES[w[0]]
                self.defined[space].setdefault((self.scope(space, w[2]), w[3]), w)

    @staticmethod
    def scope(space, stream):
        return "0" if space == "process" else stream

    def resolve(self, space, stream, token):
        """(space, stream of the definition, token), or with None for a stream: there is none."""
        if space == "peer":
            space = "process"
        if space == "process-or-group":
            groups = self.defined["process-group"]
            known = ("0", token) in self.defined["process"] or token in self.home
            space = "process-group" if not known and ((stream, token) in groups or ("0", token) in groups) else "process"
        for s in (self.scope(space, stream), "0"):
            if (s, token) in self.defined[space]:
                return space, s, token
        return space, None, token

    def tokens(self, w):
        """Each token of a record as (index of word, index in list, space, stream), or key of a tag."""
        file, fields = SCHEMA[w[0]]
        stream = w[2] if is_definition(w[0]) else self.home.get(w[2], "0")
        if not is_definition(w[0]):
            yield 2, None, "process", "0"
        for i, (field, kind, what) in enumerate(fields):
            if what not in SPACES and what not in ("peer", "process-or-group"):
                continue
            for k, token in enumerate(w[3 + i].split(",") if w[3 + i] else []):
                blank = ((w[0], field) in NONE or what == "scl") and w[0] != "DefScl"
                if not (blank and token == "0"):
                    yield 3 + i, k if kind == "list" else None, what, stream
        for i in range(3 + len(fields), len(w)):
            yield i, "tag", "key", stream

    @staticmethod
    def get(w, place, k):
        if k is None:
            return w[place]
        return w[place].split(":")[0] if k == "tag" else w[place].split(",")[k]

    @staticmethod
    def put(w, place, k, token):
        if k is None:
            w[place] = token
        elif k == "tag":
            w[place] = ":".join([token] + w[place].split(":")[1:])
        else:
            words = w[place].split(",")
            words[k] = token
            w[place] = ",".join(words)

    def records(self):
        return [w for w in self.lines if not w[0].startswith("@")]


# ---- streams to remap ----

class Maker:
    def __init__(self, seed, local):
        self.r = random.Random(seed)
        self.streams = ["1", "2", "3"] if local else ["1"]
        self.local = local
        self.out = []
        self.defined = defaultdict(list)  # space -> (stream, token)

    def token(self, space, stream):
        """Mostly one that is defined."""
        have = [t for s, t in self.defined[space] if s in ("0", stream)]
        if have and self.r.random() < 0.9:
            return self.r.choice(have)
        return str(self.r.randint(1, TOKENS))

    def field(self, kind, what, stream):
        if what == "peer":
            what = "process"
        if what == "process-or-group": # which of them one that is nowhere defined is, nothing says
            what = self.r.choice(["process", "process-group"])
            have = [t for s, t in self.defined[what] if s in ("0", stream)]
            return ",".join(have[:2]) if kind == "list" else have[0] if have else "0"
        if kind == "list":
            if what == "-":
                return "1,6"
            return ",".join(self.token(what, stream) for _ in range(self.r.randint(0, 3)))
        if what in SPACES:
            return self.token(what, stream) if self.r.random() < 0.95 else "0"
        if kind == "string":
            return self.r.choice(["solve", "MPI_Send", "app", "x y", "\\N" if what == "null" else "z"])
        return str(self.r.randint(0, 200))

    def record(self, name, time, loc, stream):
        fields = [self.field(kind, what, stream) for _, kind, what in SCHEMA[name][1]]
        if name in DEFINES:
            fields[0] = str(self.r.randint(1, TOKENS))
        tags = [self.token("key", stream) + ":I:" + str(self.r.randint(0, 9)) for _ in range(self.r.choice([0, 0, 0, 1, 2]))]
        return [name, time, loc] + fields + tags

    def define(self, name, stream):
        w = self.record(name, "-", stream, stream)
        space = DEFINES.get(name)
        if space == "process" and stream != "0":
            return
        if space and (stream, w[3]) in self.defined[space]:
            return
        if space:
            self.defined[space].append((stream, w[3]))
        self.out.append(w)

    def make(self):
        processes = self.r.sample(range(1, TOKENS + 1), 6)
        for i, s in enumerate(self.streams):
            self.out.append(["@SM", s, ",".join(map(str, sorted(processes[i::len(self.streams)])))])
        home = {str(p): s for i, s in enumerate(self.streams) for p in processes[i::len(self.streams)]}
        tellers = ["DefCounterAssignments", "DefProcessOrGroupAttributes", "DefProcessSubstitutes"]
        for stream in ["0"] + (self.streams if self.local else []):
            for name in list(DEFINES)[:-1] + tellers:
                for _ in range(self.r.randint(0, 3)):
                    self.define(name, stream)
        for _ in range(2):
            self.define("DefMarker", "0")
        timed = [n for n, (file, _) in SCHEMA.items() if file in ("events", "snaps", "stats") and n != "UnknownRecord"]
        events = [n for n in timed if SCHEMA[n][0] == "events"]
        for _ in range(3):
            p = self.r.choice(list(home))
            self.out.append(self.record("Marker", str(self.r.randint(0, 99)), p, home[p]))
        for time in range(150):
            p = self.r.choice(list(home))
            name = self.r.choice(timed if self.r.random() < 0.3 else events)
            self.out.append(self.record(name, str(time), p, home[p]))
        show(self.out)


def show(lines):
    print("@OTFPIPE\t1.0\tTR:1000")
    for w in lines:
        print("\t".join(w))
    print("@END\t%d" % len([w for w in lines if not w[0].startswith("@")]))


def every():
    """One of each type; every field another token, so that none is taken for another."""
    out = [["@SM", "1", "1,2,3,4,5,6"], ["@LOST", "2", "5", "6", "7"]]
    for kind in ("def", "marker", "timed"):
        for name, (file, fields) in SCHEMA.items():
            if (file if file in ("def", "marker") else "timed") != kind or name == "UnknownRecord":
                continue
            words = []
            for i, (_, form, what) in enumerate(fields):
                known = what in SPACES or what in ("peer", "process-or-group")
                words.append("%d,%d,%d" % (i + 1, i + 3, i + 5) if form == "list" and known else
                             str(i + 2) if known else "s" if form == "string" else "1,6" if form == "list" else "9")
            loc = "0" if is_definition(name) else "3"
            out.append([name, "-" if is_definition(name) else "9", loc] + words + ["4:I:5", "7:a:6162"])
    order = {"snaps": 0, "stats": 1, "events": 2}
    timed = [w for w in out if not w[0].startswith("@") and not is_definition(w[0]) and w[0] != "Marker"]
    rest = [w for w in out if w not in timed]
    show(rest + sorted(timed, key=lambda w: order[SCHEMA[w[0]][0]]))


def make_map(seed, mode):
    """Tokens of a space change alike in all streams, but here and there; or some of them do not change."""
    r = random.Random(seed + 1000)
    groups = None
    for space in SPACES:
        to = list(range(1, TOKENS + 1))
        r.shuffle(to)
        if space == "process-group" and mode != "wild":
            to = groups
        if space == "process":
            groups = to = list(to)
        for stream in ["0"] + ([] if mode == "plain" or space in ("process", "marker") else ["1", "2", "3"]):
            if stream != "0" and r.random() < (0.3 if mode == "wild" else 0.02):
                to = list(to)
                r.shuffle(to)
            for old, new in zip(range(1, TOKENS + 1), to):
                if mode != "holes" or r.random() < 0.997:
                    print("\t".join([space, str(old), str(new)] + ([stream] if stream != "0" else [])))


# ---- what a map does ----


def read_map(file):
    entries = {}
    for line in open(file):
        w = line.split()
        entries[w[0], w[3] if len(w) > 3 else "0", w[1]] = w[2]
    return entries


def apply(file):
    s = Stream(sys.stdin.read())
    entries = read_map(file)
    owners = {}

    def new(space, stream, token):
        space, where, token = s.resolve(space, stream, token)
        to = entries.get((space, where or "0", token), token)
        if owners.setdefault((space, where or "0", to), token) != token:
            return "clash"
        return to

    def says(stream, token):
        """What a number that is of a process or a group means when all have their new ones."""
        groups = {(where, new("process-group", where, t)) for where, t in s.defined["process-group"]}
        processes = {new("process", "0", t) for t in [t for _, t in s.defined["process"]] + list(s.home)}
        group = ((stream, token) in groups or ("0", token) in groups) and token not in processes
        return "process-group" if group else "process"

    active = {space for space, _, _ in entries}
    for space in active:
        for where, token in s.defined[space]:
            new(space, where, token)
    for w in s.records():
        for place, k, what, stream in s.tokens(w):
            space, where, token = s.resolve(what, stream, s.get(w, place, k))
            to = new(space, stream, token)
            hidden = where in (None, "0") and stream != "0" and (space, stream, to) in owners and space in active
            if to == "clash" or hidden or (what == "process-or-group" and says(stream, to) != space):
                print("clash")
                return
    for space in active:
        for where, token in s.defined[space]:
            if new(space, where, token) == "clash":
                print("clash")
                return
    for w in s.lines:
        if w[0] == "@SM":
            w[2] = ",".join(map(str, sorted(int(new("process", "0", p)) for p in w[2].split(","))))
        elif w[0] == "@LOST":
            w[1] = new("process", "0", w[1])
        elif not w[0].startswith("@"):
            for place, k, to in [(p, k, new(space, stream, s.get(w, p, k))) for p, k, space, stream in s.tokens(w)]:
                s.put(w, place, k, to)
    for w in s.lines:
        print("\t".join(w))


# ---- what a stream means ----

def meaning_of(s, space, stream, token, inside=()):
    space, where, token = s.resolve(space, stream, token)
    if where is None or (space, where, token) in inside:
        return "?" + space if where is None else "self"
    return record_meaning(s, s.defined[space][where, token], inside + ((space, where, token),))


def record_meaning(s, w, inside=()):
    out = [w[0], w[1]]
    skip = w[0] in DEFINES
    places = {(p, k): (space, stream) for p, k, space, stream in s.tokens(w)}
    for i, word in enumerate(w[3:], 3):
        here = sorted((k for p, k in places if p == i), key=str)
        if i == 3 and skip:
            continue
        if not here:
            out.append(word)
            continue
        said = [meaning_of(s, *places[i, k], s.get(w, i, k), inside) for k in here]
        out.append("(" + ";".join(said) + ")" + (word.split(":", 1)[1] if here == ["tag"] else ""))
    return "|".join(out)


def meaning(first, last):
    s = Stream(sys.stdin.read())
    for w in s.records():
        if is_definition(w[0]):
            continue
        stream = int(s.home.get(w[2], "0"))
        if first <= stream <= last:
            print(stream - first, meaning_of(s, "process", "0", w[2]), record_meaning(s, w))


def unified():
    s = Stream(sys.stdin.read())
    seen = {}
    bad = [w for w in s.records() if is_definition(w[0]) and w[2] != "0"]
    for w in s.records():
        if w[0] in DEFINES and seen.setdefault((w[0], w[3]), w) is not w:
            bad.append(w)
        if w[0] in DEFINES:
            seen[w[0], w[3]] = w
    for w in bad:
        print(w)
    sys.exit(bool(bad))


def strings():
    seen = set()
    for w in Stream(sys.stdin.read()).records():
        _, fields = SCHEMA[w[0]]
        for i, (_, kind, _) in enumerate(fields):
            if kind == "string" and w[0] != "DefVersion":
                seen.add(w[3 + i])
        for tag in w[3 + len(fields):]:
            if tag.split(":")[1] == "a":
                seen.add(tag.split(":")[2])
    seen -= {"", "\\N"}
    seen |= {s.encode().hex() for s in seen}
    print("\n".join(sorted(seen)))


def main():
    command, args = sys.argv[1], sys.argv[2:]
    if command == "every":
        every()
    elif command in ("random", "plain"):
        Maker(int(args[0]), command == "random").make()
    elif command == "map":
        make_map(int(args[0]), args[1] if len(args) > 1 else "")
    elif command == "apply":
        apply(args[0])
    elif command == "meaning":
        meaning(*([int(a) for a in args] or [0, 1 << 32]))
    elif command == "unified":
        unified()
    else:
        strings()


main()
