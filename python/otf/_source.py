"""A source of the library: opened, restricted, closed. What otf.read and otf.columns are made of."""

from __future__ import annotations

import ctypes
import os
import re
import sys
import warnings
from ctypes import byref, c_char_p, c_uint32, c_void_p
from fractions import Fraction
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _check, _library
from ._error import Code, Error, Warning, error_of
from ._library import lib
from ._records import RecordType, SNAP, STAT, EVENT, index

Name = Union[str, bytes, "os.PathLike[str]"]
#: a time: ticks, or text such as "1.5s", "25%" and "+100us"
Time = Union[int, str]
TIMED = (SNAP, STAT, EVENT)
_SECONDS = {"s": 0, "ms": -3, "us": -6, "ns": -9}
_TIME = re.compile(r"([0-9]+(?:\.[0-9]+)?)(s|ms|us|ns|%)|\+([0-9]+(?:\.[0-9]+)?)(s|ms|us|ns|%)|\+([0-9]+)")


def _levels_to_caller() -> int:
    """For warnings: the frames from who asks to the first that is not of this module."""
    levels, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        levels, frame = levels + 1, frame.f_back
    return levels


class Calls:
    """What the library calls. An exception cannot pass through it: it is kept, and raised when the library returns."""

    def __init__(self, report: Optional[Callable[[Error], Any]]) -> None:
        self._report = report
        self.raised: Optional[BaseException] = None

    def report(self, _ctx: Any, e: Any) -> None:
        """For the option `report`."""
        try:
            self.tell(error_of(e.contents))
        except BaseException as raised:
            self.raised = self.raised or raised

    def tell(self, error: Error) -> None:
        """Report what does not stop reading."""
        if self._report:
            self._report(error)
        else:
            warnings.warn(str(error), Warning, stacklevel=_levels_to_caller())

    def stops(self) -> Iterator[int]:
        """The results of the option `stop`. A generator, since Python runs the handlers of signals when a function
        begins: what they raise there would be lost, but a generator goes on inside of its try."""
        while True:
            try:
                while True:
                    yield int(self.raised is not None)
            except GeneratorExit:
                return
            except BaseException as raised:
                self.raised = raised

    def raise_kept(self) -> None:
        """Raise what a callback has raised."""
        if self.raised is not None:
            raised, self.raised = self.raised, None
            raise raised


