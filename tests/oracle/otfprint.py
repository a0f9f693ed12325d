#!/usr/bin/env python3
"""What `otfprint --fullkeyvalue` of OTF 1.12.5 says about a trace, made of its line stream.

    otf-cat ring | otfprint.py                      # as otfprint, without numbers and headings
    otfprint --fullkeyvalue ring | otfprint.py -r   # its own output in the same form

So the two can be sorted and compared. What otfprint never prints (SummaryComment and the
file summaries) or prints wrongly (SnapCounter: time and process exchanged) is left out.
"""
import os
import re
import struct
import sys

# {0} is the first field; {time} and {loc} are those of the line; {0:kind} is looked up below.
FORMS = {
    "DefinitionComment": 'DefComment: stream {loc}, comment "{0}"',
    "DefTimerResolution": "DefTimerResolution: stream {loc}, TicksPerSecond {0}",
    "DefTimeRange": "DefTimeRange: stream {loc}, [{0}, {1}]",
    "DefProcess": 'DefProcess: stream {loc}, process {0}, name "{1}", parent {2}',
    "DefProcessGroup": 'DefProcessGroup: stream {loc}, group {0}, name "{1}", procs {2:list}',
    "DefAttributeList": "DefAttributeList: stream {loc}, attr_token {0}, attributes {1:attribute}",
    "DefProcessOrGroupAttributes": "DefProcessOrGroupAttributes: stream {loc}, process {0}, attr_token {1}",
    "DefProcessSubstitutes": "DefProcessSubstitutes: stream {loc}, representative process {0}, procs {1:list}",
    "DefFunctionGroup": 'DefFunctionGroup: stream {loc}, group {0}, name "{1}"',
    "DefFunction": 'DefFunction: stream {loc}, function {0}, name "{1}", group {2}, source {3}',
    "DefCollectiveOperation": 'DefCollective: stream {loc}, collective {0}, name "{1}", type {2:collective}',
    "DefCounterGroup": 'DefCounterGroup: stream {loc}, group {0}, name "{1}"',
    "DefCounter": 'DefCounter: stream {loc}, counter {0}, name "{1}", properties {2:properties}, '
                  'group {3}, unit "{4}"',
    "DefCounterAssignments": "DefCounterAssignments: stream {loc}, counter_token {0}, assignees {1:list}",
    "DefSclFile": 'DefSclFile: stream {loc}, file {0}, name "{1}"',
    "DefScl": "DefScl: stream {loc}, source {0}, file {1}, line {2}",
    "DefCreator": 'DefCreator: stream {loc}, creator "{0}"',
    "DefUniqueId": "DefUniqueId: stream {loc}, uid: {0}",
    "DefVersion": 'DefVersion: stream {loc}, version: {0}.{1}.{2} "{3}"',
    "DefFile": "DefFile: {1}, stream {loc}, token {0}, group {2}",
    "DefFileGroup": "DefFileGroup: {1}, token {0}, stream {loc}",
    "DefKeyValue": 'DefKeyValue: stream {loc}, token {0}, type {1:type}, name "{2}", desc "{3}"',
    "DefAuxSamplePoint": "DefAuxSamplePoint: stream {loc}, time {0}, type {1:point}",
    "DefMarker": 'DefMarker: ID {0}, name "{1}", type {2:marker}',
    "Marker": '{time} Marker: ID {0}, process {loc}, text "{1}"',
    "NoOp": "{time} NoOp: process {loc}",
    "Enter": "{time} Enter: function {0}, process {loc}, source {1}",
    "Leave": "{time} Leave: function {0}, process {loc}, source {1}",
    "SendMsg": "{time} SendMessage: sender {loc}, receiver {0}, group {1}, type {2}, length {3}, source {4}",
    "RecvMsg": "{time} ReceiveMessage: receiver {loc}, sender {0}, group {1}, type {2}, length {3}, source {4}",
    "Counter": "{time} Counter: process {loc}, counter {0}, value {1:value}",
    "CollectiveOperation": "{time} Collective: process {loc}, collective {0}, group {1}, root {2}, sent {3}, "
                           "received {4}, duration {5}, source {6}",
    "BeginCollectiveOperation": "{time} BeginCollective: process {loc}, collective {0}, group {2}, "
                                "matchingId {1}, root {3}, sent {4}, received {5}, source {6}",
    "EndCollectiveOperation": "{time} EndCollective: process {loc}, matchingId {0}",
    "EventComment": '{time} EventComment: process {loc}, comment "{0}"',
    "BeginProcess": "{time} BeginProcess: process {loc}",
    "EndProcess": "{time} EndProcess: process {loc}",
    "FileOperation": "{time} FileOperation: file ID {0}, process {loc}, handle ID {1}, operation {2:operation}, "
                     "bytes {3}, duration {4}, source {5}",
    "BeginFileOperation": "{time} BeginFileOperation: process {loc}, matching ID {0}, source {1}",
    "EndFileOperation": "{time} EndFileOperation: process {loc}, file ID {0}, matching ID {1}, handle ID {2}, "
                        "operation {3:operation}, bytes {4}, source {5}",
    "RMAPut": "{time} RMAPut: {0:origin}, target {1}, communicator {2}, tag {3}, bytes {4}, source {5}",
    "RMAPutRemoteEnd": "{time} RMAPutRemoteEnd: {0:origin}, target {1}, communicator {2}, tag {3}, "
                       "bytes {4}, source {5}",
    "RMAGet": "{time} RMAGet: {0:origin}, target {1}, communicator {2}, tag {3}, bytes {4}, source {5}",
    "RMAEnd": "{time} RMAEnd: {0:remote}, communicator {1}, tag {2}, source {3}",
    "SnapshotComment": '{time} SnapComment: process {loc}, comment "{0}"',
    "EnterSnapshot": "{time} SnapEnter: otime {0}, process {loc}, function {1}, source {2}",
    "SendSnapshot": "{time} SnapSend: otime {0}, sender {loc}, receiver {1}, group {2}, tag {3}, length {4}, "
                    "source {5}",
    "OpenFileSnapshot": "{time} SnapOpenFile: otime {0}, process {loc}, fileid {1}, handle ID {2}, source {3}",
    "BeginCollopSnapshot": "{time} SnapBeginCollop: otime {0}, process {loc}, collOp {1}, matchingID {2}, "
                           "group {3}, root {4}, sent {5}, received {6}, source {7}",
    "BeginFileOpSnapshot": "{time} SnapBeginFileOp: otime {0}, process {loc}, matchingID {1}, source {2}",
    "CollopCountSnapshot": "{time} SnapCollopCount: process {loc}, communicator {0}, count {1}",
    "FunctionSummary": "{time} StatFunction: process {loc}, function {0}, invocations {1}, excltime {2}, "
                       "incltime {3}",
    "FunctionGroupSummary": "{time} StatFunctionGroup: process {loc}, group {0}, invocations {1}, "
                            "excltime {2}, incltime {3}",
    "MessageSummary": "{time} StatMessage: process {loc}, peer {0}, group {1}, type {2}, numsent {3}, "
                      "numreceived {4}, bytessent {5}, bytesreceived {6}",
    "CollopSummary": "{time} StatCollOp: process {loc}, group {0}, col {1}, numsent {2}, numreceived {3}, "
                     "bytessent {4}, bytesreceived {5}",
}
LEFT_OUT = {"SummaryComment", "FileOperationSummary", "FileGroupOperationSummary", "CounterSnapshot"}

