"""The rules of otf-filter, stated once more and naively, on the lines of a whole stream.

    filterrule.py RULES TRACE...    compare otf-filter with each case of RULES on each trace; on one of
                                    more than 20000 records with the first case only

A rule is a function from the records of a trace to those that stay, or to their lines.
"""
import functools
import re
import subprocess
import sys


def run(*args):
    return subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True).stdout.decode("latin-1")


SCHEMA = {}
for row in run("otf-cat", "--schema").split("\n"):
    if row and row[0] != "#":
        word = row.split("\t")
        SCHEMA[word[0]] = (word[2], [field.split(":") for field in word[3:]])

# The definition that gives a name to a token of that kind, and which of its fields is the name.
NAMED_BY = {
    "process": "DefProcess", "peer": "DefProcess", "process-or-group": "DefProcess",
    "process-group": "DefProcessGroup", "function": "DefFunction", "function-group": "DefFunctionGroup",
    "collective": "DefCollectiveOperation", "counter": "DefCounter", "counter-group": "DefCounterGroup",
    "scl-file": "DefSclFile", "file": "DefFile", "file-group": "DefFileGroup", "key": "DefKeyValue",
    "marker": "DefMarker",
}
HAS_NAME = "function function-group collective counter counter-group file file-group marker".split()


def unescape(text):
    return re.sub(r"\\(x..|.)", lambda m: {"t": "\t", "n": "\n", "r": "\r"}.get(m[1]) or
                  (chr(int(m[1][1:], 16)) if m[1][0] == "x" else m[1]), text)


class Record:
    __slots__ = "line", "name", "time", "loc", "words", "fields", "file", "definition", "timed"

    def __init__(self, line):
        self.line = line
        self.words = line.split("\t")
        self.name = self.words[0]
        self.loc = int(self.words[2])
        self.file, self.fields = SCHEMA[self.name]
        if self.name == "UnknownRecord":
            self.file = self.words[3]
        self.definition = self.file == "def" or self.name == "DefMarker"
        self.timed = self.file not in ("def", "marker")
        self.time = None if self.words[1] == "-" else int(self.words[1])

    def get(self, field):
        """The text of a field, or None."""
        for i, (name, *_) in enumerate(self.fields):
            if name == field:
                return self.words[3 + i]
        return None


class Trace:
    def __init__(self, name):
        self.name = name
        lines = run("otf-cat", "--no-pg", name).split("\n")[:-1]
        self.resolution = next((int(w[3:]) for w in lines[0].split("\t") if w.startswith("TR:")), 0)
        self.control = [line for line in lines[1:] if line[0] == "@"]
        self.records = [Record(line) for line in lines if line[0] != "@"]
        self.streams = {int(p): int(line.split("\t")[1]) for line in self.control if line.startswith("@SM")
                        for p in line.split("\t")[2].split(",") if p}
        self.names = {}
        for r in self.records:
            text = r.get("name") if r.definition else None
            if text is not None and text != "\\N":
                self.names[r.name, r.loc, int(r.words[3])] = unescape(text)

    def name_of(self, what, r, token):
        stream = r.loc if r.definition else self.streams.get(r.loc, 0)
        by = NAMED_BY.get(what)
        return self.names.get((by, stream, token), self.names.get((by, 0, token)))


# ---- calls ----

@functools.lru_cache(1)
def calls_of(trace):
    """For each record its call: a number for Enter, for its Leave, and for snapshots of it; None for all
    others. A Leave that names another function than the innermost open call is of no call."""
    stacks, fresh, call, n = {}, {}, [None] * len(trace.records), 0
    for i, r in enumerate(trace.records):
        if r.name == "Enter":
            stacks.setdefault(r.loc, []).append((n, r.words[3], r.time))
            fresh[r.loc] = None
            call[i] = n
            n += 1
        elif r.name == "Leave":
            open_calls = stacks.get(r.loc)
            fresh[r.loc] = None
            if open_calls:
                number, function, _ = open_calls.pop()
                call[i] = number if r.words[3] in ("0", function) else None
        elif r.name == "EnterSnapshot":
            if fresh.setdefault(r.loc, r.time) == r.time:
                stacks.setdefault(r.loc, []).append((n, r.words[4], int(r.words[3])))
                call[i] = n
                n += 1
            else:
                for number, function, time in reversed(stacks.get(r.loc, [])):
                    if function == r.words[4] and time == int(r.words[3]):
                        call[i] = number
                        break
    return call


