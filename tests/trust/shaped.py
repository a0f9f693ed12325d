"""Traces of unusual shapes, as line streams: much of one thing, each in N records.

A shape is a function of N that gives its records in the order of the stream: definitions, then the others by time. Its
first line of documentation says what there is much of. BOUNDED are the shapes whose definitions and open things do not
grow with N, so that no command needs more memory for more records.
"""
SHAPES, BOUNDED = {}, set()
USUAL = ["DefTimerResolution - 0 1000000", "DefProcessGroup - 0 1000001 World 1,2,3,4", "DefFunctionGroup - 0 1 USER",
         "DefFunctionGroup - 0 2 MPI", "DefFunction - 0 1 main 1 0", "DefFunction - 0 2 step 1 0", "DefFunction - 0 3 solve 1 0",
         "DefFunction - 0 4 MPI_Send 2 0", "DefFunction - 0 5 MPI_Recv 2 0", "DefFunction - 0 6 MPI_Barrier 2 0",
         "DefCollectiveOperation - 0 1 MPI_Barrier 1", "DefCollectiveOperation - 0 2 MPI_Bcast 2",
         "DefCounterGroup - 0 1 counters", "DefCounter - 0 1 heat 0 1 K", "DefFileGroup - 0 1 disk", "DefFile - 0 1 data 1",
         "DefMarker - 0 1 mark 1"]
USUAL = [line.replace(" ", "\t") for line in USUAL]
FOUR = ["DefProcess\t-\t0\t%d\trank %d\t0" % (p, p) for p in (1, 2, 3, 4)]


def shape(function):
    SHAPES[function.__name__.replace("_", "-")] = function
    return function


def bounded(function):
    BOUNDED.add(function.__name__.replace("_", "-"))
    return shape(function)


def line(*words):
    return "\t".join(map(str, words))


def define(name, *words):
    return line(name, "-", 0, *words)


def enter(t, p, f):
    return "Enter\t%d\t%d\t%d\t0" % (t, p, f)


def leave(t, p, f):
    return "Leave\t%d\t%d\t%d\t0" % (t, p, f)


def called(t, p, f, *inside):
    """A call of two ticks, with records in its middle."""
    return [enter(t, p, f), *(line(i[0], t + 1, p, *i[1:]) for i in inside), leave(t + 2, p, f)]


def processes_of(count, parent=lambda p: 0, name="rank"):
    return [define("DefProcess", p, "%s %d" % (name, p), parent(p)) for p in range(1, count + 1)]


def write(name, n, path):
    """The shape with N records as a line stream in the file at path."""
    records = SHAPES[name](n)
    heads, rest = [r for r in records if r.split("\t", 2)[1] == "-"], [r for r in records if r.split("\t", 2)[1] != "-"]
    heads.sort(key=lambda r: int(r.split("\t", 3)[2]))  # global ones first, then those of each stream
    if not any(r.startswith("DefProcess\t") for r in heads):
        heads = FOUR + heads
    tokens = [r.split("\t", 4)[3] for r in heads if r.startswith("DefProcess\t")]
    if len(tokens) > 4 and not any(r.startswith("@SM") for r in records):
        records = ["@SM\t%d\t%s" % (s + 1, ",".join(tokens[s::8])) for s in range(min(8, len(tokens)))] + records
    at = [int(r.split("\t", 2)[1]) for r in rest if not r.startswith("Marker\t")] or [0]
    with open(path, "w") as out:
        out.write("@OTFPIPE\t1.0\tTR:1000000\tTS:%d,%d\n" % (min(at), max(at)))
        lines = [r for r in records if r.startswith("@")]
        heads, rest = [r for r in heads if not r.startswith("@")], [r for r in rest if not r.startswith("@")]
        for r in lines + USUAL + heads + rest:
            out.write(r + "\n")
        out.write("@END\t%d\n" % (len(USUAL) + len(heads) + len(rest)))


# ---- processes ----

