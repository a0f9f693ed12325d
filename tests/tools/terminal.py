#!/usr/bin/env python3
"""terminal.py [--stdout KIND] [--stderr KIND] [--for SECONDS] COMMAND...: run a command that reads a line stream from a
pipe, with a pseudo-terminal as standard error, and print what appears there: a line for each carriage return.

The stream goes on until a progress line has been seen, at most for a minute, or for so many seconds; half of its span is
over by then. After that comes one record at three quarters of it. KIND is terminal, pipe or file: a file is ./out or ./err, a pipe is read to its end.
Exits as the command does; 99 if nothing was seen, 98 if it was seen before a second had passed.
"""
import argparse
import os
import pty
import select
import subprocess
import sys
import time

SPAN = 1 << 60
BATCH = 70000  # records; progress looks at the clock every 65,536


def records(n, share):
    """n records at a share of the span"""
    return b"NoOp\t%d\t1\n" % int(SPAN * share) * n


def target(kind, name, slave):
    if kind == "file":
        return open(name, "wb")
    return slave if kind == "terminal" else subprocess.PIPE


class Terminal:
    def __init__(self, options):
        self.options = options
        self.master, self.slave = pty.openpty()
        self.seen = b""
        self.first = None  # when something was seen
        self.start = time.monotonic()
        self.process = subprocess.Popen(options.command, stdin=subprocess.PIPE,
                                        stdout=target(options.stdout, "out", self.slave),
                                        stderr=target(options.stderr, "err", self.slave))
        os.close(self.slave)
        os.set_blocking(self.process.stdin.fileno(), False)
        self.pipes = [p.fileno() for p in (self.process.stdout, self.process.stderr) if p] + [self.master]

    def step(self, data):
        """Feed some of the data, take what comes. @return what is left of the data"""
        stdin = self.process.stdin
        readable, writable, _ = select.select(self.pipes, [stdin] if data else [], [], 0.1)
        if writable:
            try:
                data = data[os.write(stdin.fileno(), data):]
            except BlockingIOError:
                pass
        for pipe in readable:
            try:
                text = os.read(pipe, 1 << 16)
            except OSError:  # a terminal that nobody has open any more
                text = b""
            if not text:
                self.pipes.remove(pipe)
            elif pipe == self.master:
                self.seen += text
                self.first = self.first or time.monotonic()
        return data

    def feed(self, data):
        while data:
            data = self.step(data)

    def wants_more(self):
        taken = time.monotonic() - self.start
        if self.options.seconds:
            return taken < self.options.seconds
        return b"records" not in self.seen and taken < 60

    def run(self):
        n = 0
        self.feed(b"@OTFPIPE\t1.0\tTS:0,%d\nDefProcess\t-\t0\t1\tp\t0\n" % SPAN)
        while self.wants_more():
            self.feed(records(BATCH, 0.5))
            n += BATCH
        self.feed(records(1, 0.75))
        self.feed(b"@END\t%d\n" % (n + 2))
        self.process.stdin.close()
        while self.pipes:
            self.step(b"")
        return self.process.wait()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--stdout", default="file")
    p.add_argument("--stderr", default="terminal")
    p.add_argument("--for", type=float, dest="seconds", default=0)
    p.add_argument("command", nargs=argparse.REMAINDER)
    terminal = Terminal(p.parse_args())
    status = terminal.run()
    sys.stdout.buffer.write(terminal.seen.replace(b"\n", b"\\n").replace(b"\r", b"\n") + b"\n")
    if not terminal.options.seconds and not terminal.first:
        return 99
    if terminal.first and terminal.first - terminal.start < 1 and "--progress" not in terminal.options.command:
        return 98
    return status


if __name__ == "__main__":
    sys.exit(main())
