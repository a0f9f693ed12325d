"""Tables whose rows are made of several records, such as calls, as arrays: otf.columns and otf.frame of a table."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_char_p, c_uint8, c_uint64, c_void_p
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

from . import _check, _library
from ._error import Code, Error, error_of
from ._library import lib
from ._records import FILES, TYPES
from ._source import Source

UNSIGNED, SIGNED, REAL, TEXT, BYTES = range(5)
_DTYPES = {UNSIGNED: "u8", SIGNED: "i8", REAL: "f8"}
#: how the source is opened; see otfpipe-tables.h
OPENS = {"need_times": 1, "in_order": 1}


def _all_tables() -> List[str]:
    names: List[str] = []
    text = ctypes.create_string_buffer(64)
    while lib.otfp_rows_name(len(names), text, len(text)):
        names.append(text.value.decode())
    return names


TABLES = _all_tables()
#: those that are no record type
_MADE = [name for name in TABLES
         if not name.startswith("def_") and name.replace("_", "") not in {t.name.lower() for t in TYPES}]


def select(records: Any) -> Optional[List[str]]:
    """The tables that `records` names; None if it names record types. Raises otf.Error if it names both, or a word that
    is neither."""
    terms = [records] if isinstance(records, (str, type)) else records
    tables = [term for term in terms if isinstance(term, str) and (term in TABLES or term == "causes")]
    for term in terms:
        if term in tables or not isinstance(term, str) or term in FILES:
            continue
        if term.islower() and term.replace("_", "").isalnum():
            raise Error(f"no table or record type has the name '{term}'; tables are {', '.join(_MADE)}, and one for each "
                        "other record type, such as def_function", where="records", code=Code.USAGE)
    if tables and len(tables) < len(terms):
        other = next(term for term in terms if term not in tables)
        raise Error(f"'{tables[0]}' is a table and {other!r} is not; read them by two calls", where="records",
                    code=Code.USAGE)
    return tables or None


class _Memory:
    """What the library has collected. It stays as long as an array refers to it."""

    def __init__(self) -> None:
        self.rows: Any = None

    def array(self, np: Any, kind: Any, address: Optional[int], n: int) -> Any:
        """An array of n values there, without a copy."""
        if not n:
            return np.empty(0, kind)
        memory = (kind * n).from_address(address)
        memory.owner = self
        return np.ctypeslib.as_array(memory)

    def __del__(self) -> None:
        lib.otfp_rows_close(self.rows)


class Column:
    """A column, as NumPy arrays: its values, its mask, its texts."""

    def __init__(self, np: Any, memory: _Memory, column: _library.RowsColumn, n: int) -> None:
        self.np = np
        self.type: int = column.type
        self.can_be_null = bool(column.is_null)
        self.is_names = bool(column.is_names)
        self.values = memory.array(np, c_uint64, column.values, n)
        #: True where there is no value; None: nowhere
        self.nulls = memory.array(np, c_uint8, column.nulls, n).view(bool) if column.nulls and n else None
        self.texts: List[Any] = []
        if self.type in (TEXT, BYTES):
            ends = memory.array(np, c_uint64, column.ends, column.ntexts + 1).tolist()
            raw = ctypes.string_at(column.bytes, ends[-1])
            self.texts = [raw[a:b] for a, b in zip(ends, ends[1:])]
        if self.type == TEXT:
            self.texts = [text.decode("utf-8", "surrogateescape") for text in self.texts]

    def numbers(self) -> Any:
        """The values of a column of numbers."""
        return self.values.view(_DTYPES[self.type])

    def objects(self) -> Any:
        """The values of a column of texts or bytes, None where there is none."""
        known = self.np.empty(len(self.texts) + 1, dtype=object)  # with None at its end
        known[:-1] = self.texts
        values = self.values if self.nulls is None else self.np.where(self.nulls, len(self.texts), self.values)
        return known[values.astype("i8")]

    def array(self) -> Any:
        """What otf.columns returns."""
        if self.type in (TEXT, BYTES):
            return self.objects()
        return self.numbers() if self.nulls is None else self.np.ma.MaskedArray(self.numbers(), self.nulls)

    def series(self, pandas: Any) -> Any:
        """What otf.frame has: its type does not depend on the values."""
        np = self.np
        if self.type == TEXT and self.is_names:
            order = sorted(range(len(self.texts)), key=self.texts.__getitem__)
            code = np.empty(len(order), "i8")
            code[order] = np.arange(len(order))
            codes = code[self.values.astype("i8")] if order else np.zeros(len(self.values), "i8")
            codes = codes if self.nulls is None else np.where(self.nulls, -1, codes)
            return pandas.Categorical.from_codes(codes, categories=[self.texts[i] for i in order])
        if self.type in (TEXT, BYTES):
            return self.objects()
        if not self.can_be_null:
            return self.numbers()
        nulls = np.zeros(len(self.values), bool) if self.nulls is None else self.nulls
        make = pandas.arrays.FloatingArray if self.type == REAL else pandas.arrays.IntegerArray
        return make(self.numbers(), nulls)


def _strings(values: Sequence[str]) -> Any:
    return (c_char_p * max(len(values), 1))(*(value.encode("utf-8", "surrogateescape") for value in values))


def _options(source: Source, tables: List[str], fields: Optional[Sequence[str]], processes: Optional[Iterable[int]],
             time: Any) -> _library.RowsOptions:
    o = _library.RowsOptions(size=ctypes.sizeof(_library.RowsOptions), tables=_strings(tables), ntables=len(tables))
    if fields is not None:
        o.columns, o.ncolumns = _strings(fields), len(fields)
    if processes is not None:
        o.processes, o.nprocesses = source.tokens(processes)
    o.from_, o.to, o.has_to = source.interval(time)
    return o


def _fields(fields: Any) -> Optional[List[str]]:
    if fields is None:
        return None
    if isinstance(fields, (str, bytes)):
        raise TypeError(f"fields: {fields!r} is not a list of names")
    names = list(_check.items(fields, "fields", "a list of names"))
    for name in names:
        if not isinstance(name, str) or "\0" in name:
            raise TypeError(f"fields: {name!r} is not the name of a column")
    return names


def _placed(error: Error, where: str) -> Error:
    """The error; with a place if it has none."""
    return error if error.where else Error(error.what, where=where, code=error.code)


def _open(source: Source, memory: _Memory, options: _library.RowsOptions) -> None:
    handle, err = c_void_p(), _library.ErrorStruct()
    code = lib.otfp_rows_open(byref(handle), source.check(), byref(options), byref(err))
    memory.rows = handle.value
    if code < 0:
        raise _placed(error_of(err), "fields" if options.columns and "has no column" in str(err.text) else source.name)


def read(np: Any, source: Source, tables: List[str], fields: Any, processes: Optional[Iterable[int]],
         time: Optional[Tuple[Any, Any]]) -> Dict[str, Dict[str, Column]]:
    """Read tables of a source, which was opened with OPENS, in one pass."""
    memory = _Memory()
    _open(source, memory, _options(source, tables, _fields(fields), processes, time))
    try:
        while source.step(lambda _handle: int(lib.otfp_rows_read(memory.rows))):
            pass
    except Error as e:
        raise _placed(e, source.name) from None
    _report(source, memory)
    result: Dict[str, Dict[str, Column]] = {}
    for i, name in enumerate(tables):
        table = lib.otfp_rows_table(memory.rows, i).contents
        result[name] = {c.name.decode(): Column(np, memory, c, table.nrows) for c in table.columns[:table.ncolumns]}
    return result


def _report(source: Source, memory: _Memory) -> None:
    """Report what is odd."""
    i, n = 0, c_uint64()
    text = lib.otfp_rows_note(memory.rows, i, byref(n))
    while text:
        source.note(f"{text.decode()}: {n.value}" if n.value else text.decode())
        i += 1
        text = lib.otfp_rows_note(memory.rows, i, byref(n))
