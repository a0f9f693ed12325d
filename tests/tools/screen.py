#!/usr/bin/env python3
"""screen.py [--columns N] [--input FILE] [--keys TEXT] COMMAND...: run a command on a pseudo-terminal of N columns, and print
what appears there, with \\n at the ends of lines. FILE is standard input instead of the keyboard. The keys are typed when
something has appeared. Exits as the command does; 99 if it does not end within a minute."""
import argparse
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time


def run(o):
    """In the child: the command, which has the terminal."""
    if o.input:
        os.dup2(os.open(o.input, os.O_RDONLY), 0)
    os.execvp(o.command[0], o.command)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--columns", type=int, default=80)
    p.add_argument("--input")
    p.add_argument("--keys", default="")
    p.add_argument("command", nargs=argparse.REMAINDER)
    o = p.parse_args()
    here, there = os.pipe()
    pid, master = pty.fork()
    if pid == 0:
        os.read(here, 1)  # wait for the size
        run(o)
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, o.columns, 0, 0))
    os.write(there, b"x")
    seen, end = b"", time.monotonic() + 60
    while time.monotonic() < end:
        if not select.select([master], [], [], 1)[0]:
            continue
        try:
            text = os.read(master, 1 << 16)
        except OSError:
            break
        if not text:
            break
        if not seen and o.keys:
            os.write(master, o.keys.encode())
        seen += text
    else:
        os.kill(pid, signal.SIGKILL)
        return 99
    sys.stdout.buffer.write(seen.replace(b"\r\n", b"\n"))
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


if __name__ == "__main__":
    sys.exit(main())
