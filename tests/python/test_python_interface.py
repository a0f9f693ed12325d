"""`from otf import *`: the C interface as the overview promises it, with callables as handlers."""
import os
import re
import subprocess
import sys
import threading
import unittest

import otf
from common import Room, SAMPLE, corpus, otf_cat
from otf import *  # noqa: F403
from otf import _records, _signatures

# those with which a list or a number of bytes cannot be told, and those that no program calls
LEFT_OUT = {"OTF_Error", "OTF_Warning", "OTF_FileManager_getIofsl", "OTF_FileManager_setIofsl", "OTF_RBuffer_readArray"}
RECORDS = {_records.BY_NAME[name].cls.RECORD: name for name in _signatures.HANDLERS}


class Interface(Room):
    """Opens what most tests need, and closes it."""

    def setUp(self):
        super().setUp()
        self.manager = OTF_FileManager_open(100)
        self.handlers = OTF_HandlerArray_open()
        self.addCleanup(OTF_FileManager_close, self.manager)
        self.addCleanup(OTF_HandlerArray_close, self.handlers)

    def reader(self, name=SAMPLE):
        reader = OTF_Reader_open(re.sub(r"\.otf$", "", name), self.manager)
        self.assertIsNotNone(reader)
        self.addCleanup(OTF_Reader_close, reader)
        return reader

    def writer(self, name="t"):
        writer = OTF_Writer_open(self.path(name), 1, self.manager)
        self.assertIsNotNone(writer)
        self.addCleanup(OTF_Writer_close, writer)
        return writer

    def collect(self, name, records=RECORDS):
        """(record, arguments without the list) of all that a trace has."""
        got = []
        for number in records:
            def handler(first, *args, name=RECORDS[number]):
                got.append((name, args[:-1] if _signatures.HANDLERS[name][-1][1] == "list" else args))
            self.assertEqual(OTF_HandlerArray_setHandler(self.handlers, handler, number), 1)
        reader = self.reader(name)
        for read in (OTF_Reader_readDefinitions, OTF_Reader_readMarkers, OTF_Reader_readSnapshots,
                     OTF_Reader_readStatistics, OTF_Reader_readEvents):
            self.assertNotEqual(read(reader, self.handlers), OTF_READ_ERROR, otf.otf_strerr)
        return got


class Names(Interface):
    def test_every_function_and_constant_of_the_headers_is_there(self):
        headers = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(otf.__file__))), "open-trace-format")
        if not os.path.isdir(headers):
            self.skipTest("no headers in the build")
        for header in os.listdir(headers):
            if not header.startswith("OTF_"):
                continue
            with open(os.path.join(headers, header)) as f:
                text = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
            names = re.findall(r"^OTF_API [^;(]*?(OTF_\w+)\(", text, re.M)
            names += [n for n in re.findall(r"^#define (OTF_\w+)[ (]", text, re.M)
                      if n not in ("OTF_API", "OTF_SIZEOF_LONG", "OTF_VERSION_MAYOR")]
            names += re.findall(r"^\t(OTF_\w+) = ", text, re.M)
            for name in set(names) - LEFT_OUT:
                self.assertTrue(hasattr(otf, name), name)
        self.assertGreater(len(otf.__all__), 700)

    def test_the_star_gives_names_of_the_interface_only(self):
        space = {}
        exec("from otf import *", space)
        del space["__builtins__"]
        self.assertEqual([n for n in space if not n.startswith("OTF_")], [])
        self.assertGreater(len(space), 700)
        with self.assertRaises(AttributeError):
            otf.OTF_nothing
        with self.assertRaises(AttributeError):
            otf.nothing

    def test_constants_and_macros_have_the_values_of_c(self):
        self.assertEqual((OTF_ENTER_RECORD, OTF_RETURN_OK, OTF_RETURN_ABORT, OTF_COLLECTIVE_TYPE_BARRIER), (2, 0, 1, 1))
        self.assertEqual((OTF_READ_ERROR, OTF_READ_MAXRECORDS, OTF_UNKNOWN), (2**64 - 1, 2**64 - 2, -1))
        self.assertTrue(OTF_COUNTER_VARTYPE_ISINTEGER(OTF_COUNTER_VARTYPE_SIGNED4))
        self.assertFalse(OTF_COUNTER_VARTYPE_ISINTEGER(OTF_COUNTER_VARTYPE_FLOAT))
        self.assertTrue(OTF_COUNTER_VARTYPE_ISSIGNED(OTF_COUNTER_VARTYPE_SIGNED8))
        self.assertTrue(OTF_COUNTER_VARTYPE_ISUNSIGNED(OTF_COUNTER_VARTYPE_UNSIGNED2))
        self.assertEqual(OTF_FILEOP(OTF_FILEOP_WRITE | OTF_IOFLAG_ASYNC), OTF_FILEOP_WRITE)

    def test_names_of_files(self):
        self.assertEqual(OTF_getFilename("d/t", 0x2a, OTF_FILETYPE_EVENT), "d/t.2a.events")
        self.assertIsNone(OTF_getFilename("d/t", 1, 0))
        self.assertEqual(OTF_stripFilename("d/t.otf"), "d/t")


