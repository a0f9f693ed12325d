"""A line stream as plain Python data: the table of record types, a parser and a printer of their own, the order.

Written from otfpipe-stream(5) and the OTF specification; nothing here comes from the programs that it judges.
"""
import struct

# name: the file a record is in, and its fields: i a number, v the value of a counter, s text, l a list of numbers.
# After a colon the space of the token, if the field is one.
TABLE = {
    "DefinitionComment": ("def", "s"),
    "DefTimerResolution": ("def", "i"),
    "DefTimeRange": ("def", "i i"),
    "DefProcess": ("def", "i:process s i:process?"),
    "DefProcessGroup": ("def", "i:process-group s l:process"),
    "DefAttributeList": ("def", "i:attribute-list l"),
    "DefProcessOrGroupAttributes": ("def", "i:process i:attribute-list"),
    "DefProcessSubstitutes": ("def", "i:process l:process"),
    "DefFunctionGroup": ("def", "i:function-group s"),
    "DefFunction": ("def", "i:function s i:function-group i:scl?"),
    "DefCollectiveOperation": ("def", "i:collective s i"),
    "DefCounterGroup": ("def", "i:counter-group s"),
    "DefCounter": ("def", "i:counter s i i:counter-group s"),
    "DefCounterAssignments": ("def", "i:counter l:process"),
    "DefSclFile": ("def", "i:scl-file s"),
    "DefScl": ("def", "i:scl i:scl-file i"),
    "DefCreator": ("def", "s"),
    "DefUniqueId": ("def", "i"),
    "DefVersion": ("def", "i i i s"),
    "DefFile": ("def", "i:file s i:file-group"),
    "DefFileGroup": ("def", "i:file-group s"),
    "DefKeyValue": ("def", "i:key i s s"),
    "DefAuxSamplePoint": ("def", "i i"),
    "DefMarker": ("marker", "i:marker s i"),
    "Marker": ("marker", "i:marker s"),
    "NoOp": ("events", ""),
    "Enter": ("events", "i:function i:scl?"),
    "Leave": ("events", "i:function? i:scl?"),
    "SendMsg": ("events", "i:process i:process-group i i i:scl?"),
    "RecvMsg": ("events", "i:process i:process-group i i i:scl?"),
    "Counter": ("events", "i:counter v"),
    "CollectiveOperation": ("events", "i:collective i:process-group i:process i i i i:scl?"),
    "BeginCollectiveOperation": ("events", "i:collective i i:process-group i:process i i i:scl?"),
    "EndCollectiveOperation": ("events", "i"),
    "EventComment": ("events", "s"),
    "BeginProcess": ("events", ""),
    "EndProcess": ("events", ""),
    "FileOperation": ("events", "i:file i i i i i:scl?"),
    "BeginFileOperation": ("events", "i i:scl?"),
    "EndFileOperation": ("events", "i:file i i i i i:scl?"),
    "RMAPut": ("events", "i:process i:process i:process-group i i i:scl?"),
    "RMAPutRemoteEnd": ("events", "i:process i:process i:process-group i i i:scl?"),
    "RMAGet": ("events", "i:process i:process i:process-group i i i:scl?"),
    "RMAEnd": ("events", "i:process i:process-group i i:scl?"),
    "SnapshotComment": ("snaps", "s"),
    "EnterSnapshot": ("snaps", "i i:function i:scl?"),
    "SendSnapshot": ("snaps", "i i:process i:process-group i i i:scl?"),
    "OpenFileSnapshot": ("snaps", "i i:file i i:scl?"),
    "BeginCollopSnapshot": ("snaps", "i i:collective i i:process-group i:process i i i:scl?"),
    "BeginFileOpSnapshot": ("snaps", "i i i:scl?"),
    "CollopCountSnapshot": ("snaps", "i:process-group i"),
    "CounterSnapshot": ("snaps", "i i:counter v"),
    "SummaryComment": ("stats", "s"),
    "FunctionSummary": ("stats", "i:function i i i"),
    "FunctionGroupSummary": ("stats", "i:function-group i i i"),
    "MessageSummary": ("stats", "i:process? i:process-group? i i i i i"),
    "CollopSummary": ("stats", "i:process-group i:collective i i i i"),
    "FileOperationSummary": ("stats", "i:file i i i i i i i"),
    "FileGroupOperationSummary": ("stats", "i:file-group i i i i i i i"),
}
FILE = {name: row[0] for name, row in TABLE.items()}
FIELDS = {name: [tuple((f + ":").split(":")[:2]) for f in row[1].split()] for name, row in TABLE.items()}
RANK = {"snaps": 0, "stats": 1, "events": 2}


class Bad(Exception):
    """What a program printed is not a line stream, or not the one that was expected."""


def is_definition(r):
    return r[1] == "-"


def is_timed(r):
    return FILE[r[0]] in RANK


