"""otf.read: the records of otf-cat, as named tuples."""
import copy
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings

import otf
from common import HEAD, Room, SAMPLE, TOP, corpus, otf_cat, record_of

RECORDS = ["DefProcess|-|0|1|rank 0|0", "DefProcess|-|0|2|\\N|0", "DefFunction|-|0|7|main|0|0",
           "DefKeyValue|-|0|12|8|bytes|of what", "Enter|10|1|7|0|12:Q:4096|3:a:00ff", "Enter|20|2|7|0", "Leave|30|1|7|0",
           "Leave|40|2|7|0"]


class Lines(Room):
    def test_every_trace_of_the_corpus_has_the_records_of_otf_cat(self):
        for names in corpus():
            with self.subTest(names[0]):
                self.assert_same(otf.read(names), map(record_of, otf_cat(*names)))

    def test_the_sample_has_the_records_of_otf_cat_with_any_threads(self):
        want = [record_of(line) for line in otf_cat(SAMPLE)]
        self.assert_same(otf.read(SAMPLE), want)
        self.assert_same(otf.read(SAMPLE[:-len(".otf")], threads=3), want)

    def test_many_records_of_mixed_types_keep_their_order(self):
        lines = []
        for i in range(20000):
            name = ["Enter|{}|1|7|0", "Counter|{}|2|3|-4", "SendMsg|{}|1|2|5|6|7|0", "Counter|{}|2|3|4.5",
                    "EventComment|{}|1|text", "Enter|{}|1|7|0|1:I:5"][i * i % 6]
            lines.append(name.format(i))
        path = self.stream(*lines)
        self.assert_same(otf.read(path), map(record_of, otf_cat(path)))

    def test_values_of_counters_and_key_values_have_their_types(self):
        r = list(otf.read(self.stream("Counter|1|1|3|5", "Counter|2|1|3|-5", "Counter|3|1|3|2.5", "Counter|4|1|3|2.5f",
                                      "Counter|5|1|3|18446744073709551615", "Counter|6|1|3|-0.0")))
        self.assertEqual([c.value for c in r], [5, -5, 2.5, 2.5, 2**64 - 1, 0.0])
        self.assertEqual([type(c.value) for c in r], [int, int, float, otf.Float32, int, float])
        r = list(otf.read(self.stream("Enter|1|1|7|0|1:c:65|2:b:-1|3:B:255|4:h:-2|5:H:2|6:i:-3|7:I:3|8:q:-4|9:Q:4|"
                                      "10:f:0.5|11:d:0.25|12:a:00ff")))
        self.assertEqual([t.value for t in r[0].tags], [65, -1, 255, -2, 2, -3, 3, -4, 4, 0.5, 0.25, b"\x00\xff"])
        self.assertEqual("".join(t.type for t in r[0].tags), "cbBhHiIqQfda")

    def test_strings_are_text_or_none_and_other_bytes_come_back(self):
        r = list(otf.read(self.stream("DefProcess|-|0|1|\\N|0", "DefProcess|-|0|2||0", "DefProcess|-|0|3|\udce4\\t|0",
                                      "DefProcess|-|0|4|\u00e4|0")))
        self.assertEqual([p.name for p in r], [None, "", "\udce4\t", "\u00e4"])

    def test_a_string_of_any_length_is_read(self):
        long = "x" * 3000000
        r = list(otf.read(self.stream("DefProcess|-|0|1|a|0", f"EventComment|1|1|{long}", "Enter|2|1|7|0")))
        self.assertEqual([type(x).__name__ for x in r], ["DefProcess", "EventComment", "Enter"])
        self.assertEqual(r[1].text, long)

    def test_control_lines_and_unknown_records_are_lines(self):
        path = self.stream("@SM|1|1,2", "Enter|1|1|7|0", "What|2|1|x")
        self.assertEqual(list(otf.read(path)), [otf.Enter(1, 1, 7, 0), otf.Other("What\t2\t1\tx")])
        self.assertEqual(list(otf.read(path, controls=True))[0], otf.Control("@SM\t1\t1,2"))
        self.assertEqual(list(otf.read(path, records="Leave")), [])

    def test_several_traces_are_one(self):
        a = self.stream("DefProcess|-|0|1|a|0", "Enter|1|1|7|0", name="a")
        b = self.stream("DefProcess|-|0|2|b|0", "Enter|0|2|7|0", name="b")
        self.assert_same(otf.read([a, b]), map(record_of, otf_cat(a, b)))
        with self.assertRaises(ValueError):
            otf.read([])

    def test_a_stream_comes_from_standard_input(self):
        program = "import otf; print(sum(1 for r in otf.read('-', records='Enter')))"
        cat = subprocess.run(["otf-cat", SAMPLE], stdout=subprocess.PIPE, check=True).stdout
        got = subprocess.run([sys.executable, "-c", program], input=cat, stdout=subprocess.PIPE, check=True).stdout
        self.assertEqual(int(got), sum(line.startswith(b"Enter\t") for line in otf_cat(SAMPLE)))


