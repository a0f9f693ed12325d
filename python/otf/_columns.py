"""otf.columns and otf.frame: all records of a type, or a table, as arrays."""

from __future__ import annotations

import ctypes
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _check, _library, _tables
from ._error import Code, Error
from ._reader import Names, _WORDS
from ._records import FILES, KIND, LIST, RecordType, STR, U8, U32, U64, VALUE, WHATS, select
from ._rows import Area, DOUBLE, FLOAT, RAW, SIGNED
from ._source import Name, Source, Time

FIRST_ROOM = 1 << 14  #: rows; doubled whenever they are full
_TYPES = {U8: "u1", U32: "u4", U64: "u8", VALUE: "u8", KIND: "u1", STR: "u8", LIST: "u8"}


def _numpy() -> Any:
    try:
        import numpy
    except ImportError as e:
        raise ImportError("otf.columns needs NumPy: install python3-numpy, or numpy by pip") from e
    return numpy


class _Array:
    """A column that grows. A span has two numbers a row."""

    def __init__(self, np: Any, of: int, dtype: str, span: bool) -> None:
        self.of = of
        self.span = span
        self.values = np.empty(FIRST_ROOM * (2 if span else 1), dtype)

    def resize(self, rows: int) -> None:
        self.values.resize(rows * (2 if self.span else 1), refcheck=False)

    def col(self) -> _library.Col:
        width = self.values.itemsize * (2 if self.span else 1)
        return _library.Col(self.of, width, width, self.values.ctypes.data)


