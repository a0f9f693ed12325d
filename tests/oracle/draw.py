"""What is in the pictures of otf-draw, for the tests.

    draw.py check FILE.svg           it is well-formed and has no element that a test does not know
    draw.py rects FILE.svg CLASS     x y width height fill title of each rect of that class
    draw.py count FILE.svg CLASS     how many elements have that class
    draw.py texts FILE.svg           the texts, one a line
    draw.py legend FILE.svg          color, name and share of each entry
    draw.py size FILE.png            width and height
    draw.py pixel FILE.png X Y ...   the color of each pixel
"""
import struct
import sys
import xml.etree.ElementTree as tree
import zlib

SVG = "{http://www.w3.org/2000/svg}"
KNOWN = {"svg", "title", "rect", "path", "text", "g", "style", "script", "tspan"}


def elements(path):
    return list(tree.parse(path).getroot().iter())


def check(path):
    for e in elements(path):
        name = e.tag[len(SVG):]
        if not e.tag.startswith(SVG) or name not in KNOWN:
            sys.exit(f"{path}: an element {e.tag}")
        for key in e.attrib:
            if key.startswith("on") or "href" in key:
                sys.exit(f"{path}: an attribute {key}")


def title(e):
    found = e.find(SVG + "title")
    return found.text if found is not None else ""


def rects(path, kind):
    for e in elements(path):
        if e.tag == SVG + "rect" and e.get("class") == kind:
            print(e.get("x"), e.get("y"), e.get("width"), e.get("height"), e.get("fill"), title(e))


def count(path, kind):
    print(sum(e.get("class") == kind for e in elements(path)))


def texts(path):
    for e in elements(path):
        if e.tag == SVG + "text":
            print(e.text)


def legend(path):
    """A key is followed by its name, and by its share without what it is of, if it has one."""
    all_of = [e for e in elements(path) if e.tag in (SVG + "rect", SVG + "text")]
    for i, e in enumerate(all_of):
        if e.get("class") == "key":
            share = all_of[i + 2] if i + 2 < len(all_of) and all_of[i + 2].tag == SVG + "text" else None
            print(e.get("fill"), all_of[i + 1].text, share.text.split(" of ")[0] if share is not None else "-", sep="\t")


def read_png(path):
    """@return width, height, bytes a pixel, and the rows as bytes, without filters."""
    data = open(path, "rb").read()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        sys.exit(f"{path}: is no PNG")
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if zlib.crc32(kind + body) != struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0]:
            sys.exit(f"{path}: a wrong checksum")
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    if depth != 8 or color not in (2, 6) or interlaced:
        sys.exit(f"{path}: a form of PNG that this does not read")
    each = 3 if color == 2 else 4
    raw, rows, before = zlib.decompress(packed), [], bytes(width * each)
    for y in range(height):
        start = y * (width * each + 1)
        rows.append(unfilter(raw[start], bytearray(raw[start + 1:start + 1 + width * each]), before, each))
        before = rows[-1]
    return width, height, each, rows


def unfilter(kind, row, before, each):
    for i in range(len(row)):
        left = row[i - each] if i >= each else 0
        up, corner = before[i], before[i - each] if i >= each else 0
        if kind == 4:
            guess = left + up - corner
            by = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
        else:
            by = (0, left, up, (left + up) // 2)[kind]
        row[i] = (row[i] + by) & 255
    return row


def size(path):
    print(*read_png(path)[:2])


def pixel(path, *places):
    _, _, each, rows = read_png(path)
    for x, y in zip(places[::2], places[1::2]):
        at = int(x) * each
        print("#" + bytes(rows[int(y)][at:at + 3]).hex())


if __name__ == "__main__":
    {f.__name__: f for f in (check, rects, count, texts, legend, size, pixel)}[sys.argv[1]](*sys.argv[2:])
