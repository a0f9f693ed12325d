"""What is open at an instant, and the snapshot records that say so, computed as plainly as can be."""
import os
import sys

from stream import tags_of

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../oracle"))
from ranks import Ranks


class Process:
    def __init__(self):
        self.calls, self.sends, self.files, self.collectives, self.fileops = [], [], [], [], []
        self.counts, self.counters = {}, {}
        self.events, self.snap = False, None


def take(things, key):
    """Remove and return the thing with that key, or None."""
    for i, thing in enumerate(things):
        if thing[0] == key:
            return things.pop(i)
    return None


class State:
    def __init__(self, trace):
        self.processes = {}
        self.early = {}  # key of a message -> how many receives stand before their sends
        self.under_way = {}  # key of a message -> the processes that sent those that were not received, in order
        self.ranks = Ranks({int(p): stream for p, stream in trace.home.items()})
        for r in trace.definitions():
            if r[0] == "DefProcess":
                self.ranks.process(int(r[3]), int(r[5]))
            elif r[0] == "DefProcessGroup":
                self.ranks.group(int(r[2]), int(r[3]), map(int, r[5].split(",") if r[5] else ()))

    def see(self, r):
        """Take a timed record."""
        handler = getattr(self, "on_" + r[0], None)
        p = self.processes.setdefault(r[2], Process())
        if r[0].endswith("Snapshot"):
            if p.events or (p.snap is not None and p.snap != r[1]):
                return
            p.snap = r[1]
        elif not r[0].endswith(("Summary", "Comment")):
            p.events = True
        if handler:
            handler(p, r, r[3:], tags_of(r))

    # ---- events ----

    def on_Enter(self, p, r, f, tags):
        p.calls.append(((), (r[1], f[0], f[1]) + tags))

    def on_Leave(self, p, r, f, tags):
        if p.calls:
            p.calls.pop()

    def key(self, loc, *message):
        return self.ranks.key(int(loc), *map(int, message))

    def send(self, p, key, fields):
        if self.early.get(key):
            self.early[key] -= 1
            return
        p.sends.append((key, fields))
        self.under_way.setdefault(key, []).append(p)

    def on_SendMsg(self, p, r, f, tags):
        self.send(p, self.key(r[2], r[2], *f[:3]), (r[1],) + f[:5] + tags)

    def on_RecvMsg(self, p, r, f, tags):
        key = self.key(r[2], f[0], r[2], f[1], f[2])
        if self.under_way.get(key):
            take(self.under_way[key].pop(0).sends, key)
        else:
            self.early[key] = self.early.get(key, 0) + 1

    def on_CollectiveOperation(self, p, r, f, tags):
        self.count(p, f[1])

    @staticmethod
    def count(p, group):
        p.counts[group] = (str(int(p.counts.get(group, ("0",))[0]) + 1),) + p.counts.get(group, ("0",))[1:]

    def on_BeginCollectiveOperation(self, p, r, f, tags):
        p.collectives.append((f[1], (r[1],) + f[:7] + tags))

    def on_EndCollectiveOperation(self, p, r, f, tags):
        begun = take(p.collectives, f[0])
        if begun:
            self.count(p, begun[1][3])

    def on_FileOperation(self, p, r, f, tags):
        self.operate(p, r[1], f[0], f[1], int(f[2]), f[5], tags)

    def on_BeginFileOperation(self, p, r, f, tags):
        p.fileops.append((f[0], (r[1],) + f[:2] + tags))

    def on_EndFileOperation(self, p, r, f, tags):
        take(p.fileops, f[1])
        self.operate(p, r[1], f[0], f[2], int(f[3]), f[5], tags)

    @staticmethod
    def operate(p, time, file, handle, operation, source, tags):
        if operation & 32:
            return
        is_new = operation & 31 == 7 and all(key != handle for key, _ in p.files)  # of dup: the new handle, or the old
        if operation & 31 == 0 or is_new:
            p.files.append((handle, (time, file, handle, source) + tags))
        elif operation & 31 == 1:
            take(p.files, handle)

    def on_Counter(self, p, r, f, tags):
        p.counters[f[0]] = (r[1], f[0], f[1]) + tags

    # ---- snapshots: known only from them is what they say ----

    def on_EnterSnapshot(self, p, r, f, tags):
        p.calls.append(((), f))

    def on_SendSnapshot(self, p, r, f, tags):
        self.send(p, self.key(r[2], r[2], *f[1:4]), f)

    def on_OpenFileSnapshot(self, p, r, f, tags):
        p.files.append((f[2], f))

    def on_BeginCollopSnapshot(self, p, r, f, tags):
        p.collectives.append((f[2], f))

    def on_BeginFileOpSnapshot(self, p, r, f, tags):
        p.fileops.append((f[1], f))

    def on_CollopCountSnapshot(self, p, r, f, tags):
        p.counts[f[0]] = f[1:]

    def on_CounterSnapshot(self, p, r, f, tags):
        p.counters[f[1]] = f

    # ---- records ----

    def snapshot(self, time, home):
        """The records at `time`, by stream and process."""
        out = []
        for process in sorted(self.processes, key=lambda p: (home.get(p, 1 << 40), int(p))):
            p, at = self.processes[process], (str(time), process)
            for name, things in (("EnterSnapshot", p.calls), ("SendSnapshot", p.sends), ("OpenFileSnapshot", p.files),
                                 ("BeginCollopSnapshot", p.collectives)):
                out += [(name,) + at + fields for _, fields in things]
            out += [("CollopCountSnapshot",) + at + (g,) + p.counts[g] for g in sorted(p.counts, key=int)]
            out += [("BeginFileOpSnapshot",) + at + fields for _, fields in p.fileops]
            out += [("CounterSnapshot",) + at + p.counters[c] for c in sorted(p.counters, key=int)]
        return out


def at(trace, time):
    """The snapshot before the events of `time`."""
    state = State(trace)
    for r in trace.timed():
        if int(r[1]) >= time and not (r[0].endswith("Snapshot") and int(r[1]) == time):
            break
        state.see(r)
    return state.snapshot(time, trace.home)


def is_stale(trace, time):
    """Whether the last snapshots up to `time` are not what the events before say: records were dropped after they were
    made. What begins at them is then something else than what has read all events."""
    points = [int(r[3]) for r in trace.definitions() if r[0] == "DefAuxSamplePoint" and r[4] == "0" and int(r[3]) <= time]
    if not points:
        return False
    last = max(points)
    there = [r for r in trace.timed() if r[0].endswith("Snapshot") and int(r[1]) == last]
    return sorted(there) != sorted(at(trace, last))
