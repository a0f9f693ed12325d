"""Writes small VTF3 files in Standard Binary, from the documented layout alone (otfpipe's own types are 0x5600 + k)."""
import struct
import sys

P = 0x5600
HEADER = b"U\252\245ZBPVI"


def text(s):
    s = s.encode()
    return struct.pack("<H", len(s)) + s


def record(code, *parts):
    payload = b"".join(p if isinstance(p, bytes) else text(p) if isinstance(p, str) else
                       struct.pack("<d", p) if isinstance(p, float) else struct.pack("<I", p & 0xffffffff)
                       for p in parts)
    return struct.pack("<IH", len(payload), code) + payload


def head():
    return [record(60, 1e-6), record(40, 1, 2), record(P + 5, 0, "USER"), record(P + 6, 0, 0, "main", 0),
            record(P + 6, 0, 1, "solve", 0), record(P + 6, 0, 2, "lock", 0)]


def down(t, state, cpu):
    return record(P + 32, float(t), state, cpu, 0)


def upfrom(t, state, cpu):
    return record(P + 33, float(t), state, cpu, 0)


def upto(t, state, cpu):
    return record(P + 34, float(t), state, cpu, 0)


def everything():
    """One of nearly every kind that OTF has no twin of, beside some that it has."""
    double = struct.unpack("<Q", struct.pack("<d", 0.25))[0]
    yield from head()
    yield record(P + 1, 2, 2, 1)  # two threads on cpu 0
    yield record(P + 2, 7, "cluster", 1, 0)
    yield record(P + 3, 0x80000001, 2, 0, 1, "node")
    yield record(120, 3, "a.c")
    yield record(120, 4, "b.c")
    yield record(P + 4, 5, 2, 3, 4, 10, 20)
    yield record(P + 9, 1, "hardware")
    yield record(P + 12, 6, 1, 0, 0, 2, 0.0, 1.0, 0, 2, "load", "%")
    yield record(P + 12, 8, 1, 1, 0x80000001, 1, 0.0, 0.0, 1, 1, "flops", "#")
    yield record(30, 42, "halo")
    yield record(200, 9, "MPI_Reduce")
    yield record(P + 13, 11, "loop")
    yield record(110, 1000000000)
    yield record(P + 15, 0, 12, 13, 0.5, 1, 1, 2.0)
    yield record(P + 16, 1, "parallel")
    yield record(P + 17, 2, "sum")
    yield record(0, 0.0, "ENV USER=me")
    yield down(1, 0, 0)
    yield down(2, 1, 0)
    yield record(P + 36, 3.0, 0, 2, 1, 0, 4.0, 3, b"abc", 0)  # mutex, for 4 ticks
    yield record(P + 38, 4.0, 0, 2, 6, 8, 2, 1, struct.pack("<QQ", double, 77))
    yield record(P + 38, 5.0, 0x80000001, 1, 8, 1, struct.pack("<Q", 78))
    yield record(P + 41, 8.0, 0, 11, 1, 2, 0)
    yield record(P + 42, 9.0, 0, 11, 1, 2, b"xy", 0)
    yield record(P + 43, 10.0, 0, 11, 1, 0, b"", 0)
    yield record(P + 45, 11.0, 0, 1, 2, 0)
    yield record(P + 46, 12.0, 0, 0)
    yield record(P + 44, 13.0, 0, 12, 2.0, 1, 1.0, 7)
    yield record(220, 16.0, 9, 0, 0x8001 - 0x10000, 99, -1, 4, 1.0, b"\0\0")
    yield record(0, 17.0, "between")
    yield upto(20, -1, 0)  # out of both calls
    yield down(21, 0, 0x10000)
    yield upfrom(22, 0, 0x10000)


def calls(n):
    yield from head()
    for i in range(n):
        yield down(10 * i, i % 3, i % 2)
        yield upfrom(10 * i + 5, i % 3, i % 2)


def locks(n):
    """n locks of state 2, of durations that end in no order, two and more at one time."""
    yield from head()
    for i in range(n):
        yield record(P + 36, float(i), i, 2, 2, 1, float(n - i + i * 7919 % 101), 1, b"m", 0)


def ping(rounds=20):
    """Two processes that send to each other; old records only, as a reader of 1996 knows them."""
    def exchange(t, cpu, old, new, call):
        return record(70, float(t), cpu, *old, *new, -9999999, bytes([call]))
    out = (0, -1)
    main, send, receive = (1, 1), (2, 1), (2, 2)
    yield record(2, 2)
    yield record(1, "ping")
    yield record(60, 1e-6)
    yield record(40, 1, 2)
    yield record(100, 0, "rank 0")
    yield record(100, 1, "rank 1")
    yield record(10, 1, "Application")
    yield record(10, 2, "MPI")
    yield record(20, 1, 1, "main")
    yield record(20, 2, 1, "MPI_Send")
    yield record(20, 2, 2, "MPI_Recv")
    yield record(250, 0, 2, 1, 0, 1, 1)
    yield record(0, 0.0, "ENV USER=me")
    yield exchange(10, 0, out, main, 1)
    yield exchange(12, 1, out, main, 1)
    for i in range(rounds):
        t, a, b = 20 + 100 * i, i % 2, 1 - i % 2
        yield exchange(t, a, main, send, 1)
        yield record(80, t + 5.0, a, b, 0, 7, 1 << i)
        yield exchange(t + 10, b, main, receive, 1)
        yield exchange(t + 15, a, send, main, 2)
        yield record(90, t + 40.0, b, a, 0, 7, 1 << i)
        yield exchange(t + 45, b, receive, main, 2)
    yield exchange(3000, 0, main, out, 2)
    yield exchange(3001, 1, main, out, 2)


if __name__ == "__main__":
    made = {"everything": everything, "ping": ping, "calls": lambda: calls(int(sys.argv[2])),
            "locks": lambda: locks(int(sys.argv[2])),
            "late": lambda: [*head(), down(1e19, 0, 0), upfrom(2e20, 0, 0)],
            "back": lambda: [*head(), down(7, 0, 0), upfrom(9, 0, 0), down(3, 1, 1), upfrom(4, 1, 1)],
            "unmerged": lambda: [record(5), *head(), down(7, 0, 0), upfrom(9, 0, 0), down(3, 1, 1), upfrom(4, 1, 1)],
            "odd": lambda: [*head(), record(999, b"abc"), down(1, 0, 0)],
            "levels": lambda: [*head(), down(1, 0, 0), down(2, 1, 0), down(3, 2, 0), upto(4, 0, 0), upto(5, 7, 0)]}
    sys.stdout.buffer.write(HEADER + b"".join(made[sys.argv[1]]()))
