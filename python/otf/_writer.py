"""otf.Writer: write records as an OTF trace or a line stream."""

from __future__ import annotations

import ctypes
import os
import struct
import tempfile
import warnings
from ctypes import byref, c_uint32, c_void_p
from types import TracebackType
from typing import Any, Callable, Iterable, List, Optional, Type, Union

from . import _check, _library
from ._error import Code, Error, error_of
from ._library import lib
from ._reader import Reader
from ._records import (BY_CLASS, Control, FieldInfo, FILES, Float32, KIND, LIST, Other, RecordType, STR,
                       TAG_FORMATS, TAG_LETTERS, TYPES, VALUE, WIDTHS, index)
from ._rows import DOUBLE, FLOAT, RAW, SIGNED, _first_byte
from ._source import Calls, Name, new_pool

FORMS = {None: 0, "short": 1, "long": 2}
#: options that are True or False
FLAGS = ("inline_snaps", "keep_pg", "unique_id", "skip_unknown", "lossless")


def _bytes(text: Any, what: str) -> Optional[bytes]:
    if text is None or isinstance(text, bytes):
        return text
    if isinstance(text, str):
        return text.encode("utf-8", "surrogateescape")
    raise TypeError(f"{what}: {text!r} is not a string")


_SIZE = ctypes.sizeof(_library.RecordStruct)
_LITTLE = struct.pack("=H", 1)[0] == 1


def _packer(kind: RecordType) -> Optional[struct.Struct]:
    """What packs the numbers of a record without key-values into a whole struct otfp_record; None if it cannot."""
    if ctypes.sizeof(_library.Value) != 16 or any(f.type not in WIDTHS or f.type == KIND for f in kind.fields):
        return None
    form = "=QIHB17x"
    for f in kind.fields:
        width = WIDTHS[f.type]
        letter = {1: "B", 4: "I", 8: "Q"}[width]
        form += f"{letter}{16 - width}x" if _LITTLE else f"{8 - width}x{letter}8x"
    return struct.Struct(f"{form}{_SIZE - struct.calcsize(form)}x")


class _Filler:
    """Fills one struct otfp_record, again and again."""

    def __init__(self) -> None:
        self.record = _library.RecordStruct()
        self._kept: List[Any] = []  # what the struct points to
        self._packers = {kind.cls: (_packer(kind), kind.number, kind.file, len(kind.head) == 1) for kind in TYPES}

    def fill(self, rec: Any) -> _library.RecordStruct:
        """The record as a struct, valid until the next call. Raises TypeError or ValueError for bad fields."""
        packer, number, file, is_definition = self._packers.get(type(rec), (None, 0, 0, False))
        if packer and not rec[-1]:
            try:
                if is_definition:
                    packer.pack_into(self.record, 0, 0, rec[0], number, file, *rec[1:-1])
                else:
                    packer.pack_into(self.record, 0, rec[0], rec[1], number, file, *rec[2:-1])
                return self.record
            except struct.error:
                pass  # a signed or real counter value; or a bad field, which _fill_slowly names
        return self._fill_slowly(rec)

    def _fill_slowly(self, rec: Any) -> _library.RecordStruct:
        kind = BY_CLASS.get(type(rec))
        ctypes.memset(byref(self.record), 0, ctypes.sizeof(self.record))
        self._kept.clear()
        if kind is None:
            return self._line(rec)
        self.record.type, self.record.file = kind.number, kind.file
        at = len(kind.head)
        if at == 2:
            self.record.time = index(rec[0], 2**64 - 1, f"{kind.name}.time")
        self.record.loc = index(rec[at - 1], 2**32 - 1, f"{kind.name}.{kind.head[-1]}")
        for f in kind.fields:
            self._field(kind, f, rec[at + f.slot])
        if rec[-1]:
            self._tags(kind, rec[-1])
        return self.record

    def _line(self, rec: Any) -> _library.RecordStruct:
        if not isinstance(rec, (Control, Other)):
            raise TypeError(f"{rec!r} is not a record of otf")
        line = _bytes(rec.line, "line") or b""
        if b"\n" in line:
            raise ValueError("line: has a newline")
        self.record.type = _library.CONTROL if isinstance(rec, Control) else _library.OTHER
        self._str(self.record.line, line)
        return self.record

    def _str(self, to: Any, text: Optional[bytes]) -> None:
        if text is not None:
            to.p, to.n = text, len(text)
            self._kept.append(text)

    def _field(self, kind: RecordType, f: FieldInfo, value: Any) -> None:
        to = self.record.f[f.slot]
        what = f"{kind.name}.{f.name}"
        if f.type == STR:
            self._str(to.s, _bytes(value, what))
        elif f.type == LIST:
            numbers = [index(v, 2**32 - 1, what) for v in value]
            array = (c_uint32 * max(len(numbers), 1))(*numbers)
            self._kept.append(array)
            to.l.p, to.l.n = array, len(numbers)
        elif f.type == VALUE:
            to.u, self.record.form = _value(value, what)
        elif f.type == KIND:
            if value not in FILES:
                raise ValueError(f"{what}: {value!r} is none of {', '.join(FILES)}")
            to.u = FILES.index(value)
        else:
            to.u = index(value, 2 ** (8 * WIDTHS[f.type]) - 1, what)

    def _tags(self, kind: RecordType, tags: Iterable[Any]) -> None:
        tags = list(tags)
        array = (_library.TagStruct * len(tags))()
        self._kept.append(array)
        for to, (key, letter, value) in zip(array, tags):
            to.key = index(key, 2**32 - 1, f"{kind.name}.tags: key")
            if letter not in TAG_LETTERS or len(letter) != 1:
                raise ValueError(f"{kind.name}.tags: {letter!r} is not a type of key-values")
            to.type = TAG_LETTERS.index(letter)
            if letter == "a":
                self._str(to.bytes, bytes(value))
            else:
                to.bits = _tag_bits(letter, value, kind.name)
        self.record.tags, self.record.ntags = array, len(tags)


