#!/usr/bin/env python3
"""The summary records of a line stream on stdin, by the simplest account of them there is.

summaries.py [--otfaux] [--groups] TIME...   prints the records at these times, sorted as text

It keeps every event of a process and sums them up anew for each time: what stands before it. With --otfaux by
the rules of OTF's own tool where they are not ours: each call of a recursion adds to the inclusive time, and
collective operations are summed by type under the token that was used last. With --groups the sums of
functions and files are those of their groups.
"""
import sys
from collections import defaultdict

OTFAUX = '--otfaux' in sys.argv
GROUPS = '--groups' in sys.argv
WAYS = {1: (1, 0, 1, 0), 2: (0, 1, 1, 1), 3: (1, 0, 1, 1), 4: (1, 1, 1, 1)}


class Stream:
    def __init__(self, lines):
        self.stream, self.defs, self.events = {}, {}, defaultdict(list)
        for line in lines:
            f = line.rstrip('\n').split('\t')
            if f[0] == '@SM':
                self.stream.update((int(p), int(f[1])) for p in f[2].split(','))
            elif f[0] in ('DefFunction', 'DefCollectiveOperation', 'DefFile'):
                self.defs[f[0], int(f[2]), int(f[3])] = int(f[5])
            elif not f[0].startswith(('@', 'Def')):
                numbers = [int(v) for v in f[1:] if v.isdigit()]
                self.events[numbers[1]].append((f[0], numbers[0], numbers[2:]))

    def defined(self, name, process, token):
        for stream in (self.stream.get(process, 0), 0):
            if (name, stream, token) in self.defs:
                return self.defs[name, stream, token]
        return 0


def function_sums(stream, process, events, time):
    """token -> [count, exclusive, inclusive]; a group's calls are those of its functions"""
    def token_of(function):
        return stream.defined('DefFunction', process, function) if GROUPS else function

    sums, stack, depth = defaultdict(lambda: [0, 0, 0]), [], defaultdict(int)

    def close(now):
        function, start, children = stack.pop()
        token = token_of(function)
        key = function if OTFAUX else token
        depth[key] -= 1
        sums[token][1] += now - start - children
        if depth[key] == 0 or OTFAUX:
            sums[token][2] += now - start
        if stack:
            stack[-1][2] += now - start

    for name, now, f in events:
        if name == 'Enter':
            stack.append([f[0], now, 0])
            depth[f[0] if OTFAUX else token_of(f[0])] += 1
            sums[token_of(f[0])][0] += 1
        elif name == 'Leave' and stack:
            close(now)
    while stack:
        close(time)
    return sums


def message_sums(events):
    sums = defaultdict(lambda: [0, 0, 0, 0])
    for name, _, f in events:
        if name in ('SendMsg', 'RecvMsg'):
            way = name == 'RecvMsg'
            sums[0][way] += 1
            sums[0][2 + way] += f[3]
    return sums


def collective_sums(stream, process, events):
    sums, begun, named = defaultdict(lambda: [0, 0, 0, 0]), {}, {}

    def count(what, root, sent, received):
        kind = stream.defined('DefCollectiveOperation', process, what)
        way = WAYS.get(kind, (0, 0, 0, 0))[2 * (process == root):][:2]
        named[kind if OTFAUX else what] = what
        for i, n in enumerate((*way, sent, received)):
            sums[kind if OTFAUX else what][i] += n

    for name, _, f in events:
        if name == 'CollectiveOperation':
            count(f[0], f[2], f[3], f[4])
        elif name == 'BeginCollectiveOperation':
            begun[f[1]] = (f[0], f[3], f[4], f[5])
        elif name == 'EndCollectiveOperation' and f[0] in begun:
            count(*begun.pop(f[0]))
    return {named[key]: sum for key, sum in sums.items()}


def file_sums(stream, process, events):
    sums = defaultdict(lambda: [0] * 7)
    for name, _, f in events:
        at = {'FileOperation': 2, 'EndFileOperation': 3}.get(name)
        if not at or f[at] % 32 > 4:
            continue
        operation = f[at] % 32
        to = sums[stream.defined('DefFile', process, f[0]) if GROUPS else f[0]]
        to[operation] += 1
        if operation in (2, 3):
            to[operation + 3] += f[at + 1]
    return sums


def main():
    stream = Stream(sys.stdin)
    out = []
    for time in (int(a) for a in sys.argv[1:] if a.isdigit()):
        for process, all_events in stream.events.items():
            events = [e for e in all_events if e[1] < time]

            def put(name, sums, line):
                out.extend('\t'.join(map(str, (name, time, process, *line(token), *sum)))
                           for token, sum in sums.items())

            put('FunctionGroupSummary' if GROUPS else 'FunctionSummary',
                function_sums(stream, process, events, time), lambda token: (token,))
            put('MessageSummary', message_sums(events), lambda _: (0, 0, 0))
            put('CollopSummary', collective_sums(stream, process, events), lambda token: (0, token))
            put('FileGroupOperationSummary' if GROUPS else 'FileOperationSummary',
                file_sums(stream, process, events), lambda token: (token,))
    print('\n'.join(sorted(out)))


main()
