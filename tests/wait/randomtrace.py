"""Random line streams for otf-wait: messages in every way, collective operations in both forms, threads, calls outside
of MPI, and, as asked for, clocks that differ."""
import random

FUNCTIONS = ['main', 'solve', 'step', 'io', 'MPI_Send', 'MPI_Isend', 'MPI_Recv', 'MPI_Irecv', 'MPI_Waitall',
             'MPI_Sendrecv', 'MPI_Barrier', 'MPI_Bcast', 'MPI_Reduce', 'MPI_Allreduce', 'MPI_Scan', 'MPI_Ibarrier',
             'MPI_Wait', 'PMPI_Recv', 'mpi_recv_', 'exchange', 'shmem_put', 'MPI_Init', 'MPI_Finalize', '!$omp parallel @a.c:1', 'team_loop']
TOKEN = {name: 10 + i for i, name in enumerate(FUNCTIONS)}
# token -> name, type; 5 has no type, 7 is only known by its name
COLLECTIVES = {1: ('MPI_Barrier', 1), 2: ('MPI_Bcast', 2), 3: ('MPI_Reduce', 3), 4: ('MPI_Allreduce', 4),
               5: ('something', 0), 6: ('MPI_Scan', 4), 7: ('MPI_Gather', 0), 8: ('MPI_Ibarrier', 1)}
CALL_OF = {1: 'MPI_Barrier', 2: 'MPI_Bcast', 3: 'MPI_Reduce', 4: 'MPI_Allreduce', 5: 'MPI_Allreduce', 6: 'MPI_Scan',
           7: 'MPI_Reduce', 8: 'MPI_Ibarrier'}


