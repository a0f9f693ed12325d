#!/usr/bin/env python3
"""statgen.py SEED: a small line stream of everything that otf-stat counts, right and wrong, for stat.py."""
import random
import sys

r = random.Random(int(sys.argv[1]))
processes, out = list(range(1, r.randint(2, 7))), []
streams = {p: r.randint(1, 4) for p in processes}
functions, groups, files, communicators, colls = [1, 2, 3, 4, 5], [1, 2], [1, 2], [50, 51], [1, 2]
KINDS = [0, 32, 64, 96, 128, 160, 256, 288]


def put(*fields):
    out.append("\t".join(map(str, fields)))


def definitions():
    put("DefTimerResolution", "-", 0, r.choice([1000, 1000000000, 7]))
    for p in processes:
        put("DefProcess", "-", 0, p, r.choice(["rank %d" % p, "same", "\\N", "t\\tab", "ü;%"]), 0)
    for g in groups:
        put("DefFunctionGroup", "-", 0, g, "group%d" % g)
    for f in functions[:-1]:
        put("DefFunction", "-", 0, f, r.choice(["f%d" % f, "twin"]), r.choice(groups + [9]), 0)
    put("DefProcessGroup", "-", 0, 50, "world", ",".join(map(str, processes)))
    put("DefFile", "-", 0, 1, "data", 0)
    put("DefCollectiveOperation", "-", 0, 1, "bcast", 2)
    for c in range(1, 7):
        put("DefCounter", "-", 0, c, "c%d" % c, r.choice(KINDS) | r.choice([0, 1]) | r.choice([0, 4, 8, 12]), 0, "#")
    for s in sorted(set(streams.values())):
        if r.random() < 0.4:
            put("DefFunction", "-", s, r.choice(functions), "local", r.choice(groups), 0)
        if r.random() < 0.2:
            put("DefProcessGroup", "-", s, r.choice(communicators), "own", "1")


def value():
    return r.choice([r.randint(0, 9), r.randint(0, 2**40), -r.randint(1, 99), "%r" % (r.random() * 10), "0.5f"])


def message(kind, time, p):
    put(kind, time, p, r.choice(processes + [99]), r.choice(communicators), r.randint(0, 1),
        r.choice([0, 1, 2, 3, 64, 65, r.randint(0, 2**32 - 1)]), 0)


def event(time, p):
    x = r.random()
    if x < 0.30:
        put("Enter", time, p, r.choice(functions), 0)
    elif x < 0.58:
        put("Leave", time, p, r.choice(functions + [0] * 9), 0)
    elif x < 0.64:
        message("SendMsg", time, p)
    elif x < 0.70:
        message("RecvMsg", time, p)
    elif x < 0.80:
        put("Counter", time, p, r.randint(1, 7), value())
    elif x < 0.82:
        put("CollectiveOperation", time, p, r.choice(colls), r.choice(communicators), 1, 8, 16, r.randint(0, 50), 0)
    elif x < 0.86:
        put("BeginCollectiveOperation", time, p, r.choice(colls), r.randint(1, 4), r.choice(communicators), 1, 8, 9, 0)
    elif x < 0.90:
        put("EndCollectiveOperation", time, p, r.randint(1, 4))
    elif x < 0.92:
        put("FileOperation", time, p, r.choice(files), 1, r.choice([0, 1, 2, 3, 4, 5, 31, 34]), 10, r.randint(0, 9), 0)
    elif x < 0.94:
        put("BeginFileOperation", time, p, r.randint(1, 3), 0)
    elif x < 0.96:
        put("EndFileOperation", time, p, r.choice(files), r.randint(1, 3), 1, r.choice([2, 3]), 7, 0)
    elif x < 0.99:
        put(r.choice(["RMAPut", "RMAGet", "RMAPutRemoteEnd"]), time, p, p, 1, 50, r.randint(0, 1), 128, 0)
    else:
        put("EventComment", time, p, "nothing")


def snapshot(time, p):
    for _ in range(r.randint(0, 3)):
        put("EnterSnapshot", time, p, r.randint(0, time), r.choice(functions), 0)
    if r.random() < 0.5:
        put("SendSnapshot", time, p, r.randint(0, time), r.choice(processes), 50, 0, 4, 0)
        put("BeginCollopSnapshot", time, p, r.randint(0, time), 1, 1, 50, 1, 8, 8, 0)
        put("BeginFileOpSnapshot", time, p, r.randint(0, time), 1, 0)
        put("CounterSnapshot", time, p, r.randint(0, time), r.randint(1, 7), value())


def events():
    time, step = r.choice([0, 100, 10**15]), r.choice([1, 40, 10**9])
    timed = []
    if r.random() < 0.5:
        for p in sorted(processes, key=lambda p: streams[p]):
            snapshot(time, p)
    for _ in range(r.randint(0, 150)):
        time += r.choice([0, 1, r.randint(0, step)])
        mark = len(out)
        p = r.choice(processes)
        event(time, p)
        timed += [(time, streams[p], line) for line in out[mark:]]
        del out[mark:]
    out.extend(line for _, _, line in sorted(timed, key=lambda t: t[:2]))


definitions()
events()
head = ["@OTFPIPE\t1.0"]
head += ["@SM\t%d\t%s" % (s, ",".join(str(p) for p in processes if streams[p] == s))
         for s in sorted(set(streams.values()))]
sys.stdout.write("\n".join(head + out + ["@END\t%d" % len(out)]) + "\n")
