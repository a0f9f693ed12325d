#!/usr/bin/env python3
"""screen.py [--columns N] [--input FILE] COMMAND...: run a command on a pseudo-terminal of N columns, and print what appears
there, with \\n at the ends of lines. FILE is standard input, else /dev/null. Exits as the command does."""
import argparse
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--columns", type=int, default=80)
    p.add_argument("--input", default="/dev/null")
    p.add_argument("command", nargs=argparse.REMAINDER)
    o = p.parse_args()
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, o.columns, 0, 0))
    with open(o.input, "rb") as stdin:
        child = subprocess.Popen(o.command, stdin=stdin, stdout=slave, stderr=slave)
    os.close(slave)
    while True:
        try:
            text = os.read(master, 1 << 16)
        except OSError:
            break
        if not text:
            break
        sys.stdout.buffer.write(text.replace(b"\r\n", b"\n"))
    return child.wait()


if __name__ == "__main__":
    sys.exit(main())
