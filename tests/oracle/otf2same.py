#!/usr/bin/env python3
"""Compare what two traces say.

otf2same.py events A.otf2 B.otf2    what otf2-print lists of events and snapshots; names count, not the numbers of definitions
otf2same.py records A.otfl B.otfl   records of two line streams: definitions in their order, markers in any, and of each
                                    process the snapshots and the events in their order; statistics are left out
"""
import re
import subprocess
import sys


def printed(archive):
    """The lines of otf2-print, without the numbers in <> after names."""
    done = subprocess.run(["otf2-print", archive], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode or done.stderr:
        sys.exit("%s: otf2-print: exit %d: %s" % (archive, done.returncode, done.stderr.decode()[:500]))
    text = done.stdout.decode(errors="surrogateescape")
    return [re.sub(r"\s+", " ", re.sub(r" <[0-9]+>", "", line)) for line in text.splitlines()]


def records(stream):
    """[definitions], [markers], {(process, is a snapshot): [records]}"""
    definitions, markers, timed = [], [], {}
    with open(stream, "rb") as lines:
        for line in lines:
            fields = line.split(b"\t")
            name = fields[0]
            if name in (b"@SM", b"@LOST"):
                definitions.append(line)
            elif line.startswith(b"@") or b"Summary" in name:
                continue
            elif name == b"Marker":
                markers.append(line)
            elif fields[1] == b"-":
                definitions.append(line)
            else:
                timed.setdefault((fields[2], b"Snapshot" in name), []).append(line)
    return definitions, sorted(markers), timed


def differ(what, first, second):
    """Print the first difference of two lists. Return whether there is one."""
    for i in range(max(len(first), len(second))):
        a = first[i] if i < len(first) else None
        b = second[i] if i < len(second) else None
        if a != b:
            print("%s %d:\n  %r\n  %r" % (what, i, a, b))
            return True
    return False


def main():
    kind, one, other = sys.argv[1:]
    if kind == "events":
        return differ("line", printed(one), printed(other))
    a, b = records(one), records(other)
    bad = differ("definition", a[0], b[0]) | differ("marker", a[1], b[1])
    for key in sorted(set(a[2]) | set(b[2])):
        bad |= differ("process %s" % key[0].decode(), a[2].get(key, []), b[2].get(key, []))
    return bad


sys.exit(1 if main() else 0)