def _value(value: Any, what: str) -> Any:
    """The bits and the form of a counter value."""
    if isinstance(value, Float32):
        return struct.unpack("=I", struct.pack("=f", value))[0], FLOAT
    if isinstance(value, float):
        return struct.unpack("=Q", struct.pack("=d", value))[0], DOUBLE
    if not hasattr(value, "__index__"):
        raise TypeError(f"{what}: {value!r} is not a number")
    number = int(value)
    if not -2**63 <= number < 2**64:
        raise ValueError(f"{what}: {number} does not fit in 64 bits")
    return number % 2**64, SIGNED if number < 0 else RAW


def _tag_bits(letter: str, value: Any, name: str) -> int:
    if letter == "c":
        value = bytes([index(value, 255, f"{name}.tags: a char")])
    try:
        raw = struct.pack("=" + TAG_FORMATS[letter], value)
    except (struct.error, OverflowError) as e:
        raise ValueError(f"{name}.tags: {value!r} does not fit in the type {letter}") from e
    return int(struct.unpack("=Q", raw.rjust(8, b"\0") if _first_byte(letter) else raw.ljust(8, b"\0"))[0])


class _LineFile:
    """A file that has its name when it is complete."""

    def __init__(self, name: Name, force: bool) -> None:
        self.name = os.fsdecode(name)
        self.force = force
        if not force and os.path.lexists(self.name):
            raise Error("exists; use force=True", where=self.name, code=Code.FAIL)
        directory, base = os.path.split(self.name)
        try:
            self.fd, self.path = tempfile.mkstemp(prefix=f".{base}.", dir=directory or ".")
        except OSError as e:
            raise Error(os.strerror(e.errno or 0).lower(), where=self.name) from e

    def commit(self) -> None:
        """Give it its name."""
        try:
            mask = os.umask(0)
            os.umask(mask)
            os.fchmod(self.fd, 0o666 & ~mask)
            os.fsync(self.fd)
            if self.force:
                os.replace(self.path, self.name)
            else:
                os.link(self.path, self.name)
                os.unlink(self.path)
        except OSError as e:
            raise Error(os.strerror(e.errno or 0).lower(), where=self.name) from e
        self.path = ""

    def close(self) -> None:
        """Remove it, unless it has its name."""
        os.close(self.fd)
        if self.path:
            os.unlink(self.path)


def _name(name: Any, format: Any) -> str:  # noqa: A002
    """The word for messages. Raises if there can be no trace or line stream of that name."""
    if not isinstance(format, str) or format not in ("otf", "lines"):
        raise ValueError(f"format: {format!r} is neither otf nor lines")
    if format == "lines" and isinstance(name, int) and not isinstance(name, bool):
        return f"descriptor {_check.integer(name, 0, 2**31 - 1, 'name')}"
    return os.fsdecode(_check.path(name, "name"))


