#!/usr/bin/env python3
"""What TAU traces and line streams say, in one form, to compare them.

    tau.py raw [--whole] TRC EDF | DIR      what a TAU trace says, read here by its description alone
    tau.py stream [--ticks N] [--without NAME] <STREAM      what a line stream made of one says

One line an event: node, thread, microseconds since the first, what, name and values. The events of a
thread stand in their order, threads by number. --whole: all records of user events, and facts as such;
else triggers (0, value, 0) are their value and facts (KEY | VALUE) are left out. --ticks: a microsecond.
"""
import os
import re
import struct
import sys
from collections import defaultdict

LAYOUTS = (("<iHHqQ", 24), (">iHHqQ", 24), ("<qHH4xqQ", 32), (">qHH4xqQ", 32))


def plain(name):
    """A name without the place in the source."""
    name = re.sub(r"\[\{[^}]+\}[^\]]*\]|\[OpenMP location: file:.+? <[^\]]*\]", "\0", name, count=1)
    return " ".join(part.strip() for part in name.split("\0") if part.strip())


def read_edf(path):
    events = {}
    with open(path, encoding="latin1", newline="\n") as file:
        for line in file.read().split("\n")[1:]:
            match = re.fullmatch(r'(-?\d+) (\S+) (-?\d+) "(.*)" (\S+)', line.rstrip("\r"))
            if match and int(match[1]) not in events:
                events[int(match[1])] = (int(match[3]), match[4], match[5])
    return events


def read_trc(path):
    with open(path, "rb") as file:
        data = file.read()
    for form, size in LAYOUTS:
        if len(data) >= size and struct.unpack(form, data[:size])[3] == 3:
            break
    else:
        form, size = LAYOUTS[0]
    return list(struct.iter_unpack(form, data[: len(data) // size * size]))


def sources(names):
    if len(names) == 2:
        names = sorted(names, key=lambda name: name.endswith(".edf"))
        return [(read_trc(names[0]), read_edf(names[1]))]
    found = []
    for name in os.listdir(names[0]):
        match = re.fullmatch(r"tautrace\.(\d+)\.(\d+)\.(\d+)\.trc", name)
        if match:
            edf = os.path.join(names[0], "events.%s.edf" % match[1])
            found.append((tuple(map(int, match.groups())), os.path.join(names[0], name), edf))
    return [(read_trc(trc), read_edf(edf)) for _, trc, edf in sorted(found)]


def message(par):
    x = par & (1 << 64) - 1
    peer = x >> 24 & 0xFF | (x >> 56 & 0xFF) << 8
    tag = x >> 16 & 0xFF | (x >> 48 & 0xFF) << 8
    return peer, tag, x & 0xFFFF | (x >> 32 & 0x3FF) << 16


def triggers(threads):
    """Names of user events that always come as 0, value, 0."""
    values = defaultdict(list)
    for thread, records in threads.items():
        for time, tag, name, param, par in records:
            if param == "TriggerValue" and tag == 0:
                values[name, thread].append((par, time))
    odd = set()
    for (name, _), seen in values.items():
        pars = [par for par, _ in seen]
        if len(pars) % 3 or any(pars[0::3]) or any(pars[2::3]):
            odd.add(name)
    return {name for name, _ in values} - odd


def raw(names, whole):
    threads = defaultdict(list)
    first = None
    for records, events in sources(names):
        for ev, nid, tid, par, time in records:
            first = time if first is None or time < first else first
            threads[nid, tid].append((time, *events.get(ev, (0, None, None)), par))
    as_one = set() if whole else triggers(threads)
    for thread in sorted(threads):
        calls, count, last = [], defaultdict(int), first
        for time, tag, name, param, par in sorted(threads[thread], key=lambda record: record[0]):
            where = "%d\t%d\t%d" % (*thread, time - first)
            if name is None or name in ("WALL_CLOCK", "CONT_EVENT"):
                continue
            if param == "EntryExit" and par == 1:
                calls.append(name)
                print(where, "enter", plain(name), sep="\t")
            elif param == "EntryExit" and par == -1:
                if not calls:
                    calls.append(name)
                    print(where, "enter", plain(name), sep="\t")
                print(where, "leave", plain(calls.pop()), sep="\t")
            elif param == "EntryExit":
                continue
            elif tag in (-7, -8):
                print(where, "send" if tag == -7 else "receive", *message(par), sep="\t")
            elif param == "TriggerValue":
                count[name] += 1
                fact = " | " in name and not whole
                if not fact and (name not in as_one or count[name] % 3 == 2):
                    print(where, "value", plain(name), par, sep="\t")
            last = where
        while calls:
            print(last, "leave", plain(calls.pop()), sep="\t")


def unescape(text):
    return re.sub(r"\\x([0-9a-f]{2})", lambda match: chr(int(match[1], 16)), text)


def stream(ticks, without):
    names, places, events = {}, {}, defaultdict(list)
    for line in sys.stdin.buffer:
        f = line.decode("latin1").rstrip("\n").split("\t")
        if f[0] in ("DefFunction", "DefCounter"):
            names[f[0], f[3]] = plain(unescape(f[4]))
        elif f[0] == "DefProcess":
            places[f[3]] = tuple(map(int, re.fullmatch(r"node (\d+), thread (\d+)", f[4]).groups()))
        elif f[0] in ("Enter", "Leave"):
            events[places[f[2]]].append((f[1], f[0].lower(), names["DefFunction", f[3]]))
        elif f[0] in ("SendMsg", "RecvMsg"):
            what = "send" if f[0] == "SendMsg" else "receive"
            events[places[f[2]]].append((f[1], what, places[f[3]][0], f[5], f[6]))
        elif f[0] == "Counter" and names["DefCounter", f[3]] not in without:
            value = int(f[4])
            value -= 1 << 64 if value >= 1 << 63 else 0
            events[places[f[2]]].append((f[1], "value", names["DefCounter", f[3]], value))
    for place in sorted(events):
        for time, *rest in events[place]:
            print(*place, int(time) // ticks, *rest, sep="\t")


def main():
    arguments, without, ticks = sys.argv[2:], [], 1
    while "--without" in arguments:
        at = arguments.index("--without")
        without.append(arguments[at + 1])
        del arguments[at : at + 2]
    if "--ticks" in arguments:
        ticks = int(arguments[arguments.index("--ticks") + 1])
    sys.stdout.reconfigure(encoding="latin1")
    if sys.argv[1] == "raw":
        raw([name for name in arguments if name != "--whole"], "--whole" in arguments)
    else:
        stream(ticks, without)


main()
