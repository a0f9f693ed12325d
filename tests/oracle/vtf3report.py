"""vtf3report.py - do the prototypes of vtf3.h have the types of those in the VTF3 report?

    vtf3report.py vtf3.h REPORT

The report at hand is printed pages that were scanned; its faults are mended by the table below."""

import re
import sys

MENDED = {
    "VTF3_WriteDefscfile": "VTF3_WriteDefsclfile",
    "VTF3_WriteDefsc1": "VTF3_WriteDefscl",
    "VTF3_Sendmsg": "VTF3_WriteSendmsg",  # the examples have Write
    "VTF3_Recvmsg": "VTF3_WriteRecvmsg",
    "VTF3_Globalop": "VTF3_WriteGlobalop",
}
PROTOTYPE = re.compile(r"(?:^|\n)(?:VTF3_API )?((?:const )?\w+ \**) ?(VTF3_\w+) ?\(([^;{}]*?)\);")


def type_of(parameter):
    """A parameter without its name, blanks made one."""
    words = re.sub(r"\s*\*\s*", " * ", parameter).split()
    if words[-1] not in ("*", "void", "...") and len(words) > 1:
        words.pop()
    return " ".join(words)


def prototypes(text):
    found = {}
    for result, name, parameters in PROTOTYPE.findall(text):
        types = [type_of(p) for p in parameters.split(",")]
        found[MENDED.get(name, name)] = [result.replace(" ", "")] + types
    return found


def main():
    ours, theirs = (prototypes(open(name, encoding="utf-8").read()) for name in sys.argv[1:])
    bad = 0
    for name, types in sorted(theirs.items()):
        if ours.get(name) != types:
            print(name, ours.get(name), types)
            bad = 1
    print(len(theirs), "prototypes")
    sys.exit(bad)


main()
