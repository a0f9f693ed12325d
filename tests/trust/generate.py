"""Random traces that are valid: every record type, tokens that are defined, times in order, calls that nest."""
import random
import struct

import stream
from stream import Trace

WORDS = ["main", "solve", "MPI_Send", "MPI_Recv", "io read", "compute_a", "compute_b", "libc malloc", "tr\\te", "back\\\\slash",
         "\xc3\xa9t\xc3\xa9", "", "a,b", "!no", "x:y", "[0]", "%s", "#5", "'q'", "*"]
TYPES = "c b B h H i I q Q f d a".split()
INTEGERS = {"b": (-128, 127), "B": (0, 255), "h": (-2**15, 2**15 - 1), "H": (0, 2**16 - 1), "i": (-2**31, 2**31 - 1),
            "I": (0, 2**32 - 1), "q": (-2**63, 2**63 - 1), "Q": (0, 2**64 - 1), "c": (0, 255)}
PROPERTIES = [a | s | t for a in (0, 1) for s in (0, 4, 8, 12) for t in (0, 32, 64, 96, 128, 160, 256, 288)]


class Maker:
    def __init__(self, r, events=None):
        self.r = r
        self.events = r.choice([0, 1, 5, 30, 100, 300, 600]) if events is None else events
        self.defs, self.tokens, self.local, self.out = [], {}, {}, []
        self.stream = 0  # of the process that the next event is of
        self.open_calls, self.begun, self.fileops, self.files, self.pending = {}, {}, {}, {}, []
        self.matching = 0

    # ---- definitions ----

    def some(self, space, n, low=1):
        top = self.r.choice([20, 300, 2**31 - 1, 2**32 - 2])
        tokens = self.r.sample(range(low, top), n) if top < 1000 else [self.r.randint(low, top) for _ in range(n)]
        self.tokens[space] = sorted(set(tokens))
        return self.tokens[space]

    def word(self):
        if self.r.random() < 0.1:
            return "w%d" % self.r.randint(0, 10**9)
        return self.r.choice(WORDS)

    def define(self, name, *fields, stream=0):
        self.defs.append((name, "-", str(stream)) + tuple(str(f) for f in fields) + self.tags(0.03))

    def pick(self, space, none=0.0):
        have = self.tokens[space] + self.local.get((space, self.stream), [])
        return 0 if self.r.random() < none or not have else self.r.choice(have)

    def text(self):
        return " ".join(self.word() for _ in range(self.r.randint(0, 3)))

    def members(self, space, most=4):
        have = self.tokens[space]
        return ",".join(str(t) for t in sorted(self.r.sample(have, self.r.randint(1, min(most, len(have))))))

    def definitions(self):
        r = self.r
        self.tokens["key"] = []
        self.ticks = r.choice([1, 1000, 10**6, 10**9, 123456789, 2**40])
        processes = self.some("process", r.randint(1, 8))
        self.streams()
        if r.random() < 0.5:
            self.define("DefVersion", 1, 12, 5, self.word())
        if r.random() < 0.5:
            self.define("DefUniqueId", r.getrandbits(64))
        self.define("DefTimerResolution", self.ticks)
        self.some("key", r.randint(0, 4))
        for token in self.tokens["key"]:
            self.define("DefKeyValue", token, r.randint(1, 12), self.word(), self.text())
        for i, p in enumerate(processes):
            self.define("DefProcess", p, "\\N" if r.random() < 0.1 else self.word(), r.choice(processes[:i] + [0]))
        for token in self.some("process-group", r.randint(1, 3)):
            self.define("DefProcessGroup", token, self.word(), self.members("process"))
        for token in self.some("attribute-list", r.randint(0, 2)):
            self.define("DefAttributeList", token, ",".join(str(r.randint(0, 9)) for _ in range(r.randint(1, 3))))
            self.define("DefProcessOrGroupAttributes", self.pick("process"), token)
        if r.random() < 0.2:
            self.define("DefProcessSubstitutes", processes[0], self.members("process"))
        for token in self.some("scl-file", r.randint(1, 2)):
            self.define("DefSclFile", token, self.word())
        for token in self.some("scl", r.randint(0, 3)):
            self.define("DefScl", token, self.pick("scl-file"), r.randint(0, 5000))
        for token in self.some("function-group", r.randint(1, 3)):
            self.define("DefFunctionGroup", token, self.word())
        for token in self.some("function", r.randint(1, 12)):
            self.define("DefFunction", token, self.word(), self.pick("function-group"), self.pick("scl", 0.5))
        for token in self.some("collective", r.randint(1, 5)):
            self.define("DefCollectiveOperation", token, self.word(), r.randint(0, 4))
        for token in self.some("counter-group", 1):
            self.define("DefCounterGroup", token, self.word())
        self.properties = {}
        for token in self.some("counter", r.randint(1, 6)):
            self.properties[0, token] = r.choice(PROPERTIES)
            self.define("DefCounter", token, self.word(), self.properties[0, token], self.pick("counter-group"), self.word())
            if r.random() < 0.2:
                self.define("DefCounterAssignments", token, self.members("process"))
        for token in self.some("file-group", 1):
            self.define("DefFileGroup", token, self.word())
        for token in self.some("file", r.randint(1, 4)):
            self.define("DefFile", token, self.word(), self.pick("file-group"))
        if r.random() < 0.25:
            self.define_locally()
        if r.random() < 0.3:
            self.define("DefCreator", self.text())
        for _ in range(r.choice([0, 0, 1, 3])):
            self.define("DefinitionComment", self.text())

    def define_locally(self):
        """Tokens of one stream; some hide a global token."""
        r = self.r
        for stream in sorted(set(self.home.values())):
            for space in ("function", "collective", "counter", "file"):
                tokens = {r.choice(self.tokens[space]) if r.random() < 0.4 else r.randint(1, 999) for _ in range(r.randint(0, 2))}
                self.local[space, stream] = sorted(tokens)
                for token in sorted(tokens):
                    self.properties[stream, token] = r.choice(PROPERTIES)
                    rows = {"function": ("DefFunction", self.word(), self.pick("function-group"), 0),
                            "collective": ("DefCollectiveOperation", self.word(), r.randint(0, 4)),
                            "counter": ("DefCounter", self.word(), self.properties[stream, token], 0, self.word()),
                            "file": ("DefFile", self.word(), self.pick("file-group"))}
                    self.define(rows[space][0], token, *rows[space][1:], stream=stream)

    def streams(self):
        processes = list(self.tokens["process"])
        self.r.shuffle(processes)
        n = self.r.randint(1, len(processes))
        streams = sorted(self.r.sample(range(1, n + self.r.choice([1, 1, 40])), n))
        self.home = {str(p): streams[i] if i < n else self.r.choice(streams) for i, p in enumerate(processes)}

    # ---- key-values ----

    def tags(self, share=0.05):
        if self.r.random() >= share or not self.tokens.get("key"):
            return ()
        return tuple(self.tag() for _ in range(self.r.randint(1, 3)))

    def tag(self):
        kind = self.r.choice(TYPES)
        if kind in INTEGERS:
            value = str(self.r.choice(INTEGERS[kind] + (self.r.randint(*INTEGERS[kind]),)))
        elif kind == "a":
            value = bytes(self.r.getrandbits(8) for _ in range(self.r.choice([0, 1, 9, 10, 11, 40]))).hex()
        elif kind == "f":
            value = stream.float32(self.bits32())[:-1]
        else:
            value = repr(self.double())
        return "%d:%s:%s" % (self.pick("key"), kind, value)

    def bits32(self):
        return struct.unpack("<I", struct.pack("<f", self.r.choice([0.5, -1e10, 3.25, self.r.uniform(-1e6, 1e6)])))[0]

    def double(self):
        return self.r.choice([0.0, -0.0, 1.5, 1e300, -2e-300, self.r.uniform(-1e9, 1e9), float("inf")])

    # ---- events ----

    def put(self, name, process, *fields, tags=0.05):
        self.out.append((name, str(self.now), str(process)) + tuple(str(f) for f in fields) + self.tags(tags))

    def call(self, p):
        stack = self.open_calls.setdefault(p, [])
        if stack and (self.r.random() < 0.52 or len(stack) > 8):
            function = stack.pop()
            self.put("Leave", p, 0 if self.r.random() < 0.05 else function, self.pick("scl", 0.8))
        else:
            stack.append(self.pick("function"))
            self.put("Enter", p, stack[-1], self.pick("scl", 0.8))

    def message(self, p):
        mine = [m for m in self.pending if m[1] == p]
        if mine and self.r.random() < 0.6:
            m = mine[0]
            self.pending.remove(m)
            self.put("RecvMsg", p, m[0], m[2], m[3], m[4], self.pick("scl", 0.8))
        else:
            m = (p, self.pick("process"), self.pick("process-group", 0.3), self.r.choice([0, 1, 7, 2**32 - 1]),
                 self.r.choice([0, 1, 100, 2**31, 2**32 - 1]))
            self.pending.append(m)
            self.put("SendMsg", p, m[1], m[2], m[3], m[4], self.pick("scl", 0.8))

    def counter(self, p):
        token = self.pick("counter")
        here = (self.stream, token) if token in self.local.get(("counter", self.stream), []) else (0, token)
        kind = self.properties[here] & 480
        bits = self.r.choice([0, 1, 5, self.r.getrandbits(16), self.r.getrandbits(64)])
        if kind == 288:
            bits = stream.bits_of(repr(self.double()))
        elif kind == 256:
            bits = self.bits32()
        self.put("Counter", p, token, stream.text_of(bits, self.properties[here]))

    def size(self):
        return self.r.choice([0, 1, 8, self.r.getrandbits(20), 2**32 - 1])

    def collective(self, p):
        begun = self.begun.setdefault(p, [])
        if self.r.random() < 0.3:
            self.put("CollectiveOperation", p, self.pick("collective"), self.pick("process-group"), self.pick("process"),
                     self.size(), self.size(), self.r.randint(0, 50), self.pick("scl", 0.8))
        elif begun and self.r.random() < 0.6:
            self.put("EndCollectiveOperation", p, begun.pop(self.r.randrange(len(begun))))
        else:
            self.matching += 1
            begun.append(self.matching if self.r.random() < 0.9 else 2**40 + self.matching)
            self.put("BeginCollectiveOperation", p, self.pick("collective"), begun[-1], self.pick("process-group"),
                     self.pick("process"), self.size(), self.size() + 2**33, self.pick("scl", 0.8))

    def file(self, p):
        handles, ops = self.files.setdefault(p, []), self.fileops.setdefault(p, [])
        kind = self.r.random()
        if kind < 0.3 or not handles:
            self.matching += 1
            handles.append((self.pick("file"), self.matching))
            self.operate(p, handles[-1], 0)
        elif kind < 0.5:
            self.operate(p, handles.pop(), 1)
        elif kind < 0.7:
            self.operate(p, self.r.choice(handles), self.r.choice([2, 3, 4, 7, 31]))
        elif ops and kind < 0.85:
            file, handle = self.r.choice(handles)
            self.put("EndFileOperation", p, file, ops.pop(0), handle, self.r.choice([2, 3, 34]), self.size(),
                     self.pick("scl", 0.8))
        else:
            self.matching += 1
            ops.append(self.matching)
            self.put("BeginFileOperation", p, self.matching, self.pick("scl", 0.8))

    def operate(self, p, handle, operation):
        self.put("FileOperation", p, handle[0], handle[1], operation, self.size(), self.r.randint(0, 9),
                 self.pick("scl", 0.8))

    def remote(self, p):
        name = self.r.choice(["RMAPut", "RMAPutRemoteEnd", "RMAGet", "RMAEnd"])
        if name == "RMAEnd":
            self.put(name, p, self.pick("process"), self.pick("process-group"), self.r.randint(0, 5), self.pick("scl", 0.8))
        else:
            self.put(name, p, self.pick("process"), self.pick("process"), self.pick("process-group"), self.r.randint(0, 5),
                     self.size() + 2**34, self.pick("scl", 0.8))

    def other(self, p):
        name = self.r.choice(["NoOp", "EventComment", "BeginProcess", "EndProcess"])
        self.put(name, p, *([self.text()] if name == "EventComment" else []))

    def statistic(self, p):
        r = self.r
        sums = [r.randint(0, 99) for _ in range(7)]
        rows = {"SummaryComment": [self.text()], "FunctionSummary": [self.pick("function")] + sums[:3],
                "FunctionGroupSummary": [self.pick("function-group")] + sums[:3],
                "MessageSummary": [self.pick("process", 0.5), self.pick("process-group", 0.5)] + sums[:5],
                "CollopSummary": [self.pick("process-group"), self.pick("collective")] + sums[:4],
                "FileOperationSummary": [self.pick("file")] + sums, "FileGroupOperationSummary": [self.pick("file-group")] + sums}
        name = r.choice(sorted(rows))
        self.put(name, p, *rows[name])

    def make(self):
        r = self.r
        self.definitions()
        kinds = [self.call] * 8 + [self.message] * 4 + [self.counter] * 2 + [self.collective, self.file, self.remote, self.other]
        if r.random() < 0.2:
            kinds.append(self.statistic)
        self.now = r.choice([0, 0, 1000, 2**40, 2**63 - 10**6])
        step = r.choice([0, 1, 3, 100, 10**4])
        for _ in range(self.events):
            self.now += r.choice([0, 0, 1, r.randint(0, step)])
            p = r.choice(self.tokens["process"])
            self.stream = self.home[str(p)]
            r.choice(kinds)(p)
        if r.random() < 0.5:
            for p, stack in sorted(self.open_calls.items()):
                while stack:
                    self.put("Leave", p, stack.pop(), 0)
        self.stream = 0
        return Trace(self.defs + self.marks() + self.out, self.home, str(self.ticks)).sorted()

    def marks(self):
        out = []
        for token in self.some("marker", self.r.choice([0, 0, 1, 2])):
            out.append(("DefMarker", "-", "0", str(token), self.word(), str(self.r.randint(0, 3))))
        for _ in range(self.r.randint(0, 3) if out else 0):
            out.append(("Marker", str(self.r.randint(0, self.now)), str(self.pick("process")), str(self.pick("marker")), self.text()))
        return out


def make(seed, events=None):
    return Maker(random.Random(seed), events).make()


def is_valid(trace):
    """Whether each Leave closes the innermost call, so that a smaller trace still means something."""
    stacks = {}
    for x in trace.records:
        if x[0] == "Enter":
            stacks.setdefault(x[2], []).append(x[3])
        elif x[0] == "Leave" and (not stacks.get(x[2]) or (stacks[x[2]].pop() != x[3] != "0")):
            return False
    return True
