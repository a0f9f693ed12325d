"""scatter.py SEED <stream >edited 2>counts: every 25th timed record of each process is changed, lost, or has another
before it; the counts are of the processes, as text."""
import random
import sys

random.seed(int(sys.argv[1]))
seen, edits, n = {}, {}, 0
for line in sys.stdin:
    f = line.rstrip("\n").split("\t")
    if line.startswith("@END"):
        f[1] = str(n)
    elif line[0] != "@" and f[1] != "-" and f[0] != "Marker":
        p = f[2]
        seen[p] = seen.get(p, 0) + 1
        if seen[p] % 25 == 0:
            edits[p] = edits.get(p, 0) + 1
            what = random.choice(["change", "loss", "addition"])
            if what == "loss":
                continue
            if what == "addition":
                print("EventComment", f[1], p, "new", sep="\t")
                n += 1
            else:
                f[3] = str(int(f[3]) + 1000)
    n += line[0] != "@"
    print(*f, sep="\t")
for p in sorted(edits):
    print(p, edits[p], file=sys.stderr)