class Trace:
    """records: tuples of text (name, time, loc, fields and tags); home: process -> stream; was it ever an OTF trace."""

    def __init__(self, records, home, ticks=None, was_otf=False):
        self.records, self.home, self.ticks, self.was_otf = records, home, ticks, was_otf
        self.top = max([int(r[1]) for r in records if r[1] != "-"], default=0)

    def like(self, records, home=None):
        out = Trace(records, self.home if home is None else home, self.ticks, self.was_otf)
        out.top = max(self.top, out.top)  # the magic line may still have times of records that are gone
        return out

    def definitions(self):
        return [r for r in self.records if is_definition(r)]

    def markers(self):
        return [r for r in self.records if r[0] == "Marker"]

    def timed(self):
        return [r for r in self.records if is_timed(r)]

    def key(self, r):
        """Its place among timed records, but for those of one file and time."""
        return int(r[1]), RANK[FILE[r[0]]], self.home.get(r[2], 1 << 40)

    def sorted(self):
        """In the order of the stream: stable."""
        defs = sorted((r for r in self.records if is_definition(r) and r[0] != "DefMarker"), key=lambda r: int(r[2]))
        markers = [r for r in self.records if FILE[r[0]] == "marker"]
        return self.like(defs + markers + sorted(self.timed(), key=self.key))

    def streams(self):
        out = {}
        for process, stream in self.home.items():
            out.setdefault(stream, []).append(process)
        return out

    def text(self):
        """The stream as bytes."""
        lines = ["@OTFPIPE\t1.0" + ("\tTR:%s" % self.ticks if self.ticks else "")]
        for stream, processes in sorted(self.streams().items()):
            lines.append("@SM\t%d\t%s" % (stream, ",".join(sorted(processes, key=int))))
        lines += ["\t".join(r) for r in self.records]
        lines.append("@END\t%d\n" % len(self.records))
        return "\n".join(lines).encode("latin-1")


def parse(text):
    """Bytes of a whole stream -> Trace. Raises Bad."""
    if not text.endswith(b"\n"):
        raise Bad("the last line has no end: %r" % text[-60:])
    lines = text.decode("latin-1").split("\n")[:-1]
    head = lines[0].split("\t")
    if head[:2] != ["@OTFPIPE", "1.0"]:
        raise Bad("no magic line: %r" % lines[0])
    records, home = [], {}
    for line in lines[1:-1]:
        words = tuple(line.split("\t"))
        if words[0] == "@SM":
            home.update((p, int(words[1])) for p in words[2].split(",") if p)
        elif not line.startswith("@"):
            check(words)
            records.append(words)
        elif words[0] in ("@END", "@ABORT"):
            raise Bad(line)
    if lines[-1] != "@END\t%d" % len(records):
        raise Bad("%d records, then %r" % (len(records), lines[-1]))
    ticks = [k[3:] for k in head if k.startswith("TR:")]
    return Trace(records, home, ticks[0] if ticks else None)


def check(words):
    if words[0] not in FIELDS:
        raise Bad("unknown record: %r" % (words,))
    fields = FIELDS[words[0]]
    if len(words) < 3 + len(fields):
        raise Bad("too few fields: %r" % (words,))
    for (kind, _), word in zip(fields, words[3:]):
        if kind == "i" and str(int(word)) != word:
            raise Bad("not a canonical number: %r" % (words,))


def check_order(trace):
    """Raises Bad if timed records are not in the order of the stream."""
    before = None
    for r in trace.timed():
        key = trace.key(r)
        if before and key < before:
            raise Bad("out of order: %r" % (r,))
        before = key


def tags_of(r):
    return r[3 + len(FIELDS[r[0]]):]


# ---- values of counters: text <-> 64 bits ----

def bits_of(text):
    if text.endswith("f") and text not in ("inf", "-inf"):
        return struct.unpack("<I", struct.pack("<f", float(text[:-1])))[0]
    if any(c in text for c in ".ein"):
        return struct.unpack("<Q", struct.pack("<d", float(text)))[0]
    return int(text) & (1 << 64) - 1


def text_of(bits, properties):
    """By the type of the counter: the shortest text that reads back to the same bits."""
    kind, text = properties & 480, str(bits)
    if kind == 288:
        text = repr(struct.unpack("<d", struct.pack("<Q", bits))[0])
    elif kind == 256 and bits < 1 << 32:
        text = float32(bits)
    elif kind in (32, 96, 160) and bits >> 63:
        text = str(bits - (1 << 64))
    return text if bits_of(text) == bits else str(bits)


def float32(bits):
    value = struct.unpack("<f", struct.pack("<I", bits))[0]
    for digits in range(1, 10):
        text = repr(float("%.*g" % (digits, value)))
        if value == value and abs(value) != float("inf") and struct.pack("<f", float(text)) == struct.pack("<f", value):
            return text + "f"
    return repr(value) + "f"