class _Table:
    """The arrays of one record type, and the struct that says where they are."""

    def __init__(self, np: Any, kind: RecordType, fields: Optional[Sequence[str]], tags: bool) -> None:
        self.np = np
        self.kind = kind
        self.room = FIRST_ROOM
        self.arrays: Dict[str, _Array] = {}
        self.forms: Optional[_Array] = None
        head = {"time": (_library.COL_TIME, "u8"), "process": (_library.COL_LOC, "u4"),
                "stream": (_library.COL_LOC, "u4")}
        for name in kind.head:
            self._add(fields, name, head[name][0], head[name][1], False)
        for f in kind.fields:
            self._add(fields, f.name, f.slot, _TYPES[f.type], f.type in (STR, LIST))
        if tags:
            self._add(None, "tags", _library.COL_TAGS, "u8", True)
        if fields is not None and not set(fields) <= set(self.arrays):
            missing = sorted(set(fields) - set(self.arrays))[0]
            raise Error(f"{kind.name} has no field '{missing}'", where="fields", code=Code.USAGE)
        if any(f.type == VALUE and f.name in self.arrays for f in kind.fields):
            self.forms = _Array(np, _library.COL_FORM, "u1", False)

    def _add(self, fields: Optional[Sequence[str]], name: str, of: int, dtype: str, span: bool) -> None:
        if fields is None or name in fields:
            self.arrays[name] = _Array(self.np, of, dtype, span)

    def _all(self) -> List[_Array]:
        return [*self.arrays.values(), *([self.forms] if self.forms else [])]

    def describe(self, table: _library.Table) -> None:
        """Say where the arrays are now."""
        cols = [a.col() for a in self._all()]
        table.type, table.ncolumns, table.room = self.kind.number, len(cols), self.room
        table.columns = (_library.Col * max(len(cols), 1))(*cols)

    def resize(self, rows: int) -> None:
        """Give the arrays room for that many rows."""
        self.room = rows
        for a in self._all():
            a.resize(rows)

    def result(self, table: _library.Table, area: Any) -> Dict[str, Any]:
        """The arrays as the caller gets them."""
        self.resize(table.n)
        types = {f.name: f.type for f in self.kind.fields}
        out = {}
        for name, a in self.arrays.items():
            if a.span:
                out[name] = self._objects(a, types.get(name), area)
            elif types.get(name) == VALUE:
                out[name] = self._values(a.values, table.forms)
            elif types.get(name) == KIND:
                out[name] = self.np.array(FILES, dtype=object)[a.values]
            else:
                out[name] = a.values
        return out

    def _objects(self, a: _Array, kind: Optional[int], area: Any) -> Any:
        make = area.string if kind == STR else area.numbers if kind == LIST else area.tags
        out = self.np.empty(len(a.values) // 2, dtype=object)
        for i, (at, n) in enumerate(a.values.reshape(-1, 2).tolist()):
            out[i] = make(at, n)
        return out

    def _values(self, bits: Any, forms: int) -> Any:
        """Counter values: of one type if they are, else float64."""
        np = self.np
        assert self.forms is not None
        of = self.forms.values
        if forms in (0, 1 << RAW):
            return bits
        if not forms & ~(1 << RAW | 1 << SIGNED) and not (bits[of == RAW] >> np.uint64(63)).any():
            return bits.view("i8")
        if forms == 1 << DOUBLE:
            return bits.view("f8")
        out = bits.astype("f8")
        out[of == SIGNED] = bits[of == SIGNED].view("i8")
        out[of == DOUBLE] = bits[of == DOUBLE].view("f8")
        out[of == FLOAT] = bits[of == FLOAT].astype("u4").view("f4")
        return out


class _Growing(Area):
    """Strings, lists and key-values of all records."""

    def __init__(self, np: Any) -> None:
        self._np = np
        self.array = np.empty(1 << 13, "u8")
        self._point()

    def _point(self) -> None:
        self.room = self.array.nbytes
        self.view = memoryview(self.array).cast("B")

    def grow(self, room: int) -> None:
        """Make room; what is in it stays."""
        del self.view
        self.array.resize((room + 7) // 8, refcheck=False)
        self._point()


def _fill(source: Source, columns: _library.Columns, np: Any, tables: List[_Table]) -> List[Dict[str, Any]]:
    structs = (_library.Table * max(len(tables), 1))()
    area = _Growing(np)
    columns.tables, columns.ntables = structs, len(tables)
    for table, struct in zip(tables, structs):
        table.describe(struct)
    columns.bytes, columns.bytes_room = area.array.ctypes.data, area.room
    while source.read(columns):
        for table, struct in zip(tables, structs):
            if struct.n == struct.room:
                table.resize(2 * table.room)
                table.describe(struct)
        if columns.need:
            area.grow(2 * max(area.room, columns.need))
            columns.bytes, columns.bytes_room = area.array.ctypes.data, area.room
    return [table.result(struct, area) for table, struct in zip(tables, structs)]


def _columns(source: Source, records: Any, fields: Optional[Sequence[str]], tags: bool,
             processes: Optional[Iterable[int]], time: Any) -> Dict[str, Dict[str, Any]]:
    np = _numpy()
    types = select(records) or []
    _check.flag(tags, "tags")
    if isinstance(fields, str) or (fields is not None and not hasattr(fields, "__iter__")):
        raise TypeError(f"fields: {fields!r} is not a list of names")
    tables = [_Table(np, kind, fields, tags) for kind in types]
    results = _fill(source, source.restrict(types, processes, time), np, tables)
    return {kind.name: result for kind, result in zip(types, results)}


def _terms(records: Any) -> Any:
    """The value of `records`, which can be looked at twice."""
    if records is None:
        raise TypeError("records: None is not the name of a record type, or a list of them")
    if isinstance(records, (str, type)):
        return records
    return list(_check.items(records, "records", "the name of a record type, or a list of them"))


def _one_or_all(records: Any, results: Dict[str, Any]) -> Any:
    one = isinstance(records, type) or (isinstance(records, str) and records in results)
    return next(iter(results.values())) if one else results


def _read_tables(np: Any, names: Any, tables: List[str], fields: Any, tags: bool, processes: Any, time: Any,
                 threads: int, options: Any) -> Dict[str, Dict[str, _tables.Column]]:
    if _check.flag(tags, "tags"):
        raise ValueError("tags: tables have none; the key-values are in the table key_values")
    source = Source(names, threads=threads, report=options.pop("report", None), time=time, opens=_tables.OPENS,
                    **options)
    try:
        return _tables.read(np, source, tables, fields, processes, time)
    finally:
        source.close()


def columns(names: Union[Name, Iterable[Name]], records: Any, *, fields: Optional[Sequence[str]] = None,
            tags: bool = False, processes: Optional[Iterable[int]] = None,
            time: Optional[Tuple[Optional[Time], Optional[Time]]] = None, threads: int = 1, **options: Any) -> Any:
    """Read all records of a type into NumPy arrays: otf.columns("run.otf", "Enter")["time"]; or a table, whose rows are
    made of several records: otf.columns("run.otf", "calls")["exclusive_ns"].

    names, processes, time, threads and the other options are those of otf.read.

    records: a record class or its name; or, as for otf.read, a pattern, a kind of file or a list, all read in one pass;
             or a table, or a list of tables, by the names that otf-to-parquet(1) has
    fields:  only these fields, or columns of the table; None = all
    tags:    also a column "tags", of tuples of otf.Tag

    Returns a dict of arrays by field; for several record types a dict of such dicts by name. Times are uint64 in ticks,
    tokens uint32, strings and lists objects (str or None, tuples of int). Values of counters are uint64, int64 or
    float64, as their DefCounter says; float64 if there are several of these, which rounds integers above 2**53.

    Columns of tables have the names and values of those of otf-to-parquet, and no NAME_raw: bytes that are no UTF-8 are
    kept (surrogateescape). Numbers are uint64, int64 or float64, a masked array if a row has none; texts and bytes are
    objects, None if a row has none. Rows are in the order of `id`. The table causes is not there: otf-to-parquet makes it.

    Raises otf.Error if the source cannot be read, ImportError without NumPy.
    """
    np = _numpy()
    records = _terms(records)
    tables = _tables.select(records)
    if tables:
        read = _read_tables(np, names, tables, fields, tags, processes, time, threads, options)
        return _one_or_all(records, {name: {k: c.array() for k, c in table.items()} for name, table in read.items()})
    source = Source(names, threads=threads, report=options.pop("report", None), time=time, **options)
    try:
        return _one_or_all(records, _columns(source, records, fields, tags, processes, time))
    finally:
        source.close()


# ---- data frames ----


def _named(np: Any, pandas: Any, names: Names, kind: RecordType, data: Dict[str, Any]) -> None:
    """Put the names of tokens in place of the tokens."""
    spaces = {f.name: f.what for f in kind.fields if f.what and not (kind.defines and f.slot == 0)}
    if "process" in kind.head:
        spaces["process"] = WHATS["process"]
    process = data.get("process") if kind.timed else None
    for field, what in spaces.items():
        if field in data and _WORDS[what] not in _QUANTITIES:
            data[field] = _categories(np, pandas, names, _WORDS[what], data[field], process)


_QUANTITIES = ("matching-id", "handle", "time", "duration", "tag", "length", "bytes", "count", "attribute-list",
               "scl")


def _categories(np: Any, pandas: Any, names: Names, what: str, tokens: Any, process: Any) -> Any:
    keys = tokens.astype("u8") if tokens.dtype != object else None
    if keys is None:
        return tokens
    if process is not None and what != "process":
        keys = keys | process.astype("u8") << np.uint64(32)
    unique, inverse = np.unique(keys, return_inverse=True)
    words = [names.get(what, key & 0xffffffff, key >> 32) or str(key & 0xffffffff) for key in unique.tolist()]
    known, code = np.unique(np.array(words, dtype=object), return_inverse=True)
    return pandas.Categorical.from_codes(code[inverse], categories=known)


def frame(names: Union[Name, Iterable[Name]], records: Any, *, named: bool = False,
          fields: Optional[Sequence[str]] = None, tags: bool = False, processes: Optional[Iterable[int]] = None,
          time: Optional[Tuple[Optional[Time], Optional[Time]]] = None, threads: int = 1, **options: Any) -> Any:
    """Read all records of a type, or a table, into a pandas DataFrame: otf.frame("run.otf", "Enter"), otf.frame("run.otf",
    "calls").

    named: put the names of processes, functions and so on in place of their tokens, as categories; a token without a
           name is its number as text

    Names of tables are categories, and numbers that a row need not have are of the nullable types UInt64, Int64 and
    Float64. All else is as otf.columns. Raises otf.Error if the source cannot be read, ImportError without pandas or NumPy.
    """
    np = _numpy()
    try:
        import pandas  # type: ignore[import]
    except ImportError as e:
        raise ImportError("otf.frame needs pandas: install python3-pandas, or pandas by pip") from e
    records = _terms(records)
    _check.flag(named, "named")
    tables = _tables.select(records)
    if tables:
        if named:
            raise ValueError("named: tables have columns of names, such as function_name")
        read = _read_tables(np, names, tables, fields, tags, processes, time, threads, options)
        return _one_or_all(records, {name: pandas.DataFrame({k: c.series(pandas) for k, c in table.items()})
                                     for name, table in read.items()})
    source = Source(names, threads=threads, report=options.pop("report", None), time=time, **options)
    try:
        results = _columns(source, records, fields, tags, processes, time)
        if named:
            for kind in select(list(results)) or []:
                _named(np, pandas, Names(source), kind, results[kind.name])
    finally:
        source.close()
    return _one_or_all(records, {name: pandas.DataFrame(data) for name, data in results.items()})