class Selection(Room):
    def setUp(self):
        super().setUp()
        self.all = list(otf.read(SAMPLE))

    def of(self, *names):
        return [r for r in self.all if type(r).__name__ in names]

    def test_records_are_named_by_class_name_pattern_and_kind(self):
        self.assert_same(otf.read(SAMPLE, records=otf.Enter), self.of("Enter"))
        self.assert_same(otf.read(SAMPLE, records="Enter"), self.of("Enter"))
        self.assert_same(otf.read(SAMPLE, records=["Enter", otf.Leave]), self.of("Enter", "Leave"))
        self.assert_same(otf.read(SAMPLE, records="*Msg"), self.of("SendMsg", "RecvMsg"))
        self.assert_same(otf.read(SAMPLE, records="def"),
                         [r for r in self.all if hasattr(r, "stream") and type(r) is not otf.DefMarker])
        self.assert_same(otf.read(SAMPLE, records=[]), [])

    def test_a_name_of_no_record_is_an_error(self):
        with self.assertRaisesRegex(otf.Error, "^records: no record type has the name 'Entre'$"):
            otf.read(SAMPLE, records="Entre")
        with self.assertRaises(TypeError):
            otf.read(SAMPLE, records=[5])

    def test_processes_and_time_are_those_of_otf_cat(self):
        process = self.of("Enter")[0].process
        r = otf.read(SAMPLE, processes=[process])
        first, last = r.span
        self.assert_same(r, [r for r in self.all if not hasattr(r, "time") or type(r) is otf.Marker
                             or r.process == process])
        middle = (first + last) // 2
        for time, option in [((middle, None), f"{middle}:"), ((None, middle), f":{middle}"), (("25%", "50%"), "25%:50%"),
                             (("+100us", "+2.5ms"), "+100us:+2.5ms"), (("+1000", "+30%"), "+1000:+30%"),
                             (("1ms", "2.5ms"), "1ms:2.5ms")]:
            with self.subTest(option):
                self.assert_same(otf.read(SAMPLE, time=time), map(record_of, otf_cat("-t", option, SAMPLE)))
        self.assertEqual([r for r in otf.read(SAMPLE, processes=[]) if hasattr(r, "time")],
                         [r for r in self.all if type(r) is otf.Marker])

    def test_a_line_stream_is_selected_from_too(self):
        path = self.stream(*RECORDS)
        self.assertEqual([r.time for r in otf.read(path, records="events", processes=[2])], [20, 40])
        self.assertEqual([r.time for r in otf.read(path, records="events", time=(20, 40))], [20, 30])
        self.assertEqual([r.time for r in otf.read(path, records="events", time=("20ms", None))], [20, 30, 40])

    def test_a_time_with_a_plus_is_from_the_first_event_on_a_stream_without_times(self):
        path = self.stream(*RECORDS)
        self.assertEqual([r.time for r in otf.read(path, records="events", time=("+10ms", "+30"))], [20, 30])

    def test_percents_are_those_of_otf_cat_where_snapshots_stand_before_events(self):
        path = self.path("piece.otfl")
        with open(path, "wb") as f:
            subprocess.run(["otf-slice", "-t", "2ms:3ms", SAMPLE], stdout=f, check=True)
        for begin, end in [("0%", "10%"), ("+0%", "+10%"), ("+1us", "50%")]:
            with self.subTest(begin):
                self.assert_same(otf.read(path, time=(begin, end)), map(record_of, otf_cat("-t", f"{begin}:{end}", path)))

    def test_times_that_are_none_are_refused(self):
        path = self.stream(*RECORDS)
        for time in [(0.5, None), ("soon", None), (-1, None), ("1", None)]:
            with self.subTest(time), self.assertRaises((TypeError, ValueError)):
                otf.read(path, time=time)
        with self.assertRaisesRegex(otf.Error, "no percents"):
            otf.read(path, time=("25%", None))
        with self.assertRaises(ValueError):
            otf.read(path, processes=[2**32])


