#!/usr/bin/env python3
"""TAU traces as the tests see them: an own reader, which shares nothing with otfpipe.

    ttf.py calls TRC EDF        what tests/api/ttf-read.c prints, a line for each callback
    ttf.py check TRC EDF        the rules for a trace that TAU's tools accept; silence if it keeps them
    ttf.py events TRC EDF       node, thread, kind, name, numbers of each event by thread, without bookkeeping
    ttf.py counts TRC EDF       enter leave trigger send recv
    ttf.py dump TRC EDF         as tau_convert -dumpname has the records
"""
import struct
import sys

NATIVE = 0 if sys.byteorder == 'little' else 1
LAYOUTS = [('<iHHqQ', 24), ('>iHHqQ', 24), ('<qHHIqQ', 32), ('>qHHIqQ', 32)]


def read_edf(path):
    """[(id, group, tag, name, param)], in order, the first of each id; the count of the head."""
    defs, seen = [], set()
    lines = open(path, encoding='latin-1', newline='').read().split('\n')
    for line in lines[1:]:
        line = line.rstrip('\r')
        if not line or line[0] == '#':
            continue
        number, group, tag, rest = line.split(' ', 3)
        first, last = rest.index('"'), rest.rindex('"')
        if int(number) not in seen:
            defs.append((int(number), group, int(tag), rest[first + 1:last], rest[last + 1:].strip()))
        seen.add(int(number))
    return defs, int(lines[0].split()[0])


