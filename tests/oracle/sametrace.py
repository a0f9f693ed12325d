#!/usr/bin/env python3
"""sametrace.py A B...: exit 0 if all these OTF traces have the same files of the same text.

Compressed files (.z) are compared by what they inflate to. Thumbnails do not count.
"""
import glob
import re
import sys
import zlib


def text(path):
    with open(path, "rb") as f:
        data = f.read()
    if not path.endswith(".z"):
        return data
    return zlib.decompressobj().decompress(data)  # the reference never finishes a zlib stream


def files(stub):
    """suffix without .z -> path"""
    found = {}
    for path in glob.glob(glob.escape(stub) + ".*"):
        m = re.fullmatch(r"(\.otf|\.[0-9a-f]+\.(?:def|events|snaps|stats|marker))(\.z)?", path[len(stub):])
        if m:
            found[m[1]] = path
    return found


def difference(a, b):
    for suffix in sorted(a.keys() | b.keys()):
        if suffix not in a or suffix not in b:
            return "only in one: " + (a.get(suffix) or b.get(suffix))
        one, other = text(a[suffix]), text(b[suffix])
        if one == other:
            continue
        one, other = one.split(b"\n"), other.split(b"\n")
        for n, (x, y) in enumerate(zip(one, other), 1):
            if x != y:
                return "%s and %s differ in line %d: %r, %r" % (a[suffix], b[suffix], n, x[:80], y[:80])
        return "%s has %d lines, %s %d" % (a[suffix], len(one) - 1, b[suffix], len(other) - 1)
    return "" if a else "no such trace"


if __name__ == "__main__":
    first = files(sys.argv[1])
    for stub in sys.argv[2:]:
        why = difference(first, files(stub))
        if why:
            sys.exit(why)