class Names(Room):
    def test_tokens_and_keys_have_the_names_of_their_definitions(self):
        with otf.read(self.stream(*RECORDS)) as reader:
            enters = [r for r in reader if isinstance(r, otf.Enter)]
            self.assertEqual(reader.name_of(enters[0], "function"), "main")
            self.assertEqual(reader.name_of(enters[0], "process"), "rank 0")
            self.assertIsNone(reader.name_of(enters[1], "process"))
            self.assertEqual(reader.names.get("function", 7), "main")
            self.assertIsNone(reader.names.get("function", 8))
            self.assertEqual(reader.tag(enters[0], "bytes"), 4096)
            self.assertEqual(reader.tag(enters[0], 3), b"\x00\xff")
            self.assertIsNone(reader.tag(enters[1], "bytes"))
            for call in [lambda: reader.name_of(enters[0], "time"), lambda: reader.names.get("fun", 1)]:
                with self.assertRaises(ValueError):
                    call()
        with self.assertRaisesRegex(otf.Error, "is closed"):
            reader.names.get("function", 9)

    def test_a_local_definition_names_the_token_of_its_stream(self):
        reader = otf.read(self.stream("@SM|1|1", "@SM|2|2", "DefFunction|-|0|7|all|0|0", "DefFunction|-|2|7|local|0|0",
                                      "Enter|10|1|7|0", "Enter|20|2|7|0"))
        self.assertEqual([reader.name_of(r, "function") for r in reader if isinstance(r, otf.Enter)], ["all", "local"])

    def test_a_reader_knows_its_header(self):
        reader = otf.read(SAMPLE)
        times = [r.time for r in reader if hasattr(r, "time") and type(r) is not otf.Marker]
        self.assertEqual(reader.span, (times[0], times[-1]))
        self.assertEqual(reader.seconds(reader.resolution), 1.0)
        self.assertEqual(reader.troubles, 0)

    def test_records_are_named_tuples_that_can_be_copied(self):
        r = otf.Enter(time=10, process=1, function=7, source=0)
        self.assertEqual(r, (10, 1, 7, 0, ()))
        self.assertEqual(otf.Enter._fields, ("time", "process", "function", "source", "tags"))
        for got in list(otf.read(self.stream(*RECORDS))):
            self.assertEqual(pickle.loads(pickle.dumps(got)), got)
            self.assertIs(type(copy.deepcopy(got)), type(got))
        self.assertEqual(otf.Enter.RECORD, 2)
        self.assertIn("function: u32, function", otf.Enter.__doc__)

    def test_every_row_of_the_schema_is_a_class(self):
        schema = subprocess.run(["otf-cat", "--schema"], stdout=subprocess.PIPE, check=True, text=True).stdout
        for line in schema.splitlines()[1:]:
            name, number, file, *fields = line.split("\t")
            head = ["stream"] if file == "def" or name == "DefMarker" else ["time", "process"]
            cls = getattr(otf, name)
            self.assertEqual(list(cls._fields), head + [f.split(":")[0] for f in fields] + ["tags"])
            self.assertEqual(cls.RECORD, int(number))


