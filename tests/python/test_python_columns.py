"""otf.columns and otf.frame: what otf.read gives, as arrays."""
import subprocess
import sys
import unittest

import otf
from common import Room, SAMPLE, corpus
from otf import _records

try:
    import numpy as np
except ImportError:
    raise unittest.SkipTest("no NumPy here") from None
try:
    import pandas
except ImportError:
    pandas = None


class Columns(Room):
    def compare(self, names, got):
        """Columns of all types, tags among them, and the records of otf.read."""
        rows = {name: list(zip(*(c.tolist() for c in columns.values()))) for name, columns in got.items()}
        want = {name: [] for name in got}
        for r in otf.read(names):
            want[type(r).__name__].append(tuple(r))
        for name in want:
            self.assertEqual(rows[name], want[name], name)
        return sum(map(len, want.values()))

    def test_every_trace_of_the_corpus_has_the_values_of_read(self):
        for names in corpus():
            with self.subTest(names[0]):
                self.assertGreater(self.compare(names, otf.columns(names, "*", tags=True)), 5)

    def test_the_sample_has_the_values_of_read_with_any_threads(self):
        self.compare(SAMPLE, otf.columns(SAMPLE, "*", tags=True))
        self.compare(SAMPLE, otf.columns(SAMPLE, "*", tags=True, threads=2))

    def test_more_rows_and_bytes_than_the_first_room_are_kept(self):
        path = self.stream(*(f"Enter|{i}|1|{i % 7}|0" if i % 3 else f"EventComment|{i}|1|text {i}" for i in range(60000)),
                           f"EventComment|60000|1|{'x' * 300000}")
        got = otf.columns(path, ["Enter", "EventComment"])
        times = np.arange(60000)
        np.testing.assert_array_equal(got["Enter"]["time"], times[times % 3 != 0])
        np.testing.assert_array_equal(got["Enter"]["function"], times[times % 3 != 0] % 7)
        self.assertEqual(got["EventComment"]["text"][:2].tolist(), ["text 0", "text 3"])
        self.assertEqual(got["EventComment"]["text"][-2], "text 59997")
        self.assertEqual(got["EventComment"]["text"][-1], "x" * 300000)

    def test_arrays_have_the_width_of_the_field(self):
        enter = otf.columns(SAMPLE, otf.Enter)
        self.assertEqual([(k, v.dtype) for k, v in enter.items()],
                         [("time", np.uint64), ("process", np.uint32), ("function", np.uint32), ("source", np.uint32)])
        self.assertEqual(otf.columns(SAMPLE, "DefVersion")["major"].dtype, np.uint8)

    def test_one_type_is_a_dict_of_arrays_several_are_a_dict_of_these(self):
        self.assertIn("time", otf.columns(SAMPLE, "Enter"))
        self.assertEqual(list(otf.columns(SAMPLE, ["Leave", "Enter"])), ["Enter", "Leave"])
        self.assertEqual(list(otf.columns(SAMPLE, "*Msg")), ["SendMsg", "RecvMsg"])
        self.assertEqual(list(otf.columns(SAMPLE, ["Enter"])), ["Enter"])

    def test_fields_processes_and_time_are_chosen(self):
        self.assertEqual(list(otf.columns(SAMPLE, "Enter", fields=["function"])), ["function"])
        with self.assertRaisesRegex(otf.Error, "^fields: Enter has no field 'funktion'$"):
            otf.columns(SAMPLE, "Enter", fields=["funktion"])
        want = [r for r in otf.read(SAMPLE, records="Enter")]
        process, middle = want[0].process, want[len(want) // 2].time
        got = otf.columns(SAMPLE, "Enter", processes=[process], time=(middle, None))["time"]
        self.assertEqual(got.tolist(), [r.time for r in want if r.process == process and r.time >= middle])
        self.assertEqual(len(otf.columns(SAMPLE, "Enter", time=(0, 0))["time"]), 0)

    def test_counter_values_have_the_type_that_all_have(self):
        for texts, dtype, values in [(["5", str(2**64 - 1)], np.uint64, [5, 2**64 - 1]), (["5", "-5"], np.int64, [5, -5]),
                                     (["0.5", "1e300"], np.float64, [0.5, 1e300]), (["0.5f"], np.float64, [0.5]),
                                     (["5", "0.5", "-3", "2.5f"], np.float64, [5, 0.5, -3, 2.5]),
                                     ([str(2**64 - 1), "-1"], np.float64, [2.0**64, -1]), ([], np.uint64, [])]:
            with self.subTest(texts):
                got = otf.columns(self.stream(*(f"Counter|1|1|3|{t}" for t in texts)), "Counter")["value"]
                self.assertEqual((got.dtype, got.tolist()), (dtype, values))

    def test_errors_are_those_of_read(self):
        with self.assertRaisesRegex(otf.Error, "@END"):
            otf.columns(self.stream("Enter|1|1|7|0", end=False), "Enter")
        with self.assertRaisesRegex(otf.Error, "no such trace"):
            otf.columns(self.path("nothing"), "Enter")
        before = self.open_files()
        self.assertRaises(otf.Error, otf.columns, SAMPLE, "Entre")
        self.assertEqual(self.open_files(), before)

    def test_each_bad_argument_is_named(self):
        for arguments, error in [(dict(records=None), TypeError), (dict(fields="time"), TypeError),
                                 (dict(fields=5), TypeError), (dict(tags="x"), TypeError), (dict(time=5000), TypeError),
                                 (dict(threads=0), ValueError), (dict(keep_going="x"), TypeError),
                                 (dict(names=None), TypeError), (dict(names=""), ValueError)]:
            name = next(iter(arguments))
            with self.subTest(arguments), self.assertRaisesRegex(error, f"^{name}: "):
                otf.columns(**{"names": SAMPLE, "records": "Enter", **arguments})
        for option in ("keepgoing", "pool", "size"):
            with self.subTest(option), self.assertRaisesRegex(TypeError, f"'{option}' is not an option"):
                otf.columns(SAMPLE, "Enter", **{option: 1})

    def test_without_numpy_the_error_says_what_to_install(self):
        for module, call in [("numpy", "columns"), ("pandas", "frame")]:
            program = f"import sys; sys.modules['{module}'] = None; import otf; otf.{call}({SAMPLE!r}, 'Enter')"
            got = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE)
            self.assertIn(f"python3-{module}".encode(), got.stderr)

    def test_every_row_of_the_schema_has_columns(self):
        got = otf.columns(SAMPLE, "*")
        self.assertEqual(list(got), [kind.name for kind in _records.TYPES])
        for kind in _records.TYPES:
            self.assertEqual(list(got[kind.name]), list(kind.cls._fields[:-1]))


