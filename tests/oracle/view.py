#!/usr/bin/env python3
"""Ask otf-view what other commands say, too, and attack it.

    view.py windows URL TRACE N SEED    N random windows and rows: profile, waits, timeline, messages, at, calls, counter
    view.py screen TRACE N SEED         N random places as expressions for tests/tools/browser.py, each true on the page
    view.py answers URL N SEED          all answers of N random windows as they are, so that two servers can be compared
    view.py attack URL                  requests that must be refused, and that leave the server alive
    view.py get URL WHAT [KEY=VALUE]    one answer as JSON; exit status 1 if it is an error
"""
import bisect
import json
import random
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


def get(url, what, **args):
    try:
        with urllib.request.urlopen(f"{url}{what}?{urllib.parse.urlencode(args)}", timeout=120) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def good(url, what, **args):
    status, answer = get(url, what, **args)
    if status != 200:
        sys.exit(f"{what} {args}: {status} {answer}")
    return answer


def printed(*command):
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


class Calls:
    """The calls of a trace by otf-print: of each process (begin, end, name, depth), by begin; and what is drawn besides."""

    def __init__(self, trace):
        self.names, self.processes, self.calls, self.messages, sent = {}, [], {}, [], {}
        self.groups, self.innermost, self.counters, self.values = {}, {}, {}, {}
        self.resolution, self.arguments = None, {}
        stacks = {}
        lines = subprocess.run(["otf-print", "--json", trace], check=True, stdout=subprocess.PIPE).stdout.splitlines()
        for line in lines:
            record = json.loads(line)
            kind = record.get("record")
            if kind == "DefFunction":
                self.names[record["function"]] = record["name"]
                self.groups[record["name"]] = record.get("group_name") or record["name"]
            elif kind == "DefTimerResolution":
                self.resolution = record["ticks"]
            elif kind == "DefCounter":
                self.counters[record["counter"]] = record
            elif kind == "Counter":
                name = self.counters[record["counter"]]["name"]
                self.values.setdefault((name, record["process"]), []).append((record["time"], record["value"]))
            elif kind == "DefProcess":
                self.processes.append(record["process"])
            elif kind == "Enter":
                stack = stacks.setdefault(record["process"], [])
                stack.append((record["time"], record["function"]))
                if record.get("tags"):
                    self.arguments[record["process"], record["time"], self.names[record["function"]]] = [
                        (tag["key_name"], tag.get("value_text", str(tag["value"]))) for tag in record["tags"]]
                self.turn(record, stack)
            elif kind == "Leave":
                begin, function = stacks[record["process"]].pop()
                self.turn(record, stacks[record["process"]])
                self.calls.setdefault(record["process"], []).append(
                    (begin, record["time"], self.names[function], len(stacks[record["process"]])))
            elif kind == "SendMsg":
                key = record["process"], record["receiver"], record["group"], record["tag"]
                sent.setdefault(key, []).append(record["time"])
            elif kind == "RecvMsg":
                key = record["sender"], record["process"], record["group"], record["tag"]
                self.messages.append((sent[key].pop(0), record["time"], record["sender"], record["process"]))
        for calls in self.calls.values():
            calls.sort()

    def turn(self, record, stack):
        """The innermost call from now on: (time, name); "" for none."""
        now = record["time"], self.names[stack[-1][1]] if stack else ""
        self.innermost.setdefault(record["process"], []).append(now)

    def spent(self, process, begin, end):
        """Ticks in [begin, end) by group of the innermost call."""
        turns, sums = self.innermost.get(process, []), {}
        at = max(0, bisect.bisect_right(turns, (begin, "\U0010ffff")) - 1)
        for i in range(at, len(turns)):
            start, stop = max(begin, turns[i][0]), min(end, turns[i + 1][0] if i + 1 < len(turns) else end)
            if turns[i][0] >= end:
                break
            if stop > start and turns[i][1]:
                group = self.groups[turns[i][1]]
                sums[group] = sums.get(group, 0) + stop - start
        return sums

    def names_at(self, process, time):
        turns = self.innermost.get(process, [])
        at = bisect.bisect_right(turns, (time, "\U0010ffff")) - 1
        return turns[at][1] if at >= 0 else ""

    def open_at(self, process, time):
        """Names of the open calls, outermost first; events at the time count."""
        calls = self.calls.get(process, [])
        last = bisect.bisect_right(calls, (time, float("inf")))
        return [call[2] for call in sorted((c for c in calls[:last] if c[1] > time), key=lambda c: c[3])]


