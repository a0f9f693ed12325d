"""otf.read: records of a trace or line stream as named tuples."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Callable, Dict, Generator, Iterable, Iterator, Optional, Tuple, Type, Union

from . import _check, _library
from ._error import Code, Error
from ._library import lib
from ._records import BY_CLASS, WHATS, index, select
from ._rows import Batch
from ._source import Name, Source, Time


class Names:
    """What the definitions that were read so far call the tokens."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._known: Dict[Tuple[str, int, int], str] = {}

    def __repr__(self) -> str:
        return f"<otf.Names of {self._source.name}{', closed' if self._source.is_closed else ''}>"

    def get(self, what: str, token: int, process: int = 0) -> Optional[str]:
        """The name of a token, None if it has no definition or no name.

        what is "function", "process", "process-group", "counter", "file" ...: what `otf-cat --schema` says of the
        field. A stream may have definitions of its own, so a token may have different names in different processes;
        0 is no process.
        """
        with self._source.guard:
            known = self._known.get((what, token, process))
            if known is None or self._source.is_closed:
                known = self._look_up(what, token, process)
        return known

    def _look_up(self, what: str, token: int, process: int) -> Optional[str]:
        if what not in WHATS:
            raise ValueError(f"what: {what!r} is not a kind of tokens, such as function")
        if not self._source.names_handle:
            raise Error("is closed", where=self._source.name, code=Code.USAGE)
        name: Optional[str] = lib.otfp_names_get(self._source.names_handle, WHATS[what], index(process, 2**32 - 1,
                                                 "process"), index(token, 2**32 - 1, "token")).text()
        if name is not None:
            self._known[what, token, process] = name
        return name


class Reader(Iterator[Any]):
    """The records of a source, in its order: definitions, markers, then timed records by time. Made by otf.read.

    It is an iterator and a context manager. It closes itself when the last record was read, or when nothing refers to it
    any more. It serves one thread at a time: while a loop over it runs, or a call, RuntimeError tells other threads so.
    """

    def __init__(self, source: Source, batch: Batch) -> None:
        self._source = source
        self._batch = batch
        self._fetched: Iterator[Any] = iter(())  # from the last call, and not yet returned
        self._has_ended = False
        header = source.header()
        #: ticks per second; None if the header does not say
        self.resolution: Optional[int] = header.resolution or None
        #: first and last time in ticks; None if the header does not say
        self.span: Optional[Tuple[int, int]] = (header.first, header.last) if header.has_span else None
        #: the name that was opened; "input" for several
        self.name = source.name
        self.names = Names(source)
        self._header = _library.Header.from_buffer_copy(header)
        self._header.other = _library.RawStr()  # it ends with the source

    def __repr__(self) -> str:
        return f"<otf.Reader of {self.name}{'' if self._source.handle else ', closed'}>"

    def __iter__(self) -> Generator[Any, None, None]:
        with self._source.guard:
            for fetched in self._batches():
                yield from fetched

    def __next__(self) -> Any:
        with self._source.guard:
            for fetched in self._batches():
                for record in fetched:
                    return record
        raise StopIteration

    def _batches(self) -> Iterator[Iterator[Any]]:
        """What is left of the last batch, then the next ones. Raises Error after close."""
        while True:
            if self._source.is_closed:
                self._source.check()
            yield self._fetched
            if self._has_ended or not self._fetch():
                return

    def _fetch(self) -> bool:
        self._batch.clear()
        self._has_ended = True  # if the call fails
        if self._source.read(self._batch.columns):
            self._has_ended = False
            self._fetched = self._batch.records()
        else:
            self._source.close_files()
        return not self._has_ended

    def name_of(self, record: Any, field: str) -> Optional[str]:
        """The name of the token in a field: reader.name_of(r, "function"). None if it has none.

        Raises ValueError if the field is not a token of a definition.
        """
        kind = BY_CLASS.get(type(record))
        if kind is None:
            raise TypeError(f"record: {record!r} has no fields")
        what = next((f.what for f in kind.fields if f.name == field), WHATS["process"] if field == "process" else 0)
        if not what:
            raise ValueError(f"{kind.name}.{field} is not a token")
        return self.names.get(_WORDS[what], getattr(record, field), getattr(record, "process", 0) if kind.timed else 0)

    def tag(self, record: Any, key: Union[int, str]) -> Any:
        """The value of the first key-value with that key: its token, or the name that DefKeyValue gives it.

        None if the record has none.
        """
        if type(record) not in BY_CLASS:
            raise TypeError(f"record: {record!r} has no key-values")
        for tag in record.tags:
            if tag.key == key or (isinstance(key, str) and self.names.get("key", tag.key, getattr(record, "process", 0))
                                  == key):
                return tag.value
        return None

    def seconds(self, ticks: int) -> float:
        """A time or duration in seconds. Raises Error if the resolution is unknown."""
        if not self.resolution:
            raise Error("has no resolution in its header", where=self.name, code=Code.USAGE)
        return ticks / self.resolution

    @property
    def troubles(self) -> int:
        """How many faults of the input were reported so far."""
        with self._source.guard:
            handle = self._source.handle
            return int(lib.otfp_source_troubles(handle)) if handle else self._source.troubles

    def close(self) -> None:
        """Free all. To read on, or to ask for a name, is an Error. May be called again."""
        self._source.close()
        self._batch.end()

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()


_WORDS = {number: word for word, number in WHATS.items()}


def read(names: Union[Name, Iterable[Name]], *, records: Any = None, processes: Optional[Iterable[int]] = None,
         time: Optional[Tuple[Optional[Time], Optional[Time]]] = None, controls: bool = False, threads: int = 1,
         keep_going: bool = False, adopt: bool = False, strict: bool = False, unify: bool = False,
         sort_memory: int = 0, report: Optional[Callable[[Error], Any]] = None) -> Reader:
    """Read a trace or a line stream of any format that otf-cat reads: OTF, TAU, VTF3, compressed or not.

    names:      a path, with or without ".otf", or several, which are read as one trace; "-" is standard input
    records:    what to read: a record class, its name, a pattern such as "*Snapshot", a kind of file ("def", "marker",
                "events", "snaps", "stats"), or a list of these; None = all
    processes:  only timed records of these processes
    time:       (begin, end): only timed records with begin <= time < end; each in ticks, or text such as "1.5s",
                "20ms", "25%" of the span of the trace, and "+100us" after the first event; None = no limit
    controls:   also return control lines, as otf.Control
    threads:    threads that decode and inflate; the records do not depend on it
    keep_going: continue after damage; each fault is reported
    adopt:      accept a line stream without its first line and @END
    strict:     fewer records than @END says are an error
    unify:      give all streams of all traces one token space
    sort_memory: not 0: sort records that come in any order, in this many bytes, at least 65536
    report:     called with an otf.Error for each fault that does not stop reading; without it they are warnings of the
                class otf.Warning

    Raises otf.Error if the source cannot be opened, and while it is read; TypeError or ValueError, which names the
    argument, if one is of a wrong type or value.
    """
    types = select(records)
    _check.flag(controls, "controls")
    source = Source(names, threads=threads, report=report, time=time, keep_going=keep_going, adopt=adopt, strict=strict,
                    unify=unify, sort_memory=sort_memory)
    try:
        columns = source.restrict(types, processes, time)
        return Reader(source, Batch(columns, types, controls))
    except BaseException:
        source.close()
        raise
