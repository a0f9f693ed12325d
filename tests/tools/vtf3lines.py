"""vtf3lines.py SEED FILE WANT: a file of Standard ASCII in any dress that a line may have, and the records that it says.

From the documented lines alone: blanks and tabs, LF and CR LF, signs, zeros, exponents, quotes, words in any order,
several declarations on a line."""
import random
import sys

R = random.Random(int(sys.argv[1]))
STATES, CPUS, EVENTS = 12, 5, 2000


def gap():
    return R.choice([" "] * 6 + ["  ", "\t", " \t "])


def number(n):
    return R.choice(["%d"] * 6 + ["+%d", "0%d", "+00000000000%d"]) % n


def time(t):
    return R.choice(["%d"] * 6 + ["+%d", "%d.0", "%d.4", "%de0", "%dE0", "%d0e-1", "00%d"]) % t


def quoted(name):
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def line(*parts):
    return R.choice([""] * 6 + [" ", "\t"]) + gap().join(parts) + R.choice(["\n"] * 6 + ["\r\n", " \n", "\t\r\n"])


def words(*pairs):
    """WORD value pairs: mostly as they stand, else in any order."""
    pairs = list(pairs)
    if R.random() < 0.3:
        R.shuffle(pairs)
    return [part for word, value in pairs for part in (word, number(value))]


def optional(word, value):
    return [(word, value)] if value else []


def head(out, want):
    """Declarations, as many on a line as it pleases."""
    decls = [["CLKPERIOD", "1E-06"], ["NCPUS", number(CPUS)], ["DEFACT", "0", quoted('the "user')],
             ["DEFSAMPCLASS", "1", '"hard"']]
    for state in range(STATES):
        name = R.choice(["f", "a b", 'say "x"', "back\\slash", "ACT 3 SCL", "UPTO"]) + str(state)
        decls.append(["DEFSTATE", number(state), "ACT", "0", quoted(name)])
        want.append(("DefFunction", "-", 0, state + 1, name.replace("\\", "\\\\"), 1, 0))
    for token, value in ((6, "FLOAT"), (7, "UINT")):
        decls.append(["DEFSAMP", number(token), "CLASS", "1", "CPU", "1", value, "8", "0", "1", "DIFF", "0", "HINT", "2",
                      quoted("c%d" % token), '"#"'])
    while decls:
        n = R.choice([1, 1, 2, 3])
        out.append(line(*[part for decl in decls[:n] for part in decl]))
        del decls[:n]


def call(t, cpu, opened):
    scl = R.choice([0, 0, 0, 7, 123456789])
    if opened and R.random() < 0.5:
        kind, name, state = "UPFROM", "Leave", opened.pop()
    else:
        kind, name, state = "DOWNTO", "Enter", R.randrange(STATES)
        opened.append(state)
    return (line(time(t), kind, number(state), *words(("CPU", cpu), *optional("SCL", scl))),
            (name, t, cpu, state + 1, scl))


def message(t, cpu):
    peer, tag, length, scl = R.randint(1, CPUS), R.randrange(1 << 31), R.randrange(1 << 31), R.choice([0, 0, 3])
    communicator = R.choice([-1, 0, 5, 70000000])
    kind, name, me, other = R.choice([("SENDMSG", "SendMsg", "FROM", "TO"), ("RECVMSG", "RecvMsg", "BY", "FROM")])
    pairs = [(me, cpu), (other, peer), ("LEN", length), *optional("SCL", scl)]
    first = [number(tag)]
    if communicator >= 0 and R.random() < 0.7:
        first.insert(0, number(communicator))
    elif communicator >= 0:
        pairs.append(("COM", communicator))
    return line(time(t), kind, *first, *words(*pairs)), (name, t, cpu, peer, communicator + 1, tag, length, scl)


def sample(t, cpu):
    if R.random() < 0.5:
        value = R.choice([R.randrange(100), R.randrange(1 << 64)])
        return line(time(t), "SAMP", "CPU", number(cpu), "DEF", "7", "UINT", "8", str(value)), ("Counter", t, cpu, 8, value)
    value = R.randrange(1000)
    text = R.choice(["%d.25", "+%d.25", "%d25e-2", "%d.25E0", "%d.250"]) % value
    return line(time(t), "SAMP", "CPU", number(cpu), "DEF", "6", "FLOAT", "8", text), ("Counter", t, cpu, 7, "%d.25" % value)


out, want, t, opened = ["C SAVTF\n"], [], 0, {}
head(out, want)
for _ in range(EVENTS):
    t += R.choice([0, 1, 7, 1000, 12345678, 10**11])
    cpu = R.randint(1, CPUS)
    kind = R.choice([call, call, call, message, sample])
    text, record = kind(t, cpu, opened.setdefault(cpu, [])) if kind is call else kind(t, cpu)
    out.append(text)
    want.append(record)
open(sys.argv[2], "w", newline="").write("".join(out))
open(sys.argv[3], "w").write("".join("\t".join(map(str, record)) + "\n" for record in want))