class Maker:
    def __init__(self, seed):
        self.seed, self.r = seed, random.Random(seed)
        r = self.r
        self.n = r.randint(2, 6)
        self.processes = list(range(1, self.n + 1))
        self.threads = {}
        for p in self.processes:
            if r.random() < .3:
                self.threads[p + 100] = p
                if seed % 2 == 0:
                    self.threads[p + 200] = p
        self.all = self.processes + list(self.threads)
        self.groups = {1: self.processes, 2: self.processes[:max(2, self.n // 2)]}
        if self.threads and r.random() < .5:
            self.groups[3] = self.processes + list(self.threads)
        self.skew = {p: r.choice([0, 0, r.randint(0, 30)]) for p in self.all} if r.random() < .5 else \
            dict.fromkeys(self.all, 0)
        self.step = r.choice([1, 3, 10, 50])
        self.clock = {p: r.randint(0, 20) for p in self.all}
        self.events = {p: [] for p in self.all}
        self.filtered = r.random() < .2
        self.matching = 0

    def advance(self, p, most=None):
        self.clock[p] += self.r.randint(0, most if most is not None else self.step)
        return self.clock[p]

    def put(self, p, name, *fields):
        self.events[p].append((self.clock[p], name, fields))

    def enter(self, p, name):
        self.advance(p)
        if self.filtered and 'MPI' in name and self.r.random() < .5:
            return False
        self.put(p, 'Enter', TOKEN[name], 0)
        return True

    def leave(self, p, name, was_entered=True):
        self.advance(p)
        if was_entered:
            self.put(p, 'Leave', TOKEN[name], 0)

    # ---- what processes do together ----

    def work(self, p):
        name = self.r.choice(['solve', 'io'])
        self.enter(p, name)
        self.advance(p, 4 * self.step)
        self.leave(p, name)

    def actor(self, p):
        """A process, or a thread of it, that acts for it."""
        mine = [t for t, q in self.threads.items() if q == p]
        return self.r.choice(mine) if mine and self.r.random() < .3 else p

    def message(self, a, b):
        """Begin messages from a to b, and say how b receives: [(actor, sends)]."""
        r, group = self.r, self.r.choice([1, 1, 1, 9])
        how = r.choice(['MPI_Send', 'MPI_Send', 'MPI_Isend', 'exchange'])
        tags = [r.randint(0, 1) for _ in range(r.choice([1, 1, 2, 3]))]
        s = self.actor(a) if group == 1 else a
        done = self.enter(s, how)
        for tag in tags:
            self.advance(s)
            self.put(s, 'SendMsg', b, group, tag, 8, 0)
            sent = self.clock[s]
        self.leave(s, how, done)
        if r.random() < .03:
            return
        receiver = self.actor(b) if group == 1 else b
        if r.random() < .3:
            tags.reverse()
        how = r.choice(['MPI_Recv', 'MPI_Recv', 'MPI_Waitall', 'PMPI_Recv', 'mpi_recv_', 'exchange'])
        done = self.enter(receiver, how)
        inner = r.random() < .2 and self.enter(receiver, 'PMPI_Recv')
        for tag in tags:
            self.clock[receiver] = max(self.clock[receiver], sent)
            self.advance(receiver)
            self.put(receiver, 'RecvMsg', a, group, tag, 8, 0)
        if inner:
            self.leave(receiver, 'PMPI_Recv')
        self.leave(receiver, how, done)

    def several(self, a, b):
        """Messages that were sent in calls of their own, and received in one; each receive is written when it is there."""
        receiver = self.actor(b)
        done = self.enter(receiver, 'MPI_Waitall')
        for _ in range(self.r.randint(2, 4)):
            if self.r.random() < .5:
                self.work(a)
            sent = self.enter(a, 'MPI_Send')
            self.put(a, 'SendMsg', b, 1, 0, 8, 0)
            self.clock[receiver] = max(self.clock[receiver], self.clock[a])
            self.leave(a, 'MPI_Send', sent)
            self.advance(receiver, 1)
            self.put(receiver, 'RecvMsg', a, 1, 0, 8, 0)
        self.leave(receiver, 'MPI_Waitall', done)

    def sendrecv(self, a, b):
        sent, done = {}, {}
        for p, q in ((a, b), (b, a)):
            done[p] = self.enter(p, 'MPI_Sendrecv')
            self.advance(p)
            self.put(p, 'SendMsg', q, 1, 5, 8, 0)
            sent[p] = self.clock[p]
        for p, q in ((a, b), (b, a)):
            self.clock[p] = max(self.clock[p], sent[q])
            self.advance(p)
            self.put(p, 'RecvMsg', q, 1, 5, 8, 0)
            self.leave(p, 'MPI_Sendrecv', done[p])

    def collective(self):
        r = self.r
        group = r.choice([g for g in self.groups])
        what = r.choice(list(COLLECTIVES))
        root = r.choice(self.groups[group]) if r.random() < .95 else 0
        missing = r.random() < .03
        if r.random() < .03:
            group, members = 9, self.processes # not defined
        else:
            members = self.groups[group]
        if group != 3:
            members = [self.actor(p) for p in members]
        begun, done, ids = {}, {}, {}
        for p in members[missing:]:
            self.advance(p, 3 * self.step)
            done[p] = self.enter(p, CALL_OF[what])
            self.advance(p)
            begun[p] = self.clock[p]
        last = max(begun.values())
        old = r.random() < .4
        for p in begun:
            self.matching += 1
            end = max(last, self.clock[p]) + r.randint(0, self.step) if COLLECTIVES[what][0] != 'MPI_Bcast' else \
                self.clock[p] + r.randint(0, 2 * self.step)
            if old:
                self.put(p, 'CollectiveOperation', what, group, root, 8, 8, end - self.clock[p], 0)
                self.clock[p] = end
            else:
                self.put(p, 'BeginCollectiveOperation', what, self.matching, group, root, 8, 8, 0)
                if what == 8 and r.random() < .7:
                    self.leave(p, 'MPI_Ibarrier', done[p])
                    done[p] = self.enter(p, 'MPI_Wait')
                    ids[p] = 'MPI_Wait'
                self.clock[p] = max(end, self.clock[p])
                self.put(p, 'EndCollectiveOperation', self.matching)
            if r.random() < .1:
                self.put(p, 'Counter', 1, 5)
            self.leave(p, ids.get(p, CALL_OF[what]), done[p])

    def end(self, name):
        """Most of the processes begin or end to communicate."""
        r = random.Random(f'{self.seed} {name}')
        for p in self.processes if r.random() < .5 else []:
            if r.random() < .9:
                done = self.enter(p, name)
                self.clock[p] += r.randint(0, 8 * self.step)
                self.leave(p, name, done)

    def teams(self, number):
        """Parallel regions, in which threads work, some of the time."""
        saved, self.r = self.r, random.Random(f'{self.seed} team {number}')
        for p in sorted(set(self.threads.values())) if self.r.random() < .6 else []:
            names = self.r.choice([['!$omp parallel @a.c:1'], ['team_loop'], ['!$omp parallel @a.c:1', 'team_loop']])
            for name in names:
                self.enter(p, name)
            for t in [t for t, q in self.threads.items() if q == p and self.r.random() < .8]:
                self.clock[t] = max(self.clock[t], self.clock[p] - self.r.choice([0, 2 * self.step]))
                for _ in range(self.r.randint(0, 2)):
                    self.work(t)
            self.work(p)
            for name in reversed(names) if self.r.random() < .95 else []:
                self.leave(p, name)
        self.r = saved

    def rounds(self, n):
        r = self.r
        for p in self.all:
            self.put(p, 'BeginProcess') if r.random() < .5 else None
            self.enter(p, 'main') if p in self.processes or r.random() < .5 else None
        self.end('MPI_Init')
        for i in range(n):
            if self.seed % 2 == 0:
                self.teams(i)
            stepping = [p for p in self.all if r.random() < .5]
            for p in stepping:
                self.enter(p, 'step')
            for _ in range(r.randint(1, 4)):
                what = r.random()
                a, b = r.sample(self.processes, 2)
                if what < .3:
                    self.work(r.choice(self.all))
                elif what < .6:
                    self.message(a, b)
                elif what < .65:
                    self.several(a, b)
                elif what < .75:
                    self.sendrecv(a, b)
                else:
                    self.collective()
            for p in stepping:
                self.leave(p, 'step')
        self.end('MPI_Finalize')
        for p in self.all:
            if r.random() < .8 and self.events[p]:
                self.put(p, 'EndProcess')

    # ---- output ----

    def lines(self):
        yield '@OTFPIPE\t1.0\tTR:1000'
        yield '@SM\t1\t' + ','.join(map(str, self.all))
        for p in self.all:
            yield f'DefProcess\t-\t0\t{p}\tp {p}\t{self.threads.get(p, 0)}'
        for g, members in self.groups.items():
            yield f'DefProcessGroup\t-\t0\t{g}\tgroup {g}\t{",".join(map(str, members))}'
        yield 'DefFunctionGroup\t-\t0\t1\tApplication'
        yield 'DefFunctionGroup\t-\t0\t2\tmpi'
        yield 'DefFunctionGroup\t-\t0\t3\tOMP-LOOP'
        for name, token in TOKEN.items():
            yield f'DefFunction\t-\t0\t{token}\t{name}\t{2 if "PI_" in name or "pi_" in name else 3 if name == "team_loop" else 1}\t0'
        for token, (name, kind) in COLLECTIVES.items():
            yield f'DefCollectiveOperation\t-\t0\t{token}\t{name}\t{kind}'
        yield 'DefCounter\t-\t0\t1\tc\t0\t0\t'
        timed = []
        for i, p in enumerate(self.all):
            for n, (time, name, fields) in enumerate(self.events[p]):
                timed.append((time + self.skew[p], i, n, '\t'.join([name, str(time + self.skew[p]), str(p)] +
                                                                    [str(f) for f in fields])))
        for _, _, _, line in sorted(timed):
            yield line
        yield f'@END\t{self.count(timed)}'

    def count(self, timed):
        return len(timed) + len(self.all) + len(self.groups) + 3 + len(TOKEN) + len(COLLECTIVES) + 1


def lines(seed, rounds=8):
    maker = Maker(seed)
    maker.rounds(rounds)
    return list(maker.lines()), maker