@shape
def processes(n):
    """processes, each with one call"""
    count = n // 3
    return processes_of(count) + [e for p in range(1, count + 1) for e in (enter(p, p, 1), leave(p, p, 1))]


@shape
def streams(n):
    """streams, each of one process with some calls"""
    count = n // 100
    return (["@SM\t%d\t%d" % (p, p) for p in range(1, count + 1)] + processes_of(count) +
            [e for t in range(49) for p in range(1, count + 1) for e in called(3 * (t * count + p), p, 2)])


@shape
def local_definitions(n):
    """definitions that are local to streams"""
    count = n // 100
    out = ["@SM\t%d\t%d" % (p, p) for p in range(1, count + 1)] + processes_of(count)
    for p in range(1, count + 1):
        out += [line("DefFunction", "-", p, 100 + f, "f%d" % f, 1, 0) for f in range(33)]
    return out + [e for f in range(32) for p in range(1, count + 1) for e in called(3 * (f * count + p), p, 100 + f)]


@shape
def threads(n):
    """threads of one process"""
    count = n // 3
    return (processes_of(count, lambda p: int(p > 1)) + [enter(p, p, 1) for p in range(1, count + 1)] +
            [leave(count + p, p, 1) for p in range(1, count + 1)])


@shape
def ancestors(n):
    """processes of which each is the parent of the next"""
    count = n // 3
    return processes_of(count, lambda p: p - 1) + [e for p in range(1, count + 1) for e in called(3 * p, p, 1)]


@shape
def lives(n):
    """processes that begin and end one after the other"""
    count = n // 5
    return processes_of(count) + [e for p in range(1, count + 1) for e in (
        line("BeginProcess", 4 * p, p), enter(4 * p + 1, p, 1), leave(4 * p + 2, p, 1), line("EndProcess", 4 * p + 3, p))]


@bounded
def begins(n):
    """begins and ends of one process"""
    return [line(("BeginProcess", "EndProcess")[i % 2], i, 1) for i in range(n)]


@shape
def nodes(n):
    """nodes of a machine, and its processes"""
    count = n // 4
    return (processes_of(count) + [define("DefProcessGroup", p, "__NODE__n%d" % p, p) for p in range(1, count + 1)] +
            [e for p in range(1, count + 1) for e in (enter(p, p, 1), leave(p, p, 1))])


# ---- definitions ----

@shape
def functions(n):
    """functions, each called once"""
    count = n // 3
    return ([define("DefFunction", 100 + f, "f%d" % f, 1, 0) for f in range(count)] +
            [e for f in range(count) for e in (enter(2 * f, 1 + f % 4, 100 + f), leave(2 * f + 1, 1 + f % 4, 100 + f))])


@shape
def equal_names(n):
    """functions of one name"""
    count = n // 3
    return ([define("DefFunction", 100 + f, "MPI_Recv", 2, 0) for f in range(count)] +
            [e for f in range(count) for e in (enter(2 * f, 1 + f % 4, 100 + f), leave(2 * f + 1, 1 + f % 4, 100 + f))])


@shape
def function_groups(n):
    """groups of functions"""
    count = n // 4
    return ([define("DefFunctionGroup", 100 + f, "g%d" % f) for f in range(count)] +
            [define("DefFunction", 100 + f, "f%d" % f, 100 + f, 0) for f in range(count)] +
            [e for f in range(count) for e in (enter(2 * f, 1, 100 + f), leave(2 * f + 1, 1, 100 + f))])