class Writer:
    """Writes records as an OTF trace or a line stream, which is complete or not there at all.

        with otf.Writer("out.otf", resolution=1000) as w:
            w.write(otf.DefProcess(0, 1, "rank 0", 0))
            w.write(otf.Enter(time=10, process=1, function=7, source=0))

    name:       the path of the trace, with or without ".otf"; of a line stream also a file descriptor or "-", standard
                output
    format:     "otf" or "lines"
    like:       a Reader: take over what its header says: the resolution, the form, whether snapshots are inline
    resolution: ticks per second, for the header of a line stream; a trace needs a DefTimerResolution
    force:      replace what exists; otherwise it is an error
    streams:    of a trace: -1 = as @SM lines say, 0 = one per process, otherwise how many
    level:      of a trace: zlib level 1 to 9, 0 = not compressed
    form:       of a trace: "short", "long", None = as the header says
    threads:    threads that compress
    report:     called with an otf.Error for each note of the library; without it they are warnings (otf.Warning)
    inline_snaps, keep_pg, unique_id, skip_unknown, lossless: as in struct otfp_write_options

    The end of the `with` block completes it, and so does close(); an exception in the block, or abort(), leaves nothing
    behind. Times must not go back within a process. It serves one thread at a time: RuntimeError tells another one so.

    Raises TypeError or ValueError, which names the argument, if one is of a wrong type or value.
    """

    def __init__(self, name: Union[Name, int], *, format: str = "otf", like: Optional[Reader] = None,
                 resolution: Optional[int] = None, force: bool = False, streams: int = -1, level: int = 0,
                 form: Optional[str] = None, threads: int = 1, report: Optional[Callable[[Error], Any]] = None,
                 **options: int) -> None:
        self.handle: Any = None
        self._pool: Any = None
        self._file: Optional[_LineFile] = None
        self._calls = Calls(_check.report(report))
        self._filler = _Filler()
        self.name = _name(name, format)
        self._guard = _check.Guard(self.name)
        if not (form is None or form in ("short", "long")):
            raise ValueError(f"form: {form!r} is neither short nor long")
        if like is not None and not isinstance(like, Reader):
            raise TypeError(f"like: {like!r} is no otf.Reader")
        _check.flags(dict(options, force=force), ("force", *FLAGS))
        _check.threads(threads)
        numbers = {"streams": _check.integer(streams, -1, 2**31 - 1, "streams"),
                   "level": _check.integer(level, 0, 9, "level")}
        try:
            if format == "otf":
                self._open_trace(name, threads, dict(options, force=force, form=FORMS[form], **numbers))
            else:
                self._open_lines(name, force)
            self._begin(like, resolution)
        except BaseException:
            self._close()
            raise

    def _open_trace(self, name: Any, threads: int, options: Any) -> None:
        self._pool = new_pool(threads)
        self._on_report = _library.REPORT(self._calls.report)
        o = _library.WriteOptions(size=ctypes.sizeof(_library.WriteOptions), pool=self._pool, report=self._on_report,
                                  **options)
        handle, err = c_void_p(), _library.ErrorStruct()
        code = lib.otfp_sink_open(byref(handle), b"otf", os.fsencode(name), byref(o), None, byref(err))
        self._opened(handle, code, err)

    def _open_lines(self, name: Any, force: bool) -> None:
        fd = name if isinstance(name, int) else 1
        if not isinstance(name, int) and self.name != "-":
            self._file = _LineFile(name, force)
            fd = self._file.fd
        handle, err = c_void_p(), _library.ErrorStruct()
        code = lib.otfp_sink_open_lines(byref(handle), fd, os.fsencode(self.name), byref(err))
        self._opened(handle, code, err)

    def _opened(self, handle: c_void_p, code: int, err: _library.ErrorStruct) -> None:
        self.handle = handle.value
        self._calls.raise_kept()
        if code < 0:
            raise error_of(err)

    def _begin(self, like: Optional[Reader], resolution: Optional[int]) -> None:
        header = _library.Header.from_buffer_copy(like._header) if like else _library.Header()
        if resolution is not None:
            header.resolution = index(resolution, 2**64 - 1, "resolution")
        self._judge(lib.otfp_sink_begin(self.handle, byref(header)))

    def _judge(self, code: int) -> None:
        self._calls.raise_kept()
        if code < 0:
            raise error_of(lib.otfp_sink_error(self.handle).contents)

    def _check(self) -> Any:
        if not self.handle:
            raise Error("is closed", where=self.name, code=Code.USAGE)
        return self.handle

    def __repr__(self) -> str:
        return f"<otf.Writer of {self.name}{'' if self.handle else ', closed'}>"

    def write(self, record: Any) -> None:
        """Write a record, an otf.Control or an otf.Other.

        Raises TypeError or ValueError if a field does not fit, and the writer can go on; otf.Error if the record cannot
        be written, and then nothing can.
        """
        with self._guard:
            self._judge(lib.otfp_sink_put(self._check(), byref(self._filler.fill(record))))

    def write_all(self, records: Iterable[Any]) -> None:
        """Write each of the records, as write does."""
        for record in _check.items(records, "records", "a list of records"):
            self.write(record)

    @property
    def lost(self) -> int:
        """How many records and parts of records the format cannot express; they were dropped."""
        with self._guard:
            return int(lib.otfp_sink_lost(self._check()))

    def close(self) -> None:
        """Complete the trace or stream: only now it is there. May be called again."""
        with self._guard:
            if not self.handle:
                return
            try:
                self._judge(lib.otfp_sink_end(self.handle))
                if self._file:
                    self._file.commit()
            finally:
                self._close()

    def abort(self, reason: str = "aborted") -> None:
        """Leave nothing behind; a line stream that has gone out ends with @ABORT. May be called again."""
        with self._guard:
            text = (_bytes(reason, "reason") or b"").replace(b"\0", b" ")
            if self.handle:
                lib.otfp_sink_abort(self.handle, b"python", text)
            self._close()

    def _close(self) -> None:
        lib.otfp_sink_close(self.handle)
        self.handle = None
        lib.otfp_pool_free(self._pool)
        self._pool = None
        if self._file:
            self._file.close()
            self._file = None

    def __enter__(self) -> "Writer":
        self._check()
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        if error is None:
            self.close()
        else:
            self.abort(f"{type(error).__name__}: {error}")

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            warnings.warn(f"otf.Writer: {self.name} was not closed, so it is not written", ResourceWarning, stacklevel=2,
                          source=self)
        if hasattr(self, "_file"):
            self._close()