@unittest.skipUnless(pandas, "no pandas here")
class Frames(Room):
    def test_a_frame_has_the_columns(self):
        frame = otf.frame(SAMPLE, "Enter")
        for name, column in otf.columns(SAMPLE, "Enter").items():
            np.testing.assert_array_equal(frame[name], column)
        self.assertEqual(list(otf.frame(SAMPLE, ["Enter", "Leave"])), ["Enter", "Leave"])

    def test_tokens_become_names(self):
        reader = otf.read(SAMPLE, records=["Def*", "Enter"])
        want = [(reader.name_of(r, "process"), reader.name_of(r, "function")) for r in reader if isinstance(r, otf.Enter)]
        frame = otf.frame(SAMPLE, "Enter", named=True)
        self.assertEqual(list(zip(frame["process"], frame["function"])), want)
        self.assertEqual(frame["function"].dtype.name, "category")
        self.assertEqual(frame["source"].dtype, np.uint32)

    def test_a_token_without_a_name_is_its_number(self):
        path = self.stream("@SM|1|1", "@SM|2|2", "DefFunction|-|0|7|all|0|0", "DefFunction|-|2|7|local|0|0",
                           "Enter|1|1|7|0", "Enter|2|2|7|0", "Enter|3|1|8|0")
        self.assertEqual(list(otf.frame(path, "Enter", named=True)["function"]), ["all", "local", "8"])


if __name__ == "__main__":
    unittest.main()