@functools.lru_cache(1)
def ends_of(trace):
    """For the end of a collective or file operation, and for snapshots of one: the index of its begin."""
    begin, open_operations = [None] * len(trace.records), {}
    for i, r in enumerate(trace.records):
        kind = "Coll" if "Coll" in r.name else "File"
        if r.name in ("BeginCollectiveOperation", "BeginFileOperation"):
            open_operations.setdefault((kind, r.loc, r.get("matching")), []).append(i)
        elif r.name in ("EndCollectiveOperation", "EndFileOperation"):
            place = open_operations.get((kind, r.loc, r.get("matching")))
            begin[i] = place.pop() if place else None
        elif r.name in ("BeginCollopSnapshot", "BeginFileOpSnapshot"):
            place = open_operations.setdefault((kind, r.loc, r.get("matching")), [])
            if place:
                begin[i] = place[-1]
            else:
                place.append(i)
    return begin


def balanced(trace, verdict):
    """A verdict a record, True, False or None, where ends take that of their begin."""
    v = [verdict(r) for r in trace.records]
    first = {}
    for i, (r, c, b) in enumerate(zip(trace.records, calls_of(trace), ends_of(trace))):
        if b is not None:
            v[i] = v[b]
        elif c is not None:
            v[i] = first.setdefault(c, v[i])
        elif r.name == "Leave" and r.words[3] == "0":
            v[i] = None
    return v


def stays(exclude, *verdicts):
    """Every criterion that applies holds, or with -x one of them does not."""
    applying = [v for v in verdicts if v is not None]
    return not applying or all(applying) != exclude


# ---- --match ----

class Truth:
    """True, False or None: what is not known stays so unless the other side settles it."""

    def __init__(self, v):
        self.v = v

    def __invert__(self):
        return Truth(None if self.v is None else not self.v)

    def __and__(self, other):
        both = (self.v, other.v)
        return Truth(False if False in both else None if None in both else True)

    def __or__(self, other):
        return ~(~self & ~other)


def number(text):
    if text.endswith("f") and "." in text or re.fullmatch("-?inff|-?nanf", text):
        text = text[:-1]
    return float(text) if re.search("[.ein]", text) else int(text)


class Asker:
    """ask("field", "op", constant) of one record."""

    def __init__(self, trace, r):
        self.trace, self.r = trace, r

    def value(self, field, is_text):
        r, place = self.r, 3
        for name, kind, what in r.fields:
            if name == field or (field == "name" and r.get("name") is None and what in HAS_NAME):
                if not is_text:
                    return None if kind in ("string", "file") else r.words[place]
                if kind in ("string", "file"):
                    return None if r.words[place] == "\\N" else unescape(r.words[place])
                return self.trace.name_of(what, r, int(r.words[place])) if kind == "u32" else None
            place += 1
        if field in ("time", "process") and (r.timed or r.name == "Marker"):
            if is_text:
                return self.trace.name_of("process", r, r.loc) if field == "process" else None
            return str(r.time if field == "time" else r.loc)
        return None

    def __call__(self, field, op, constant):
        v = self.value(field, isinstance(constant, str))
        if v is None:
            return Truth(None)
        if not isinstance(constant, str):
            if "," in v or (v == "" and field in ("members", "types")):
                values = [int(x) for x in v.split(",") if x]
            else:
                values = [number(v)]
        else:
            values = [v]
        how = {"==": lambda x: x == constant, "!=": lambda x: x != constant, "<": lambda x: x < constant,
               "<=": lambda x: x <= constant, ">": lambda x: x > constant, ">=": lambda x: x >= constant,
               "=~": lambda x: re.search(constant, x) is not None}[op]
        return Truth(any(how(x) for x in values))


def match(rule, exclude=False, definitions=False, among=None):
    """What stays with --match and, in `among`, --record."""
    def kept(trace):
        v = balanced(trace, lambda r: rule(Asker(trace, r), r).v if definitions or r.file != "def" else None)
        return [r for r, x in zip(trace.records, v) if stays(exclude, among(r) if among else None, x)]
    return kept


