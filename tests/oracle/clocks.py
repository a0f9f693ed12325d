#!/usr/bin/env python3
"""An independent look at times: clocks.py WHAT FILE..., on line streams.

early FILE [DELAY]     messages received before their send and delay: a line "number worst" of ticks
ends FILE              collective operations that ended before a begin that they need
moved OLD NEW          "process ticks time": the process that was moved most, by how much, from which old time on
order OLD NEW          nothing, if each process has the same records in the same order, but for times in them
grown OLD NEW PCT      the largest growth of an interval beyond PCT percent, in ticks, by process intervals
times FILE             nothing, if times do not fall and @END counts right
"""
import sys
from collections import defaultdict, deque

TIMELESS = (b'Enter', b'Leave', b'SendMsg', b'RecvMsg', b'Counter')


def lines(name):
    with open(name, 'rb') as f:
        for line in f:
            yield line.rstrip(b'\n').split(b'\t')


def records(name):
    for w in lines(name):
        if not w[0].startswith(b'@') and w[1] != b'-' and w[0] != b'Marker':
            yield w[0], int(w[1]), int(w[2]), w[3:]


def early(name, delay=0):
    waiting = {0: defaultdict(deque), 1: defaultdict(deque)}
    number = worst = 0
    for kind, time, process, f in records(name):
        if kind not in (b'SendMsg', b'RecvMsg'):
            continue
        received = kind == b'RecvMsg'
        pair = (int(f[0]), process) if received else (process, int(f[0]))
        key = pair + (f[1], f[2])
        other = waiting[not received][key]
        if not other:
            waiting[received][key].append(time)
            continue
        sent, got = (other.popleft(), time) if received else (time, other.popleft())
        if got < sent + delay:
            number += 1
            worst = max(worst, sent + delay - got)
    print(number, worst)


def ends(name):
    types, size, begun, at, over = {}, {}, defaultdict(dict), {}, []
    number = defaultdict(int)
    for w in lines(name):
        if w[0] == b'DefCollectiveOperation':
            types[w[3]] = int(w[5])
    for kind, time, process, f in records(name):
        if kind == b'BeginCollectiveOperation':
            key = (f[2], number[process, f[2]])
            number[process, f[2]] += 1
            begun[key][process] = time
            at[process, f[1]] = key, types[f[0]], int(f[3])
        elif kind == b'EndCollectiveOperation':
            over.append((process, time) + at.pop((process, f[0])))
    early = 0
    for process, time, key, kind, root in over:
        needed = begun[key]
        if kind == 2:
            needed = {p: t for p, t in needed.items() if p == root}
        elif kind == 3 and process != root:
            needed = {}
        early += any(time < t for t in needed.values())
    print(early, len(over))


def by_process(name):
    of = defaultdict(list)
    for kind, time, process, f in records(name):
        of[process].append((kind, time, f))
    return of


def moved(old, new):
    best = (0, 0, 0)
    a, b = by_process(old), by_process(new)
    for process in sorted(a):
        for (_, t, _), (_, u, _) in zip(a[process], b[process]):
            if u - t > best[1]:
                best = (process, u - t, t)
    print(*best)


def order(old, new):
    a, b = by_process(old), by_process(new)
    assert sorted(a) == sorted(b), 'other processes'
    for process in a:
        strip = [[(k, f if k in TIMELESS else ()) for k, _, f in x[process]] for x in (a, b)]
        assert strip[0] == strip[1], 'process %d: other records' % process
        times = [t for _, t, _ in b[process]]
        assert times == sorted(times), 'process %d: times fall' % process


def grown(old, new, percent):
    worst = 0.0
    a, b = by_process(old), by_process(new)
    for process in a:
        x, y = [t for _, t, _ in a[process]], [t for _, t, _ in b[process]]
        for i in range(1, len(x)):
            d, e = x[i] - x[i - 1], y[i] - y[i - 1]
            assert e >= d, 'process %d at %d: an interval shrank' % (process, x[i])
            worst = max(worst, e - d * (1 + percent / 100))
    print(int(worst))


def times(name):
    last, n, end = (0, 0, 0), 0, None
    streams = {}
    files = {b'Snapshot': 0, b'Summary': 1}
    for w in lines(name):
        if w[0] == b'@SM':
            for p in w[2].split(b','):
                streams[int(p)] = int(w[1])
        if w[0] == b'@END':
            end = int(w[1])
        if w[0].startswith(b'@'):
            continue
        n += 1
        if w[1] == b'-' or w[0] == b'Marker':
            continue
        file = next((v for k, v in files.items() if k in w[0]), 2)
        key = (int(w[1]), file, streams.get(int(w[2]), 1 << 32))
        assert key >= last, 'out of order: %r' % w
        last = key
    assert n == end, '@END says %r of %d' % (end, n)


what, args = sys.argv[1], sys.argv[2:]
{'early': lambda f, d='0': early(f, int(d)), 'ends': ends, 'moved': moved, 'order': order,
 'grown': lambda a, b, p: grown(a, b, float(p)), 'times': times}[what](*args)
