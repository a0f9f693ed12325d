"""otf.Writer: traces and line streams that are complete or not there at all."""
import ctypes
import gc
import math
import os
import subprocess
import threading
import time
import unittest
import warnings

import otf
from common import HEAD, Room, SAMPLE, TOP, corpus, otf_cat
from otf import _library

START = [otf.DefTimerResolution(0, 1000), otf.DefProcess(0, 1, "p", 0), otf.DefFunction(0, 7, "f", 0, 0)]


class Copies(Room):
    def copy(self, names, **options):
        with otf.read(names, controls=True) as reader, otf.Writer(self.path("copy"), like=reader, force=True,
                                                                  **options) as w:
            w.write_all(reader)

    def test_a_copy_of_every_trace_of_the_corpus_has_the_same_lines(self):
        for names in corpus():
            for kind in ["lines", "otf"] if names[0].endswith(".otf") else ["lines"]:
                with self.subTest((names[0], kind)):
                    self.copy(names, format=kind)
                    self.assertEqual(otf_cat(self.path("copy")), otf_cat(*names))
                    os.remove(self.path("copy.otf" if kind == "otf" else "copy"))

    def test_a_copy_of_the_sample_has_the_same_files(self):
        self.copy(SAMPLE)
        for name in os.listdir(os.path.dirname(SAMPLE)):
            if name.startswith("sample."):
                with open(os.path.join(os.path.dirname(SAMPLE), name), "rb") as a, \
                        open(self.path(name.replace("sample", "copy")), "rb") as b:
                    self.assertEqual(a.read(), b.read(), name)

    def test_a_copy_of_a_slice_has_its_window(self):
        with open(self.path("slice"), "wb") as f:
            subprocess.run(["otf-slice", "-t", "2ms:3ms", SAMPLE], stdout=f, check=True)
        self.copy(self.path("slice"), format="lines")
        first = []
        for name in ("slice", "copy"):
            with open(self.path(name), "rb") as f:
                first.append(f.readline())
        self.assertIn(b"WN:", first[0])
        self.assertEqual(*first)

    def test_the_structs_of_the_module_are_those_of_the_library(self):
        """A struct that is too small is read past its end."""
        abi = os.path.join(TOP, "tests", "abi")
        build = os.path.dirname(os.path.dirname(os.path.dirname(otf.__file__)))
        got = subprocess.run([abi, build], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if got.returncode:
            self.skipTest("tests/abi does not run here")
        sizes = dict(line.split()[1:] for line in got.stdout.splitlines() if line.startswith("struct "))
        structs = {"error": _library.ErrorStruct, "str": _library.Str, "list": _library.List_, "tag": _library.TagStruct,
                   "record": _library.RecordStruct, "field": _library.Field, "schema": _library.Schema,
                   "header": _library.Header, "col": _library.Col, "column_table": _library.Table,
                   "columns": _library.Columns}
        self.assertEqual({k: ctypes.sizeof(s) for k, s in structs.items()},
                         {k: int(sizes[f"otfp_{k}"]) for k in structs})

    def test_streams_compression_and_form_are_chosen(self):
        self.copy(SAMPLE, streams=1, level=5, form="long", threads=2)
        self.assertTrue(os.path.exists(self.path("copy.1.events.z")))
        self.assertFalse(os.path.exists(self.path("copy.2.events.z")))
        key = [line.split(b"\t") for line in otf_cat(SAMPLE)]
        got = [line.split(b"\t") for line in otf_cat(self.path("copy"))]
        self.assertEqual(sorted(got), sorted(key))

    def test_every_value_comes_back(self):
        tags = (otf.Tag(1, "c", 65), otf.Tag(2, "b", -1), otf.Tag(3, "B", 255), otf.Tag(4, "h", -2), otf.Tag(5, "H", 2),
                otf.Tag(6, "i", -3), otf.Tag(7, "I", 3), otf.Tag(8, "q", -4), otf.Tag(9, "Q", 2**64 - 1),
                otf.Tag(10, "f", 0.5), otf.Tag(11, "d", 0.1), otf.Tag(12, "a", b"\0\xff"), otf.Tag(13, "a", b""))
        records = [otf.DefProcess(0, 1, None, 0), otf.DefProcess(0, 2, "", 0), otf.DefProcess(0, 3, "\udce4\t\\", 0, tags),
                   otf.DefProcessGroup(0, 9, "g", (1, 2, 3)), otf.DefProcessGroup(0, 10, "h", ()),
                   otf.Enter(1, 1, 7, 0, tags)]
        records += [otf.Counter(2, 1, 3, v) for v in (0, 2**64 - 1, -2**63, -1, 0.1, math.inf, otf.Float32(2.5))]
        with otf.Writer(self.path("s"), format="lines", resolution=1000) as w:
            w.write_all(records)
        reader = otf.read(self.path("s"))
        self.assertEqual(reader.resolution, 1000)
        self.assert_same(reader, records)

    def test_lines_go_to_a_descriptor(self):
        read, write = os.pipe()
        with otf.Writer(write, format="lines", resolution=1000) as w:
            w.write(otf.Enter(1, 1, 7, 0))
        os.close(write)
        with open(read) as f:
            self.assertEqual(f.read(), HEAD + "Enter\t1\t1\t7\t0\n@END\t1\n")


class Whole(Room):
    def files(self):
        return sorted(os.listdir(self.room))

    def test_an_exception_leaves_nothing_behind(self):
        for kind in ("otf", "lines"):
            with self.subTest(kind), self.assertRaisesRegex(KeyError, "mine"):
                with otf.Writer(self.path("t"), format=kind) as w:
                    w.write_all(START)
                    raise KeyError("mine")
            self.assertEqual(self.files(), [])

    def test_nothing_is_there_before_the_end(self):
        for kind in ("otf", "lines"):
            w = otf.Writer(self.path(kind), format=kind)
            w.write_all(START)
            self.assertFalse(os.path.exists(self.path("otf.otf" if kind == "otf" else "lines")))
            w.close()
            w.close()
        self.assertEqual(self.files(), ["lines", "otf.0.def", "otf.1.events", "otf.otf"])
        self.assertEqual(len(otf_cat(self.path("lines"))), 3)

    def test_what_exists_is_refused_without_force(self):
        for kind, name in (("otf", "t.otf"), ("lines", "t")):
            with otf.Writer(self.path("t"), format=kind) as w:
                w.write_all(START)
            with open(self.path(name), "rb") as f:
                before = f.read()
            with self.subTest(kind), self.assertRaises(otf.Error) as caught:
                otf.Writer(self.path("t"), format=kind)
            self.assertIn(self.path("t"), str(caught.exception))
            with self.assertRaises(KeyError), otf.Writer(self.path("t"), format=kind, force=True) as w:
                raise KeyError
            with open(self.path(name), "rb") as f:
                self.assertEqual(f.read(), before)
            with otf.Writer(self.path("t"), format=kind, force=True) as w:
                w.write_all(START[:2])
            self.assertEqual([type(r) for r in otf.read(self.path("t"), records=["DefTimer*", "DefProc*"])],
                             [otf.DefTimerResolution, otf.DefProcess])
            for name in self.files():
                os.remove(self.path(name))

    def test_a_file_that_appears_meanwhile_stays(self):
        w = otf.Writer(self.path("t"), format="lines")
        with open(self.path("t"), "w") as f:
            f.write("mine")
        with self.assertRaisesRegex(otf.Error, "t: file exists"):
            w.close()
        with open(self.path("t")) as f:
            self.assertEqual(f.read(), "mine")
        self.assertEqual(self.files(), ["t"])

    def test_a_writer_that_is_forgotten_warns_and_writes_nothing(self):
        for kind in ("otf", "lines"):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                w = otf.Writer(self.path("t"), format=kind)
                w.write_all(START)
                del w
                gc.collect()
            self.assertEqual([x.category for x in caught], [ResourceWarning])
            self.assertEqual(self.files(), [])

    def test_an_aborted_stream_says_so(self):
        read, write = os.pipe()
        with self.assertRaises(KeyError), otf.Writer(write, format="lines") as w:
            w.write(START[0])
            raise KeyError("mine")
        os.close(write)
        with open(read) as f:
            self.assertEqual(f.read().splitlines()[-1], "@ABORT\tpython\tKeyError: 'mine'")

    def test_descriptors_are_closed(self):
        before = self.open_files()
        for kind in ("otf", "lines"):
            for _ in range(3):
                with otf.Writer(self.path("t" + kind), format=kind, force=True, threads=2) as w:
                    w.write_all(START)
                with self.assertRaises(KeyError), otf.Writer(self.path("u"), format=kind) as w:
                    raise KeyError
        self.assertEqual(self.open_files(), before)


class Mistakes(Room):
    def test_a_field_that_does_not_fit_is_named_and_the_writer_goes_on(self):
        bad = [(otf.Enter(1, 1, 2**32, 0), ValueError, "Enter.function: 4294967296 is not from 0 to 4294967295"),
               (otf.Enter(-1, 1, 7, 0), ValueError, "Enter.time: -1"),
               (otf.Enter(1, 1, "f", 0), TypeError, "Enter.function: 'f' is not a whole number"),
               (otf.Enter(1, 1.5, 7, 0), TypeError, "Enter.process"),
               (otf.DefProcess(0, 1, 5, 0), TypeError, "DefProcess.name"),
               (otf.DefProcessGroup(0, 1, "g", [1, -1]), ValueError, "DefProcessGroup.members"),
               (otf.DefVersion(0, 256, 0, 0, "x"), ValueError, "DefVersion.major"),
               (otf.Counter(1, 1, 3, 2**64), ValueError, "Counter.value"),
               (otf.Counter(1, 1, 3, "x"), TypeError, "Counter.value"),
               (otf.UnknownRecord(1, 1, "where", "x"), ValueError, "UnknownRecord.file"),
               (otf.Enter(1, 1, 7, 0, [(1, "b", 200)]), ValueError, "does not fit in the type b"),
               (otf.Enter(1, 1, 7, 0, [(1, "z", 2)]), ValueError, "is not a type of key-values"),
               (otf.Enter(1, 1, 7, 0, [(1, "c", 256)]), ValueError, "a char"),
               (otf.Control("@SM\n"), ValueError, "newline"), ((1, 2), TypeError, "is not a record")]
        with otf.Writer(self.path("t")) as w:
            w.write_all(START)
            for record, error, text in bad:
                with self.subTest(record), self.assertRaisesRegex(error, text):
                    w.write(record)
            w.write(otf.Enter(1, 1, 7, 0))
        self.assertEqual(len(otf_cat(self.path("t"))), 5)  # and its DefVersion

    def test_a_time_that_goes_back_is_an_error_and_nothing_is_written(self):
        with self.assertRaises(otf.Error) as caught, otf.Writer(self.path("t")) as w:
            w.write_all(START + [otf.Enter(5, 1, 7, 0)])
            w.write(otf.Leave(4, 1, 7, 0))
        self.assertIn("4", str(caught.exception))
        self.assertEqual(os.listdir(self.room), [])

    def test_a_place_that_is_not_there_is_an_error(self):
        for kind in ("otf", "lines"):
            with self.subTest(kind), self.assertRaisesRegex(otf.Error, "nowhere"):
                otf.Writer("/nowhere/t", format=kind)
        with self.assertRaises(ValueError):
            otf.Writer(self.path("t"), format="xml")
        with self.assertRaises(ValueError):
            otf.Writer(self.path("t"), form="tall")

    def test_a_full_disk_is_an_error(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        with open("/dev/full", "wb") as full, self.assertRaises(otf.Error) as caught:
            with otf.Writer(full.fileno(), format="lines") as w:
                for i in range(100000):
                    w.write(otf.Enter(i, 1, 7, 0))
        self.assertIn("No space left", str(caught.exception))

    def test_a_closed_writer_is_an_error(self):
        w = otf.Writer(self.path("t"))
        w.abort()
        w.abort()
        with self.assertRaisesRegex(otf.Error, "t: is closed"):
            w.write(START[0])
        self.assertEqual(os.listdir(self.room), [])

    def test_a_trace_that_was_written_has_no_faults(self):
        with otf.Writer(self.path("t")) as w:
            w.write_all(START + [otf.Enter(1, 1, 7, 0), otf.Leave(2, 1, 7, 0)])
        subprocess.run(["otf-check", "-q", self.path("t")], check=True)


class Mistakes(Room):
    def test_each_bad_argument_is_named(self):
        for arguments, error in [
                (dict(name=None), TypeError), (dict(name=""), ValueError), (dict(name="a\0b"), ValueError),
                (dict(name=5), TypeError), (dict(name=-1, format="lines"), ValueError), (dict(format=None), ValueError),
                (dict(format=[]), ValueError), (dict(force="x"), TypeError), (dict(force=2), TypeError),
                (dict(threads=0), ValueError), (dict(threads=-1), ValueError), (dict(level=10), ValueError),
                (dict(streams=-2), ValueError), (dict(form=[]), ValueError), (dict(like="x"), TypeError),
                (dict(report=5), TypeError), (dict(resolution="x"), TypeError), (dict(lossless="x"), TypeError)]:
            name = next(iter(arguments))
            with self.subTest(arguments), self.assertRaisesRegex(error, f"^{name}: "):
                otf.Writer(**{"name": self.path("t"), **arguments})
        with self.assertRaisesRegex(TypeError, "'max_open' is not an option"):
            otf.Writer(self.path("t"), max_open=5)
        with otf.Writer(self.path("t")) as w, self.assertRaisesRegex(TypeError, "^records: "):
            w.write_all(START)
            w.write_all(None)
        self.assertEqual(sorted(os.listdir(self.room)), ["t.0.def", "t.1.events", "t.otf"])

    def test_a_writer_says_what_it_is(self):
        with otf.Writer(self.path("t")) as w:
            w.write_all(START)
            self.assertEqual(repr(w), f"<otf.Writer of {self.path('t')}>")
        self.assertEqual(repr(w), f"<otf.Writer of {self.path('t')}, closed>")

    def test_a_writer_in_two_threads_is_a_runtime_error_and_the_first_one_goes_on(self):
        read, write = os.pipe()
        self.addCleanup(os.close, read)
        w = otf.Writer(write, format="lines", resolution=1000)
        many = threading.Thread(target=w.write_all, args=([otf.EventComment(1, 1, "x" * 3000000)],))
        many.start()
        for _ in range(1000):  # until it waits for the pipe
            if w._guard._depth:
                break
            time.sleep(0.001)
        for call in [lambda: w.write(START[0]), lambda: w.lost, w.close, w.abort]:
            with self.assertRaisesRegex(RuntimeError, "another thread is using it"):
                call()
        got = []
        drain = threading.Thread(target=lambda: got.extend(iter(lambda: os.read(read, 1 << 16), b"")))
        drain.start()
        many.join()
        w.close()
        os.close(write)
        drain.join()
        self.assertTrue(b"".join(got).endswith(b"@END\t1\n"))


if __name__ == "__main__":
    unittest.main()
