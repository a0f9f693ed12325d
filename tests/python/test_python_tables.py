"""otf.columns and otf.frame of tables: what otf-to-sqlite makes of the same trace."""
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import unittest
import warnings

import otf
from common import Room, SAMPLE, corpus
from otf import _tables

try:
    import numpy as np
except ImportError:
    raise unittest.SkipTest("no NumPy here") from None
try:
    import pandas
except ImportError:
    pandas = None

HERE = os.path.dirname(os.path.abspath(__file__))
DEFINITIONS = ["DefTimerResolution|-|0|1000", "DefProcess|-|0|1|one|0", "DefProcess|-|0|2|two|0",
               "DefFunctionGroup|-|0|1|MPI", "DefFunction|-|0|7|MPI_Send|1|0", "DefFunction|-|0|8|main|0|0"]


def run(*command):
    """Run a command. A trace may have oddities: exit status 1."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode > 1:
        raise AssertionError(done.stderr.decode())
    return done.stdout


def number(value):
    """A number of SQLite, which has text where it is no 64-bit signed one."""
    if not isinstance(value, str):
        return value
    return int(value) if value.isdigit() else float(value)


class Database:
    """The tables of otf-to-sqlite, and what otf-to-parquet has beside, told from them."""

    def __init__(self, path, base):
        self.db = sqlite3.connect(path)
        self.db.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        self.strings = dict(self.db.execute("SELECT id, text FROM strings"))
        self.ticks = self.meta("ticks_per_second") or 1000000
        self.base = self.meta("first") if base is None else base
        self.known = {}

    def meta(self, key):
        return dict(self.db.execute("SELECT key, value FROM meta")).get(key)

    def rows(self, table):
        if table not in self.known:
            names = [row[1] for row in self.db.execute(f"PRAGMA table_info({table})")]
            order = " ORDER BY 1" if names[0] in ("id", "row") and table != "key_values" else ""
            self.known[table] = [dict(zip(names, row)) for row in self.db.execute(f"SELECT * FROM {table}{order}")]
        return self.known[table]

    def refers(self, table):
        return {row[3]: row[2] for row in self.db.execute(f"PRAGMA foreign_key_list({table})")}

    def definition(self, table, token):
        key = table, "by id"
        if key not in self.known:
            self.known[key] = {row["id"]: row for row in self.rows(table)}
        return self.known[key].get(token)

    def local(self, table, row, field):
        """What a definition refers to: of its own stream, else of all."""
        if not row:
            return None
        return self.definition(table, row["stream"] << 32 | row[field]) or self.definition(table, row[field])

    def name(self, row):
        return self.strings.get(row["name"]) if row else None

    def ns(self, ticks):
        return None if ticks is None else ticks * 10**9 // self.ticks if ticks >= 0 else -(-ticks * 10**9 // self.ticks)

    def since(self, ticks):
        return None if ticks is None else self.ns(ticks - self.base)

    def value(self, table, row, column, refers):
        """The value of a column of otf-to-parquet."""
        stem = column.rsplit("_", 1)[0]
        if column in ("file", "source_file", "line", "source_line") and "source" in row and column not in refers \
                and not table.startswith("def_"):
            source = self.definition("def_scl", row["source"])
            if column.endswith("line"):
                return source["line"] if source else None
            return self.name(self.local("def_scl_file", source, "file"))
        if column == "value":
            value = number(row[column])
            return None if value is None or isinstance(value, bytes) else float(value)
        if column in row:
            if isinstance(row[column], bytes):
                return row[column].decode("utf-8", "surrogateescape")
            is_name = table != "key_values" and isinstance(row[column], int) and column in self.texts
            return self.strings[row[column]] if is_name else number(row[column]) if column in self.numbers else row[column]
        if column.endswith("_tick"):
            return row[stem]
        if column in ("start_ns", "end_ns", "time_ns"):
            return self.since(row[stem])
        if column == "dur_ns":
            return None if None in (row["start"], row["end"]) else self.ns(row["end"] - row["start"])
        if column.endswith("_ns"):
            return self.ns(row[stem])
        if column.startswith("value_"):
            value = number(row["value"])
            fits = {"bytes": isinstance(value, bytes), "signed": isinstance(value, int) and -2**63 <= value < 2**63,
                    "unsigned": isinstance(value, int) and 0 <= value < 2**64}
            return value if fits[column[6:]] else None
        if column == "function_group":
            return self.name(self.local("def_function_group", self.definition("def_function", row["function"]), "group"))
        return self.name(self.definition(refers[stem], row[stem]))

    def expect(self, table, columns):
        refers = self.refers(table)
        self.texts = {k for k, v in columns.items() if v.dtype == object}
        self.numbers = set(columns) - self.texts
        return {c: [self.value(table, row, c, refers) for row in self.rows(table)] for c in columns if c != "path_hash"}


def last_of_each(columns):
    """A definition of a token that comes again replaces the first in the database."""
    first = next(iter(columns))
    if first not in ("id", "row"):
        return columns
    ids = columns[first].tolist()
    keep = sorted({id: i for i, id in enumerate(ids)}.values())
    return columns if len(keep) == len(ids) else {k: v[keep] for k, v in columns.items()}


class Tables(Room):
    def compare(self, trace, *arguments, base=None, **options):
        """All tables, and the same of the database."""
        path = self.path(f"{len(os.listdir(self.room))}.db")
        traces = [trace] if isinstance(trace, str) else trace
        run("otf-to-sqlite", *arguments, *traces, "-o", path)
        db, got, n = Database(path, base), otf.columns(trace, _tables.TABLES, **options), 0
        there = {row[0] for row in db.db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table, columns in got.items():
            if table not in there:
                self.assertIn(table, ("sends", "receives"))
                continue
            columns, want = last_of_each(columns), db.expect(table, columns)
            for name, column in columns.items():
                values = column.tolist()
                if name == "value":  # SQLite has no NaN
                    values = [None if v != v else v for v in values]
                if name == "path_hash":
                    self.check_paths(columns)
                elif table == "key_values":
                    self.assertEqual(sorted(map(repr, values)), sorted(map(repr, want[name])), f"{table}.{name}")
                else:
                    self.assertEqual(list(map(repr, values)), list(map(repr, want[name])), f"{table}.{name}")
                n += len(values)
        self.check_halves(got, options)
        return n

    def check_paths(self, calls):
        """Equal hashes are equal names from the outermost call on."""
        of, ids = {}, calls["id"].tolist()
        for id, parent, name, function, hash, start in zip(ids, calls["parent"].tolist(), calls["function_name"],
                                                           calls["function"].tolist(), calls["path_hash"].tolist(),
                                                           calls["start_tick"].tolist()):
            if start is None:
                self.assertIsNone(hash)
            elif parent is None or parent in of:
                of[id] = (*of.get(parent, ()), (name, None if name is not None else function)), hash
                of[id] = of[id] if parent is None else ((*of[parent][0], of[id][0][-1]), hash)
        pairs = set(of.values())
        self.assertEqual(len(pairs), len({path for path, _ in pairs}))
        self.assertEqual(len(pairs), len({hash for _, hash in pairs}))

    def check_halves(self, got, options):
        """Both ends of messages are there as sends and receives."""
        if set(options) & {"processes", "time"}:
            return
        messages = got["messages"]
        for half, time, call in (("sends", "start", "send_call"), ("receives", "end", "recv_call")):
            # a message of which both ends came; a send to oneself has both ends, too
            want = [row[1:] for row in zip(messages[f"{time}_ns"].tolist(), messages[f"{time}_ns"].tolist(),
                                           messages["sender"].tolist(), messages["receiver"].tolist(),
                                           messages["tag"].tolist(), messages[call].tolist()) if row[0] is not None]
            have = list(zip(got[half]["start_ns"].tolist(), got[half]["sender"].tolist(), got[half]["receiver"].tolist(),
                            got[half]["tag"].tolist(), got[half]["call"].tolist()))
            self.assertEqual(sorted(have, key=repr), sorted(want, key=repr), half)

    # ---- values ----

    def test_the_sample_has_the_values_of_the_database(self):
        self.assertGreater(self.compare(SAMPLE), 29000)

    def test_a_generated_trace_with_key_values_and_markers_has_them(self):
        with open(self.path("m.otfl"), "wb") as f:
            f.write(run("mktrace", "-p", "6", "-e", "6k", "--tags", "--markers"))
        self.assertGreater(self.compare(self.path("m.otfl")), 70000)

    def test_traces_of_the_corpus_have_them(self):
        for trace in corpus():
            with self.subTest(trace[0]):
                self.assertGreater(self.compare(trace, "--keep-going", keep_going=True), 5)

    def test_selections_are_those_of_the_commands(self):
        run("otf-to-sqlite", SAMPLE, "-o", self.path("whole.db"))
        base = Database(self.path("whole.db"), None).base  # nanoseconds count from the first event of the whole
        for arguments, options in [(["-p", "2,5"], dict(processes=[5, 2])), (["-t", "25%:60%"], dict(time=("25%", "60%"))),
                                   (["-t", "2000000:"], dict(time=(2000000, None))),
                                   (["-p", "1", "-t", ":+1ms"], dict(processes=[1], time=(None, "+1ms"))),
                                   (["-t", "0:0"], dict(time=(0, 0)))]:
            with self.subTest(arguments):
                self.compare(SAMPLE, *arguments, base=base, **options)

    def test_files_collectives_and_counters_with_large_and_negative_values(self):
        path = self.stream(
            *DEFINITIONS, "DefFile|-|0|3|data|0", "DefCounter|-|0|4|c|0|0|", "DefCollectiveOperation|-|0|5|bcast|2",
            "DefProcessGroup|-|0|9|all|1,2",
            "FileOperation|10|1|3|1|1|99|5|0", "FileOperation|11|2|8|1|1|18446744073709551615|5|0",
            "Counter|12|1|4|18446744073709551615", "Counter|12|1|4|-5", "Counter|13|2|4|0.5", "Counter|13|2|4|nan",
            "CollectiveOperation|20|1|5|9|1|4|0|7|0", "CollectiveOperation|21|2|5|9|1|0|4|7|0",
            "EventComment|22|1|said \udcff twice", "EventComment|23|1|said \udcff twice", "EventComment|24|1|\\N")
        self.assertGreater(self.compare(path), 100)
        got = otf.columns(path, ["counters", "event_comment", "file_operations"])
        counters = got["counters"]
        self.assertEqual(counters["value_unsigned"].tolist(), [2**64 - 1, None, None, None])
        self.assertEqual(counters["value_signed"].tolist(), [None, -5, None, None])
        self.assertEqual(counters["value"].tolist()[:3], [2.0**64, -5, 0.5])
        self.assertTrue(np.isnan(counters["value"][3]))
        self.assertIsInstance(counters["value_signed"], np.ma.MaskedArray)
        self.assertNotIsInstance(counters["value"], np.ma.MaskedArray)
        self.assertEqual(got["event_comment"]["text"].tolist(), ["said \udcff twice"] * 2 + [None])
        self.assertEqual(got["file_operations"]["bytes"].tolist(), [99, 2**64 - 1])
        self.assertEqual(got["file_operations"]["file_name"].tolist(), ["data", None])

    def test_rows_are_in_the_order_of_their_ids_also_in_tables_alone(self):
        all_of_them = otf.columns(SAMPLE, _tables.TABLES)
        for table in _tables.TABLES:
            alone = otf.columns(SAMPLE, table)
            for name, column in alone.items():
                self.assertEqual(column.tolist(), all_of_them[table][name].tolist(), f"{table}.{name}")
        calls = all_of_them["calls"]
        self.assertEqual(calls["id"].tolist(), list(range(1, len(calls["id"]) + 1)))
        inner = np.bincount(calls["parent"].compressed().astype(int), calls["dur_ns"][~calls["parent"].mask],
                            len(calls["id"]) + 1)[1:]
        self.assertEqual((calls["dur_ns"] - inner).tolist(), calls["exclusive_ns"].tolist())

    def test_fields_are_chosen_without_the_id_too(self):
        got = otf.columns(SAMPLE, "calls", fields=["function_name", "exclusive_ns"])
        whole = otf.columns(SAMPLE, "calls")
        self.assertEqual(list(got), ["exclusive_ns", "function_name"])
        for name in got:
            self.assertEqual(got[name].tolist(), whole[name].tolist())
        both = otf.columns(SAMPLE, ["messages", "waits"], fields=["dur_ns", "id"])
        self.assertEqual([list(v) for v in both.values()], [["id", "dur_ns"]] * 2)
        self.assertEqual(list(both), ["messages", "waits"])

    def test_tables_without_rows_have_empty_columns(self):
        got = otf.columns(self.stream(), _tables.TABLES)
        self.assertEqual(set(got), set(_tables.TABLES))
        self.assertEqual({len(c) for t in got.values() for c in t.values()}, {0})
        self.assertEqual(got["calls"]["exclusive_ns"].dtype, np.int64)
        self.assertEqual(got["calls"]["id"].dtype, np.uint64)
        self.assertEqual(got["calls"]["function_name"].dtype, object)

    def test_more_rows_than_the_first_room_and_than_one_call_reads_are_kept(self):
        path = self.stream(*DEFINITIONS, *(f"{'Leave' if i % 2 else 'Enter'}|{i}|{1 + i // 2 % 2}|7|0" for i in range(300000)))
        got = otf.columns(path, "calls")
        np.testing.assert_array_equal(got["start_ns"], np.arange(0, 300000, 2) * 1000000)
        np.testing.assert_array_equal(got["exclusive_ns"], np.full(150000, 1000000))
        self.assertEqual(set(got["function_name"]), {"MPI_Send"})

    def test_arrays_outlive_all_else(self):
        start = otf.columns(SAMPLE, "calls")["start_ns"]
        want = start.tolist()
        for _ in range(20):
            otf.columns(SAMPLE, "calls")
        self.assertEqual(start.tolist(), want)
        start[0] = 5  # and may be changed
        self.assertEqual(start[0], 5)

    # ---- what is odd ----

    def test_calls_without_start_or_end_are_null_and_reported(self):
        path = self.stream(*DEFINITIONS, "Leave|5|1|7|0", "Enter|10|1|8|0", "Enter|20|1|7|0", "Leave|30|1|7|0")
        told = []
        got = otf.columns(path, "calls", report=told.append)
        self.assertEqual(list(zip(got["start_ns"].tolist(), got["end_ns"].tolist(), got["exclusive_ns"].tolist(),
                                  got["parent"].tolist(), got["function_name"].tolist())),
                         [(None, 0, None, None, "MPI_Send"), (5000000, None, None, None, "main"),
                          (15000000, 25000000, 10000000, 2, "MPI_Send")])
        self.assertEqual([str(e) for e in told], [f"{path}: leaves without an enter, calls without start: 1",
                                                  f"{path}: calls open at the end, without end: 1"])
        with self.assertWarnsRegex(otf.Warning, "without end: 1"):
            otf.columns(path, "calls")
        otf.columns(path, "counters", report=self.fail)
        told.clear()
        otf.columns(path, "calls", time=(10, 25), report=told.append)
        self.assertEqual(told, [])

    def test_unknown_ticks_per_second_are_reported(self):
        with open(self.path("u.otfl"), "w") as f:
            f.write("@OTFPIPE\t1.0\nEnter\t1\t1\t7\t0\nLeave\t3\t1\t7\t0\n@END\t2\n")
        told = []
        got = otf.columns(self.path("u.otfl"), "calls", report=told.append)
        self.assertEqual(got["dur_ns"].tolist(), [2000])
        self.assertIn("ticks per second are unknown", str(told[0]))
        otf.columns(self.path("u.otfl"), "calls", fields=["start_tick"], report=self.fail)

    # ---- errors ----

    def test_unknown_names_are_errors_that_list_what_there_is(self):
        for records, message in [("callz", "^records: no table or record type has the name 'callz'; tables are calls, .*waits"),
                                 (["calls", "waitz"], "^records: no table .* 'waitz'"),
                                 (["calls", "Enter"], "^records: 'calls' is a table and 'Enter' is not; read them by two"),
                                 (["calls", otf.Enter], "^records: 'calls' is a table and .*Enter.* is not"),
                                 (["calls", "def"], "'def' is not"), (["calls", "calls"], "calls is named twice"),
                                 ("causes", "table causes is made by otf-to-parquet only")]:
            with self.subTest(records), self.assertRaisesRegex(otf.Error, message) as caught:
                otf.columns(SAMPLE, records)
            self.assertEqual(caught.exception.code, otf.Code.USAGE)
        with self.assertRaisesRegex(otf.Error, "^fields: table calls has no column 'excl'; it has id, process, .*, line$"):
            otf.columns(SAMPLE, "calls", fields=["id", "excl"])
        for table in _tables.TABLES:
            with self.assertRaisesRegex(otf.Error, f"^fields: table {table} has no column 'x'; it has "):
                otf.columns(SAMPLE, table, fields=["x"])
        self.assertRaisesRegex(otf.Error, "no record type has the name 'calls'", otf.read, SAMPLE, records="calls")

    def test_each_bad_argument_is_named(self):
        for arguments, error in [(dict(fields="id"), TypeError), (dict(fields=[5]), TypeError), (dict(fields=5), TypeError),
                                 (dict(tags=True), ValueError), (dict(tags="x"), TypeError), (dict(time=5), TypeError),
                                 (dict(time=(7, 5)), ValueError), (dict(processes=[-1]), ValueError),
                                 (dict(threads=0), ValueError), (dict(keep_going="x"), TypeError)]:
            name = next(iter(arguments))
            with self.subTest(arguments), self.assertRaisesRegex(error, f"^{name}: "):
                otf.columns(SAMPLE, "calls", **arguments)

    def test_damage_order_and_shares_are_errors_and_no_descriptor_stays(self):
        damaged, before = self.damaged(), self.open_files()
        for call, message in [(lambda: otf.columns(damaged, "calls"), "damaged.1.events:"),
                              (lambda: otf.columns(self.stream("Enter|1|1|7|0", end=False), "calls"), "@END"),
                              (lambda: otf.columns(self.stream("Enter|9|1|7|0", "Leave|5|1|7|0"), "calls"), "s.otfl:3"),
                              (lambda: otf.columns(self.stream(f"@PART|1|3|{'a' * 32}|{'0' * 32}"), "calls"),
                               "s.otfl: share 1 of 3: tables need the whole trace; join the shares"),
                              (lambda: otf.columns(self.path("nothing"), "calls"), "no such trace")]:
            with self.assertRaisesRegex(otf.Error, message):
                call()
        self.assertEqual(self.open_files(), before)
        with self.assertWarnsRegex(otf.Warning, "damaged.1.events"):
            warnings.simplefilter("always", otf.Warning)
            self.assertEqual(len(otf.columns(damaged, "calls", keep_going=True)["id"]), 1)

    def test_an_interrupt_ends_a_long_read(self):
        make = subprocess.Popen(["mktrace", "-p", "8", "-e", "40m"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        program = "import otf, sys; print('there', flush=True); otf.columns('-', 'calls')"
        got = subprocess.Popen([sys.executable, "-c", program], stdin=make.stdout, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
        make.stdout.close()
        got.stdout.readline()
        time.sleep(0.5)
        began = time.monotonic()
        got.send_signal(signal.SIGINT)
        self.assertIn(b"KeyboardInterrupt", got.communicate()[1])
        self.assertLess(time.monotonic() - began, 5)
        make.kill()
        make.wait()

    def test_threads_read_tables_of_their_own(self):
        want, got = otf.columns(SAMPLE, "calls")["start_ns"].tolist(), []
        threads = [threading.Thread(target=lambda: got.append(otf.columns(SAMPLE, "calls", threads=2)["start_ns"].tolist()))
                   for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(got, [want] * 4)


@unittest.skipUnless(pandas, "no pandas here")
class Frames(Room):
    def test_a_frame_has_the_columns(self):
        for table in ("calls", "messages", "waits", "counters", "def_function"):
            frame = otf.frame(SAMPLE, table)
            for name, column in otf.columns(SAMPLE, table).items():
                got = [None if v is pandas.NA or v is None or v is np.nan else v for v in frame[name].tolist()]
                self.assertEqual(got, column.tolist(), f"{table}.{name}")

    def test_types_do_not_depend_on_the_values(self):
        empty, full = otf.frame(self.stream(), "calls"), otf.frame(SAMPLE, "calls")
        kinds = [str(t) for t in full.dtypes]
        self.assertEqual([str(t) for t in empty.dtypes], kinds)
        self.assertEqual(kinds[:5], ["uint64", "UInt64", "UInt64", "UInt64", "UInt64"])
        self.assertEqual(str(full["exclusive_ns"].dtype), "Int64")
        self.assertEqual(str(full["function_name"].dtype), "category")
        self.assertEqual(str(otf.frame(SAMPLE, "counters")["value"].dtype), "Float64")
        self.assertEqual(list(otf.frame(SAMPLE, ["calls", "waits"])), ["calls", "waits"])

    def test_a_null_is_no_number(self):
        frame = otf.frame(self.stream(*DEFINITIONS, "Enter|10|1|8|0", "Enter|20|1|7|0", "Leave|30|1|7|0"), "calls")
        self.assertEqual(frame["exclusive_ns"].isna().tolist(), [True, False])
        self.assertEqual(frame["exclusive_ns"].sum(), 10**7)
        self.assertEqual(frame.groupby("function_name", observed=True)["exclusive_ns"].sum()["MPI_Send"], 10**7)

    def test_names_stand_beside_tokens(self):
        with self.assertRaisesRegex(ValueError, "^named: "):
            otf.frame(SAMPLE, "calls", named=True)


if __name__ == "__main__":
    unittest.main()
