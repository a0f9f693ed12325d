"""The line stream made anew out of the objects of otf-print --json on standard input.

usage: printjson.py SCHEMA <objects >stream; SCHEMA is what otf-cat --schema prints."""
import json
import sys

LETTER = {"char": "c", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I",
          "int64": "q", "uint64": "Q", "float": "f", "double": "d", "bytes": "a"}
SHORT = {0x5C: b"\\\\", 0x09: b"\\t", 0x0A: b"\\n", 0x0D: b"\\r"}


def raw(o, key):
    """The bytes of a string, or None for no string at all."""
    if key + "_bytes" in o:
        return bytes.fromhex(o[key + "_bytes"])
    return None if o[key] is None else o[key].encode()


def escaped(b):
    if b is None:
        return b"\\N"
    return b"".join(SHORT.get(c) or (b"\\x%02x" % c if c < 0x20 or c == 0x7F else bytes([c])) for c in b)


def field(o, name, kind):
    if kind == "string":
        return escaped(raw(o, name))
    if kind == "list":
        return ",".join(map(str, o[name])).encode()
    if kind == "value" and name + "_text" in o:
        return o[name + "_text"].encode()
    return str(o[name]).encode()


def tag(t):
    text = t.get("value_text", str(t["value"]))
    return ("%d:%s:%s" % (t["key"], LETTER[t["type"]], text)).encode()


def line(o, schema):
    if "control" in o:
        text = raw(o, "text")
        return o["control"].encode() + (b"\t" + text if text else b"")
    if "whole_line" in o:
        return raw(o, "whole_line")
    if "stream" in o:
        parts = [o["record"].encode(), b"-", b"%d" % o["stream"]]
    else:
        parts = [o["record"].encode(), b"%d" % o["time"], b"%d" % o["process"]]
    parts += [field(o, *f) for f in schema[o["record"]]]
    return b"\t".join(parts + [tag(t) for t in o.get("tags", [])])


def main():
    schema = {}
    for text in open(sys.argv[1]):
        if not text.startswith("#"):
            name, _, _, *fields = text.rstrip("\n").split("\t")
            schema[name] = [tuple(f.split(":")[:2]) for f in fields]
    for text in sys.stdin:
        sys.stdout.buffer.write(line(json.loads(text), schema) + b"\n")


main()