class Failures(Room):
    def test_a_trace_that_is_not_there_is_an_error_with_its_place(self):
        with self.assertRaises(otf.Error) as caught:
            otf.read(self.path("nothing"))
        self.assertTrue(str(caught.exception).startswith(f"{self.path('nothing')}: no such trace"))
        self.assertEqual(caught.exception.code, otf.Code.FAIL)

    def test_the_records_before_an_error_come_first(self):
        reader = otf.read(self.stream(*RECORDS, end=False))
        got = []
        with self.assertRaises(otf.Error) as caught:
            for r in reader:
                got.append(r)
        self.assertEqual(len(got), len(RECORDS))
        self.assertEqual(caught.exception.code, otf.Code.TRUNCATED)
        self.assertIn("@END", str(caught.exception))

    def test_a_bad_line_is_named(self):
        path = self.stream("Enter|1|1|7|0", "Enter|2|1|x|0")
        with self.assertRaises(otf.Error) as caught:
            list(otf.read(path))
        e = caught.exception
        self.assertEqual((e.path, e.line, e.where), (path, 3, f"{path}:3"))
        self.assertTrue(str(e).startswith(f"{path}:3: "))

    def test_damage_is_reported_and_reading_continues(self):
        path = self.damaged()
        reports = []
        reader = otf.read(path, keep_going=True, report=reports.append, records="events")
        self.assertEqual([r.time for r in reader], [1, 3])
        self.assertEqual([(os.path.basename(e.path), e.line > 0) for e in reports], [("damaged.1.events", True)])
        self.assertGreater(reader.troubles, 0)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            list(otf.read(path, keep_going=True))
        self.assertIn(otf.Warning, [w.category for w in caught])
        self.assertIn("damaged.1.events:", str(caught[0].message))
        self.assertIn("test_python_read.py", caught[0].filename)

    def test_what_a_report_raises_comes_out(self):
        path = self.damaged()

        def report(_):
            raise KeyError("mine")

        with self.assertRaisesRegex(KeyError, "mine"):
            list(otf.read(path, keep_going=True, report=report))
        with warnings.catch_warnings(), self.assertRaises(otf.Warning):
            warnings.simplefilter("error", otf.Warning)
            list(otf.read(path, keep_going=True))

    def test_a_report_cannot_close_its_reader(self):
        path = self.damaged()
        reader = otf.read(path, keep_going=True, report=lambda _: reader.close())
        with self.assertRaisesRegex(otf.Error, "cannot be closed"):
            list(reader)

    def test_a_damaged_trace_raises_and_never_crashes(self):
        for kind in ("1.events", "0.def", "otf"):
            for cut in (10, 11, 500):
                for name in os.listdir(os.path.join(TOP, "tests", "data")):
                    if name.startswith("sample."):
                        with open(os.path.join(TOP, "tests", "data", name), "rb") as f:
                            data = f.read()
                        with open(self.path(name), "wb") as f:
                            f.write(data[:cut] if name.endswith(kind) else data)
                try:
                    list(otf.read(self.path("sample.otf"), report=lambda e: None))
                except otf.Error as e:
                    self.assertTrue(str(e))


class Ends(Room):
    @staticmethod
    def tasks():
        """The threads of the process. One that was joined may stand in the list for a moment more."""
        least = len(os.listdir("/proc/self/task"))
        for _ in range(100):
            time.sleep(0.001)
            least = min(least, len(os.listdir("/proc/self/task")))
        return least

    def test_a_reader_that_is_left_early_closes_its_files(self):
        gc.collect()
        gc.disable()
        self.addCleanup(gc.enable)
        before = self.open_files()
        list(otf.read(SAMPLE, threads=2))  # the first thread of a process may start one of a sanitizer
        tasks = self.tasks()
        for threads in (1, 2):
            for _ in otf.read(SAMPLE, threads=threads):
                break
            self.assertEqual(self.open_files(), before)
            self.assertEqual(self.tasks(), tasks)
            iterator = iter(otf.read(SAMPLE, threads=threads))
            next(iterator)
            self.assertGreater(self.open_files(), before)
            del iterator
            self.assertEqual(self.open_files(), before)

    def test_a_reader_closes_at_its_end_and_by_with(self):
        before = self.open_files()
        reader = otf.read(SAMPLE)
        list(reader)
        self.assertEqual(self.open_files(), before)
        self.assertEqual(list(reader), [])
        reader.close()
        with otf.read(SAMPLE) as reader:
            next(reader)
        self.assertEqual(self.open_files(), before)
        reader.close()
        with self.assertRaisesRegex(otf.Error, "sample.otf: is closed"):
            list(reader)

    @unittest.skipIf("libasan" in os.environ.get("LD_PRELOAD", ""), "the sanitizer keeps memory that was freed")
    def test_memory_does_not_grow_with_the_number_of_readers(self):
        def resident():
            with open("/proc/self/statm") as f:
                return int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE")

        # a reader has megabytes; threads under load may need some more of the allocator
        for i in range(80):
            for _ in otf.read(SAMPLE):
                break
            if i == 19:
                before = resident()
        self.assertLess(resident(), before + (20 << 20))

    def test_threads_read_at_the_same_time(self):
        want = list(otf.read(SAMPLE))
        results = {}

        def work(i):
            results[i] = list(otf.read(SAMPLE, threads=1 + i % 2)) == want

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(results, {i: True for i in range(4)})


