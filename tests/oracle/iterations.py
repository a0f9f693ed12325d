#!/usr/bin/env python3
"""iterations.py FUNCTION: what otf-stat --table iteration --inside FUNCTION --tsv has to say of a line stream on stdin."""
import sys

wanted = sys.argv[1]
functions, processes, streams, stacks, calls, groups = {}, {}, {}, {}, {}, {}


def name_of(table, process, token):
    local = table.get((streams.get(process, 0), token))
    return local if local is not None else table.get((0, token), token)


def communicates(process, token):
    key = (streams.get(process, 0), token)
    key = key if key in functions else (0, token)
    name, group = functions.get(key) or "", group_of.get(key, 0)
    group = groups.get((key[0], group)) or groups.get((0, group)) or ""
    return group.upper() in ("MPI", "SHMEM", "GASPI", "NCCL") or \
        name.startswith(("MPI_", "mpi_", "shmem_", "gaspi_", "nccl"))


group_of, comm = {}, {}  # comm: of a process, open calls that communicate, since when, ticks in those that ended
for line in sys.stdin:
    f = line.rstrip("\n").split("\t")
    if f[0] == "@SM":
        streams.update((int(p), int(f[1])) for p in f[2].split(",") if p)
    elif f[0] == "DefFunctionGroup":
        groups[int(f[2]), int(f[3])] = f[4]
    elif f[0] == "DefFunction":
        functions[int(f[2]), int(f[3])] = f[4]
        group_of[int(f[2]), int(f[3])] = int(f[5])
    elif f[0] == "DefProcess":
        processes[int(f[2]), int(f[3])] = f[4] if f[4] != "\\N" else int(f[3])
    elif f[0] == "Enter":
        p, stack = int(f[2]), stacks.setdefault(int(f[2]), [])
        c = comm.setdefault(p, [0, 0, 0])
        mine = name_of(functions, p, int(f[3])) == wanted
        call = None
        if mine and not any(m for m, *_ in stack):
            call = [int(f[1]), None, c[2] + (int(f[1]) - c[1] if c[0] else 0)]
            calls.setdefault(p, []).append(call)
        is_comm = communicates(p, int(f[3]))
        if is_comm and not c[0]:
            c[1] = int(f[1])
        c[0] += is_comm
        stack.append((mine, call, is_comm))
    elif f[0] == "Leave" and stacks.get(int(f[2])):
        mine, call, is_comm = stacks[int(f[2])].pop()
        c = comm[int(f[2])]
        c[0] -= is_comm
        if is_comm and not c[0]:
            c[2] += int(f[1]) - c[1]
        if call:
            call[1] = int(f[1])
            call[2] = call[1] - call[0] - (c[2] + (int(f[1]) - c[1] if c[0] else 0) - call[2])

rows = []
for n in range(max(map(len, calls.values()), default=0)):
    here = {p: c[n] for p, c in calls.items() if len(c) > n}
    done = {p: e - b for p, (b, e, _) in here.items() if e is not None}
    longest = max(done.values(), default=None)
    slowest = max(done, key=lambda p: (here[p][2], done[p], -p), default=None)
    mean = (2 * sum(done.values()) + len(done)) // (2 * len(done)) if done else None
    rows.append([n + 1, len(here), len(here) - len(done), min(b for b, _, _ in here.values()),
                 max((e for _, e, _ in here.values() if e is not None), default=None), mean, longest, slowest,
                 name_of(processes, slowest, slowest) if done else None])
times = sorted(r[6] for r in rows if r[6] is not None)
if times:  # the value that so many percent of them do not exceed
    quarter, most = (next(t for t in times if sum(u <= t for u in times) * 100 >= q * len(times)) for q in (25, 75))
    fence = most + 3 * (most - quarter)
if rows:
    print("table\titeration\tcalls\topen\tbegin\tend\tmean\tmax\tslowest\tslowest_name\tmark")
for r in rows:
    mark = "slow" if r[6] is not None and r[6] > fence else "-"
    print("\t".join(["iteration"] + ["-" if x is None else str(x) for x in r] + [mark]))