def marker(r):
    return r.file == "marker"


MATCH = [
    (["--match", 'name =~ "[ae]" && !(process == 1) || time < 1100000'],
     match(lambda ask, r: (ask("name", "=~", "[ae]") & ~ask("process", "==", 1)) | ask("time", "<", 1100000))),
    (["--match", "length >= 4096"], match(lambda ask, r: ask("length", ">=", 4096))),
    (["--match", "!(length >= 4096)"], match(lambda ask, r: ~ask("length", ">=", 4096))),
    (["-x", "--match", "4096 <= length"], match(lambda ask, r: ask("length", ">=", 4096), exclude=True)),
    (["--match", 'function =~ "^MPI_|main" || value > 1000.5'],
     match(lambda ask, r: ask("function", "=~", "^MPI_|main") | ask("value", ">", 1000.5))),
    (["--match", 'receiver == "rank 1" || sender > "rank 2"'],
     match(lambda ask, r: ask("receiver", "==", "rank 1") | ask("sender", ">", "rank 2"))),
    (["--match", "file != 3 && originaltime > 7"],
     match(lambda ask, r: ask("file", "!=", 3) & ask("originaltime", ">", 7))),
    (["-x", "--match", "process == 2 || group == 1 && count != 4"],
     match(lambda ask, r: ask("process", "==", 2) | (ask("group", "==", 1) & ask("count", "!=", 4)), exclude=True)),
    (["-r", "marker", "--match", 'name =~ "[ce]"'],
     match(lambda ask, r: ask("name", "=~", "[ce]"), among=marker)),
    (["-x", "-r", "marker", "--match", 'name =~ "[ce]" || text == "m"'],
     match(lambda ask, r: ask("name", "=~", "[ce]") | ask("text", "==", "m"), exclude=True, among=marker)),
    (["-r", "def", "--match", 'name =~ "^[Mr]" || members == 2'],
     match(lambda ask, r: ask("name", "=~", "^[Mr]") | ask("members", "==", 2), definitions=True,
           among=lambda r: r.file == "def")),
]

# ---- --regex ----

def named(field, expression, exclude=False):
    """Records whose field has a name in which the expression is found; of calls the Enter decides."""
    def kept(trace):
        def verdict(r):
            text = Asker(trace, r).value(field, True) if r.timed else None
            has = r.timed and (field == "process" or any(name == field for name, *_ in r.fields))
            return bool(text and re.search(expression, text)) if has else None
        return [r for r, v in zip(trace.records, balanced(trace, verdict)) if stays(exclude, v)]
    return kept


REGEX = [
    (["--regex", "--function", "^MPI_(Send|Recv)$|m.in"], named("function", "^MPI_(Send|Recv)$|m.in")),
    (["--regex", "-x", "--function", "^[A-M]"], named("function", "^[A-M]", exclude=True)),
    (["--regex", "--counter", "[0-9]$|S"], named("counter", "[0-9]$|S")),
]

# ---- --max-calls and --rules ----

def by_call(trace, verdict_of_enter, verdict_of_other=lambda r, function: None):
    """verdict_of_enter(record, function, level, the numbers of the calls around it, its number) is asked at
    each Enter in order."""
    calls, v, first, around = calls_of(trace), [None] * len(trace.records), {}, {}
    for i, (r, c) in enumerate(zip(trace.records, calls)):
        stack = around.setdefault(r.loc, []) if r.timed else None
        if r.name == "Enter":
            v[i] = first[c] = verdict_of_enter(r, r.words[3], len(stack) + 1, stack, c)
            stack.append(c)
        elif r.name == "Leave":
            if stack:
                stack.pop()
            v[i] = first[c] if c is not None else verdict_of_other(r, r.words[3]) if r.words[3] != "0" else None
        elif r.name == "EnterSnapshot":
            if c is not None and c not in first:
                first[c] = verdict_of_other(r, r.words[4])
                stack.append(c)
            v[i] = first[c] if c is not None else verdict_of_other(r, r.words[4])
        elif r.name == "FunctionSummary":
            v[i] = verdict_of_other(r, r.words[3])
    return v