class Handlers(Interface):
    def test_every_trace_of_the_corpus_gives_the_records_of_otf_cat(self):
        for names in corpus():
            if not names[0].endswith(".otf"):
                continue
            with self.subTest(names[0]):
                counts = {}
                for name, _ in self.collect(names[0]):
                    counts[name] = counts.get(name, 0) + 1
                want = {}
                for line in otf_cat(*names):
                    name = line.split(b"\t")[0].decode()
                    want[name] = want.get(name, 0) + 1
                self.assertEqual(counts, want)

    def test_the_sample_gives_what_otf_read_gives(self):
        got = {}
        for name, args in self.collect(SAMPLE):
            fields = dict(zip([p for _, p in _signatures.HANDLERS[name][1:]], args))
            got.setdefault(name, []).append({k: tuple(v) if isinstance(v, list) else v for k, v in fields.items()
                                             if not k.startswith("n_")})
        for name, records in got.items():
            want = [{k: v for k, v in r._asdict().items() if k != "tags"} for r in otf.read(SAMPLE, records=name)]
            for w in want:
                if isinstance(w.get("value"), (float, int)) and name.startswith("Counter"):
                    w["value"] = None
            for g in records:
                if name.startswith("Counter"):
                    g["value"] = None
            order = (lambda r: repr(sorted(r.items(), key=repr)))
            self.assertEqual(sorted(records, key=order), sorted(want, key=order), name)

    def test_texts_are_text_and_arrays_are_lists(self):
        writer = self.writer()
        self.assertEqual(OTF_Writer_writeDefProcessGroup(writer, 0, 1000, "w\u00f6rld", 4, [1, 2, 11, 12]), 1)
        self.assertEqual(OTF_Writer_writeDefAttributeList(writer, 0, 3, 2, (OTF_ATTR_IsMPIRank, OTF_ATTR_hasGroupCounters)), 1)
        self.assertEqual(OTF_Writer_writeEnter(writer, 1, 7, 1, 0), 1)
        self.assertEqual(OTF_Writer_close(writer), 1)
        got = dict(self.collect(self.path("t")))
        self.assertEqual(got["DefProcessGroup"], (0, 1000, "w\u00f6rld", 4, [1, 2, 11, 12]))
        self.assertEqual(got["DefAttributeList"], (0, 3, 2, [1, 5]))

    def test_the_first_argument_is_any_object(self):
        reader, seen = self.reader(), []
        OTF_HandlerArray_setHandler(self.handlers, lambda first, *_: seen.append(first), OTF_ENTER_RECORD)
        for first in ({"a": 1}, None, self):
            OTF_HandlerArray_setFirstHandlerArg(self.handlers, first, OTF_ENTER_RECORD)
            OTF_Reader_setRecordLimit(reader, 50)
            OTF_Reader_readEvents(reader, self.handlers)
            self.assertIs(seen[-1], first)

    def test_a_handler_may_do_without_the_key_values(self):
        calls = []

        def old(fha, stream, process, name, parent):
            calls.append(("old", name))

        def new(fha, stream, process, name, parent, kvlist):
            calls.append(("new", OTF_KeyValueList_getCount(kvlist)))

        class Method:
            def handler(self, fha, stream, process, name, parent):
                calls.append(("method", name))

        for handler in (old, new, Method().handler, lambda *args: calls.append(("all", len(args)))):
            OTF_HandlerArray_setHandler(self.handlers, handler, OTF_DEFPROCESS_RECORD)
            OTF_Reader_readDefinitions(self.reader(), self.handlers)
        self.assertEqual(sorted(set(calls))[:1] + [c for c in calls if c[1] == "rank 3"],
                         [("all", 6), ("old", "rank 3"), ("method", "rank 3")])
        self.assertIn(("new", 0), calls)
        with self.assertRaisesRegex(TypeError, "DefProcess takes 6 parameters, or 5"):
            OTF_HandlerArray_setHandler(self.handlers, lambda a, b: 0, OTF_DEFPROCESS_RECORD)
        with self.assertRaisesRegex(TypeError, "not callable"):
            OTF_HandlerArray_setHandler(self.handlers, 5, OTF_DEFPROCESS_RECORD)
        self.assertEqual(OTF_HandlerArray_setHandler(self.handlers, old, 9999), 0)

    def test_abort_stops_the_reading_and_none_is_ok(self):
        for result, want in [(OTF_RETURN_ABORT, 1), (OTF_RETURN_OK, 20), (None, 20)]:
            reader, calls = self.reader(), []
            OTF_HandlerArray_setHandler(self.handlers, lambda *args: calls.append(1) or result, OTF_ENTER_RECORD)
            OTF_Reader_setRecordLimit(reader, 20)
            got = OTF_Reader_readEvents(reader, self.handlers)
            self.assertEqual(got, OTF_READ_ERROR if result else 20)
            self.assertEqual(len(calls) == 1, want == 1)

    def test_an_exception_comes_out_of_the_read_function(self):
        calls = []

        def handler(first, time, function, process, source):
            calls.append(1)
            raise KeyError("mine")

        OTF_HandlerArray_setHandler(self.handlers, handler, OTF_ENTER_RECORD)
        reader = self.reader()
        with self.assertRaisesRegex(KeyError, "mine"):
            OTF_Reader_readEvents(reader, self.handlers)
        self.assertEqual(len(calls), 1)
        OTF_HandlerArray_setHandler(self.handlers, None, OTF_ENTER_RECORD)
        self.assertGreater(OTF_Reader_readEvents(reader, self.handlers), 1000)

    def test_an_interrupt_ends_the_reading(self):
        program = f"""
import os, signal
from otf import *
manager, handlers = OTF_FileManager_open(10), OTF_HandlerArray_open()
reader = OTF_Reader_open({SAMPLE[:-4]!r}, manager)
def handler(*args):
    os.kill(os.getpid(), signal.SIGINT)
for record in (OTF_ENTER_RECORD, OTF_LEAVE_RECORD):
    OTF_HandlerArray_setHandler(handlers, handler, record)
try:
    OTF_Reader_readEvents(reader, handlers)
except KeyboardInterrupt:
    print("interrupted")
"""
        run = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual((run.stdout, run.stderr), (b"interrupted\n", b""))

    def test_portions_unsorted_with_progress(self):
        reader = self.reader()
        times, last = [], 0
        OTF_HandlerArray_setHandler(self.handlers, lambda f, time, *_: times.append(time), OTF_ENTER_RECORD)
        OTF_Reader_setRecordLimit(reader, 1000)
        total = 0
        while True:
            n = OTF_Reader_readEventsUnsorted(reader, self.handlers)
            if n == 0:
                break
            total += n
            code, low, current, high = OTF_Reader_eventBytesProgress(reader)
            self.assertEqual((code, low), (1, 0))
            self.assertTrue(last < current <= high)
            last = current
            self.assertEqual(len(OTF_Reader_eventTimeProgress(reader)), 4)
        self.assertEqual(current, high)
        OTF_Reader_setRecordLimit(reader, 2**64 - 1)
        self.assertEqual(sorted(times), [r.time for r in otf.read(SAMPLE, records="Enter")])
        self.assertEqual(OTF_Reader_setProcessStatus(reader, 1, 0), 1)
        self.assertEqual(OTF_Reader_getProcessStatus(reader, 1), 0)

    def test_two_threads_have_readers_of_their_own(self):
        counts = {}

        def work(i):
            manager, handlers = OTF_FileManager_open(10), OTF_HandlerArray_open()
            reader = OTF_Reader_open(SAMPLE[:-4], manager)
            seen = []
            OTF_HandlerArray_setHandler(handlers, lambda *args: seen.append(args[2]), OTF_ENTER_RECORD)
            OTF_Reader_readEvents(reader, handlers)
            counts[i] = seen
            OTF_HandlerArray_close(handlers)
            OTF_Reader_close(reader)
            OTF_FileManager_close(manager)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        want = [r.function for r in otf.read(SAMPLE, records="Enter")]
        self.assertEqual(counts, {i: want for i in range(4)})

    def test_an_unknown_record_reaches_handlers_with_and_without_the_last_parameter(self):
        writer = self.writer()
        OTF_Writer_writeEnter(writer, 1, 7, 1, 0)
        OTF_Writer_close(writer)
        with open(self.path("t.1.events"), "a") as f:
            f.write("Q2L\n")
        got = []

        def four(first, time, process, record):
            got.append((first, time, process, record))

        def five(first, time, process, record, kvlist):
            got.append((first, time, process, record, kvlist))

        for handler in (four, five, lambda *args: got.append(args)):
            OTF_HandlerArray_setHandler(self.handlers, handler, OTF_UNKNOWN_RECORD)
            OTF_Reader_readEvents(self.reader(self.path("t")), self.handlers)
        self.assertEqual(got, [(None, 1, 1, "Q2L"), (None, 1, 1, "Q2L", None), (None, 1, 1, "Q2L")])
        with self.assertRaisesRegex(TypeError, "UnknownRecord takes 5 parameters, or 4"):
            OTF_HandlerArray_setHandler(self.handlers, lambda a, b, c: 0, OTF_UNKNOWN_RECORD)

    def test_one_reader_in_two_threads_is_a_runtime_error(self):
        reader, inside, go, results = self.reader(), threading.Event(), threading.Event(), []

        def handler(*args):
            inside.set()
            go.wait(60)

        OTF_HandlerArray_setHandler(self.handlers, handler, OTF_ENTER_RECORD)
        OTF_Reader_setRecordLimit(reader, 50)
        thread = threading.Thread(target=lambda: results.append(OTF_Reader_readEvents(reader, self.handlers)))
        thread.start()
        inside.wait(60)
        others = OTF_HandlerArray_open()
        for call in [lambda: OTF_Reader_readEvents(reader, others), lambda: OTF_Reader_close(reader),
                     lambda: OTF_Reader_getStream(reader, 1), lambda: OTF_Reader_eventBytesProgress(reader),
                     lambda: OTF_HandlerArray_setHandler(self.handlers, handler, OTF_LEAVE_RECORD),
                     lambda: OTF_HandlerArray_close(self.handlers), lambda: OTF_FileManager_close(self.manager),
                     lambda: OTF_Reader_open(SAMPLE[:-4], self.manager)]:
            with self.assertRaisesRegex(RuntimeError, "another thread is using the OTF_"):
                call()
        go.set()
        thread.join()
        self.assertEqual(results, [50])

    def test_a_handler_may_replace_itself(self):
        seen = []

        def handler(*args):
            seen.append(1)
            OTF_HandlerArray_setHandler(self.handlers, lambda *args: seen.append(2), OTF_ENTER_RECORD)

        OTF_HandlerArray_setHandler(self.handlers, handler, OTF_ENTER_RECORD)
        reader = self.reader()
        for limit in (10, 100):
            OTF_Reader_setRecordLimit(reader, limit)
            OTF_Reader_readEvents(reader, self.handlers)
        self.assertEqual((seen[0], set(seen[1:])), (1, {2}))

    def test_a_string_with_a_nul_is_refused_and_named(self):
        for call, name in [(lambda: OTF_Reader_open("a\0b", self.manager), "OTF_Reader_open: namestub"),
                           (lambda: OTF_Writer_writeDefProcess(self.writer(), 0, 1, "a\0b", 0),
                            "OTF_Writer_writeDefProcess: name")]:
            with self.assertRaisesRegex(ValueError, f"^{name}: .* contains a NUL"):
                call()

    def test_functions_and_handles_say_what_they_are(self):
        for name in ("OTF_Reader_close", "OTF_Reader_readEvents", "OTF_HandlerArray_setHandler", "OTF_Reader_open"):
            self.assertRegex(repr(getattr(otf, name)), f"^<function {name}[ >]")
        self.assertRegex(repr(self.manager), "^<OTF_FileManager 0x")