def read_trc(path):
    """[(id, node, thread, par, time)]"""
    data = open(path, 'rb').read()
    for i in (NATIVE, 1 - NATIVE, 2 + NATIVE, 3 - NATIVE):
        form, size = LAYOUTS[i]
        if len(data) >= size and struct.unpack_from(form, data)[-2] == 3:
            break
    else:
        form, size = LAYOUTS[NATIVE]
    whole = data[:len(data) // size * size]
    return [(r[0], r[1], r[2], r[-2], r[-1]) for r in struct.iter_unpack(form, whole)]


def message(par):
    x = par & (1 << 64) - 1
    return {'peer': x >> 24 & 0xff | (x >> 56 & 0xff) << 8, 'tag': x >> 16 & 0xff | (x >> 48 & 0xff) << 8,
            'length': x & 0xffff | (x >> 32 & 0x3ff) << 16, 'comm': x >> 42 & 0x3f}


def calls(trc, edf):
    defs, _ = read_edf(edf)
    records = read_trc(trc)
    print('DefClkPeriod\t1e-06')
    groups = {}
    for number, group, tag, name, param in defs:
        if group not in groups:
            groups[group] = len(groups) + 1
            print('DefStateGroup', groups[group], group, sep='\t')
        if param == 'EntryExit':
            print('DefState', number, '"%s"' % name, groups[group], sep='\t')
        if param == 'TriggerValue':
            print('DefUserEvent', number, '"%s"' % name, int(tag != 0), sep='\t')
    by_id = {d[0]: d for d in defs}
    threads, closing = set(), set()
    for number, node, thread, par, ti in records:
        if (node, thread) not in threads:
            threads.add((node, thread))
            print('DefThread', node, thread, 'process %d:%d' % (node, thread), sep='\t')
        _, _, tag, name, param = by_id[number]
        time = ti - records[0][4]
        if param == 'EntryExit':
            if par in (1, -1):
                print('EnterState' if par == 1 else 'LeaveState', time, node, thread, number, sep='\t')
        elif tag in (-7, -8):
            m = message(par)
            ends = [node, thread, m['peer'], 0]
            if tag == -8:
                ends = ends[2:] + ends[:2]
            print('SendMessage' if tag == -7 else 'RecvMessage', time, *ends, m['length'], m['tag'], m['comm'],
                  sep='\t')
        elif param == 'TriggerValue':
            print('EventTrigger', time, node, thread, number, par, sep='\t')
        elif name == 'FLUSH_CLOSE' and par == 0:
            closing.add((node, thread))
        elif name == 'WALL_CLOCK' and par not in (1, -1) and (node, thread) in closing:
            print('EndTrace', node, thread, sep='\t')
    print('loop =', len(records))


def events(trc, edf):
    """By thread, the order within it kept; ids by name, as a writer may number anew; time from the earliest."""
    by_id = {d[0]: d for d in read_edf(edf)[0]}
    records = read_trc(trc)
    base = min(r[4] for r in records) if records else 0
    out = []
    for number, node, thread, par, ti in records:
        _, group, tag, name, param = by_id[number]
        if param == 'none':
            continue
        name = ' '.join(name.replace('"', "'").split())
        if tag in (-7, -8):
            par = sorted(message(par).items())
        out.append((node, thread, ti, ti - base, param, group, name, par))
    out.sort(key=lambda e: e[:3])
    return out


def tell_events(trc, edf):
    for e in events(trc, edf):
        print(*e, sep='\t')


def counts(trc, edf):
    n = {'EntryExit1': 0, 'EntryExit-1': 0, 'TriggerValue': 0, 'par-7': 0, 'par-8': 0}
    by_id = {d[0]: d for d in read_edf(edf)[0]}
    for number, _, _, par, _ in read_trc(trc):
        _, _, tag, _, param = by_id[number]
        key = param + (str(par) if param == 'EntryExit' else str(tag) if param == 'par' else '')
        if key in n:
            n[key] += 1
    print(*n.values())


def dump(trc, edf):
    by_id = {d[0]: d for d in read_edf(edf)[0]}
    for i, (number, node, thread, par, ti) in enumerate(read_trc(trc)):
        print(i + 1, ti, node, thread, par, '"%s"' % by_id[number][3].split('"')[0])


def check(trc, edf):
    defs, count = read_edf(edf)
    text = open(edf, encoding='latin-1').read()
    by_id = {d[0]: d for d in defs}
    records = read_trc(trc)
    size = len(open(trc, 'rb').read())
    bad = []

    def rule(good, what):
        if not good:
            bad.append(what)

    lines = [l for l in text.split('\n')[1:] if l and l[0] != '#']
    rule(count == len(lines) == len(defs), 'COUNT')
    rule(text.endswith('\n') and text.split('\n')[1].startswith('#'), 'head and final newline')
    rule(all('"' not in d[3] for d in defs), 'inner quotes')
    rule(len({d[3] for d in defs}) == len(defs), 'unique names')
    rule([d[0] for d in defs] == sorted(by_id), 'order of ids')
    for number, name in ((60000, 'EV_INIT'), (60001, 'FLUSH'), (60003, 'FLUSH_CLOSE'), (60004, 'FLUSH_INITM'),
                         (60005, 'WALL_CLOCK'), (60006, 'CONT_EVENT'), (60007, 'MESSAGE_SEND'), (60008, 'MESSAGE_RECV')):
        rule(by_id.get(number, [0] * 4)[3] == name, name)
    rule(size == 24 * len(records), 'size of records')
    rule(not records or (records[0][0] == 60000 and records[0][3] == 3), 'EV_INIT first')
    rule(all(a[4] <= b[4] for a, b in zip(records, records[1:])), 'time')
    threads = {}
    for r in records:
        rule(r[0] in by_id, 'event %d' % r[0])
        threads.setdefault(r[1:3], []).append(r)
    for place, own in threads.items():
        what = 'thread %d.%d: ' % place
        rule((own[0][0], own[0][3]) == (60000, 3), what + 'EV_INIT')
        rule(own[1][0] == 60005 and own[1][3] not in (1, -1), what + 'WALL_CLOCK')
        rule((own[-2][0], own[-2][3]) == (60003, 0), what + 'FLUSH_CLOSE')
        rule(own[-1][0] == 60005 and own[-1][3] not in (1, -1), what + 'last WALL_CLOCK')
    nodes = sorted({p[0] for p in threads})
    rule(nodes == list(range(len(nodes))), 'nodes without gaps')
    for node in nodes:
        own = sorted(p[1] for p in threads if p[0] == node)
        rule(own == list(range(len(own))), 'threads without gaps')
    for what in bad:
        print(what)
    return 1 if bad else 0


if __name__ == '__main__':
    act = {'calls': calls, 'check': check, 'events': tell_events, 'counts': counts, 'dump': dump}[sys.argv[1]]
    sys.exit(act(*sys.argv[2:]))
