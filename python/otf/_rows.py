"""Many records by one call: tables of packed rows that the library fills, and the named tuples made of them.

All that is done per record runs inside the interpreter's own loops (map, struct.iter_unpack), so a record costs less
than one call of a Python function.
"""

from __future__ import annotations

import ctypes
import operator
import struct
from functools import partial
from itertools import compress, repeat
from typing import Any, Iterable, Iterator, List, Optional, Tuple

from . import _library
from ._records import (Control, FILES, Float32, KIND, LIST, Other, RecordType, STR, TAG_FORMATS, TAG_LETTERS, TYPES, Tag,
                       U8, U32, U64, VALUE)

RECORDS = 4096  #: records of a call
BYTES = 1 << 18  #: of strings, lists and key-values of a call; more if one record needs more
RAW, SIGNED, DOUBLE, FLOAT = range(4)
_FORMATS = {U8: "B", U32: "I", U64: "Q", VALUE: "Q", KIND: "B", STR: "QQ", LIST: "QQ"}
_SPAN = struct.Struct("=QQ")
_TAG = struct.Struct("=IIQQQ")


class Area:
    """The bytes that spans are in."""

    def __init__(self) -> None:
        self.grow(BYTES)

    def grow(self, room: int) -> None:
        """Make room; what was in it is gone."""
        self.room = room
        self.words = (ctypes.c_uint64 * ((room + 7) // 8))()  # aligned to 8 bytes
        self.view = memoryview(self.words).cast("B")

    def string(self, at: int, n: int) -> Optional[str]:
        return None if n == _library.NO_STRING else str(self.view[at:at + n], "utf-8", "surrogateescape")

    def numbers(self, at: int, n: int) -> Tuple[int, ...]:
        return tuple(self.view[at:at + 4 * n].cast("I"))

    def tags(self, at: int, n: int) -> Tuple[Tag, ...]:
        return tuple(map(self.tag, _TAG.iter_unpack(self.view[at:at + n * _TAG.size])))

    def tag(self, row: Tuple[int, ...]) -> Tag:
        key, kind, bits, at, n = row
        letter = TAG_LETTERS[kind]
        if letter == "a":
            return Tag(key, letter, bytes(self.view[at:at + n]))
        value = struct.unpack_from("=" + TAG_FORMATS[letter], struct.pack("=Q", bits), _first_byte(letter))[0]
        return Tag(key, letter, value[0] if letter == "c" else value)


def _first_byte(letter: str) -> int:
    little = struct.pack("=H", 1)[0] == 1
    return 0 if little else 8 - struct.calcsize("=" + TAG_FORMATS[letter])


class Rows:
    """The table of one type: rows in the fields' order, and beside them forms and the spans of key-values."""

    def __init__(self, kind: RecordType, area: Area) -> None:
        self.kind = kind
        self.area = area
        self.make = partial(tuple.__new__, kind.cls)
        self.formats = [_FORMATS[f.type] for f in kind.fields]
        head = "I" if len(kind.head) == 1 else "QI"
        self.row = struct.Struct("=" + head + "".join(self.formats))
        self.rows = bytearray(RECORDS * self.row.size)
        self.spans = bytearray(RECORDS * _SPAN.size)
        self.forms = bytearray(RECORDS)
        #: position of a counter value in the row, and of fields that are not numbers
        self.value = next((len(kind.head) + f.slot for f in kind.fields if f.type == VALUE), None)
        self.has_words = any(f.type in (STR, LIST, KIND) for f in kind.fields)
        self.columns = self._columns()

    def _columns(self) -> Any:
        at, columns = 0, []
        wanted = [(_library.COL_LOC, "I")] if len(self.kind.head) == 1 else [(_library.COL_TIME, "Q"),
                                                                             (_library.COL_LOC, "I")]
        for of, form in wanted + list(enumerate(self.formats)):
            width = struct.calcsize("=" + form)
            columns.append(_library.Col(of, width, self.row.size, _address(self.rows) + at))
            at += width
        columns.append(_library.Col(_library.COL_TAGS, _SPAN.size, _SPAN.size, _address(self.spans)))
        if self.value is not None:
            columns.append(_library.Col(_library.COL_FORM, 1, 1, _address(self.forms)))
        return (_library.Col * len(columns))(*columns)

    def records(self, table: _library.Table) -> Iterator[Any]:
        """The records of a call, in order."""
        n = table.n
        rows: Iterable[Tuple[Any, ...]] = self._unpack(n, table.forms)
        if self.has_words:
            rows = map(self._with_words, rows)
        tags: Iterable[Any] = repeat(((),))
        if table.ntags:
            tags = [(self.area.tags(at, k) if k else (),)
                    for at, k in _SPAN.iter_unpack(memoryview(self.spans)[:n * _SPAN.size])]
        return map(self.make, map(operator.concat, rows, tags))

    def _unpack(self, n: int, forms: int) -> Iterable[Tuple[Any, ...]]:
        view = memoryview(self.rows)[:n * self.row.size]
        if self.value is None or forms == 1 << RAW:
            return self.row.iter_unpack(view)
        if forms == 1 << SIGNED:
            return self._value_struct("q").iter_unpack(view)
        if forms == 1 << DOUBLE:
            return self._value_struct("d").iter_unpack(view)
        every = [self._value_struct(f).iter_unpack(view) for f in "Qqd"]
        return map(operator.getitem, zip(*every, self._floats(view)), self.forms[:n])

    def _value_struct(self, form: str) -> struct.Struct:
        return struct.Struct(self.row.format[:-1] + form)  # the value is the last field of its records

    def _floats(self, view: Any) -> Iterator[Tuple[Any, ...]]:
        for row in self.row.iter_unpack(view):
            bits = row[-1] & 0xffffffff
            yield row[:-1] + (Float32(struct.unpack("=f", struct.pack("=I", bits))[0]),)

    def _with_words(self, row: Tuple[Any, ...]) -> Tuple[Any, ...]:
        at = len(self.kind.head)
        out = list(row[:at])
        for f in self.kind.fields:
            if f.type == STR:
                out.append(self.area.string(row[at], row[at + 1]))
            elif f.type == LIST:
                out.append(self.area.numbers(row[at], row[at + 1]))
            else:
                out.append(FILES[row[at]] if f.type == KIND else row[at])
            at += 2 if f.type in (STR, LIST) else 1
        return tuple(out)


class Lines:
    """The table of control lines, or of records that the library does not know."""

    def __init__(self, cls: Any, area: Area) -> None:
        self.cls = cls
        self.area = area
        self.spans = bytearray(RECORDS * _SPAN.size)
        self.columns = (_library.Col * 1)(_library.Col(_library.COL_LINE, _SPAN.size, _SPAN.size,
                                                       _address(self.spans)))

    def records(self, table: _library.Table) -> Iterator[Any]:
        """The records of a call, in order."""
        return (self.cls(self.area.string(at, n))
                for at, n in _SPAN.iter_unpack(memoryview(self.spans)[:table.n * _SPAN.size]))


def _address(memory: bytearray) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(memory))


class Batch:
    """All tables of a reader."""

    def __init__(self, columns: _library.Columns, types: Optional[List[RecordType]], controls: bool) -> None:
        self.area = Area()
        kinds: List[Any] = [(t.number, Rows(t, self.area)) for t in (TYPES if types is None else types)]
        if types is None:
            kinds.append((_library.OTHER, Lines(Other, self.area)))
        if controls:
            kinds.append((_library.CONTROL, Lines(Control, self.area)))
        self.kinds = [rows for _, rows in kinds]
        self.tables = (_library.Table * max(len(kinds), 1))()
        for table, (number, rows) in zip(self.tables, kinds):
            table.type, table.columns, table.ncolumns, table.room = number, rows.columns, len(rows.columns), RECORDS
        self.order = bytearray(RECORDS)
        self._live = bytearray()  # a 1 for each record of the last call
        self.columns = columns
        columns.tables, columns.ntables = self.tables, len(kinds)
        columns.order, columns.room = _address(self.order), RECORDS
        self._set_area()

    def _set_area(self) -> None:
        self.columns.bytes, self.columns.bytes_room = ctypes.addressof(self.area.words), self.area.room

    def clear(self) -> None:
        """Before a call."""
        for table in self.tables:
            if table.n:
                table.n = table.ntags = table.forms = 0
        self.columns.n = self.columns.bytes_used = 0

    def end(self) -> None:
        """No record of the last call is returned any more."""
        self._live.clear()

    def records(self) -> Iterator[Any]:
        """What a call gave, in the order of the source. To be used up before the next call."""
        self._live = bytearray(b"\1") * self.columns.n
        return compress(self._all(), self._live)

    def _all(self) -> Iterator[Any]:
        if not self.columns.n and self.columns.need:
            self.area.grow(self.columns.need)
            self._set_area()
            return iter(())
        if len(self.kinds) == 1:
            only: Iterator[Any] = self.kinds[0].records(self.tables[0])
            return only
        each = [rows.records(table) if table.n else iter(()) for rows, table in zip(self.kinds, self.tables)]
        return map(next, map(each.__getitem__, memoryview(self.order)[:self.columns.n]))
