#!/usr/bin/env python3
"""A plain recount of what otf-check looks for, and streams to look at.

checkcount.py break SEED <STREAM    some of its timed records are lost, or have another function or length
checkcount.py count <STREAM         "RULE N" for each rule here, sorted
checkcount.py told JSON             the same out of what otf-check --json printed
"""
import collections
import json
import random
import sys

RULES = ["leave-without-enter", "leave-other", "open-call", "early-receive", "unreceived", "receive-unsent",
         "message-length", "collective-end", "collective-open", "collective-missing", "undefined-function",
         "counter-falls"]
LOST = {"Enter", "Leave", "SendMsg", "RecvMsg", "BeginCollectiveOperation", "EndCollectiveOperation", "Counter"}


def break_stream(lines, seed):
    r = random.Random(seed)
    at = [i for i, line in enumerate(lines) if line[0] in LOST]
    for i in r.sample(at, min(len(at), 12)):
        name = lines[i][0]
        if name in ("Enter", "Leave") and r.random() < 0.4:
            lines[i][3] = r.choice(["1", "2", "999", "1000"])
        elif name == "RecvMsg" and r.random() < 0.4:
            lines[i][6] = "5"
        elif name == "Counter" and r.random() < 0.5:
            lines[i][4] = "7"
        else:
            lines[i] = None
    lines = [line for line in lines if line and line[0] != "@END"]
    lines.append(["@END", str(sum(line[0][0] != "@" for line in lines))])
    for line in lines:
        print(*line, sep="\t")


def calls(found, lines):
    stacks = collections.defaultdict(list)
    for line in lines:
        if line[0] == "Enter":
            stacks[line[2]].append(line[3])
        elif line[0] == "Leave" and not stacks[line[2]]:
            found["leave-without-enter"] += 1
        elif line[0] == "Leave":
            found["leave-other"] += line[3] not in ("0", stacks[line[2]].pop())
    found["open-call"] = sum(len(s) for s in stacks.values())
    defined = {line[3] for line in lines if line[0] == "DefFunction"}
    used = {line[3] for line in lines if line[0] in ("Enter", "Leave")} - {"0"}
    found["undefined-function"] = len(used - defined)


def messages(found, lines):
    """The k-th send of a pair, communicator and tag belongs to the k-th receive."""
    halves = collections.defaultdict(lambda: ([], []))
    for at, line in enumerate(lines):
        if line[0] == "SendMsg":
            halves[line[2], line[3], line[4], line[5]][0].append((at, line[6]))
        if line[0] == "RecvMsg":
            halves[line[3], line[2], line[4], line[5]][1].append((at, line[6]))
    for sent, received in halves.values():
        for (a, length), (b, other) in zip(sent, received):
            found["early-receive"] += b < a
            found["message-length"] += length != other
        found["unreceived"] += max(0, len(sent) - len(received))
        found["receive-unsent"] += max(0, len(received) - len(sent))


def collectives(found, lines):
    running = collections.Counter()
    groups, done = {}, collections.Counter()
    for line in lines:
        if line[0] == "BeginCollectiveOperation":
            running[line[2], line[4]] += 1
            groups[line[2], line[4]] = line[5]
        elif line[0] == "EndCollectiveOperation" and not running[line[2], line[3]]:
            found["collective-end"] += 1
        elif line[0] == "EndCollectiveOperation":
            running[line[2], line[3]] -= 1
            done[groups[line[2], line[3]], line[2]] += 1
    found["collective-open"] = sum(running.values())
    for line in lines:
        if line[0] == "DefProcessGroup":
            numbers = [done[line[3], p] for p in line[5].split(",")]
            found["collective-missing"] += sum(n < max(numbers) for n in numbers)


def counters(found, lines):
    """Those without properties accumulate."""
    grows = {line[3] for line in lines if line[0] == "DefCounter" and line[5] == "0"}
    last = {}
    for line in lines:
        if line[0] == "Counter" and line[3] in grows:
            found["counter-falls"] += int(line[4]) < last.get((line[2], line[3]), 0)
            last[line[2], line[3]] = int(line[4])


def count(lines):
    found = collections.Counter()
    for part in (calls, messages, collectives, counters):
        part(found, lines)
    return found


def told(name):
    found = collections.Counter()
    with open(name) as f:
        for finding in json.load(f)["traces"][0]["findings"]:
            found[finding["rule"]] += finding.get("more", 1)
    assert set(found) <= set(RULES), found
    return found


def main():
    if sys.argv[1] == "told":
        found = told(sys.argv[2])
    else:
        lines = [line.rstrip("\n").split("\t") for line in sys.stdin]
        if sys.argv[1] == "break":
            break_stream(lines, int(sys.argv[2]))
            return
        found = count(lines)
    for rule in sorted(RULES):
        print(rule, found[rule])


if __name__ == "__main__":
    main()