def max_calls(limit, exclude=False, also=None):
    def kept(trace):
        seen = {}

        def first_ones(r, function, *_):
            seen[r.loc, function] = seen.get((r.loc, function), 0) + 1
            return seen[r.loc, function] <= limit
        v = by_call(trace, first_ones, lambda r, function: False if limit == 0 else None)
        return [r for r, x in zip(trace.records, v) if stays(exclude, x, also(r) if also else None)]
    return kept


MAX_CALLS = [
    (["--max-calls", "2"], max_calls(2)),
    (["--max-calls", "0"], max_calls(0)),
    (["-x", "--max-calls", "1"], max_calls(1, exclude=True)),
    (["--max-calls", "3", "-p", "1,3"], max_calls(3, also=lambda r: r.loc in (1, 3) if r.timed else None)),
]


class Rule:
    def __init__(self, pattern, limit=None, levels=(1, 10**9), recursive=False, group=False, ranks=None):
        self.pattern, self.limit, self.levels = pattern, limit, levels
        self.recursive, self.group, self.ranks = recursive, group, ranks


def rules(*listed, off=()):
    """The first rule whose expression fits all of the name says what stays."""
    def kept(trace):
        group_of = {(r.loc, r.words[3]): int(r.words[5]) for r in trace.records if r.name == "DefFunction"}
        seen, hides, gone = {}, set(), {rank + 1 for rank in off}
        for r in trace.records:
            if r.name == "DefProcess" and int(r.words[5]) in gone:
                gone.add(int(r.words[3]))

        @functools.lru_cache(None)
        def rule_of(loc, function):
            stream = trace.streams.get(loc, 0)
            name = trace.names.get(("DefFunction", stream, int(function)),
                                   trace.names.get(("DefFunction", 0, int(function))))
            group = group_of.get((stream, function), group_of.get((0, function)))
            group = trace.names.get(("DefFunctionGroup", 0, group))
            for rule in listed:
                text = group if rule.group else name
                if (rule.ranks is None or loc - 1 in rule.ranks) and text is not None and name is not None:
                    if re.fullmatch(rule.pattern, text, re.S):
                        return rule
            return None

        def recorded(r, function, level, around, call):
            rule, key = rule_of(r.loc, function), (r.loc, function)
            if any(c in hides for c in around):
                return False
            if rule is None:
                return True
            ok = rule.levels[0] <= level <= rule.levels[1]
            if ok and rule.limit is not None:
                seen[key] = seen.get(key, 0) + 1
                ok = seen[key] <= rule.limit
            if not ok and rule.recursive:
                hides.add(call)
            return ok

        def of_dropped(r, function):
            rule = rule_of(r.loc, function)
            return False if rule is not None and rule.limit == 0 else None
        return [r for r, x in zip(trace.records, by_call(trace, recorded, of_dropped))
                if stays(False, x, r.loc not in gone if off and r.timed else None)]
    return kept


def rule_file(name, text):
    with open(name, "w") as f:
        f.write(text)
    return name


VAMPIRTRACE = """
# comment
MPI_Se*;main -- -1
*a*; *1 -- 2 S:2-5
@ 0 - 1, 3
MPI -- 3 R G
@ 0 - 99
*e* -- 0 R
"""
SCOREP = """# comment
SCOREP_REGION_NAMES_BEGIN
  EXCLUDE * # all
  INCLUDE MPI_* ma?n
          [a-f]*
  EXCLUDE *Recv* *\\ *
SCOREP_REGION_NAMES_END
"""
TAU = """
BEGIN_INCLUDE_LIST
main#
"#I_#"
# comment
END_INCLUDE_LIST
BEGIN_EXCLUDE_LIST
MPI_Send#
END_EXCLUDE_LIST
"""
RULES_CASES = [
    (["--rules", rule_file("vampirtrace", VAMPIRTRACE)],
     rules(Rule("MPI_Se.*"), Rule("main"), Rule(".*a.*", 2, (2, 5)), Rule(".*1", 2, (2, 5)),
           Rule("MPI", 3, recursive=True, group=True, ranks=(0, 1, 3)),
           Rule(".*e.*", 0, recursive=True, ranks=range(100)))),
    (["--rules", rule_file("off", "@ 0,2-3 -- OFF\n* -- 1 S:3")],
     rules(Rule(".*", 1, (1, 3)), off=(0, 2, 3))),
    (["--rules", rule_file("scorep", SCOREP)],
     rules(Rule(".*Recv.*|.* .*", 0), Rule("MPI_.*|ma.n|[a-f].*"), Rule(".*", 0))),
    (["--rules", rule_file("tau", TAU)],
     rules(Rule("MPI_Send.*", 0), Rule("main.*|.*I_.*"), Rule(".*", 0))),
]