class Writing(Interface):
    VALUES = {"const char *": "text", "OTF_KeyValueList *": None, "OTF_ATTR_TYPE *": [1, 2, 3],
              "const uint32_t *": [4, 5, 6], "OTF_AuxSamplePointType": 1, "OTF_Type": OTF_UINT32}

    def arguments(self, name):
        """Arguments for all but the first parameter of a handler: times rise, numbers differ."""
        out = []
        for i, (kind, parameter) in enumerate(_signatures.HANDLERS[name][1:]):
            if kind == "OTF_KeyValueList *":
                continue
            value = self.VALUES.get(kind, 40 + i)
            if parameter == "time":
                self.time += 10
                value = self.time
            out.append({"stream": 0, "process": 1}.get(parameter, 3 if parameter.startswith("n_") else value))
        return out

    def test_every_record_is_written_and_read(self):
        self.time = 0
        writer, want = self.writer(), []
        for name in _signatures.HANDLERS:
            write = getattr(otf, f"OTF_Writer_write{name}", None)
            if write is None:
                continue
            args = self.arguments(name)
            if len(write.inputs) > len(args) + 1:
                args.append(None)  # a write function that always takes key-values
            self.assertEqual(write(writer, *args), 1, name)
            want.append((name, tuple(args[:len(self.arguments_of(name))])))
        self.assertEqual(OTF_Writer_close(writer), 1)
        got = [g for g in self.collect(self.path("t")) if g[0] not in ("DefVersion", "DefUniqueId", "NoOp")]
        key = repr
        self.assertEqual(sorted(got, key=key), sorted(want, key=key))
        self.assertGreater(len(want), 50)

    @staticmethod
    def arguments_of(name):
        return [p for p in _signatures.HANDLERS[name][1:] if p[0] != "OTF_KeyValueList *"]

    def test_key_values_of_every_type_come_back(self):
        values = [("Char", "A"), ("Int8", -1), ("Uint8", 255), ("Int16", -2), ("Uint16", 2), ("Int32", -3), ("Uint32", 3),
                  ("Int64", -4), ("Uint64", 2**64 - 1), ("Float", 0.5), ("Double", 0.1)]
        blob = bytes(range(256))
        lists = OTF_KeyValueList_new()
        for key, (word, value) in enumerate(values):
            self.assertEqual(getattr(otf, f"OTF_KeyValueList_append{word}")(lists, key, value), 0)
        self.assertEqual(OTF_KeyValueList_appendByteArray(lists, 99, blob, len(blob)), 0)
        self.assertEqual(OTF_KeyValueList_getCount(lists), 12)
        writer = self.writer()
        self.assertEqual(OTF_Writer_writeEnterKV(writer, 1, 7, 1, 0, lists), 1)
        OTF_Writer_close(writer)
        seen, kept = [], []

        def handler(first, time, function, process, source, kvlist):
            for key, (word, value) in enumerate(values):
                seen.append(getattr(otf, f"OTF_KeyValueList_get{word}")(kvlist, key) == [0, value])
                seen.append(OTF_KeyValueList_getTypeForKey(kvlist, key) == [0, key])
                seen.append(OTF_KeyValueList_getTypeForKey(kvlist, key) == key)
                seen.append(OTF_KeyValueList_getTypeForKey(kvlist, key) != key + 1)
            seen.append(OTF_KeyValueList_getByteArray(kvlist, 99) == [0, blob])
            seen.append(OTF_KeyValueList_getByteArray(kvlist, 98) == [1, b""])
            seen.append(OTF_KeyValueList_getUint32(kvlist, 98)[0] == 1)
            code, kind = OTF_KeyValueList_getTypeForKey(kvlist, 98)
            seen.append((code, kind) == (1, OTF_UNKNOWN))
            seen.append({OTF_UINT32: 1}[OTF_KeyValueList_getTypeForKey(kvlist, 6)] == 1)
            seen.append(OTF_KeyValueList_getKeyByIndex(kvlist, 2) == [0, 2])
            seen.append(OTF_KeyValueList_getPairByIndex(kvlist, 6) == [0, otf.OTF_KeyValuePair(6, OTF_UINT32, 3)])
            seen.append(OTF_KeyValueList_hasKey(kvlist, 99) == 0)
            copy = OTF_KeyValueList_new()
            for i in range(12):
                seen.append(OTF_KeyValueList_appendPair(copy, OTF_KeyValueList_getPairByIndex(kvlist, i)[1]) == 0)
            seen.append(OTF_KeyValueList_getByteArray(copy, 99) == [0, blob])
            OTF_KeyValueList_close(copy)
            kept.append(kvlist)

        OTF_HandlerArray_setHandler(self.handlers, handler, OTF_ENTER_RECORD)
        OTF_Reader_readEvents(self.reader(self.path("t")), self.handlers)
        self.assertEqual(seen, [True] * len(seen))
        self.assertGreater(len(seen), 30)
        self.assertFalse(kept[0])  # it belonged to the reader
        self.assertEqual(OTF_KeyValueList_getCount(kept[0]), 0)

    def test_copy_handlers_copy_with_two_replaced(self):
        reader, writer = self.reader(), self.writer()
        self.assertEqual(OTF_HandlerArray_getCopyHandler(self.handlers, writer), 1)

        def process(fha, stream, process, name, parent, kvlist):
            return OTF_CopyHandler_DefProcess(fha, stream, process, f"<{name}>", parent, kvlist)

        def counter(fha, time, process, counter, value):
            return OTF_RETURN_OK

        OTF_HandlerArray_setHandler(self.handlers, process, OTF_DEFPROCESS_RECORD)
        OTF_HandlerArray_setHandler(self.handlers, counter, OTF_COUNTER_RECORD)
        for read in (OTF_Reader_readDefinitions, OTF_Reader_readMarkers, OTF_Reader_readEvents):
            self.assertNotEqual(read(reader, self.handlers), OTF_READ_ERROR)
        self.assertEqual(OTF_Writer_close(writer), 1)
        want = [r._replace(name=f"<{r.name}>") if isinstance(r, otf.DefProcess) else r for r in otf.read(SAMPLE)
                if not isinstance(r, (otf.Counter, otf.DefVersion, otf.DefUniqueId))]
        got = [r for r in otf.read(self.path("t")) if not isinstance(r, (otf.DefVersion, otf.DefUniqueId))]
        self.assertEqual(sorted(map(repr, got)), sorted(map(repr, want)))

    def test_single_copy_handlers_can_be_set_and_called(self):
        writer = self.writer()
        OTF_HandlerArray_setHandler(self.handlers, OTF_CopyHandler_DefProcess, OTF_DEFPROCESS_RECORD)
        OTF_HandlerArray_setFirstHandlerArg(self.handlers, writer, OTF_DEFPROCESS_RECORD)
        OTF_Reader_readDefinitions(self.reader(), self.handlers)
        OTF_CopyHandler_DefProcess(writer, 0, 99, "mine", 0)  # as programs without key-values call it
        OTF_CopyHandler_Enter(writer, 1, 7, 1, 0, None)
        OTF_Writer_close(writer)
        names = [r.name for r in otf.read(self.path("t"), records="DefProcess")]
        self.assertEqual((len(names), names[-1]), (9, "mine"))

    def test_processes_are_assigned_to_streams(self):
        mc = OTF_MasterControl_new(self.manager)
        self.assertEqual(OTF_MasterControl_appendList(mc, 3, 2, [7, 8]), 1)
        self.assertEqual(OTF_MasterControl_append(mc, 4, 9), 1)
        self.assertEqual(OTF_MasterControl_mapReverse(mc, 8), 3)
        self.assertEqual(OTF_MasterControl_getValues(mc, 3), [7, 8])
        self.assertIsNone(OTF_MasterControl_getValues(mc, 5))
        entry = OTF_MasterControl_getEntryByIndex(mc, 0)
        self.assertEqual((entry.argument, entry.n, entry.values), (3, 2, (7, 8)))
        self.assertEqual(OTF_MasterControl_getREntryByIndex(mc, 2), (9, 4))
        writer = self.writer()
        OTF_Writer_setMasterControl(writer, mc)
        for process in (7, 9):
            OTF_Writer_writeEnter(writer, 1, 1, process, 0)
        OTF_Writer_close(writer)
        self.assertFalse(mc)
        self.assertTrue(os.path.exists(self.path("t.3.events")) and os.path.exists(self.path("t.4.events")))


