#!/usr/bin/env python3
"""load.py [FROM TO]: of a line stream on standard input, the load balance as otf-stat(1) defines it, of all or of [FROM, TO):
the mean useful time, the longest and whose, in ticks; and the share of communication in the life of all processes."""
import sys

lo, hi = (int(x) for x in sys.argv[1:3]) if len(sys.argv) > 1 else (0, 2**64)
functions, groups, parents, stacks, first, last, comm = {}, {}, {}, {}, {}, {}, {}


def communicates(function):
    name, group = functions.get(function, ("", 0))
    return name.startswith(("MPI_", "mpi_", "shmem_", "gaspi_", "nccl")) or \
        groups.get(group, "").upper() in ("MPI", "SHMEM", "GASPI", "NCCL")


end = 0
for line in sys.stdin:
    f = line.rstrip("\n").split("\t")
    if f[0] == "DefFunction":
        functions[f[3]] = (f[4], f[5])
    elif f[0] == "DefFunctionGroup":
        groups[f[3]] = f[4]
    elif f[0] == "DefProcess":
        parents[f[3]] = f[5]
    elif f[0][0] != "@" and f[1] != "-" and f[0] != "Marker" and not f[0].endswith(("Snapshot", "Summary")):
        time, process = int(f[1]), f[2]
        if time >= hi:
            break
        first.setdefault(process, time)
        last[process] = time
        end = max(end, time)
        stack = stacks.setdefault(process, [])
        if f[0] == "Enter":
            stack.append((f[3], time))
        elif f[0] == "Leave" and stack:
            function, since = stack.pop()
            if communicates(function) and not any(communicates(g) for g, _ in stack):
                comm[process] = comm.get(process, 0) + max(0, time - max(since, lo))
end = min(end, hi) if hi == 2**64 else hi
useful, lives = {}, 0
for process, stack in stacks.items():
    outer = [since for g, since in stack if communicates(g)]
    if outer:
        comm[process] = comm.get(process, 0) + max(0, end - max(outer[0], lo))
    life = max(0, (end if stack else last[process]) - max(first[process], lo))
    lives += life
    if life and parents.get(process, "0") == "0":
        useful[process] = life - comm.get(process, 0)
longest = max(useful.values())
slowest = min((p for p in useful if useful[p] == longest), key=int)
print("%.1f %.0f %d %s %.1f" % (100 * sum(useful.values()) / len(useful) / longest, sum(useful.values()) / len(useful),
                               longest, slowest, 100 * sum(comm.values()) / lives))
