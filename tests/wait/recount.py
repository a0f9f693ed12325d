"""What otf-wait must print, counted again: slowly, from all events at once, without code of the project.

Read a line stream with Trace(lines); efficiency(), waits() and counts give the figures.
"""
from collections import defaultdict
from fractions import Fraction

TYPES = {1: 'barrier', 2: 'from', 3: 'to', 4: 'all'}
NAMES = {'barrier': 'barrier', 'bcast': 'from', 'scatter': 'from', 'scatterv': 'from', 'reduce': 'to',
         'gather': 'to', 'gatherv': 'to', 'allreduce': 'all', 'allgather': 'all', 'allgatherv': 'all',
         'alltoall': 'all', 'alltoallv': 'all', 'alltoallw': 'all', 'reduce_scatter': 'all',
         'reduce_scatter_block': 'all', 'scan': 'prefix', 'exscan': 'prefix'}
BLOCKING = {'mpi_recv', 'mpi_sendrecv', 'mpi_sendrecv_replace', 'mpi_mrecv'}


class Call:
    """A call on a stack; `outer` is the outermost communication call around it, or itself."""

    def __init__(self, process, function, enter, order, parent):
        self.process, self.function, self.enter, self.order, self.parent = process, function, enter, order, parent
        self.leave = self.leave_order = None
        self.comm = self.outer = None
        self.parts = []
        self.window = None


class Event:
    def __init__(self, **values):
        self.__dict__.update(values)


def window(magic):
    """The window of a slice, by its magic line."""
    field = next((f[3:] for f in magic.rstrip('\n').split('\t') if f.startswith('WN:')), None)
    if field is None:
        return {}
    begin, end = field.split(',')
    return dict({'begin': int(begin)}, **({'end': int(end)} if end else {}))


