#!/usr/bin/env python3
"""Read a report of otf-report by an HTML parser of its own, and compare it with what otf-stat, otf-info and otf-check say.

    report.py same PAGE STAT.json INFO.json CHECK.json   each number is theirs
    report.py waits PAGE WAIT.json                       waits, efficiencies, causes, path are those of otf-wait
    report.py findings PAGE CHECK.json                   the findings are those of otf-check
    report.py whole PAGE                                 the markup is balanced; print the text of all cells and facts
    report.py bars PAGE                                  print the bars of all levels: level, row, lane, from, to, name
    report.py table PAGE SECTION                         print the rows of the first table, cells separated by tabs
"""
import collections
import html.parser
import json
import re
import sys

VOID = {"meta", "link", "br", "input", "img", "hr"}
SVG = {"rect", "path", "circle", "line"}


class Page(html.parser.HTMLParser):
    """Sections with their tables: columns by name, rows of (text, exact value or None)."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tables, self.section, self.ids = [], {}, None, []
        self.row = self.cell = self.head = None
        self.facts, self.word = {}, None
        self.findings, self.texts, self.scripts, self.attributes = {}, [], [], []
        self.items, self.item = [], None
        self.feed(text)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_startendtag(self, tag, attrs):
        self.attributes += attrs
        assert tag in VOID | SVG, tag

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        self.attributes += attrs
        assert len(a) == len(attrs), f"an attribute twice: {attrs}"
        if tag not in VOID:
            self.open.append(tag)
        if "id" in a:
            assert a["id"] not in self.ids, f"an id twice: {a['id']}"
            self.ids.append(a["id"])
        if tag == "section":
            self.section = a["id"]
        elif tag == "table":
            self.tables.setdefault(self.section, []).append(([], []))
        elif tag == "th":
            self.tables[self.section][-1][0].append(a["data-name"])
        elif tag == "tr" and "tbody" in self.open:
            self.row = []
            self.tables[self.section][-1][1].append(self.row)
        elif tag == "td":
            self.cell = ["", a.get("data-v")]
            self.row.append(self.cell)
        elif tag == "li":
            self.item = ""
        elif tag == "details" and "data-rule" in a:
            self.findings[a["data-rule"]] = int(a["data-count"])

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"
        if tag == "td":
            self.cell = None
        elif tag == "li":
            self.items.append(self.item)
            self.item = None

    def handle_data(self, data):
        if self.open and self.open[-1] in ("script", "style"):
            self.scripts.append(data)
            return
        self.texts.append(data)
        if self.open and self.open[-1] == "dt":
            self.word = data
        elif self.open and self.open[-1] == "dd":
            self.facts[self.word] = data
        if self.cell is not None:
            self.cell[0] += data
        if self.item is not None:
            self.item += data

    def table(self, section, number=0):
        columns, rows = self.tables[section][number]
        for row in rows:
            assert len(row) == len(columns), (section, columns, row)
        return [dict(zip(columns, row)) for row in rows]


def same_value(cell, value):
    if value is None:
        return cell[1] is None
    if isinstance(value, float):
        return cell[1] is not None and abs(float(cell[1]) - value) <= 1e-12 * abs(value)
    return cell[1] == str(value) if isinstance(value, int) else cell[0] == value


SECTIONS = {"function": "functions", "message": "messages", "matrix": "matrix", "length": "lengths",
            "collective": "collectives", "counter": "counters", "file": "files", "rma": "rma"}


def same_profile(page, stat):
    compared = 0
    for name, section in SECTIONS.items():
        if not stat[name]:
            assert section not in page.tables, section
            continue
        mine = page.table(section)
        assert len(mine) == len(stat[name]), section
        columns = [c for c in mine[0] if c in stat[name][0] or c + "_name" in stat[name][0]]
        for row in mine:
            def says(theirs):
                return all(same_value(row[c], theirs.get(c + "_name", theirs.get(c))) for c in columns)
            found = [theirs for theirs in stat[name] if says(theirs)]
            assert found, (section, row)
            compared += len(columns)
        left = set(mine[0]) - set(columns)
        assert left <= ({"group", "percent"} if name == "function" else {"percent"}), left
    total = sum(row["exclusive"] for row in stat["function"])
    for row in page.table("functions") if total else []:
        assert abs(float(row["percent"][1]) - 100 * int(row["exclusive"][1]) / total) < 1e-6, row
    return compared


def same_groups(page):
    """The legend of the timeline has the percents of the table of groups, and says what of."""
    if "groups" not in page.tables:
        return
    items = [item.strip() for item in page.items if re.search(r"[0-9]%", item)]
    theirs = collections.Counter()  # several groups can have one name
    for row in page.table("groups"):
        theirs[row["group"][0] if row["group"][0] != "\u2013" else "no group"] += float(row["percent"][1])
    mine = [re.fullmatch(r"(.*) ([0-9.]+)%( of .*)?", item, re.DOTALL).groups() for item in items]
    calls = [m for m in mine if m[2] != " of all time"]
    assert [m[2] for m in calls] == [" of the time in calls"] + [None] * (len(calls) - 1), items
    assert len(calls) == sum(v > 0 for v in theirs.values()), (items, theirs)
    for name, percent, _ in calls:
        assert abs(float(percent) - theirs[name]) < 0.0501, (name, percent, theirs[name])


def same_info(page, info):
    records = {row["type"][0]: int(row["records"][1]) for row in page.table("trace")}
    assert records == info["records"], (records, info["records"])
    processes = page.table("processes")
    assert len(processes) == len(info["processes"])
    for mine, theirs in zip(processes, info["processes"]):
        for column, cell in mine.items():
            if column == "name":
                assert cell[0] == (theirs["name"] or "" if theirs["defined"] else "(not defined)"), (cell, theirs)
            elif column == "stream":
                assert int(cell[1]) == (theirs["stream"] or 0), (mine, theirs)
            else:
                assert same_value(cell, theirs[column]), (column, cell, theirs)


def same_rows(mine, theirs, names, numbers):
    """In the same order, but for rows of the same time."""
    assert len(mine) == len(theirs), (len(mine), len(theirs))
    last = numbers[-1]
    for row, other in zip(mine, theirs):
        assert same_value(row[last], other[last]), (row, other)
    keys = [[str(t[n + "_name"]) for n in names] + [str(t[n]) for n in numbers] for t in theirs]
    for row in mine:
        keys.remove([row[n][0] for n in names] + [row[n][1] for n in numbers])


def same_waits(page, wait):
    mine, theirs = page.table("waits"), wait["wait"]
    assert len(mine) == len(theirs), (len(mine), len(theirs))
    columns = {"wait": "wait", "function": "function_name", "count": "count", "sum": "sum", "max": "max",
               "max_process": "max_process_name"}
    for row in mine:
        assert any(all(same_value(row[c], t[columns[c]]) for c in columns) for t in theirs), row
    same_rows(page.table("causes"), wait["cause"], ("process", "function"), ("direct", "propagated", "total"))
    same_rows(page.table("critical"), wait["path"], ("process", "function"), ("time",))
    shares = wait["efficiency"][0]
    for word, key in (("parallel efficiency", "parallel"), ("load balance", "load_balance"),
                      ("communication", "communication"), ("serialization", "serialization"), ("transfer", "transfer")):
        assert f"{100 * shares[key]:.1f}%" == page.facts[word], (word, shares[key], page.facts[word])
    return len(mine)


def same_check(page, check):
    counts = {}
    for finding in check["traces"][0]["findings"]:
        counts[finding["rule"]] = counts.get(finding["rule"], 0) + finding.get("more", 1)
    assert page.findings == counts, (page.findings, counts)


DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def numbers(text):
    """The numbers of a lane; see cmd/report/timeline.c."""
    value, shift = 0, 0
    for c in text:
        digit = DIGITS.index(c)
        value |= (digit & 31) << shift
        shift += 5
        if digit < 32:
            yield value
            value, shift = 0, 0
    assert shift == 0, "a lane ends within a number"


def bars(data):
    """Level, row, lane, first column, column past the last, key of each bar."""
    for number, level in enumerate(data["levels"]):
        assert len(level["bars"]) == len(data["rows"]) * level["lanes"]
        for i, text in enumerate(level["bars"]):
            end, at = 0, numbers(text)
            for gap in at:
                begin = end + gap
                end = begin + next(at) + 1
                assert end <= level["columns"], (number, i, end)
                yield number, i // level["lanes"], i % level["lanes"], begin, end, data["keys"][next(at)]


def print_bars(page):
    data = json.loads([s for s in page.scripts if s.lstrip().startswith("{\"from\"")][0])
    for level, row, lane, begin, end, key in bars(data):
        columns = data["levels"][level]["columns"]
        print(level, data["rows"][row], lane, f"{begin / columns:.3f}", f"{end / columns:.3f}", *key[:2], sep="\t")


def main():
    what, name = sys.argv[1:3]
    with open(name, encoding="utf-8", errors="strict", newline="") as file:
        text = file.read()
    bad = [c for c in text if (ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160]
    assert not bad, f"control characters: {bad[:5]}"
    page = Page(text)
    assert not [a for a in page.attributes if a[0].startswith("on") or a[0] in ("style", "src", "srcdoc")], "attributes"
    for key, value in page.attributes:
        assert key != "href" or value.startswith("#"), value
    if what == "same":
        stat, info, check = (json.load(open(f, encoding="utf-8")) for f in sys.argv[3:6])
        same_info(page, info)
        same_check(page, check)
        same_groups(page)
        print("compared", same_profile(page, stat), "numbers,", sum(page.findings.values()), "findings")
    elif what == "findings":
        same_check(page, json.load(open(sys.argv[3], encoding="utf-8")))
        print(len(page.findings), "rules")
    elif what == "waits":
        print(same_waits(page, json.load(open(sys.argv[3], encoding="utf-8"))), "waits")
    elif what == "bars":
        print_bars(page)
    elif what == "table":
        for row in page.table(sys.argv[3]):
            print("\t".join(cell[0] for cell in row.values()))
    else:
        assert len(page.scripts) in (2, 3), "a style sheet, a script, the data of the timeline"
        print("\n".join(t for t in page.texts if t.strip()))


if __name__ == "__main__":
    main()