class Threads(Room):
    """A reader that waits for a pipe in one thread, and what another thread does with it."""

    def waiting(self, work, **options):
        """(reader, thread, results): the thread is inside of work(reader)."""
        read, write = os.pipe()
        self.addCleanup(os.close, read)
        feed = os.fdopen(write, "wb")
        self.addCleanup(feed.close)
        feed.write((HEAD + "DefProcess\t-\t0\t1\tp\t0\n").encode())
        feed.flush()
        reader, results = otf.read(f"/proc/self/fd/{read}", **options), []

        def run():
            try:
                results.append(work(reader))
            except BaseException as raised:
                results.append(raised)

        thread = threading.Thread(target=run)
        thread.start()
        self.feed = feed
        for _ in range(1000):
            if reader._source.guard._depth:
                break
            time.sleep(0.001)
        return reader, thread, results

    def test_a_reader_in_two_threads_is_a_runtime_error_and_the_first_one_goes_on(self):
        for work, want in [(list, 2), (next, otf.DefProcess(0, 1, "p", 0))]:
            reader, thread, results = self.waiting(work)
            for call in [lambda: next(reader), lambda: list(reader), lambda: next(iter(reader)), reader.close,
                         lambda: reader.names.get("process", 1), lambda: reader.troubles,
                         lambda: reader.name_of(otf.DefProcess(0, 1, "p", 0), "process")]:
                with self.assertRaisesRegex(RuntimeError, "another thread is using it"):
                    call()
            self.feed.write(b"Enter\t1\t1\t7\t0\n@END\t2\n")
            self.feed.close()
            thread.join()
            self.assertEqual(len(results[0]) if work is list else results[0], want)

    def test_a_loop_keeps_other_threads_out_until_it_ends(self):
        reader, raised = otf.read(SAMPLE), []

        def other():
            try:
                next(reader)
            except RuntimeError as e:
                raised.append(str(e))

        def run():
            thread = threading.Thread(target=other)
            thread.start()
            thread.join()

        for _ in reader:
            run()
            break
        self.assertEqual(raised, [f"{SAMPLE}: another thread is using it"])
        run()
        self.assertEqual(len(raised), 1)

    def test_many_threads_with_one_reader_never_crash(self):
        for _ in range(20):
            reader, got = otf.read(SAMPLE), []

            def work(reader=reader, got=got):
                while True:
                    try:
                        got.append(next(reader))
                    except RuntimeError:
                        pass
                    except StopIteration:
                        return

            threads = [threading.Thread(target=work) for _ in range(4)]
            for t in threads:
                t.start()
            for t in threads:
                t.join()
            self.assertEqual(len(got), len(otf_cat(SAMPLE)))