class Trace:
    def __init__(self, lines, keep=None, comm=None, inside=None):
        self.names, self.groups, self.function_group, self.members = {}, {}, {}, {}
        self.parent, self.collective = {}, {}
        self.keep, self.comm_names, self.inside, self.scale = keep, comm, inside, None
        timed = []
        self.cut_at = window(lines[0]).get('end')
        for line in lines:
            field = line.rstrip('\n').split('\t')
            if line.startswith('@'):
                continue
            if field[1] == '-':
                self.define(field)
            else:
                timed.append(field)
        self.read(timed)
        self.pair()
        self.gather()
        self.read(*self.reorder(timed))

    # ---- definitions ----

    def define(self, f):
        if f[0] == 'DefProcess':
            self.parent[int(f[3])] = int(f[5])
        elif f[0] == 'DefFunction':
            self.names[int(f[3])] = f[4]
            self.function_group[int(f[3])] = int(f[5])
        elif f[0] == 'DefFunctionGroup':
            self.groups[int(f[3])] = f[4]
        elif f[0] == 'DefProcessGroup':
            self.members[int(f[3])] = [int(m) for m in f[5].split(',') if m]
        elif f[0] == 'DefCollectiveOperation':
            self.collective[int(f[3])] = f[4], int(f[5])

    def root(self, process):
        while self.parent.get(process, 0):
            process = self.parent[process]
        return process

    def is_thread(self, process):
        return self.parent.get(process, 0) != 0

    def stands_for(self, process, group):
        if group in self.members and process not in self.members[group] and self.is_thread(process):
            return self.root(process)
        return process

    def communicates(self, function):
        name, group = self.names.get(function, ''), self.groups.get(self.function_group.get(function), '')
        if self.comm_names is not None:
            return name in self.comm_names or group in self.comm_names
        return group.upper() in ('MPI', 'SHMEM', 'GASPI', 'NCCL') or \
            name.startswith(('MPI_', 'mpi_', 'shmem_', 'gaspi_', 'nccl'))

    def is_openmp(self, function):
        name, group = (x.lower() for x in (self.names.get(function, ''),
                                           self.groups.get(self.function_group.get(function), '')))
        return name.startswith(('!$omp', 'omp_', 'openmp')) or '[openmp' in name or group.startswith('openmp') or \
            group[:3] == 'omp' and not group[3:4].isalnum()

    def kind_of(self, collective):
        """Type and whether it blocks."""
        if collective not in self.collective:
            return None, True
        name, number = self.collective[collective]
        name = name.lower()
        stem = name[4:] if name.startswith('mpi_') else ''
        named, blocks = NAMES.get(stem), True
        if named is None and stem.startswith('i') and stem[1:] in NAMES:
            named, blocks = NAMES[stem[1:]], False
        kind = TYPES.get(number)
        if kind is None or named == 'prefix':
            kind = named
        return kind, blocks

    def starts(self, call):
        """Whether a call only starts a collective operation."""
        name = self.names.get(call.function, '').lower() if call else ''
        return name.startswith('mpi_i') and name[4:] not in NAMES and name[5:].rstrip('_') in NAMES

    def is_reported(self, *processes):
        """Whether one of the processes is among those to report; all records count."""
        return self.keep is None or any(p in self.keep for p in processes)

    # ---- records ----

    def read(self, timed, places=None):
        """places: of ends without record, by the record of their operation, where they stand among the records."""
        self.places = places or {}
        self.stacks = defaultdict(list)
        self.calls, self.sends, self.receives, self.begins, self.ends = [], [], [], [], []
        self.times = defaultdict(list)      # process -> times of events
        self.states = defaultdict(list)     # process -> (time, useful, function) from then on
        self.labels = defaultdict(list)     # process -> (time, outermost communication call or innermost call)
        self.phases = defaultdict(list)     # process -> [begin, end] of calls of `inside`
        self.phase_orders = defaultdict(list) # the same by place among the records
        self.snapped = defaultdict(set)     # process -> times of snapshots before its first event
        self.tops = defaultdict(list)       # process -> innermost call, of each of its states
        self.depths = defaultdict(list)     # process -> (time, open calls) from then on
        self.teams = defaultdict(list)      # process -> [begin, end, function] of outermost calls of OpenMP
        self.over = {}                      # process -> its EndProcess
        self.first_order = {}
        self.counted = defaultdict(int)
        self.by_record = {}                 # id of a record -> its events
        open_ends = defaultdict(list)
        first_event = {}
        for order, f in enumerate(timed, 1):
            if not f[0].endswith('Snapshot') and not f[0].endswith('Summary'):
                first_event.setdefault(int(f[2]), order)
        for order, f in enumerate(timed, 1):
            name, time, p = f[0], int(f[1]), int(f[2])
            if name.endswith('Summary'):
                continue
            if name.endswith('Snapshot'):
                if order > first_event.get(p, 1 << 60):
                    continue
                if self.snapped[p] and time not in self.snapped[p]:
                    continue
                self.snapped[p].add(time)
                if not self.times[p]:
                    self.times[p].append(time)
                    self.first_order[p] = order
                    self.state(p, time)
            else:
                self.times[p].append(time)
                if not self.states[p]:
                    self.first_order[p] = order
                    self.state(p, time)
            self.take(order, name, time, p, f[3:], open_ends, id(f))
            self.by_record.setdefault(id(f), []).extend(self.new)
        for due in sorted((e for e in self.ends if e.due), key=lambda e: (e.time, e.order)):
            self.times[due.process].append(due.time)
        for p, stack in self.stacks.items():
            if self.cut_at and stack: # the run goes on after the piece, and so does the call
                self.times[p].append(self.cut_at)
        self.life = {p: (t[0], max(t)) for p, t in self.times.items() if t}
        for e in self.ends:
            if e.due: # after all records of its time, unless they need it
                e.phase = next((n for n, (a, b) in enumerate(self.phase_orders[e.process])
                                if e.place is not None and a < e.place < b), None)
        for p, phases in self.phases.items():
            for phase in phases:
                if phase[1] is None:
                    phase[1] = self.life[p][1]

    def state(self, p, time):
        stack = self.stacks[p]
        self.depths[p].append((time, len(stack)))
        self.tops[p].append(stack[-1] if stack else None)
        useful = not any(c.comm for c in stack) and (bool(stack) or not self.is_thread(p))
        self.states[p].append((time, useful, stack[-1].function if stack else None))
        outer = self.outer(p)
        self.labels[p].append((time, outer.function if outer else stack[-1].function if stack else None))

    def outer(self, p):
        return next((c for c in self.stacks[p] if c.comm), None)

    def enter(self, p, function, time, now, order):
        stack = self.stacks[p]
        call = Call(p, function, time, order, stack[-1] if stack else None)
        call.comm, call.is_snap = self.communicates(function), now != time
        if self.inside is not None and self.names.get(function) in self.inside and \
                not any(self.names.get(c.function) in self.inside for c in stack):
            self.phases[p].append([now, None])
            self.phase_orders[p].append([order, 1 << 60])
        if self.is_openmp(function) and not any(self.is_openmp(c.function) for c in stack):
            self.teams[p].append([now, None, function])
        stack.append(call)
        call.outer = self.outer(p)
        call.phase = self.phase(p)
        self.calls.append(call)
        self.state(p, now)

    def phase(self, p):
        """The call of `inside` that a process is in, by number from 0."""
        phases = self.phases[p]
        return len(phases) - 1 if phases and phases[-1][1] is None else None

    def leave(self, p, time, order):
        if not self.stacks[p]:
            return
        call = self.stacks[p].pop()
        call.leave, call.leave_order = time, order
        if self.is_openmp(call.function) and not any(self.is_openmp(c.function) for c in self.stacks[p]):
            self.teams[p][-1][1] = time
        if self.inside is not None and self.names.get(call.function) in self.inside and \
                not any(self.names.get(c.function) in self.inside for c in self.stacks[p]):
            self.phases[p][-1][1] = time
            self.phase_orders[p][-1][1] = order
        self.state(p, time)

    def take(self, order, name, time, p, f, open_ends, record):
        self.new = []
        if name == 'Enter':
            self.enter(p, int(f[0]), time, time, order)
        elif name == 'EnterSnapshot':
            self.enter(p, int(f[1]), int(f[0]), time, order)
        elif name == 'Leave':
            self.leave(p, time, order)
        elif name in ('SendMsg', 'RecvMsg', 'SendSnapshot'):
            self.message(order, name, time, p, [int(x) for x in f if ':' not in x])
        elif name in ('BeginCollectiveOperation', 'BeginCollopSnapshot'):
            f = [int(x) for x in f]
            old = time
            if name.endswith('Snapshot'):
                old, f = f[0], f[1:]
            b = self.begin(order, time, old, p, f[0], f[2], f[3])
            open_ends[p].append((f[1], b))
        elif name == 'CollectiveOperation':
            f = [int(x) for x in f]
            b = self.begin(order, time, time, p, f[0], f[1], f[2])
            self.end(order, time + f[5], p, b, True)
            self.ends[-1].record = record
            self.ends[-1].place = self.places.get(record)
        elif name == 'EndCollectiveOperation':
            for i in reversed(range(len(open_ends[p]))):
                if open_ends[p][i][0] == int(f[0]):
                    self.end(order, time, p, open_ends[p].pop(i)[1], False)
                    break
        elif name == 'EndProcess':
            self.over[p] = time
            self.depths[p].append((time, 0))
        elif name == 'CollopCountSnapshot':
            self.counted[p, int(f[0])] += int(f[1])

    def message(self, order, name, time, p, f):
        is_snap = name == 'SendSnapshot'
        when = f[0] if is_snap else time
        peer, group, tag = f[is_snap:][:3]
        names = peer
        own, peer = self.stands_for(p, group), self.stands_for(peer, group)
        outer = self.outer(p)
        if is_snap and outer and outer.enter > when:
            outer = None
        e = Event(order=order, time=when, process=p, outer=outer, group=group, snap=is_snap, phase=self.phase(p),
                  now=time, match=None, peer=names, bytes=f[is_snap + 3] if len(f) > is_snap + 3 else 0)
        if name == 'RecvMsg':
            e.key = peer, own, group, tag
            self.receives.append(e)
        else:
            e.key = own, peer, group, tag
            self.sends.append(e)
        self.new.append(e)

    def begin(self, order, now, time, p, what, group, root):
        outer = self.outer(p)
        if outer and outer.enter > time:
            outer = None
        b = Event(order=order, time=time, now=now, process=p, what=what, group=group, root=root, outer=outer, end=None,
                  phase=self.phase(p), before=time < now)
        self.begins.append(b)
        self.new.append(b)
        return b

    def end(self, order, time, p, b, due):
        e = Event(order=order, time=time, process=p, begin=b, due=due, phase=self.phase(p))
        b.end = e
        self.ends.append(e)
        self.new.append(e)

    # ---- the order in a tick ----

    def reorder(self, timed):
        """Sends before their receives, and begins before the ends that need them, as far as their tick allows it.

        Returns the records, and the places of ends without record, which are between records."""
        out, places, placed, due = [], {}, set(), {}
        waiting = sorted((e for e in self.ends if e.due), key=lambda e: (e.time, e.order))

        def lacks(e):
            mine = {b.position for b in getattr(e.begin, 'instance', []) if id(b) in placed}
            return self.needed(e) - mine

        def put_end(e):
            places[e.record] = len(out) + 0.5
            waiting.remove(e)

        def must_wait(f):
            p, time = int(f[2]), int(f[1])
            last = due.get(p)
            if last in waiting and last.time <= time:
                if lacks(last):
                    return True
                put_end(last)
            for e in self.by_record.get(id(f), []):
                if f[0] == 'RecvMsg' and (e.match is None or id(e.match) not in placed):
                    return True
                if f[0] == 'EndCollectiveOperation' and lacks(e):
                    return True
            return False

        def put(f):
            out.append(f)
            for e in self.by_record.get(id(f), []):
                placed.add(id(e))
                if f[0] == 'CollectiveOperation' and hasattr(e, 'due'):
                    due[int(f[2])] = e

        def release(held):
            moved = True
            while held and moved:
                blocked, moved, rest = set(), False, []
                for f in held:
                    if int(f[2]) in blocked or must_wait(f):
                        blocked.add(int(f[2]))
                        rest.append(f)
                    else:
                        put(f)
                        moved = True
                held[:] = rest

        ticks = defaultdict(list)
        for f in timed:
            ticks[int(f[1])].append(f)
        for time in sorted(ticks):
            for e in [e for e in waiting if e.time < time]:
                put_end(e)
            held = []
            for f in ticks[time]:
                is_event = not f[0].endswith('Snapshot') and not f[0].endswith('Summary')
                if is_event and (any(h[2] == f[2] for h in held) or must_wait(f)):
                    held.append(f)
                    continue
                put(f)
                if is_event:
                    release(held)
            if held:
                for e in [e for e in waiting if e.time <= time]:
                    put_end(e)
            for f in held:
                put(f)
        for e in list(waiting):
            put_end(e)
        return out, places

    # ---- pairs and instances ----

    def pair(self):
        by_key = defaultdict(lambda: ([], []))
        for e in self.sends:
            by_key[e.key][0].append(e)
        for e in self.receives:
            by_key[e.key][1].append(e)
        for sends, receives in by_key.values():
            for s, r in zip(sends, receives):
                s.match, r.match = r, s

    def position(self, group, process):
        members = self.members[group]
        if process in members:
            return members.index(process)
        return members.index(self.root(process)) if self.root(process) in members else None

    def gather(self):
        """Instances of collective operations; begins of unknown communicators and strangers."""
        self.strangers, self.instances = [], {}
        number = defaultdict(int)
        for (p, group), n in self.counted.items():
            if group in self.members and self.position(group, p) is not None:
                number[group, self.position(group, p)] += n
        for b in self.begins:
            where = self.position(b.group, b.process) if b.group in self.members else None
            if where is None:
                self.strangers.append(b)
                continue
            b.position = where
            index = number[b.group, where]
            number[b.group, where] += 1
            self.instances.setdefault((b.group, index), []).append(b)
            b.instance = self.instances[b.group, index]
        self.shape = {}
        for key, begins in self.instances.items():
            group = self.members[key[0]]
            expected = set(range(len(group)))
            kind, blocks = self.kind_of(begins[0].what)
            blocks = blocks and not self.starts(begins[0].outer)
            root = self.position(key[0], begins[0].root) if begins[0].root else None
            if kind in ('from', 'to') and root is None:
                kind = None
            self.shape[key] = kind, blocks, root, expected
            for b in begins:
                b.key = key

    # ---- windows ----

    def idle(self, begin=None, end=None):
        """(thread, function of its parent) -> [regions, their time, the time in them in which it is in no call]."""
        rows = defaultdict(lambda: [0, 0, 0])
        clip = lambda t: max(t, begin or 0) if end is None else min(max(t, begin or 0), end)

        def busy(t, a, b):
            changes = self.depths[t] + [(1 << 70, 0)]
            return sum(max(0, min(y, b) - max(x, a)) for (x, n), (y, _) in zip(changes, changes[1:]) if n)

        for p, regions in self.teams.items():
            threads = [t for t in self.life if self.parent.get(t) == p]
            for a, b, function in regions:
                b = max(y for x, y in self.life.values()) if b is None else b
                works = {t: busy(t, clip(a), clip(b)) for t in threads}
                for t in threads if any(works.values()) else []:
                    if self.life[t][0] < b and self.over.get(t, 1 << 70) > a and self.is_reported(t):
                        row = rows[t, function]
                        for i, x in enumerate((1, clip(b) - clip(a), clip(b) - clip(a) - works[t])):
                            row[i] += x
        return rows

    def windows(self, begin=None, end=None, every=None):
        """window -> process -> [a, b] of its life in it."""
        result = defaultdict(dict)
        if self.inside is not None:
            for p, phases in self.phases.items():
                for n, (a, b) in enumerate(phases):
                    result[n][p] = a, b
            return result
        base = begin if begin is not None else min(a for a, b in self.life.values())
        for p, (a, b) in self.life.items():
            last = min(b, end - 1) if end is not None else b
            if b < base or end is not None and a >= end:
                continue
            first = max(a, base)
            n = (first - base) // every if every else 0
            while True:
                start = base + n * every if every else base
                stop = min(x for x in (start + every if every else None, end, 1 << 70) if x is not None)
                if start > last:
                    break
                result[n][p] = max(a, start), min(b, stop)
                if not every:
                    break
                n += 1
        return result

    def window_of(self, p, time, phase, begin, end, every):
        """The window of a record."""
        if self.inside is not None:
            return phase
        base = begin if begin is not None else min(a for a, b in self.life.values())
        if time < base or end is not None and time >= end:
            return None
        return (time - base) // every if every else 0

    def useful(self, p, a, b):
        """Useful ticks of a process in [a, b)."""
        sum = 0
        states = self.states[p] + [(1 << 70, False, None)]
        for (t, is_useful, _), (u, _, _), top in zip(states, states[1:], self.tops[p]):
            if is_useful:
                sum += max(0, min(u, b) - max(t, a)) * (self.scale(p, top) if self.scale else 1)
        return sum

    def repaired(self, process, function, begin=None, end=None):
        """The runtime on an ideal network if a function takes on a process what it takes on the others of its kind; without
        a process, if each call takes what the n-th calls take on all processes without a parent."""
        lives = self.windows(begin, end)[0]
        if process is None:
            numbers, seen, parts = {}, defaultdict(int), defaultdict(lambda: defaultdict(int))
            for c in self.calls:
                if c.function == function and c.process in lives and not self.is_thread(c.process):
                    numbers[c] = seen[c.process]
                    seen[c.process] += 1
            for p in seen:
                for c in [c for c in numbers if c.process == p]:
                    self.scale = lambda _, top: int(top is c)
                    parts[numbers[c]][c] = self.useful(p, *lives[p])
            means = {n: Fraction(sum(x.values()), sum(map(bool, x.values())) or 1) for n, x in parts.items()}
            self.scale = lambda _, top: means[numbers[top]] / (parts[numbers[top]][top] or 1) if top in numbers else 1
        else:
            times = {p: sum(ticks for what, ticks in self.doing(p, *lives[p]) if what == function)
                     for p in lives if self.is_thread(p) == self.is_thread(process)}
            own = times.pop(process, 0)
            mean = Fraction(sum(times.values()), len(times))
            self.scale = lambda p, top: mean / (own or 1) if p == process and (top.function if top else None) == function else 1
        ideal = self.efficiency(begin, end)[0]['ideal']
        self.scale = None
        return ideal

    def exclusive(self, p, a, b):
        sums = defaultdict(int)
        states = self.states[p] + [(1 << 70, False, None)]
        for (t, _, function), (u, _, _) in zip(states, states[1:]):
            if function is not None:
                sums[function] += max(0, min(u, b) - max(t, a))
        return sums

    # ---- the ideal network: each process runs through its own steps and stops where something is not there yet ----

    def skews(self):
        """Records (with process, time, phase) at which an edge is missing since clocks differ, with its number."""
        for s in self.sends:
            if s.match and s.match.order < s.order and self.is_reported(s.process, s.match.process):
                yield s.process, s.now, s.phase, 1
        for e in self.ends:
            missing = len(self.needed(e)) - len(self.given(e))
            if missing and self.is_reported(e.process) and self.is_complete(e.begin):
                yield e.process, e.time, e.phase, missing

    def is_complete(self, b):
        return len({x.position for x in b.instance}) == len(self.shape[b.key][3]) and all(x.end for x in b.instance)

    def needed(self, e):
        """The positions that the end of a collective operation needs, without its own."""
        b = e.begin
        if not hasattr(b, 'key'):
            return set()
        kind, _, root, expected = self.shape[b.key]
        if kind in ('barrier', 'all') or kind == 'to' and b.position == root:
            return expected - {b.position}
        if kind == 'from' and b.position != root:
            return {root}
        if kind == 'prefix':
            return {m for m in expected if m < b.position}
        return set()

    def given(self, e):
        needed = self.needed(e)
        return [b for b in getattr(e.begin, 'instance', []) if b.position in needed and self.is_before(b, e)]

    @staticmethod
    def is_before(b, e):
        return b.order < (e.place if e.due else e.order)

    def replay(self, lives):
        """The second clock of each process at the end of a window."""
        steps = {}
        for p, (a, b) in lives.items():
            mine = [(s.now, s.order, 0, 'send', s) for s in self.sends if s.process == p and not s.snap]
            mine += [(r.now, r.order, 0, 'receive', r) for r in self.receives if r.process == p]
            mine += [(c.now, c.order, 0, 'give', c) for c in self.begins if c.process == p and not c.before]
            mine += [(e.time, e.place if e.due else e.order, 1, 'take', e)
                     for e in self.ends if e.process == p]
            steps[p] = [s for s in sorted(mine, key=lambda s: s[:3]) if self.is_in(s[4], a, b, p, lives)]
        first = min(a for a, b in lives.values())
        clock = {p: a - first for p, (a, b) in lives.items()}
        at, done, next_step = {p: a for p, (a, b) in lives.items()}, {}, dict.fromkeys(lives, 0)
        here = {id(s[4]) for mine in steps.values() for s in mine}
        moved = True
        while moved:
            moved = False
            for p in lives:
                while next_step[p] < len(steps[p]):
                    time, _, _, what, e = steps[p][next_step[p]]
                    ready = self.inputs(what, e, here)
                    if any(x not in done for x in ready):
                        break
                    clock[p] += self.useful(p, at[p], time)
                    at[p] = time
                    clock[p] = max([clock[p]] + [done[x] for x in ready])
                    done[id(e)] = clock[p]
                    next_step[p] += 1
                    moved = True
        for p, (a, b) in lives.items():
            assert next_step[p] == len(steps[p]), 'the replay does not end'
            clock[p] += self.useful(p, at[p], b)
        return clock

    def is_in(self, e, a, b, p, lives):
        time = e.now if hasattr(e, 'now') else e.time
        if self.inside is not None:
            return e.phase is not None and lives is self.current.get(e.phase)
        return a <= time and (time < b or time == b == self.life[p][1] and self.window_end(time))

    def window_end(self, time):
        """The last event of a process belongs to the window, unless it starts the next one."""
        begin, end, every = self.limits
        return self.window_of(None, time, None, begin, end, every) == self.current_number

    def inputs(self, what, e, here):
        if what == 'receive' and e.match and e.match.order < e.order:
            return [id(e.match)] if id(e.match) in here else []
        if what == 'take':
            return [id(b) for b in self.given(e) if id(b) in here]
        return []

    def efficiency(self, begin=None, end=None, every=None):
        """Rows by window: the figures of --table efficiency."""
        self.pair()
        self.gather()
        rows, lives_of = {}, self.windows(begin, end, every)
        self.current, self.limits = lives_of, (begin, end, every)
        for number, lives in sorted(lives_of.items()):
            self.current_number = number
            clock, begin_all = self.replay(lives), min(a for a, b in lives.values())
            lives = {p: life for p, life in lives.items() if self.is_reported(p)}
            if not lives:
                continue
            roots = [p for p in lives if not self.is_thread(p)]
            useful = {p: self.useful(p, *lives[p]) for p in lives}
            first = min(a for a, b in lives.values())
            rows[number] = {
                'processes': len(roots), 'threads': len(lives) - len(roots), 'begin': first,
                'runtime': max(b for a, b in lives.values()) - first, 'ideal': max(clock[p] for p in lives) - (first - begin_all),
                'useful': sum(useful[p] for p in roots), 'max_useful': max([useful[p] for p in roots] or [0]),
                'skewed': sum(n for p, t, phase, n in self.skews()
                              if self.window_of(p, t, phase, begin, end, every) == number),
                'lives': {p: (lives[p][0], lives[p][1] - lives[p][0], useful[p], clock[p]) for p in lives},
                'load': self.load(lives, roots),
            }
        return rows

    def load(self, lives, roots):
        by_function = defaultdict(list)
        for p in roots:
            for function, ticks in self.exclusive(p, *lives[p]).items():
                if ticks:
                    by_function[function].append((ticks, p))
        return {f: (sum(t for t, p in list), *max(list, key=lambda x: (x[0], -x[1]))) for f, list in by_function.items()}

    # ---- waits ----

    def path(self, call):
        return (self.path(call.parent) if call.parent else ()) + (call.function,)

    def part(self, call, kind, start, end, by=None, group=None, wrong=False, jumps=True):
        """A possible wait; the critical path can jump if it ends just when `by` enters its call."""
        if end > start:
            order = by.order if by and jumps and end == by.enter and not by.is_snap else None
            call.parts.append(Event(kind=kind, start=start, end=end, peer=by.process if by else None, order=order,
                                    peer_enter=by.enter if by else 0, group=group, wrong=wrong, call=call, by=by))

    def wrong_order(self, s, r):
        """An earlier message waits for its receiver when it leaves the call."""
        left = r.outer.leave_order
        name = self.plain(r.outer)
        return name in BLOCKING and s.order < r.order and left is not None and any(
            o.key[1] == s.key[1] and o.order < left and o.time < s.time and
            (o.match is None or o.match.order > left) for o in self.sends)

    def judge_messages(self, counts):
        for s in self.sends:
            r = s.match
            if r is None:
                continue
            counts_here = self.is_reported(s.process, r.process)
            last = max(s, r, key=lambda e: e.order)
            where = last.process, last.now, last.phase
            if r.order < s.order:
                counts['skewed', where] += counts_here
            if s.outer is None or r.outer is None:
                counts['outside', where] += counts_here
                continue
            name = self.plain(r.outer)
            if s.outer.enter > r.outer.enter:
                self.part(r.outer, 'late_sender', r.outer.enter, min(s.outer.enter, r.time), s.outer, s.group,
                          self.wrong_order(s, r), r.order > s.order)
            elif name not in BLOCKING:
                counts['unknown', where] += counts_here
            elif (s.outer.leave is None or r.outer.enter < s.outer.leave or
                  r.outer.enter == s.outer.leave == r.time):
                self.part(s.outer, 'late_receiver', s.outer.enter, r.outer.enter, r.outer, s.group,
                          jumps=r.order > s.order)

    def transfers(self, place, begin=0, end=1 << 70):
        """Messages from one place to another: count, bytes, time, excess, most others in a call. All are in the medians,
        those of reported processes in the rows."""
        self.pair()
        calls, found, rows = defaultdict(list), [], defaultdict(lambda: [0, 0, 0, 0, 0])
        for s in self.sends:
            r = s.match
            if r is not None and r.order > s.order and s.outer is not None and r.outer is not None:
                calls[r.outer].append(s)
        for call, sends in calls.items():
            since = max([call.enter] + [s.outer.enter for s in sends])
            found += [(max(0, s.match.time - since), s, len(sends) - 1) for s in sends if begin <= s.match.time < end]
        classes = defaultdict(list)
        for ticks, s, _ in found:
            classes[s.bytes.bit_length()].append(ticks)
        for ticks, s, others in found:
            same = sorted(classes[s.bytes.bit_length()])
            if self.is_reported(s.process, s.match.process):
                row = rows[place(s.process), place(s.match.process)]
                excess = max(0, ticks - same[(len(same) - 1) // 2])
                row[:] = [row[0] + 1, row[1] + s.bytes, row[2] + ticks, row[3] + excess, max(row[4], others)]
        return dict(rows)

    def judge_unmatched(self, counts):
        sends = set(self.sends)
        for e in self.sends + self.receives:
            if e.match is None and not e.snap and self.is_reported(e.process, e.peer):
                counts['unreceived' if e in sends else 'unsent', (e.process, e.now, e.phase)] += 1

    def judge_instances(self, counts):
        for b in self.begins:
            if b.outer is None:
                counts['outside', (b.process, b.now, b.phase)] += self.is_reported(b.process)
        for b in self.strangers:
            counts['incomplete', (b.process, b.now, b.phase)] += self.is_reported(b.process)
        for key, begins in self.instances.items():
            kind, blocks, root, expected = self.shape[key]
            b = begins[0]
            where = b.process, b.now, b.phase
            counts_here = self.is_reported(*(b.process for b in begins))
            if kind is None:
                counts['untyped', where] += counts_here
            if {b.position for b in begins} != expected or any(b.end is None for b in begins) or \
                    any(b.outer and b.outer.leave is None for b in begins):
                counts['incomplete', where] += counts_here
            elif kind and blocks and all(b.outer for b in begins):
                self.judge(kind, root, begins)

    def judge(self, kind, root, begins):
        group = begins[0].group
        calls = {b.position: b.outer for b in begins}
        latest = lambda list: max(list, key=lambda c: (c.enter, -c.process))
        if kind in ('barrier', 'all'):
            name = 'barrier' if kind == 'barrier' else 'nxn'
            last, first_leave = latest(calls.values()), min(c.leave for c in calls.values())
            for c in calls.values():
                self.part(c, name + '_wait', c.enter, min(last.enter, c.leave), last, group)
                self.part(c, name + '_completion', max(first_leave, c.enter), c.leave, None, group)
        elif kind == 'from':
            for m, c in calls.items():
                if m != root and c is not calls[root]:
                    self.part(c, 'late_broadcast', c.enter, min(calls[root].enter, c.leave), calls[root], group)
        elif kind == 'to' and len(calls) > 1:
            others, c = [o for m, o in calls.items() if m != root], calls[root]
            first, last = min(o.enter for o in others), latest(others)
            self.part(c, 'early_reduce', c.enter, min(first, c.leave), last, group, jumps=first == last.enter)
            self.part(c, 'reduce_spread', max(first, c.enter), min(last.enter, c.leave), last, group)

        elif kind == 'prefix':
            for m, c in calls.items():
                lower = [o for n, o in calls.items() if n < m]
                if lower:
                    self.part(c, 'early_scan', c.enter, min(latest(lower).enter, c.leave), latest(lower), group)

    def judge_ends(self):
        """MPI_Init and MPI_Finalize: the last one that is entered before a call is left."""
        kinds = {'mpi_init': 'init_wait', 'mpi_init_thread': 'init_wait', 'mpi_finalize': 'finalize_wait'}
        kind = {c: kinds.get(self.plain(c))
                for c in self.calls if c.outer is c}
        for c in kind:
            if kind[c] and c.leave is not None:
                last = max((o for o in kind if kind[o] == kind[c] and o.enter <= c.leave),
                           key=lambda o: (o.enter, -o.process))
                self.part(c, kind[c], c.enter, last.enter, last)

    KINDS = ['late_sender', 'wrong_order', 'late_receiver', 'barrier_wait', 'barrier_completion', 'nxn_wait',
             'nxn_completion', 'late_broadcast', 'early_reduce', 'reduce_spread', 'early_scan', 'init_wait',
             'finalize_wait']

    def settle(self, call):
        """The waits of a call, one after the other: the longest from its enter on, the spread, the completion."""
        front = [x for x in call.parts if x.kind not in ('reduce_spread', 'barrier_completion', 'nxn_completion')]
        at, result = call.enter, []
        if front:
            best = max(front, key=lambda x: (x.end, -self.KINDS.index(x.kind), x.peer_enter, -x.peer, x.wrong,
                                             x.order or 0))
            result.append(best)
            at = best.end
        spread = [x for x in call.parts if x.kind == 'reduce_spread']
        if spread:
            best = max(spread, key=lambda x: x.end)
            if best.end > at:
                best.start = max(best.start, at)
                result.append(best)
                at = best.end
        done = [x for x in call.parts if x.kind.endswith('completion')]
        if done:
            best = min(done, key=lambda x: x.start)
            if best.end > at:
                best.start = max(best.start, at)
                result.append(best)
        return result

    def waits(self, begin=None, end=None, every=None):
        """Rows by window, kind, process, function, path, peer, communicator: count, sum, max; all waits; counts."""
        self.pair()
        self.gather()
        places = defaultdict(int)
        self.judge_messages(places)
        self.judge_instances(places)
        self.judge_ends()
        self.judge_unmatched(places)
        for p, t, phase, n in self.skews():
            places['skewed', (p, t, phase)] += n
        for s in self.sends: # counted by both
            if s.match and s.match.order < s.order and self.is_reported(s.process, s.match.process):
                places['skewed', (s.process, s.now, s.phase)] -= 1
        counts = defaultdict(int)
        for (what, where), n in places.items():
            if self.window_of(*where, begin, end, every) is not None:
                counts[what] += n
        rows, worst = defaultdict(lambda: [0, 0, 0]), []
        for call in self.calls:
            for part in self.settle(call) if call.parts and self.is_reported(call.process) else []:
                self.add(rows, worst, call, part, begin, end, every)
        worst.sort(key=lambda x: (x[0] - x[1], x[1], x[2], x[3]))
        return rows, worst, counts

    def communication(self, begin=None, end=None, every=None):
        """(window, function) -> ticks of the outermost communication calls."""
        base = begin if begin is not None else min(a for a, b in self.life.values())
        sums = defaultdict(int)
        for c in self.calls:
            if c.outer is not c or not self.is_reported(c.process):
                continue
            first, last = self.life[c.process]
            part = Event(start=max(c.enter, first), end=last if c.leave is None else c.leave)
            if self.inside is None:
                for n, ticks in self.cut(part, base, end, every):
                    sums[n, c.function] += ticks
                continue
            for n, (a, b) in enumerate(self.phases[c.process]):
                sums[n, c.function] += max(0, min(part.end, b) - max(part.start, a))
        return {key: ticks for key, ticks in sums.items() if ticks}

    def add(self, rows, worst, call, part, begin, end, every):
        own = (call.process, call.function, self.path(call), part.peer, part.group)
        base = begin if begin is not None else min(a for a, b in self.life.values())
        start = self.window_of(call.process, part.start, call.phase, begin, end, every)
        if start is not None:
            worst.append((part.start, part.end, call.process, self.KINDS.index(part.kind), part.wrong, part.peer))
        for kind in [part.kind] + (['wrong_order'] if part.wrong else []):
            if start is not None:
                row = rows[(start, kind) + own]
                row[0] += 1
                row[2] = max(row[2], part.end - part.start)
            if self.inside is not None:
                if start is not None:
                    rows[(start, kind) + own][1] += part.end - part.start
                continue
            for tick_window, ticks in self.cut(part, base, end, every):
                rows[(tick_window, kind) + own][1] += ticks

    def cut(self, part, base, end, every):
        a, b = max(part.start, base), part.end if end is None else min(part.end, end)
        while a < b:
            n = (a - base) // every if every else 0
            stop = min(b, base + (n + 1) * every) if every else b
            yield n, stop - a
            a = stop


    # ---- the second pass ----

    def found(self):
        self.pair()
        self.gather()
        self.judge_messages(defaultdict(int))
        self.judge_instances(defaultdict(int))
        self.judge_ends()
        return [part for call in self.calls if call.parts for part in self.settle(call)]

    def doing(self, p, a, b):
        """Pairs of a function, None outside of every call, or 'not started', and its ticks in [a, b)."""
        states = self.states[p] if p in self.states else []
        first = states[0][0] if states else 1 << 70
        pieces = [(0, 'not started')] + [(t, function) for t, _, function in states] + [(1 << 70, None)]
        for (t, what), (u, _) in zip(pieces, pieces[1:]):
            ticks = min(u, b) - max(t, a)
            if ticks > 0:
                yield what, ticks

    def causes(self, begin=0, end=1 << 70):
        """(process, function) -> ticks that others waited for it."""
        sums = defaultdict(int)
        for part in self.found():
            if part.peer is not None and self.is_reported(part.call.process):
                for what, ticks in self.doing(part.peer, max(part.start, begin or 0), min(part.end, end or 1 << 70)):
                    sums[part.peer, what] += ticks
        return sums

    # ---- root causes ----

    def root_waits(self):
        """Outermost communication call -> its only wait: the largest, of equal ones that for the lowest process."""
        waits = {}
        for part in self.found():
            if part.by is None:
                continue
            size, old = part.end - part.start, waits.get(part.call)
            if old and old.by is part.by and {old.kind, part.kind} == {'early_reduce', 'reduce_spread'}:
                old.size += size
            elif not old or (size, -part.peer) > (old.size, -old.by.process):
                waits[part.call] = Event(size=size, by=part.by, kind=part.kind)
        return waits

    def meetings(self):
        """(p, q) -> pairs of calls that synchronize the two."""
        pairs = defaultdict(list)

        def meet(a, b):
            if a and b and a.process != b.process:
                pairs[a.process, b.process].append((a, b))
                pairs[b.process, a.process].append((b, a))

        for s in self.sends:
            if s.match:
                meet(s.outer, s.match.outer)
        for key, begins in self.instances.items():
            kind, blocks, root, expected = self.shape[key]
            complete = {b.position for b in begins} == expected
            for i, a in enumerate(begins if kind and blocks else []):
                for b in begins[:i]:
                    if root in (a.position, b.position) if kind in ('from', 'to') else complete or kind == 'prefix':
                        meet(a.outer, b.outer)
        inits = [c for c in self.calls if c.outer is c and self.plain(c) in ('mpi_init', 'mpi_init_thread')]
        for i, a in enumerate(inits):
            for b in inits[:i]:
                meet(a, b)
        return pairs

    def plain(self, call):
        return self.names.get(call.function, '').lower().split('(')[0].strip().rstrip('_').replace('pmpi_', 'mpi_')

    def did(self, p, begin, end, waits):
        """What a process did from one time to another: function -> ticks, less the waits of calls in it."""
        sums, labels = defaultdict(int), self.labels[p] + [(1 << 70, None)]
        for (t, what), (u, _) in zip(labels, labels[1:]):
            if max(t, begin) < min(u, end):
                sums[what] += min(u, end) - max(t, begin)
        for c in waits:
            sums[c.function] -= self.chosen[c].size
        return sums

    def roots(self):
        """(process, function, kind of the wait) -> ticks, direct and propagated, that it causes, of the waits of all;
        process reported, function 'unknown'."""
        self.chosen, pairs, own = self.root_waits(), self.meetings(), defaultdict(list)
        for c in self.chosen:
            own[c.process].append(c)
        is_before = lambda a, c: a.leave is not None and a.leave_order <= c.order

        def causes(call):
            w = self.chosen[call]
            if w.shares is not None:
                return w.shares
            w.shares = {}
            p, q = call.process, w.by.process
            last = max(((a, b) for a, b in pairs[p, q] if is_before(a, call) and is_before(b, w.by)),
                       key=lambda x: (x[0].leave_order, x[1].leave_order), default=None)
            begins = [c.leave_order if c else 0 for c in last or (None, None)]
            times = [c.leave if c else -1 for c in last or (None, None)]
            inside = [[c for c in own[x] if c.order >= begin and is_before(c, end)]
                      for x, begin, end in zip((p, q), begins, (call, w.by))]
            mine = self.did(p, times[0], call.enter, inside[0])
            excess = {f: t - mine[f] for f, t in self.did(q, times[1], w.by.enter, inside[1]).items() if t > mine[f]}
            total = sum(excess.values()) + sum(self.chosen[c].size for c in inside[1])
            shares = defaultdict(lambda: [Fraction(0), Fraction(0)])
            for f, ticks in excess.items():
                shares[q, f][0] += Fraction(w.size * ticks, total)
            for c in inside[1]:
                for key, parts in causes(c).items():
                    shares[key][1] += Fraction(w.size, total) * sum(parts)
            if not total:
                shares[q, 'unknown'][0] += w.size
            w.shares = shares
            return shares

        for w in self.chosen.values():
            w.shares = None
        sums = defaultdict(lambda: [Fraction(0), Fraction(0)])
        for call in sorted(self.chosen, key=lambda c: self.chosen[c].by.order):
            parts = causes(call)
            for key, share in parts.items():
                for i in (0, 1) if self.is_reported(key[0]) else ():
                    sums[key + (self.chosen[call].kind,)][i] += share[i]
        return sums

    def critical(self, begin=None, end=None):
        """(process or None, function) -> ticks on the critical path; its length; its jumps."""
        lives = self.windows(begin, end).get(0)
        sums, jumps = defaultdict(int), 0
        if not lives:
            return sums, 0, 0
        first = min(a for a, b in lives.values())
        ends = {p: min(self.life[p][1], end if end is not None else 1 << 70) for p in lives}
        p = min(lives, key=lambda p: (-ends[p], p))
        time, order, last = ends[p], 1 << 60, ends[p]
        ways = [w for w in self.found() if w.order and (begin is None or w.end > begin) and (end is None or w.end < end)]
        while p is not None:
            mine = [w for w in ways if w.call.process == p and w.order < order]
            way = max(mine, key=lambda w: w.order, default=None)
            if way is None or way.order < self.first_order[p]:
                stop, order = max(self.life[p][0], first), self.first_order[p]
                self.leg(sums, p, stop, time)
                time, child, p = min(stop, time), p, self.parent.get(p) or None
                if p is not None and (p not in self.life or self.first_order[p] > self.first_order[child]):
                    p = None
                if time <= first:
                    break
            else:
                self.leg(sums, p, max(way.end, first), time)
                time, order, p, jumps = max(way.end, first), way.order, way.peer, jumps + 1
        if self.keep is not None:
            sums = {key: ticks for key, ticks in sums.items() if key[0] in self.keep}
        elif time > first:
            sums[None, 'not started'] += time - first
        return sums, last - first, jumps

    def leg(self, sums, p, a, b):
        for what, ticks in self.doing(p, a, b):
            sums[p, what] += ticks


def ratios(row):
    """LB, CE, PE, SE, TE as fractions; None for a zero denominator, and without processes."""
    n = row['processes']
    div = lambda a, b: Fraction(a, b) if n and b else None
    return (div(row['useful'], n * row['max_useful']), div(row['max_useful'], row['runtime']),
            div(row['useful'], n * row['runtime']), div(row['max_useful'], row['ideal']),
            div(row['ideal'], row['runtime']))