WORDS = {
    "attribute": "? IsMPIRank IsPThread IsOMPThread IsCellSPUThread hasGroupCounters hasEnterLeaveRecords "
                 "IsCommunicator IsCUDAThread IsMasterThread",
    "collective": "? BARRIER ONE2ALL ALL2ONE ALL2ALL",
    "type": "CHAR INT8 UINT8 INT16 UINT16 INT32 UINT32 INT64 UINT64 FLOAT DOUBLE BYTE_ARRAY",
    "point": "SNAPSHOT SUMMARY INLINE_SNAPSHOT",
    "marker": "? ERROR WARNING HINT",
    "operation": "OPEN CLOSE READ WRITE SEEK UNLINK RENAME DUP SYNC LOCK UNLOCK",
    "flag": "IOFAILED ASYNC COLL DIRECT SYNC ISREADLOCK",
}
WORDS = {kind: words.split() for kind, words in WORDS.items()}
VARTYPES = {0: "UNSIGNED8", 32: "SIGNED8", 64: "UNSIGNED4", 96: "SIGNED4", 128: "UNSIGNED2", 160: "SIGNED2",
            256: "FLOAT", 288: "DOUBLE"}


def word(kind, text):
    i = int(text)
    known = i < len(WORDS[kind]) and WORDS[kind][i] != "?"
    return WORDS[kind][i] if known else "UNKNOWN <%d>" % i


def unescape(text):
    if text == r"\N":
        return "(null)"
    plain = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
    return re.sub(r"\\(x..|.)", lambda m: plain.get(m[1]) or chr(int(m[1][1:], 16)), text)