class Mistakes(Room):
    def test_after_close_no_record_and_no_name_is_given(self):
        records = list(otf.read(SAMPLE))
        reader = otf.read(SAMPLE)
        with reader:
            loop = iter(reader)
            first = next(loop)
            next(r for r in reader if isinstance(r, otf.DefProcess))
            self.assertEqual(reader.names.get("process", 1), "rank 0")
        for call in [lambda: next(loop), lambda: next(reader), lambda: list(reader), lambda: reader.names.get("process", 1)]:
            with self.assertRaisesRegex(otf.Error, "sample.otf: is closed"):
                call()
        self.assertEqual(first, records[0])
        reader = otf.read(SAMPLE, records="Enter")
        next(reader)
        reader.close()
        with self.assertRaisesRegex(otf.Error, "sample.otf: is closed"):
            next(reader)

    def test_each_bad_argument_is_named(self):
        for arguments, error in [
                (dict(names=None), TypeError), (dict(names=5), TypeError), (dict(names=[None]), TypeError),
                (dict(names=""), ValueError), (dict(names=["a", ""]), ValueError), (dict(names="a\0b"), ValueError),
                (dict(names=b"a\0b"), ValueError), (dict(names=[]), ValueError), (dict(time=5000), TypeError),
                (dict(time="1s"), TypeError), (dict(time=(1, 2, 3)), ValueError), (dict(time=(1.5, 2)), TypeError),
                (dict(time=(20, 10)), ValueError), (dict(time=("90%", "10%")), ValueError), (dict(threads=0), ValueError),
                (dict(threads=-1), ValueError), (dict(threads="2"), TypeError), (dict(threads=10**6), ValueError),
                (dict(strict="x"), TypeError), (dict(keep_going=None), TypeError), (dict(adopt=2), TypeError),
                (dict(unify="yes"), TypeError), (dict(controls="x"), TypeError), (dict(report=5), TypeError),
                (dict(sort_memory=-1), ValueError), (dict(sort_memory="1m"), TypeError), (dict(records=5), TypeError),
                (dict(processes=5), TypeError), (dict(processes=["a"]), TypeError), (dict(processes=[-1]), ValueError)]:
            name = next(iter(arguments))
            with self.subTest(arguments), self.assertRaisesRegex(error, f"^{name}: "):
                otf.read(**{"names": SAMPLE, **arguments})

    def test_each_object_says_what_it_is(self):
        reader = otf.read(SAMPLE)
        self.assertEqual([repr(reader), repr(reader.names)], [f"<otf.Reader of {SAMPLE}>", f"<otf.Names of {SAMPLE}>"])
        reader.close()
        self.assertEqual([repr(reader), repr(reader.names)],
                         [f"<otf.Reader of {SAMPLE}, closed>", f"<otf.Names of {SAMPLE}, closed>"])


class Signals(Room):
    def waiting(self, program):
        """A Python that reads a pipe in which nothing is, once it says that it does."""
        child = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
        self.addCleanup(child.stderr.close)
        self.addCleanup(child.stdout.close)
        self.addCleanup(child.kill)
        child.stdin.write((HEAD + "Enter\t1\t1\t7\t0\n").encode())
        child.stdin.flush()
        self.assertEqual(child.stdout.readline(), b"reads\n")
        with open(f"/proc/{child.pid}/wchan") as wait:  # until it waits for the pipe
            while "pipe" not in wait.read() and self.state(child.pid) != "S":
                wait.seek(0)
        return child

    @staticmethod
    def state(pid):
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0]

    def test_an_interrupt_ends_the_wait_for_a_pipe(self):
        child = self.waiting("import otf; r = otf.read('-'); print('reads', flush=True); list(r)")
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
        self.assertIn(b"KeyboardInterrupt", err)
        self.assertNotIn(b"Exception ignored", err)

    def test_a_signal_with_a_handler_does_not_end_it(self):
        child = self.waiting("import otf, signal\nsignal.signal(signal.SIGUSR1, lambda *_: print('got', flush=True))\n"
                             "r = otf.read('-'); print('reads', flush=True); print(len(list(r)))")
        child.send_signal(signal.SIGUSR1)
        self.assertEqual(child.stdout.readline(), b"got\n")
        child.stdin.write(b"Leave\t2\t1\t7\t0\n@END\t2\n")
        out, err = child.communicate(timeout=60)
        self.assertEqual((out, err), (b"2\n", b""))


if __name__ == "__main__":
    unittest.main()
