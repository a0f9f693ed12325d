#!/usr/bin/env python3
"""longest.py N [FUNCTION [FROM [TO]]]: what otf-stat --longest N --tsv has to say of a line stream on stdin. FUNCTION is a
name or "" for all, FROM and TO are ticks: calls that end in [FROM, TO) count."""
import sys

most = int(sys.argv[1])
wanted = sys.argv[2] if len(sys.argv) > 2 else ""
start = int(sys.argv[3]) if len(sys.argv) > 3 else 0
stop = int(sys.argv[4]) if len(sys.argv) > 4 else 1 << 65
functions, processes, streams, stacks, calls = {}, {}, {}, {}, []


def name_of(table, process, token):
    local = table.get((streams.get(process, 0), token))
    return local if local is not None else table.get((0, token), str(token))


for line in sys.stdin:
    f = line.rstrip("\n").split("\t")
    if f[0] == "@SM":
        streams.update((int(p), int(f[1])) for p in f[2].split(",") if p)
    elif f[0] in ("DefFunction", "DefProcess"):
        table = functions if f[0] == "DefFunction" else processes
        table[int(f[2]), int(f[3])] = f[4] if f[4] != "\\N" else f[3]
    elif f[0] == "Enter":
        stacks.setdefault(int(f[2]), []).append((int(f[1]), int(f[3])))
    elif f[0] == "Leave" and stacks.get(int(f[2])):
        time, process = int(f[1]), int(f[2])
        begin, function = stacks[process].pop()
        if start <= time < stop and wanted in ("", name_of(functions, process, function)):
            calls.append((begin - time, begin, process, len(stacks[process]), function, time))

calls.sort()
if calls:
    print("table\tprocess\tprocess_name\tfunction\tfunction_name\tbegin\tend\tduration")
for less, begin, process, depth, function, end in calls[:most]:
    print("longest", process, name_of(processes, process, process), function, name_of(functions, process, function), begin,
          end, -less, sep="\t")
