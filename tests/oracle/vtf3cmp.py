"""Whether two Standard Binary files hold the same records: declarations in any order, events as they stand."""
import struct
import sys


def records(path):
    data = open(path, "rb").read()
    assert data[:8] == b"U\252\245ZBPVI", path
    at, defs, events = 8, [], []
    while at < len(data):
        n, code = struct.unpack_from("<IH", data, at)
        body = data[at + 6:at + 6 + n]
        at += 6 + n
        old = code in (0, 70, 80, 90, 220, 240, 245, 32767)
        (events if old or code >= 0x5600 + 32 else defs).append((code, body))
    return sorted(defs), events


a, b = records(sys.argv[1]), records(sys.argv[2])
for what, x, y in (("declarations", a[0], b[0]), ("events", a[1], b[1])):
    for p, q in zip(x, y):
        if p != q:
            sys.exit(f"{what}: {p} and {q}")
    if len(x) != len(y):
        sys.exit(f"{what}: {len(x)} and {len(y)}")