@shape
def undefined(n):
    """functions that nothing defines"""
    return [e for f in range(n // 2) for e in (enter(2 * f, 1, 100 + f), leave(2 * f + 1, 1, 100 + f))]


@shape
def defined_twice(n):
    """definitions of one token"""
    return [define("DefFunction", 100, "f%d" % f, 1, 0) for f in range(n)] + called(1, 1, 100)


@shape
def long_names(n):
    """bytes of names: one very long, and many long ones of which only the ends differ"""
    count = n // 100
    return ([define("DefFunction", 100 + f, "x" * 500 + str(f), 1, 0) for f in range(count)] +
            [define("DefFunction", 99, "y" * 20 * n, 1, 0)] + called(0, 1, 99) +
            [e for f in range(count) for e in called(3 + 3 * f, 1, 100 + f)])


@shape
def sources(n):
    """places in source code"""
    count = n // 4
    return ([define("DefSclFile", 1, "a.c")] + [define("DefScl", s, 1, s) for s in range(1, count + 1)] +
            [e for s in range(count) for e in (line("Enter", s, 1, 1, s + 1), line("Leave", s, 1, 1, s + 1))])


@shape
def process_groups(n):
    """groups of processes"""
    count = n // 4
    out = [define("DefProcessGroup", g, "c%d" % g, "1,2") for g in range(1, count + 1)]
    for g in range(1, count + 1):
        out += [line("SendMsg", 2 * g, 1, 2, g, 7, 8, 0), line("RecvMsg", 2 * g + 1, 2, 1, g, 7, 8, 0)]
    return out


@shape
def big_groups(n):
    """members of groups, and their collective operations"""
    count = n // 4
    out = processes_of(count)
    everyone = ",".join(str(p) for p in range(1, count + 1))
    out += [define("DefProcessGroup", 1000002 + g, "g%d" % g, everyone) for g in range(4)]
    for i in range(1, 3):
        out += [line("CollectiveOperation", i, p, 1, 1000002, 0, 8, 8, 1, 0) for p in range(1, count + 1)]
    return out


@shape
def nested_groups(n):
    """groups of which each is a member of the next"""
    count = n // 3
    return ([define("DefProcessGroup", 100 + g, "g%d" % g, "%d,1" % (99 + g) if g else "2") for g in range(count)] +
            [e for g in range(count) for e in called(3 * g, 1, 6, ("CollectiveOperation", 1, 100 + g, 0, 8, 8, 1, 0))][:2 * count])


@shape
def groups_of_groups(n):
    """groups of which each has the one before twice"""
    count = n // 3
    return ([define("DefProcessGroup", 100 + g, "g%d" % g, "%d,%d,3" % (99 + g, 98 + g) if g > 1 else "1,2") for g in range(count)] +
            [line("CollectiveOperation", t, 1 + t % 4, 1, 100 + t % count, 0, 8, 8, 1, 0) for t in range(2 * count)])


@shape
def key_values(n):
    """key-values of one record"""
    return ([define("DefKeyValue", k, 4, "k%d" % k, "") for k in range(1, n // 10)] +
            ["\t".join([enter(5, 1, 1)] + ["%d:Q:%d" % (k, k) for k in range(1, n // 2)]), leave(6, 1, 1)] +
            ["\t".join([line("NoOp", 7 + i, 1)] + ["%d:Q:%d" % (1 + k, k) for k in range(100)]) for i in range(n // 200)])


@shape
def attributes(n):
    """lists of attributes, and processes that stand for others"""
    count = n // 4
    out = processes_of(count)
    out += [define("DefAttributeList", a, "1,2") for a in range(1, count + 1)]
    out += [define("DefProcessOrGroupAttributes", a, a) for a in range(1, count + 1)]
    return out + [define("DefProcessSubstitutes", p, p + 1) for p in range(1, count)] + called(1, 1, 1)


@shape
def comments(n):
    """comments"""
    return ([define("DefinitionComment", "text %d" % i) for i in range(n // 2)] +
            [line("EventComment", i, 1 + i % 4, "text %d" % i) for i in range(n // 2)])


@shape
def markers(n):
    """markers, of many kinds"""
    count = n // 2
    return ([define("DefMarker", m, "m%d" % m, m % 4) for m in range(2, count)] +
            [line("Marker", (m * 7919) % count, 1 + m % 4, m, "text") for m in range(2, count)] +
            called(0, 1, 1) + called(count, 1, 1))


# ---- calls ----

@shape
def open_calls(n):
    """calls of one function that are never left"""
    return [enter(t, 1, 1) for t in range(n)]


@shape
def open_functions(n):
    """calls of different functions that are never left"""
    count = n // 2
    return ([define("DefFunction", 100 + f, "f%d" % f, 1, 0) for f in range(count)] +
            [enter(t, 1, 100 + t) for t in range(count)])


@shape
def deep_calls(n):
    """calls in one another, which are left in turn"""
    count = n // 2
    return [enter(t, 1, 1 + t % 3) for t in range(count)] + [leave(count + t, 1, 1 + (count - 1 - t) % 3) for t in range(count)]


@shape
def up_and_down(n):
    """calls that go deep, most of the way back, and deep again"""
    depth = n // 10
    out, t = [enter(t, 1, 1 + t % 3) for t in range(depth)], depth
    for _ in range(4):
        for d in list(range(depth - 1, depth // 10, -1)):
            out.append(leave(t, 1, 1 + d % 3))
            t += 1
        for d in range(depth // 10 + 1, depth):
            out.append(enter(t, 1, 1 + d % 3))
            t += 1
    return out


@shape
def open_for_others(n):
    """calls that are open in one process while others go on"""
    count = n // 2
    return ([enter(0, 1, 1 + t % 3) for t in range(count)] +
            [e for t in range(count // 2) for e in (enter(2 * t + 1, 2, 2), leave(2 * t + 2, 2, 2))])


@shape
def wide_calls(n):
    """different functions in one call"""
    count = n // 3
    return ([define("DefFunction", 100 + f, "f%d" % f, 1, 0) for f in range(count)] + [enter(0, 1, 1)] +
            [e for f in range(count) for e in (enter(2 * f + 1, 1, 100 + f), leave(2 * f + 2, 1, 100 + f))] +
            [leave(2 * count + 1, 1, 1)])


@shape
def call_paths(n):
    """call paths: a tree with two calls in each"""
    out, t, depth = [], 0, 0
    for i in range(1, n // 2):
        out.append(enter(t, 1, 1 + i % 3))
        depth, t = depth + 1, t + 1
        gone = i
        while depth > 16 or (gone % 2 == 0 and depth > 1):
            depth, gone, t = depth - 1, gone // 2, t + 1
            out.append(line("Leave", t, 1, 0, 0))
    return out


@bounded
def one_time(n):
    """records of one time"""
    return [r for i in range(n // 2) for r in (enter(5, 1 + i % 4, 2), leave(5, 1 + i % 4, 2))]


@bounded
def far_times(n):
    """records at both ends of time, with nothing in between"""
    far = 1 << 63
    return ([r for i in range(n // 4) for r in called(3 * i, 1 + i % 4, 2)] +
            [r for i in range(n // 4) for r in called(far + 3 * i, 1 + i % 4, 2)])


@shape
def iterations(n):
    """iterations of a step"""
    return [r for i in range(n // 8) for r in [enter(i * 100 + p, p, 2) for p in (1, 2, 3, 4)] +
            [leave(i * 100 + 50 + p, p, 2) for p in (1, 2, 3, 4)]]


# ---- messages ----

def send(t, p, to, tag, group=1000001):
    return line("SendMsg", t, p, to, group, tag, 8, 0)


def receive(t, p, of, tag, group=1000001):
    return line("RecvMsg", t, p, of, group, tag, 8, 0)


@shape
def under_way(n):
    """messages of different tags under way at once, in the order of their sends"""
    count = n // 2
    return [send(t, 1, 2, t) for t in range(count)] + [receive(count + t, 2, 1, t) for t in range(count)]


@shape
def reverse_order(n):
    """messages under way at once, in the reverse order of their sends"""
    count = n // 2
    return [send(t, 1, 2, t) for t in range(count)] + [receive(count + t, 2, 1, count - 1 - t) for t in range(count)]


@shape
def one_tag(n):
    """messages of one tag under way at once"""
    count = n // 2
    return [send(t, 1, 2, 7) for t in range(count)] + [receive(count + t, 2, 1, 7) for t in range(count)]


@shape
def sent_only(n):
    """sends without a receive"""
    return [send(t, 1 + t % 4, 1 + (t + 1) % 4, t) for t in range(n)]


@shape
def received_only(n):
    """receives without a send"""
    return [receive(t, 1 + t % 4, 1 + (t + 1) % 4, 7) for t in range(n)]


@shape
def received_first(n):
    """messages that are received before they are sent"""
    count = n // 2
    return [receive(t, 1, 2, t) for t in range(count)] + [send(count + t, 2, 1, t) for t in range(count)]


@shape
def all_to_one(n):
    """messages of many processes to one, in calls"""
    count = n // 9
    out = processes_of(count)
    for p in range(2, count + 1):
        out += called(p, p, 4, ("SendMsg", 1, 1000001, 7, 8, 0))[:1]
    out += [send(count + p, p, 1, 7) for p in range(2, count + 1)]
    out += [leave(2 * count + p, p, 4) for p in range(2, count + 1)]
    for p in range(2, count + 1):
        out += called(3 * count + 3 * p, 1, 5, ("RecvMsg", p, 1000001, 7, 8, 0))
    return out


@shape
def one_waits_for_all(n):
    """messages received in one call, as an MPI_Waitall does"""
    count = n // 3
    return ([enter(0, 1, 5)] + [r for t in range(count) for r in (enter(t + 1, 2, 4), send(t + 1, 2, 1, t), leave(t + 1, 2, 4))][:2 * count] +
            [receive(count + 2, 1, 2, t) for t in range(2 * count // 3)] + [leave(count + 3, 1, 5)])


@shape
def pairs(n):
    """pairs of processes with a message"""
    count = max(int((n // 7) ** 0.5), 2)
    out, t = processes_of(count), 0
    for p in range(1, count + 1):
        for q in range(1, count + 1):
            out += [enter(t, p, 4), send(t + 1, p, q, 1), leave(t + 1, p, 4), enter(t + 2, q, 5), receive(t + 3, q, p, 1), leave(t + 3, q, 5)]
            t += 4
    return out


@shape
def chain(n):
    """processes in a chain, of which each waits for the one before"""
    count = n // 7
    out = processes_of(count) + [enter(0, p, 5) for p in range(2, count + 1)]
    for p in range(1, count):
        out += [enter(10 * p, p, 4), send(10 * p + 1, p, p + 1, 1), leave(10 * p + 2, p, 4),
                receive(10 * p + 3, p + 1, p, 1), leave(10 * p + 4, p + 1, 5)]
    return out


@bounded
def ring(n):
    """messages around four processes, each late"""
    out = [enter(0, p, 5) for p in (2, 3, 4)]
    for i in range(n // 6):
        p, q, t = 1 + i % 4, 1 + (i + 1) % 4, 10 * (i + 1)
        out += [enter(t, p, 4), send(t + 1, p, q, 1), leave(t + 2, p, 4), receive(t + 3, q, p, 1), leave(t + 3, q, 5), enter(t + 4, p, 5)]
    return out


@shape
def rma(n):
    """RMA operations that have not ended, then all ends"""
    count = n // 2
    return ([line("RMAPut", t, 1, 1, 2, 1000001, t, 8, 0) for t in range(count)] +
            [line("RMAEnd", count + t, 1, 2, 1000001, t, 0) for t in range(count)])


@shape
def rma_of_one_tag(n):
    """RMA operations of one tag, without an end"""
    return [line(("RMAPut", "RMAGet")[t % 2], t, 1, 1, 2, 1000001, 7, 8, 0) for t in range(n)]


# ---- counters, collective and file operations, snapshots, statistics ----

@shape
def counters(n):
    """counters"""
    count = n // 3
    return ([define("DefCounter", 100 + c, "c%d" % c, 0, 1, "u") for c in range(count)] +
            [line("Counter", t, 1 + t % 4, 100 + t % count, t) for t in range(2 * count)])


@bounded
def samples(n):
    """samples of one counter"""
    return [line("Counter", t, 1 + t % 4, 1, t * 7919 % 1000) for t in range(n)]


@shape
def files(n):
    """files, all open"""
    count = n // 3
    return ([define("DefFile", 100 + f, "file%d" % f, 1) for f in range(count)] +
            [line("FileOperation", t, 1, 100 + t, 1 + t, 0, 0, 0, 0) for t in range(count)] +
            [line("FileOperation", count + t, 1, 100 + t, 1 + t, 2, 8, 1, 0) for t in range(count)])


@shape
def file_operations(n):
    """file operations under way at once, which end in reverse order"""
    count = n // 2
    return ([line("BeginFileOperation", t, 1, t, 0) for t in range(count)] +
            [line("EndFileOperation", count + t, 1, 1, count - 1 - t, 1, 2, 8, 0) for t in range(count)])


@shape
def collectives(n):
    """collective operations of one communicator, in calls"""
    out, t = [], 0
    for _ in range(n // 12):
        out += [enter(t + p, p, 6) for p in (1, 2, 3, 4)]
        out += [line("CollectiveOperation", t + 4, p, 1, 1000001, 0, 8, 8, 5, 0) for p in (1, 2, 3, 4)]
        out += [leave(t + 9, p, 6) for p in (1, 2, 3, 4)]
        t += 20
    return out


@shape
def open_collectives(n):
    """collective operations that have begun and never end"""
    return [line("BeginCollectiveOperation", t, 1, 1, t, 1000001, 0, 8, 8, 0) for t in range(n)]


@shape
def lone_collectives(n):
    """collective operations of which only one member takes part"""
    return [r for t in range(n // 3) for r in called(3 * t, 1, 6, ("CollectiveOperation", 2, 1000001, 1, 8, 8, 1, 0))]


@shape
def communicators(n):
    """communicators with a collective operation each"""
    count = n // 5
    out = [define("DefProcessGroup", g, "c%d" % g, "1,2,3,4") for g in range(1, count + 1)]
    for g in range(1, count + 1):
        out += [line("CollectiveOperation", g, p, 1, g, 0, 8, 8, 1, 0) for p in (1, 2, 3, 4)]
    return out


@shape
def snapshots(n):
    """snapshot records, of many times"""
    out = []
    for i in range(n // 25):
        t = 10 * i
        out += [line("EnterSnapshot", t, p, 0, 1, 0) for p in (1, 2, 3, 4) for _ in range(4)]
        out += [enter(t + 1, 1, 2), leave(t + 2, 1, 2)]
    return [define("DefAuxSamplePoint", 10 * i, 0) for i in range(n // 25)] + [enter(0, 1, 1)] + out


@shape
def big_snapshots(n):
    """records of one snapshot"""
    return [line("EnterSnapshot", 5, 1, t // n, 1, 0) for t in range(n // 2)] + \
        [line("SendSnapshot", 5, 1, 4, 2, 1000001, t, 8, 0) for t in range(n // 2)] + called(6, 1, 2)


@shape
def statistics(n):
    """summary records, of many functions and times"""
    count = n // 20
    return ([define("DefFunction", 100 + f, "f%d" % f, 1, 0) for f in range(count)] +
            [define("DefAuxSamplePoint", 10 * i, 1) for i in range(19)] +
            [line("FunctionSummary", 10 * i, 1, 100 + f, i, i, i) for i in range(19) for f in range(count)])


@shape
def losses(n):
    """losses that the source announces"""
    return [line("@LOST", 1 + i % 4, 2 * i, 2 * i + 1, 1) for i in range(n // 2)] + \
        [r for i in range(n // 4) for r in (enter(4 * i, 1, 2), leave(4 * i + 2, 1, 2))]
