"""windows.py TRACE N SEED: otf-stat of a slice is otf-stat -t of the whole, at N random windows.

Each row must be the same, of the slice on disk, and through a pipe. With --closed calls begin and end at the edges, so
there the times of functions must be the same. Tells the first difference and exits 1; prints the number of rows
compared.
"""
import random
import subprocess
import sys

trace, count, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
random.seed(seed)


def run(*command, text=None):
    done = subprocess.run(command, input=text, capture_output=True)
    if done.returncode:
        sys.exit("%s: %s" % (" ".join(command), done.stderr.decode()))
    return done.stdout


def rows(text):
    return sorted(text.decode("latin-1").splitlines())


def times(text):
    """Of the rows of calls the names, and the times."""
    found, head = [], []
    for line in text.decode("latin-1").splitlines():
        fields = line.split("\t")
        head = fields if fields[0] == "table" else head
        if "exclusive" in head and len(fields) > 1:
            at = head.index("calls")
            found.append(fields[:at] + fields[at + 1:at + 3])
    return sorted(found)


def compare(window, what, want, got):
    for a, b in zip(want + [None], got + [None]):
        if a != b:
            sys.exit("%s -t %s: %s: %s, not %s" % (trace, window, what, b, a))


header = run("otf-cat", "--no-pg", trace).split(b"\n", 1)[0].decode()
spans = dict(field.split(":", 1) for field in header.split("\t")[2:])
first, last = map(int, spans.get("EV", spans["TS"]).split(","))
compared = 0
for i in range(count):
    window = "%d:%d" % tuple(sorted(random.randint(first, last) for _ in (0, 1)))
    by = random.choice(["", "process", "group", "path,process", "communicator,process"])
    stat = ["otf-stat", "-q", "--tsv"] + (["--by", by] if by else [])
    whole = run(*stat, "-t", window, trace)
    run("otf-slice", "-q", "-t", window, trace, "-o", "piece", "--force")
    run("otf-slice", "-q", "--closed", "-t", window, trace, "-o", "closed", "--force")
    compare(window, "slice by " + by, rows(whole), rows(run(*stat, "piece")))
    piped = run("otf-slice", "-q", "-t", window, text=run("otf-cat", trace))
    compare(window, "pipe by " + by, rows(whole), rows(run(*stat, text=piped)))
    compare(window, "--closed by " + by, times(whole), times(run(*stat, "closed")))
    compared += len(rows(whole))
print(compared)