class Mistakes(Interface):
    def test_a_closed_handle_is_null_and_nothing_crashes(self):
        reader = OTF_Reader_open(SAMPLE[:-4], self.manager)
        stream, mc = OTF_Reader_getStream(reader, 1), OTF_Reader_getMasterControl(reader)
        self.assertIs(OTF_Reader_getStream(reader, 1), stream)
        buffer = OTF_RStream_getEventBuffer(stream)
        self.assertTrue(buffer)
        self.assertEqual((OTF_Reader_close(reader), OTF_Reader_close(reader)), (1, 0))
        self.assertFalse(reader or stream or mc or buffer)
        self.assertIn(OTF_Reader_readEvents(reader, self.handlers), (0, OTF_READ_ERROR))
        self.assertEqual(OTF_MasterControl_getCount(mc), 0)
        self.assertEqual(repr(reader), "<OTF_Reader, closed>")
        self.assertIsNone(OTF_Reader_open(self.path("nothing"), self.manager))
        self.assertEqual(otf.otf_errno, OTF_ERROR)
        self.assertIn("nothing.otf: ", otf.otf_strerr)

    def test_a_reader_cannot_be_closed_by_its_handler(self):
        reader = self.reader()
        OTF_HandlerArray_setHandler(self.handlers, lambda *args: OTF_Reader_close(reader), OTF_ENTER_RECORD)
        with self.assertRaisesRegex(RuntimeError, "OTF_Reader_close: a read function uses the OTF_Reader"):
            OTF_Reader_readEvents(reader, self.handlers)

    def test_what_belongs_to_another_handle_cannot_be_closed_by_itself(self):
        reader = self.reader()
        with self.assertRaisesRegex(RuntimeError, "OTF_RStream_close: it belongs to an OTF_Reader"):
            OTF_RStream_close(OTF_Reader_getStream(reader, 1))
        OTF_HandlerArray_setHandler(self.handlers, lambda *args: OTF_KeyValueList_close(args[-1]), OTF_ENTER_RECORD)
        with self.assertRaisesRegex(RuntimeError, "OTF_KeyValueList_close: it belongs to an OTF_Reader"):
            OTF_Reader_readEvents(reader, self.handlers)

    def test_what_is_closed_with_its_owner_or_alone_is_null(self):
        reader = self.reader()
        mc, stream = OTF_Reader_getMasterControl(reader), OTF_Reader_getStream(reader, 0)
        first = OTF_RStream_getDefBuffer(stream)
        mine = OTF_RBuffer_open(SAMPLE[:-4] + ".0.def", self.manager)
        self.assertIs(OTF_RStream_setDefBuffer(stream, mine), first)
        self.assertEqual(OTF_RBuffer_close(first), 1)
        with self.assertRaisesRegex(RuntimeError, "it belongs to an OTF_RStream"):
            OTF_RBuffer_close(mine)
        self.assertEqual(OTF_Reader_closeAllStreams(reader), 1)
        self.assertFalse(stream or mine)
        self.assertGreater(OTF_MasterControl_getCount(mc), 1)

    def test_handles_may_be_closed_in_any_order(self):
        for first in range(3):
            manager, handlers = OTF_FileManager_open(10), OTF_HandlerArray_open()
            reader = OTF_Reader_open(SAMPLE[:-4], manager)
            OTF_Reader_readDefinitions(reader, handlers)
            closes = [(OTF_FileManager_close, manager), (OTF_HandlerArray_close, handlers), (OTF_Reader_close, reader)]
            for close, handle in closes[first:] + closes[:first]:
                close(handle)

    def test_bad_arguments_are_named(self):
        writer = self.writer()
        for call, error, text in [
                (lambda: OTF_Writer_writeEnter(writer, 1, 2**32, 1, 0), OverflowError, "OTF_Writer_writeEnter: function: "),
                (lambda: OTF_Writer_writeEnter(writer, "x", 7, 1, 0), TypeError, "time: 'x' is not a whole number"),
                (lambda: OTF_Writer_writeEnter(writer, 1), TypeError, "takes 5 arguments .writer, time, function"),
                (lambda: OTF_Writer_writeEnter(self.manager, 1, 7, 1, 0), TypeError, "is no OTF_Writer"),
                (lambda: OTF_Writer_writeDefProcess(writer, 0, 1, 5, 0), TypeError, "name: 5 is not a string"),
                (lambda: OTF_Writer_writeDefProcessGroup(writer, 0, 1, "g", 3, [1, 2]), ValueError, "members has fewer than 3"),
                (lambda: OTF_Writer_writeDefProcessGroup(writer, 0, 1, "g", 3, None), ValueError, "members has fewer than 3"),
                (lambda: OTF_KeyValueList_appendByteArray(OTF_KeyValueList_new(), 1, b"ab", 3), ValueError, "fewer than 3"),
                (lambda: OTF_Reader_readEvents(self.reader(), None), None, "")]:
            with self.subTest(text):
                if error is None:
                    self.assertIn(call(), (0, OTF_READ_ERROR))
                    continue
                with self.assertRaisesRegex(error, text):
                    call()

    def test_a_time_that_goes_back_is_refused(self):
        writer = self.writer()
        self.assertEqual(OTF_Writer_writeEnter(writer, 5, 7, 1, 0), 1)
        self.assertEqual(OTF_Writer_writeLeave(writer, 4, 7, 1, 0), 0)


if __name__ == "__main__":
    unittest.main()
