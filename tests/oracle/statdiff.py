#!/usr/bin/env python3
"""statdiff.py A B [--by KEYS]: compare what otf-stat --diff --tsv says of two stored line streams with what follows from
the counts of stat.py: names, values of both, differences and ratios of each sum, and the order of the rows."""
import os
import subprocess
import sys
from collections import defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
SUMS = {"function": ["calls", "exclusive", "inclusive", "sum"], "message": ["sent", "bytes_sent", "received"],
        "matrix": ["sent", "bytes_sent", "received"], "length": ["sent", "bytes_sent", "received"],
        "collective": ["time", "count", "bytes_sent"], "file": ["time", "reads", "bytes_read"],
        "rma": ["bytes_put", "puts", "gets"]}
TICKS = {"exclusive", "inclusive", "sum", "time"}
PROCESSES = {"process", "sender", "receiver"}
KEYS = ["process", "group", "function", "path", "communicator", "tag", "file", "sender", "receiver", "length", "collective"]


class Side:
    def __init__(self, name, args):
        text = open(name, "rb").read()
        self.resolution, parents = None, {}
        for line in text.split(b"\n"):
            f = line.split(b"\t")
            if f[0] == b"DefTimerResolution":
                self.resolution = int(f[3])
            elif f[0] == b"DefProcess":
                parents[int(f[3])] = int(f[5])
        self.ranks = {p: self.rank(parents, p) for p in parents}
        out = subprocess.run([sys.executable, HERE + "/stat.py"] + args, input=text, capture_output=True, check=True)
        self.rows = defaultdict(lambda: defaultdict(lambda: defaultdict(int)))
        self.keys = {}
        for block in out.stdout.split(b"\n\n"):
            head, *lines = (line.split(b"\t") for line in block.rstrip(b"\n").split(b"\n"))
            head = [h.decode() for h in head]
            for line in lines:
                self.add(dict(zip(head, line)))

    @staticmethod
    def rank(parents, p):
        up = parents[p] if parents[p] in parents and parents[p] != p else 0
        peers = sorted(q for q in parents if (parents[q] if parents[q] in parents and parents[q] != q else 0) == up)
        return (Side.rank(parents, up) + "." if up else "") + str(peers.index(p))

    def add(self, row):
        table = row["table"].decode()
        if table not in SUMS:
            return
        keys = [k for k in KEYS if k in row]
        self.keys[table] = keys
        names = tuple(self.ranks.get(int(row[k]), "-" + row[k].decode()).encode() if k in PROCESSES else
                      row.get(k + "_name", row[k]) for k in keys)
        for s in SUMS[table]:
            self.rows[table][names][s] += int(row[s])


def expected(sides, table):
    """A line for each row: names, `in`, then value of A, value of B, difference and ratio by column."""
    finest, out = max(s.resolution for s in sides), []
    for names in set(sides[0].rows[table]) | set(sides[1].rows[table]):
        has = [names in s.rows[table] for s in sides]
        line = list(names) + [b"both" if all(has) else b"a" if has[0] else b"b"]
        for name in SUMS[table]:
            v, exact = [], []
            for s, there in zip(sides, has):
                raw = s.rows[table][names][name] if there else 0
                if name in TICKS:  # to nearest, half up
                    exact.append(raw * finest / s.resolution)
                    raw = (2 * raw * finest + s.resolution) // (2 * s.resolution)
                else:
                    exact.append(raw)
                v.append(raw)
            line += [b"%d" % x if there else b"-" for x, there in zip(v, has)]
            line += [b"%d" % (v[1] - v[0]), b"%.9g" % (exact[1] / exact[0]) if all(has) and v[0] else b"-"]
        out.append(line)
    return out


def got(table, args):
    text = subprocess.run(["otf-stat", "-q", "--diff", "--tsv", "--table", table, "--sort",
                           SUMS[table][0], "--columns", ",".join(SUMS[table])] + args + sys.argv[1:3],
                          capture_output=True, check=True).stdout
    head, *lines = (line.split(b"\t") for line in text.rstrip(b"\n").split(b"\n"))
    if not head[0]:
        return []
    at = head.index(b"in")
    keep = [i for i in range(1, at) if head[i].decode().replace("_rank", "").replace("_name", "") not in PROCESSES or
            head[i].endswith(b"_rank")]
    rows = []
    for line in lines:
        # a process without a rank is told apart by its token, which stat.py has and the output has as the name
        names = [b"-" + line[i + 1] if line[i] == b"-" and head[i].endswith(b"_rank") else line[i] for i in keep]
        ratios = [b"%.9g" % float(x) if i % 4 == 3 and x != b"-" else x for i, x in enumerate(line[at + 1:])]
        rows.append(names + [line[at]] + ratios)
    return rows


def main():
    args = sys.argv[3:]
    sides = [Side(name, args) for name in sys.argv[1:3]]
    status = 0
    for table in SUMS:
        if not sides[0].rows[table] and not sides[1].rows[table]:
            continue
        want, rows = expected(sides, table), got(table, args)
        nkeys = len(next(s.keys[table] for s in sides if table in s.keys))
        sizes = [abs(int(r[nkeys + 3])) for r in rows]
        if sorted(want) != sorted(rows):
            print(table, "want", [w for w in want if w not in rows][:3], "got", [r for r in rows if r not in want][:3])
            status = 1
        if sizes != sorted(sizes, reverse=True):
            print(table, "is not in order:", sizes)
            status = 1
    return status


sys.exit(main())