# ---- --min-duration ----

def min_duration(least, exclude=False, also=None):
    """least(trace) is in ticks. A call that never ends is long."""
    def kept(trace):
        ticks, stack, fresh, call, begin, end = least(trace), {}, {}, [None] * len(trace.records), [], []
        for i, r in enumerate(trace.records):
            if not r.timed:
                continue
            calls = stack.setdefault(r.loc, [])
            snapshot = r.name == "EnterSnapshot"
            if r.name == "Enter" or snapshot and fresh.setdefault(r.loc, r.time) == r.time:
                call[i] = len(begin)
                calls.append((len(begin), r.words[3 + snapshot], int(r.words[3]) if snapshot else r.time))
                begin.append(calls[-1][2])
                end.append(None)
            elif r.name == "Leave" and calls:
                call[i] = calls.pop()[0]
                end[call[i]] = r.time
            elif snapshot:
                same = [c[0] for c in calls if c[1:] == (r.words[4], int(r.words[3]))]
                call[i] = same[-1] if same else None
            if r.name in ("Enter", "Leave"):
                fresh[r.loc] = None
        return [r for r, c in zip(trace.records, call)
                if stays(exclude, None if c is None else end[c] is None or max(0, end[c] - begin[c]) >= ticks,
                         also(r) if also else None)]
    return kept