def same(what, one, other):
    if one != other:
        sys.exit(f"{what}: {str(one)[:300]} is not {str(other)[:300]}")


def compare_shares(answer, calls, members):
    """A span of several calls has the share of its group; one call is the innermost one somewhere."""
    ticks = (answer["to"] - answer["from"]) / answer["columns"]
    for row in answer["rows"]:
        first = members.index(row["process"])
        processes = members[first:first + row["processes"]]
        for depth, start, stop, key, share, column, last in row["spans"][::max(1, len(row["spans"]) // 20)]:
            name, group = answer["keys"][key][:2]
            if share is None:
                if name not in (calls.names_at(row["process"], start), calls.names_at(row["process"], stop - 1)):
                    sys.exit(f"timeline: {name} is not the innermost call at {start} to {stop} of {row['name']}")
                continue
            begin, end = round(answer["from"] + column * ticks), round(answer["from"] + last * ticks)
            if start < begin - ticks - 2 or stop > end + ticks + 2:
                continue  # a bar that the window cuts has the share of all of it
            spent = sum(calls.spent(process, start, stop).get(group, 0) for process in processes)
            all_of_it = (stop - start) * len(processes)
            if abs(spent - share * all_of_it) > 0.001 * all_of_it + 3 * len(processes):
                sys.exit(f"timeline: {group} has {spent} of {all_of_it} ticks at {start} to {stop} of {row['name']}, not {share}")


def compare_rows(url, answer, window, members, rng):
    """Rows that are asked for are those of the whole."""
    first = rng.randrange(len(members))
    last = min(len(members) - 1, first + rng.randrange(128))
    part = good(url, "timeline", **window, columns=3000, rows=f"{first}-{last}")
    same("rows", sum(row["processes"] for row in part["rows"]), last - first + 1)
    same("first row", part["rows"][0]["process"], members[first])
    for message in part["messages"]:
        same("sender row", part["rows"][message["sender_row"]]["process"], message["sender"])
        same("receiver row", part["rows"][message["receiver_row"]]["process"], message["receiver"])
    if part["from_trace"] or answer["from_trace"] or answer["per_row"] > 1:
        return part
    whole = answer["rows"][first:last + 1]
    for one, other in zip(part["rows"], whole):
        named = [[{**row, "spans": [[*s[:3], each["keys"][s[3]], *s[4:]] for s in row["spans"]]}]
                 for row, each in ((one, part), (other, answer))]
        same("spans of a row", *named)
    return part


def compare_timeline(url, calls, begin, end, members, rng):
    window = {"from": begin, "to": end}
    answer = good(url, "timeline", **window, columns=rng.choice([500, 3000]))
    part = compare_rows(url, good(url, "timeline", **window, columns=3000), window, members, rng)
    for each in answer, part:
        if each["shares"]:
            compare_shares(each, calls, members)
    return compare_spans(answer, calls, end) + compare_spans(part, calls, end)


def compare_counters(url, calls, begin, end):
    if len(calls.processes) > 64:
        return  # several share a curve
    answer = good(url, "counter", **{"from": begin, "to": end, "name": "*", "columns": 300})
    for counter in answer["counters"]:
        points = [point for curve in counter["curves"] for point in curve["points"]]
        if points:
            for bound, other in (("least", min(point[2] for point in points)), ("most", max(point[3] for point in points))):
                if abs(counter[bound] - other) > 1e-5 * abs(other):
                    sys.exit(f"counter {counter['name']}: {bound} {counter[bound]} is not {other}")
        for curve in counter["curves"]:
            values, before, columns = calls.values[counter["name"], curve["process"]], None, {}
            for time, value in values:
                rate = (value - before[1]) * calls.resolution / (time - before[0]) if before and time > before[0] else None
                if begin <= time < end and not counter["is_rate"] and before and before[0] < begin:
                    columns.setdefault(0, []).append(before[1])
                drawn = rate if counter["is_rate"] else value
                if begin <= time < end and drawn is not None:
                    columns.setdefault((time - begin) * 300 // (end - begin), []).append(drawn)
                before = time, value
            if not columns and not counter["is_rate"]:
                columns[0] = [[value for time, value in values if time < begin][-1]]
            want = [(column, v[0], min(v), max(v), v[-1]) for column, v in sorted(columns.items())]
            same("columns of a counter", [point[0] for point in curve["points"]], [point[0] for point in want])
            for point, other in zip(curve["points"], want):
                if any(abs(a - b) > 1e-5 * max(abs(a), abs(b)) for a, b in zip(point, other)):
                    sys.exit(f"counter {counter['name']} of {curve['process']}: {point} is not {other}")
    drawn = {(counter["name"], curve["process"]) for counter in answer["counters"] for curve in counter["curves"]}
    rates = {counter["name"] for counter in answer["counters"] if counter["is_rate"]}
    inside = {key for key, values in calls.values.items()
              if any(begin <= time < end or (time < begin and key[0] not in rates) for time, _ in values)}
    if not answer["left_out"]:
        same("counters", drawn, inside)


def compare_arguments(at, calls):
    """The key-values of Enter records, as text."""
    for call in at["calls"]:
        want = calls.arguments.get((at["process"], call["begin"], call["name"]), [])
        same("arguments", [(each["name"], each["value"]) for each in call["arguments"]], want)
    return sum(len(call["arguments"]) for call in at["calls"])


def compare_spans(answer, calls, end):
    first, width = answer["from"], (answer["to"] - answer["from"]) / answer["columns"]
    spans, last_lane = 0, answer["lanes"] - 1  # that one has what is deeper, too
    for row in answer["rows"]:
        known = set(calls.calls.get(row["process"], []))
        seen = set()
        for depth, start, stop, key, share, column, last in row["spans"]:
            if share is not None or answer["shares"]:
                continue
            spans += 1
            if depth == last_lane and answer["keys"][key][0] in (calls.names_at(row["process"], start),
                                                                 calls.names_at(row["process"], stop - 1)):
                continue
            ends = [c for c in known if c[0] == start and c[2] == answer["keys"][key][0] and c[3] == depth]
            if not ends or not (stop in [c[1] for c in ends] or stop >= min(answer["to"], end)):
                sys.exit(f"timeline: no call {answer['keys'][key][0]} at {start} to {stop}, depth {depth}, of {row['name']}")
            if first + last * width < start - width or first + column * width > stop + width:
                sys.exit(f"timeline: {start} to {stop} is not in columns {column} to {last}")
            seen.add((start, depth))
        if answer["shares"] or answer["per_row"] > 1:
            continue
        for start, stop, name, depth in known:
            visible = min(stop, answer["to"]) - max(start, first)
            if depth < last_lane and visible > 3 * width and (start, depth) not in seen:
                sys.exit(f"timeline: {name} at {start} of {row['name']} is missing")
    return spans


def windows(url, trace, n, seed):
    calls, rng, numbers = Calls(trace), random.Random(seed), 0
    overview = good(url, "overview")
    processes = [process["process"] for process in overview["processes"]]
    first, last = overview["from"], overview["to"]
    for i in range(n):
        length = max(1, int((last - first) / 10 ** rng.uniform(0, 4)))
        begin = rng.randint(first, max(first, last - length))
        end = begin + length
        window = {"from": begin, "to": end}
        by = rng.choice(["function", "group", "process", "path", None])
        options = ["--by", by] if by else []
        same("profile", good(url, "profile", **window, **({"by": by} if by else {})),
             printed("otf-stat", "-q", "--json", *options, "-t", f"{begin}:{end}", trace))
        same("waits", good(url, "waits", **window), printed("otf-wait", "-q", "--json", "-t", f"{begin}:{end}", trace))
        numbers += compare_timeline(url, calls, begin, end, processes, rng)
        compare_counters(url, calls, begin, end)
        got = good(url, "messages", **window, limit=100000)["messages"]
        same("messages", sorted((m["sent"], m["received"], m["sender"], m["receiver"]) for m in got),
             sorted(m for m in calls.messages if begin <= m[1] < end))
        row = rng.randrange(len(processes))
        at = good(url, "at", row=row, t=begin)
        same("at", [call["name"] for call in at["calls"]], calls.open_at(processes[row], begin))
        numbers += compare_arguments(at, calls)
    name = rng.choice(sorted(set(calls.names.values())))
    middle = (first + last) // 2
    got = good(url, "calls", name=name, limit=3, **{"from": middle})
    want = sorted((c[1] - c[0] for each in calls.calls.values() for c in each if c[2] == name), reverse=True)[:3]
    same("longest", [call["duration"] for call in got["longest"]], want)
    begins = sorted(c[0] for each in calls.calls.values() for c in each if c[2] == name)
    same("next", [call["begin"] for call in got["next"]], [b for b in begins if b > middle][:3])
    same("previous", [call["begin"] for call in got["previous"]], [b for b in reversed(begins) if b < middle][:3])
    for process, each in sorted(calls.calls.items()):
        middle, limit, name = rng.randint(first, last), rng.randint(1, 4), rng.choice(each)[2]
        got = good(url, "calls", name=name, row=processes.index(process), near=1, limit=limit, **{"from": middle})
        named = [call for call in each if call[2] == name]
        same("near next", [(call["begin"], call["end"]) for call in got["next"]],
             [call[:2] for call in named if call[0] > middle][:limit])
        same("near previous", [(call["begin"], call["end"]) for call in got["previous"]],
             [call[:2] for call in reversed(named) if call[0] < middle][:limit])
    print(f"compared {n} windows, {'some' if numbers else 'no'} spans")


def screen(trace, n, seed):
    """Random instants in random windows: the page must show the call that is open there, where it is drawn, and beside it
    the profile of otf-stat."""
    calls, rng = Calls(trace), random.Random(seed)
    times = [time for turns in calls.innermost.values() for time, _ in turns]
    first, last, done = min(times), max(times) + 1, 0
    print("""var where = (row, lane, tick) => ({ offsetX: timeline.left + (timeline.share(tick) - timeline.from) /
        (timeline.to - timeline.from) * timeline.plot(), offsetY: timeline.top + (row + (lane + 0.5) / timeline.level().lanes) * timeline.row })
        """.replace("\n", " "))
    print("""var table = () => JSON.stringify(Array.from(document.querySelectorAll("#tables tbody tr"), tr =>
        [tr.cells[0].textContent, Number(tr.cells[1].textContent.replace(/[^0-9]/g, ""))]).sort())""".replace("\n", " "))
    while done < n:
        process, length = rng.choice(sorted(calls.calls)), int((last - first) / 10 ** rng.uniform(0, 3))
        begin = rng.randint(first, max(first, last - length))
        call = rng.choice(calls.calls[process])
        middle = (call[0] + call[1]) // 2
        if not begin < middle < begin + length or call[1] - call[0] < length / 50 or calls.open_at(process, middle)[-1] != call[2]:
            continue
        if middle == call[0]: # an edge of the bar, which belongs to either
            continue
        done += 1
        row = calls.processes.index(process)
        profile = printed("otf-stat", "-q", "--json", "--by", "function", "-t", f"{begin}:{begin + length}", trace)["function"]
        table = json.dumps(sorted([each["function_name"], each["calls"]] for each in profile), separators=(",", ":"))
        rows = f"{max(0, row - rng.randrange(3))}-{row + rng.randrange(3)}" if rng.random() < 0.5 else None
        place = row - int(rows.split("-")[0]) if rows else row
        print(f"timeline.rows = {json.dumps(rows) if rows else 'undefined'}, timeline.show(timeline.share({begin}), "
              f"timeline.share({begin + length})), rest().then(() => {{ const span = timeline.spanAt(where({place}, {call[3]}, {middle})); "
              f"if (table() !== JSON.stringify({table}.sort())) return [timeline.range(), table(), {json.dumps(table)}]; "
              f"return timeline.level().shares || span?.name === {json.dumps(call[2])} && Number(span.begin) === {call[0]} || "
              f"JSON.stringify([{process}, {json.dumps(call)}, timeline.range(), timeline.data.rows, span?.name, String(span?.begin)]) }})")


def answers(url, n, seed):
    """Answers, bytes for bytes: of all, then of random windows."""
    def put(what, **args):
        question = f"{what}?{urllib.parse.urlencode(args)}"
        try:
            with urllib.request.urlopen(url + question, timeout=120) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            text = b"%d " % error.code + error.read()
        sys.stdout.buffer.write(question.encode() + b"\n" + text)
        return text

    random.seed(seed)
    known = json.loads(put("overview"))
    windows = [{}] + [dict(zip(("from", "to"), window)) for window in spans(known, n)]
    for window in windows:
        for columns in 300, 1200, 2400, 9600, 28800:
            put("timeline", columns=columns, **window)
        last = random.randrange(len(known["processes"]))
        put("timeline", rows=f"{last // 2}-{last}", **window)
        put("messages", limit=50, **window)
        put("profile", by=random.choice(("function", "group", "process", "path")), **window)
        put("waits", **window)
        for name in known["counters"][:2]:
            put("counter", name=name, columns=100, **window)
        for t in window.values():
            put("at", row=last, t=t)
        put("calls", name=random.choice(known["functions"]), near=1, **{"from": window.get("to", known["from"])})


def spans(known, n):
    """Windows, the longer the earlier."""
    for i in range(n):
        length = max(1, int((known["to"] - known["from"]) * random.random() ** (1 + 3 * i / n)))
        begin = random.randrange(known["from"], max(known["from"] + 1, known["to"] - length))
        yield begin, begin + length


def raw(url, data, timeout=20):
    """The status of the answer to these bytes; 0 if the connection ends without one."""
    where = urllib.parse.urlsplit(url)
    with socket.create_connection((where.hostname, where.port), timeout=timeout) as s:
        try:
            s.sendall(data)
            answer = s.recv(4096)
        except (ConnectionError, TimeoutError):
            return 0
    return int(answer.split()[1]) if answer.startswith(b"HTTP/") else 0


def attack(url):
    where = urllib.parse.urlsplit(url)
    path, host = where.path, where.netloc
    wrong = path[:5] + ("A" if path[5] != "A" else "B") + path[6:]

    def request(target=path + "overview", method="GET", hosts=(host,), more=(), version="1.1"):
        lines = [f"{method} {target} HTTP/{version}", *(f"Host: {h}" for h in hosts), *more, "", ""]
        return "\r\n".join(lines).encode()

    cases = [
        ("all is well", request(), 200), ("localhost", request(hosts=[f"localhost:{where.port}"]), 200),
        ("IPv6", request(hosts=[f"[::1]:{where.port}"]), 200), ("HEAD", request(method="HEAD"), 200),
        ("its own origin", request(more=[f"Origin: http://{host}"]), 200),
        ("no token", request("/"), 404), ("wrong token", request(wrong), 404), ("short", request(path[:-3]), 404),
        ("no slash", request(path[:-1]), 404), ("token twice", request(path[:-1] + path), 404),
        ("host of another", request(hosts=[f"evil.example:{where.port}"]), 403),
        ("host like ours", request(hosts=[f"127.0.0.1.evil.example:{where.port}"]), 403),
        ("host with a user", request(hosts=[f"x@127.0.0.1:{where.port}"]), 403),
        ("host without a port", request(hosts=["127.0.0.1"]), 403),
        ("no host", request(hosts=[]), (400, 403)), ("no host in HTTP/1.0", request(hosts=[], version="1.0"), 403),
        ("two hosts", request(hosts=[host, host]), (400, 403)),
        ("another origin", request(more=["Origin: http://evil.example"]), 403),
        ("null as origin", request(more=["Origin: null"]), 403),
        ("origin of another port", request(more=["Origin: http://127.0.0.1:1"]), 403),
        *((method, request(method=method), 405) for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "X")),
        ("a body", request(more=["Content-Length: 4"]) + b"from", 400),
        ("chunks", request(more=["Transfer-Encoding: chunked"]) + b"0\r\n\r\n", 400),
        ("dots", request(path + "../../etc/passwd"), 404), ("coded dots", request(path + "%2e%2e%2fetc%2fpasswd"), 404),
        ("a file", request(path + "view.c"), 404), ("absolute", request(path + "/etc/passwd"), 404),
        ("NUL", request(path + "view.html%00.js"), 404), ("a large header", request(more=["X: " + "x" * 9000]), (413, 431)),
        ("a header of 1 MB", request(more=["X: " + "x" * 1000000]), (0, 400, 413, 431)),
        ("many headers", request(more=[f"X{i}: {i}" for i in range(2000)]), (413, 431)),
        ("no HTTP", b"\0\xff\r\n\r\n", (0, 400)), ("nothing", b"\r\n\r\n\r\n", (0, 400)),
        ("a long target", request(path + "x" * 20000), (0, 404, 414, 431)),
        *((f"from {bad}", request(f"{path}timeline?from={bad}&to=9"), 400) for bad in
          ("-1", "x", "1e3", "99999999999999999999", "9", "%00", "0x1", "+1", "")),
        ("columns", request(path + "timeline?columns=40000"), 400),
        ("bands", request(path + "timeline?bands=257"), 400), ("no number of bands", request(path + "timeline?bands=x"), 400), ("rows", request(path + "timeline?rows=5-2"), 400),
        ("many rows", request(path + "timeline?rows=999999"), 400), ("by", request(path + "profile?by=--help"), 400),
        ("no row", request(path + "at?t=1"), 400), ("no name", request(path + "calls"), 400),
        ("a file as set", request(path + "counter?name=@/etc/passwd"), 400),
        ("hostile name", request(path + "calls?name=%3Cscript%3E%27%22%ff%00"), 200),
    ]
    for name, data, want in cases:
        status = raw(url, data)
        if status not in (want if isinstance(want, tuple) else (want,)):
            sys.exit(f"{name}: status {status}, not {want}")
    crowd = []
    for _ in range(1000):
        try:
            crowd.append(socket.create_connection((where.hostname, where.port), timeout=2))
        except OSError:
            break
    for s in crowd:
        s.close()
    for tries in range(100):  # until the server has seen that they are gone
        if raw(url, request()) == 200:
            break
        time.sleep(0.2)
    good(url, "overview")
    print(f"refused {len(cases)} kinds")


def main():
    what, url, *rest = sys.argv[1:]
    if what == "windows":
        windows(url, rest[0], int(rest[1]), int(rest[2]))
    elif what == "screen":
        screen(url, int(rest[0]), int(rest[1]))
    elif what == "answers":
        answers(url, int(rest[0]), int(rest[1]))
    elif what == "attack":
        attack(url)
    else:
        status, answer = get(url, rest[0], **dict(each.split("=", 1) for each in rest[1:]))
        print(json.dumps(answer))
        sys.exit(status != 200)


if __name__ == "__main__":
    main()
