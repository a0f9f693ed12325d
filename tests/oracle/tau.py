#!/usr/bin/env python3
"""What TAU traces and line streams say, in one form, to compare them.

    tau.py raw [--whole] [--ends] TRC EDF | DIR      what a TAU trace says, read here by its description alone
    tau.py stream [--ticks N] [--without NAME] [--ends] <STREAM      what a line stream made of one says
    tau.py make SEED TRC EDF      a trace by chance, with records that are late, crossed, left open

One line an event: node, thread, microseconds since the first, what, name and values. The events of a
thread stand in their order, threads by number. --whole: all records of user events, and facts as such;
else triggers (0, value, 0) are their value and facts (KEY | VALUE) are left out. --ticks: a microsecond.
--ends: of messages the thread at the other end, too.
"""
import os
import random
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


def other_ends(threads):
    """By thread and number of its message: the thread at the other end, first come first served."""
    waiting, ends, count = defaultdict(list), {}, defaultdict(int)
    does = {-7: set(), -8: set()}
    messages = []
    for thread in sorted(threads):
        messages += [(record[0], thread, record) for record in threads[thread]]
    for _, thread, (_, tag, name, _, par) in sorted(messages, key=lambda m: m[:2]):
        if name is None or tag not in (-7, -8):
            continue
        does[tag].add(thread)
        here = thread, count[thread]
        count[thread] += 1
        peer, number, length = message(par)
        nodes = (thread[0], peer) if tag == -7 else (peer, thread[0])
        key = (*nodes, number, length, par >> 42 & 63)
        if waiting[key, -15 - tag]:
            there = waiting[key, -15 - tag].pop(0)
            ends[here], ends[there] = there[0], here[0]
        else:
            waiting[key, tag].append(here)
            ends[here] = peer, -15 - tag, None
    for here, end in ends.items():
        if len(end) == 3:  # the first that does such things, else the first of the node
            alike = [t for t in sorted(does[end[1]]) if t[0] == end[0]]
            there = [t for t in sorted(threads) if t[0] == end[0]]
            ends[here] = (alike + there + [(end[0], 0)])[0]
    return ends


def raw(names, whole, with_ends):
    threads = defaultdict(list)
    first = None
    for records, events in sources(names):
        for ev, nid, tid, par, time in records:
            first = time if first is None or time < first else first
            threads[nid, tid].append((time, *events.get(ev, (0, None, None)), par))
    as_one = set() if whole else triggers(threads)
    ends = other_ends({t: sorted(r, key=lambda x: x[0]) for t, r in threads.items()}) if with_ends else None
    for thread in sorted(threads):
        calls, count, last, number = [], defaultdict(int), first, 0
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
                end = [ends[thread, number][1]] if with_ends else []
                number += 1
                print(where, "send" if tag == -7 else "receive", *message(par), *end, sep="\t")
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


def make(seed, trc, edf):
    chance = random.Random(int(seed))
    with open(edf, "w") as file:
        file.write("9 dynamic_trace_events\n")
        for event in ('1 T 0 "EV_INIT" none', '2 T 0 "FLUSH_CLOSE" none', '3 A 0 "f" EntryExit',
                      '4 A 0 "g()  " EntryExit', '5 A 0 "h [{x.c} {1}]" EntryExit', '6 M -7 "S" par',
                      '7 M -8 "R" par', '8 E 0 "value" TriggerValue', '9 E 1 "more" TriggerValue'):
            file.write(event + "\n")
    form, _ = LAYOUTS[chance.randrange(4)]
    nodes, each, spread = chance.randint(1, 4), chance.randint(1, 3), chance.choice((0, 0, 3, 40))
    time, records = 1000, []
    for thread in range(nodes * each):
        records.append((1, thread // each, thread % each, 3, time))
    for _ in range(chance.choice((10, 300, 3000))):
        time += chance.randrange(4)
        node, thread = chance.randrange(nodes), chance.randrange(each)
        event = chance.choice((3, 3, 4, 5, 6, 7, 8, 9))
        par = chance.choice((1, -1)) if event < 6 else chance.randrange(-5, 5)
        if event in (6, 7):
            par = chance.randrange(nodes) << 24 | chance.randrange(2) << 16 | chance.randrange(2)
        records.append((event, node, thread, par, time - min(chance.randrange(spread + 1), time)))
    for thread in range(nodes * each):
        if chance.random() < 0.8:
            records.append((2, thread // each, thread % each, 0, time))
    with open(trc, "wb") as file:
        file.write(b"".join(struct.pack(form, *record) for record in records))


def stream(ticks, without, with_ends):
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
            end = [places[f[3]][1]] if with_ends else []
            events[places[f[2]]].append((f[1], what, places[f[3]][0], f[5], f[6], *end))
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
        names = [name for name in arguments if not name.startswith("--")]
        raw(names, "--whole" in arguments, "--ends" in arguments)
    elif sys.argv[1] == "make":
        make(*arguments)
    else:
        stream(ticks, without, "--ends" in arguments)


main()