MIN_DURATION = [
    (["--min-duration", "20000"], min_duration(lambda trace: 20000)),
    (["--min-duration", "3"], min_duration(lambda trace: 3)),
    (["--min-duration", "30.5us"], min_duration(lambda trace: -(-305 * trace.resolution // 10**7))),
    (["-x", "--min-duration", "60us"],
     min_duration(lambda trace: -(-60 * trace.resolution // 10**6), exclude=True)),
    (["--min-duration", "1s", "-p", "1,3"],
     min_duration(lambda trace: trace.resolution, also=lambda r: r.loc in (1, 3) if r.timed else None)),
]

# ---- --represent ----

def represent(*groups):
    def kept(trace):
        group_of = {p: g for g in map(list, groups) for p in g}
        gone = {p for p, g in group_of.items() if g[0] != p}
        members = {g[0]: g[:] for g in group_of.values()}
        lines, olds, due = [], set(), True

        def substitutes(stream, first):
            return "DefProcessSubstitutes\t-\t%d\t%s\t%s" % (stream, first, ",".join(members[first]))
        for r in trace.records + [None]:
            if due and (r is None or r.file != "def" or r.loc):
                lines += [substitutes(0, first) for first in members if len(members[first]) > 1 or first in olds]
                due = False
            if r is None:
                break
            peers = [w for w, f in zip(r.words[3:], r.fields) if f[-1] == "peer" or f[0] == "origin"]
            if (r.timed or r.name == "Marker") and (str(r.loc) in gone or gone & set(peers)):
                continue
            if r.name == "DefProcessSubstitutes" and r.words[3] in group_of:
                first = group_of[r.words[3]][0]
                members[first] += [p for p in r.words[4].split(",") if p not in members[first]]
                olds.add(first)
                if not due:
                    lines.append(substitutes(r.loc, first))
                continue
            lines.append(r.line)
        return lines
    return kept


REPRESENT = [
    (["-q", "--represent", rule_file("groups", "# pairs\n3 1\n2,4-6 # and more\n\n8\n")],
     represent(["3", "1"], ["2", "4", "5", "6"], ["8"])),
    (["-q", "--represent", rule_file("all", "2 0-1\t3-50\n")], represent(["2", "0", "1"] + [str(i) for i in range(3, 51)])),
]

# ---- --prune ----

DEFINES = {name: what for what, name in NAMED_BY.items() if what not in ("peer", "process-or-group")}
DEFINES.update({"DefScl": "scl", "DefAttributeList": "attribute-list"})
MEANS = {"peer": ["process"], "process-or-group": ["process", "process-group"]}
SPACES = set(DEFINES.values()) | set(MEANS)


def prune(base=lambda trace: trace.records):
    """Definitions go that nothing uses which stays, until none goes any more."""
    def kept(trace):
        records = base(trace)
        defined = {(DEFINES[r.name], r.loc, r.words[3]) for r in records if r.name in DEFINES}

        def refers(r, skip=0):
            stream = r.loc if r.definition else trace.streams.get(r.loc, 0)
            tokens = []
            for word, (_, kind, what) in list(zip(r.words[3:], r.fields))[skip:]:
                if what in SPACES:
                    tokens += [(space, t) for t in word.split(",") for space in MEANS.get(what, [what])]
            tokens += [("key", tag.split(":")[0]) for tag in r.words[3 + len(r.fields):]]
            if r.timed or r.name == "Marker":
                tokens.append(("process", str(r.loc)))
            return {(space, stream if (space, stream, t) in defined else 0, t) for space, t in tokens}
        used, waiting = set(), []
        for r in records:
            tells = r.fields[0][2] in SPACES if r.fields and r.definition else False
            if r.name in DEFINES or tells:
                waiting.append(r)
            elif r.file != "def" or r.name != "UnknownRecord":
                used |= refers(r)

        def is_used(r):
            if r.name in DEFINES:
                return (DEFINES[r.name], r.loc, r.words[3]) in used
            return any((space, stream, r.words[3]) in used
                       for space in MEANS.get(r.fields[0][2], [r.fields[0][2]])
                       for stream in [r.loc if (space, r.loc, r.words[3]) in defined else 0])
        while True:
            news = [r for r in waiting if is_used(r)]
            if not news:
                break
            waiting = [r for r in waiting if r not in news]
            for r in news:
                used |= refers(r, 1)
        gone = set(map(id, waiting))
        return [r for r in records if id(r) not in gone]
    return kept


PRUNE = [
    (["--prune", "-p", "1,3"],
     prune(lambda trace: [r for r in trace.records if stays(False, r.loc in (1, 3) if r.timed else None)])),
    (["--prune"], prune()),
    (["--prune", "-r", "def,Enter"],
     prune(lambda trace: [r for r in trace.records if r.name == "Enter" or r.file == "def"])),
    (["--prune", "-r", "def,marker,stat,!Def*Group"],
     prune(lambda trace: [r for r in trace.records if r.file in ("def", "marker", "stats")
                          and not re.fullmatch("Def.*Group", r.name)])),
    (["--prune", "--match", 'function =~ "^[A-M]"'],
     prune(match(lambda ask, r: ask("function", "=~", "^[A-M]")))),
    (["--prune", "--min-duration", "20000"], prune(min_duration(lambda trace: 20000))),
]

RULES = {"prune": PRUNE, "represent": REPRESENT, "min-duration": MIN_DURATION, "match": MATCH, "regex": REGEX, "max-calls": MAX_CALLS, "rules": RULES_CASES}


def compare(trace, options, rule):
    """Whether otf-filter keeps what the rule says, in silence and with the right count."""
    want = [r if isinstance(r, str) else r.line for r in rule(trace)]
    done = subprocess.run(["otf-filter", "--no-pg", *options, trace.name], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    got = done.stdout.decode("latin-1").split("\n")[:-1]
    records = [line for line in got if line[0] != "@"]
    usual = ("Leave without a function", ": nothing matches ", ": no record is in the interval ")
    told = [line for line in done.stderr.decode().split("\n") if line and not any(text in line for text in usual)]
    if done.returncode == 0 and not told and records == want and got[-1] == "@END\t%d" % len(want):
        return True
    first = next((i for i, (a, b) in enumerate(zip(records, want)) if a != b), min(len(records), len(want)))
    print("%s %s: exit %d, %d records, not %d; from record %d:" % (trace.name, options, done.returncode,
                                                                   len(records), len(want), first + 1))
    print("  got  %s\n  want %s" % (records[first:first + 1], want[first:first + 1]))
    print("\n".join(told))
    return False


if __name__ == "__main__":
    good = True
    for name in sys.argv[2:]:
        trace = Trace(name)
        for options, rule in RULES[sys.argv[1]][:1 if len(trace.records) > 20000 else None]:
            good &= compare(trace, options, rule)
    sys.exit(not good)