def properties(text):
    p = int(text)
    vartype = p & 480
    return "%s/%s/%s" % ("ABS" if p & 1 else "ACC", ("START", "POINT", "LAST", "NEXT")[p >> 2 & 3],
                         VARTYPES.get(vartype, "UNKNOWN <%d>" % vartype))


def operation(text):
    n = int(text)
    flags = [w for i, w in enumerate(WORDS["flag"]) if n >> 5 + i & 1]
    if n >> 11:
        flags.append("UNKNOWN <%d>" % (n >> 11 << 11))
    return "%s, flags %s" % (word("operation", n & 31), ", ".join(flags) or "EMPTY")


def c_real(form, x):
    text = form % x
    return "-nan" if x != x and struct.pack(">d", x)[0] & 128 else text


def bits_of(text):
    """The 64 bits of a counter value."""
    if text.endswith("f") and not text.endswith("inf"):
        return struct.unpack("<I", struct.pack("<f", float(text[:-1])))[0]
    if re.search("[.eni]", text):
        return struct.unpack("<Q", struct.pack("<d", float(text)))[0]
    return int(text) & 0xffffffffffffffff


def value(bits, vartype):
    if vartype == 256:
        return c_real("%f", struct.unpack("<f", struct.pack("<I", bits & 0xffffffff))[0])
    if vartype == 288:
        return c_real("%f", struct.unpack("<d", struct.pack("<Q", bits))[0])
    if vartype not in VARTYPES:
        return "INVALID TYPE <%08x>" % bits
    return str(bits - (1 << 64) if vartype & 32 and bits >> 63 else bits)


def tag(text):
    key, kind, v = text.split(":", 2)
    if kind == "c":
        v = chr(int(v))
    elif kind in "fd":
        v = c_real("%.3f", float(v))
    elif kind == "a":
        v = v.upper()
    return key + ":" + v


def compile_form(form):
    """The text between the fields, and the fields: (place, kind); and how many fields a record has."""
    parts = re.split(r"\{(\w+):?(\w*)\}", form)
    fields = list(zip(parts[1::3], parts[2::3]))
    return parts[0], list(zip(fields, parts[3::3])), len({place for place, _ in fields if place.isdigit()})


FORMS = {name: compile_form(form) for name, form in FORMS.items()}


class Stream:
    """What a counter is must be known to print its values."""

    def __init__(self):
        self.counters = {}  # (stream, counter) -> type of its values
        self.stream = {}    # process -> stream

    def control(self, fields):
        if fields[0] == "@SM":
            for process in fields[2].split(","):
                self.stream[process] = fields[1]

    def field(self, kind, loc, f, text):
        if kind == "list":
            return text.replace(",", ", ")
        if kind == "attribute":
            return ", ".join(word(kind, t) for t in text.split(",")) if text else ""
        if kind == "properties":
            return properties(text)
        if kind == "operation":
            return operation(text)
        if kind == "origin":  # 0: the initiator itself
            return "initiator %s, origin %s" % (loc, text) if text != "0" else "origin " + loc
        if kind == "remote":
            return "initiator %s, remote %s" % (loc, text) if text != "0" else "process " + loc
        if kind == "value":
            local = (self.stream.get(loc), f[0])
            return value(bits_of(text), self.counters.get(local, self.counters.get(("0", f[0]), 0)))
        return word(kind, text)

    def line(self, text):
        """The line of otfprint, or None."""
        name, *f = text.split("\t")
        if name.startswith("@"):
            return self.control([name] + f)
        if name in LEFT_OUT:
            return None
        time, loc = f[:2]
        del f[:2]
        if name == "DefCounter":
            self.counters[loc, f[0]] = int(f[2]) & 480
        out, fields, n = FORMS[name]
        for (place, kind), behind in fields:
            if place == "time":
                out += time
            elif place == "loc":
                out += loc
            elif kind:
                out += self.field(kind, loc, f, f[int(place)])
            else:
                v = f[int(place)]
                out += unescape(v) if "\\" in v else v
            out += behind
        if len(f) > n:
            out += ", KeyValue: " + ", ".join(map(tag, f[n:]))
        return out


def main():
    # latin-1 is any bytes; only LF ends a line
    source = open(sys.stdin.fileno(), encoding="latin-1", newline="\n")
    out = open(sys.stdout.fileno(), "w", encoding="latin-1", newline="\n")
    if sys.argv[1:] == ["-r"]:
        for line in source:
            m = re.match(r"\(#\d+\) \t?", line)
            if m and not re.match(r"\d+ SnapCounter: ", line[m.end():]):
                out.write(line[m.end():])
        return
    stream = Stream()
    for line in source:
        text = stream.line(line[:-1])
        if text is not None:
            out.write(text + "\n")


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        os._exit(1)