class Source:
    """An open source, with its names and threads.

    It serves one thread at a time: `with source.guard` raises RuntimeError while another thread is inside.
    """

    #: options that are True or False
    FLAGS = ("keep_going", "adopt", "strict", "unify")

    def __init__(self, names: Any, *, threads: int, report: Optional[Callable[[Error], Any]],
                 time: Optional[Tuple[Optional[Time], Optional[Time]]] = None, sort_memory: int = 0,
                 opens: Optional[Dict[str, int]] = None, **options: int) -> None:
        """opens: more members of struct otfp_read_options."""
        self.handle: Any = None
        self.names_handle: Any = None
        self.pool: Any = None
        self.troubles = 0
        self.is_closed = False
        self._busy = False
        self._callbacks: List[Any] = []
        self._calls = Calls(_check.report(report))
        self._paths = _check.paths(names)
        self.name = os.fsdecode(self._paths[0]) if len(self._paths) == 1 else "input"
        self.guard = _check.Guard(self.name)
        _check.flags(options, self.FLAGS)
        self._open(_check.threads(threads), dict(
            options, sort_memory=_check.integer(sort_memory, 0, ctypes.c_size_t(-1).value, "sort_memory"),
            # to convert a time, the library may have to read up to the first event
            need_times=any(isinstance(t, str) for t in _check.pair(time) or ())) | (opens or {}))

    def __repr__(self) -> str:
        return f"<otf source {self.name}{'' if self.handle else ', closed'}>"

    def _open(self, threads: int, options: Any) -> None:
        err = _library.ErrorStruct()
        handle = c_void_p()
        self.names_handle = lib.otfp_names_new()
        if not self.names_handle:
            raise MemoryError
        try:
            self.pool = new_pool(threads)
            code = lib.otfp_source_open_all(byref(handle), (c_char_p * len(self._paths))(*self._paths),
                                            len(self._paths), byref(self._options(options)), byref(err))
            self.handle = handle.value
            self._calls.raise_kept()
            if code < 0:
                raise error_of(err)
        except BaseException:
            self.close()
            raise

    def _options(self, options: Any) -> _library.ReadOptions:
        o = _library.ReadOptions(size=ctypes.sizeof(_library.ReadOptions), pool=self.pool, **options)
        o.report = self._keep(_library.REPORT(self._calls.report))
        stops = self._calls.stops()
        next(stops)  # up to its first yield, inside of the try
        o.stop = self._keep(_library.STOP(stops.__next__))
        return o

    def _keep(self, callback: Any) -> Any:
        self._callbacks.append(callback)  # as long as the library may call it
        return callback

    # ---- before the first read ----

    def header(self) -> _library.Header:
        """What is known before the first record."""
        header: _library.Header = lib.otfp_source_header(self.check()).contents
        return header

    def restrict(self, types: Optional[List[RecordType]], processes: Optional[Iterable[int]],
                 time: Optional[Tuple[Optional[Time], Optional[Time]]]) -> _library.Columns:
        """Tell the source what is wanted. Returns the struct that selects the same, without tables."""
        columns = _library.Columns(names=self.names_handle)
        if types is not None:
            lib.otfp_source_kinds(self.check(), sum({1 << t.file for t in types if t.file in TIMED}))
        if processes is not None:
            columns.processes, columns.nprocesses = wanted = self.tokens(processes)
            chosen = frozenset(wanted[0][:wanted[1]])
            lib.otfp_source_wanted(self.check(), self._keep(_library.WANTED(lambda _ctx, p: p in chosen)), None)
        if time is not None:
            columns.from_, columns.to, columns.has_to = self.interval(time)
            lib.otfp_source_window(self.check(), columns.from_, columns.to, columns.has_to)
        return columns

    @staticmethod
    def tokens(processes: Iterable[int]) -> Tuple[Any, int]:
        """The processes in ascending order as an array of C, and how many they are."""
        wanted = sorted({index(p, 2**32 - 1, "processes")
                         for p in _check.items(processes, "processes", "a list of processes")})
        return (c_uint32 * max(len(wanted), 1))(*wanted), len(wanted)

    def interval(self, time: Optional[Tuple[Optional[Time], Optional[Time]]]) -> Tuple[int, int, bool]:
        """The begin and the end in ticks, and whether there is an end."""
        begin, end = _check.pair(time) or (None, None)
        ticks = 0 if begin is None else self.ticks(begin), 0 if end is None else self.ticks(end)
        if end is not None and ticks[1] < ticks[0]:
            raise ValueError(f"time: {begin!r} is after {end!r}")
        return (*ticks, end is not None)

    def ticks(self, time: Time) -> int:
        """A time in ticks, rounded up: ticks, or text such as "1.5s", "20ms", "3us", "7ns", "25%". After + it counts from
        the first event: "+20ms", "+5" ticks."""
        if not isinstance(time, str):
            return index(time, 2**64 - 1, "time")
        match = _TIME.fullmatch(time)
        if not match:
            raise ValueError(f"time: '{time}' is not a time, such as 20ms, 25% or +100us")
        number, unit = Fraction(match[1] or match[3] or match[5]), match[2] or match[4]
        start = self._start() if time.startswith("+") else 0
        if unit == "%":
            span = self._events() if time.startswith("+") else self._whole()
            if not span:
                raise Error("has no times in its header, so it has no percents", where=self.name, code=Code.USAGE)
            start = span[0]
            number *= Fraction(span[1] - span[0]) / 100
        elif unit:
            number *= Fraction(10) ** _SECONDS[unit] * self._resolution()
        return index(start - (-number // 1), 2**64 - 1, "time")

    def _resolution(self) -> int:
        header = self.header()
        resolution = header.resolution or header.defined_resolution
        if not resolution:
            raise Error("has no resolution in its header; give ticks", where=self.name, code=Code.USAGE)
        return int(resolution)

    def _whole(self) -> Optional[Tuple[int, int]]:
        """The first and the last time of all records, or as defined; of a slice its window."""
        h = self.header()
        known = (h.first, h.last) if h.has_span else (h.range_first, h.range_last) if h.has_range else None
        return self._in_window(known)

    def _events(self) -> Optional[Tuple[int, int]]:
        """The same of events alone, if it is known."""
        h = self.header()
        known = (h.events_first, h.events_last) if h.has_events else (h.first, h.last) if h.has_span else None
        return self._in_window(known) or ((h.range_first, h.range_last) if h.has_range else None)

    def _in_window(self, known: Optional[Tuple[int, int]]) -> Optional[Tuple[int, int]]:
        """A window is the span of its slice: to its end if the run goes on after it, else to the last time."""
        h = self.header()
        if not h.has_window:
            return known
        last = h.window_to if h.window_ends else known[1] if known else None
        return None if last is None else (h.window_from, last)

    def _start(self) -> int:
        span, header = self._events(), self.header()
        if not span and not header.has_start:
            raise Error("has no time of a first event", where=self.name, code=Code.USAGE)
        return span[0] if span else int(header.start)

    # ---- reading ----

    def read(self, columns: _library.Columns) -> bool:
        """One call of otfp_source_columns. Returns False at the end."""
        return self.step(lambda handle: int(lib.otfp_source_columns(handle, byref(columns))))

    def step(self, call: Callable[[Any], int]) -> bool:
        """A call that reads from the handle. Returns False at the end."""
        with self.guard:
            handle = self.check()
            if self._busy:
                raise Error("cannot be read by what it calls", where=self.name, code=Code.USAGE)
            self._busy = True
            try:
                code = call(handle)
            finally:
                self._busy = False
            self._calls.raise_kept()
            if code < 0:
                raise error_of(lib.otfp_source_error(handle).contents)
            return bool(code == 0)

    def note(self, what: str) -> None:
        """Report what is odd in what was read."""
        self._calls.tell(Error(what, where=self.name))

    def check(self) -> Any:
        """The handle of a source that is open."""
        if not self.handle:
            raise Error("is closed", where=self.name, code=Code.USAGE)
        return self.handle

    def close_files(self) -> None:
        """Close all but the names, which are of use after the end."""
        with self.guard:
            if self._busy:
                raise Error("cannot be closed by what it calls", where=self.name, code=Code.USAGE)
            self._free_files()

    def _free_files(self) -> None:
        if self.handle:
            self.troubles = int(lib.otfp_source_troubles(self.handle))
        lib.otfp_source_close(self.handle)
        self.handle = None
        lib.otfp_pool_free(self.pool)
        self.pool = None
        self._callbacks.clear()

    def close(self) -> None:
        """Free all. May be called again."""
        with self.guard:
            self.close_files()
            self._free_names()
            self.is_closed = True

    def _free_names(self) -> None:
        lib.otfp_names_free(self.names_handle)
        self.names_handle = None

    def __del__(self) -> None:
        self._free_files()
        self._free_names()


def new_pool(threads: int) -> Optional[int]:
    """Threads for sources and sinks, None for one thread. Free it with otfp_pool_free."""
    if threads <= 1:
        return None
    pool, err = c_void_p(), _library.ErrorStruct()
    if lib.otfp_pool_new(byref(pool), threads, byref(err)) < 0:
        raise error_of(err)
    return pool.value
