"""The classes of records, a named tuple for each row of the schema that the library has."""

from __future__ import annotations

import collections
import fnmatch
import operator
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Tuple, Union

from . import _check, _library
from ._error import Code, Error
from ._library import lib

U8, U32, U64, VALUE, STR, LIST, KIND = range(7)
#: bytes of a number, by field type
WIDTHS = {U8: 1, U32: 4, U64: 8, VALUE: 8, KIND: 1}
FILES = [lib.otfp_file_name(i).decode() for i in range(5)]
DEF, MARKER, SNAP, STAT, EVENT = range(5)
#: letters of key-value types in the line stream, by number; then their struct formats
TAG_LETTERS = "cbBhHiIqQfda"
TAG_FORMATS = {"c": "c", "b": "b", "B": "B", "h": "h", "H": "H", "i": "i", "I": "I", "q": "q", "Q": "Q", "f": "f",
               "d": "d"}


class Tag(NamedTuple):
    """A key-value pair of a record."""

    key: int  #: token of its DefKeyValue
    type: str  #: c char, b B h H i I q Q integers of 8 to 64 bits (small: signed), f float, d double, a bytes
    value: Union[int, float, bytes]


class Control(NamedTuple):
    """A control line of the stream, such as "@SM\\t1\\t1,2"."""

    line: str


class Other(NamedTuple):
    """A record of a name that the library does not know, as its line."""

    line: str


class Float32(float):
    """A value of a counter of 32-bit floats; other floats are written with 64 bits."""

    __slots__ = ()


class FieldInfo(NamedTuple):
    """A field of a record type."""

    name: str
    slot: int
    type: int
    what: int  #: enum otfp_what, 0 = nothing


class RecordType:
    """What is known of a record type: its class and its fields."""

    def __init__(self, number: int, row: Any) -> None:
        self.number = number
        self.name: str = row.name.decode()
        self.file: int = row.file
        self.fields = [FieldInfo(f.name.decode(), i, f.type, f.what) for i, f in enumerate(row.fields[:row.nfields])]
        self.defines: int = row.defines  #: enum otfp_what of the token in the first field, 0 = none
        self.timed = row.file >= SNAP
        #: the fields before those of the schema
        self.head: Tuple[str, ...] = ("stream",) if number_is_definition(row.file, self.name) else ("time", "process")
        self.cls = self._make_class(row.number)

    def _make_class(self, number: int) -> Any:
        names = [*self.head, *(f.name for f in self.fields), "tags"]
        cls = collections.namedtuple(self.name, names, defaults=((),), module="otf")  # type: ignore[misc]
        cls.__doc__ = f"{self.name}({', '.join(names)})\n\n" + "\n".join(self._describe())
        cls.RECORD = number  # type: ignore[attr-defined]
        return cls

    def _describe(self) -> Iterable[str]:
        about = {"time": "ticks", "process": "token of the process that it belongs to",
                 "stream": "stream that defines it, 0 = all"}
        for name in self.head:
            yield f"{name}: {about[name]}"
        for f in self.fields:
            what = lib.otfp_what_name(f.what).decode()
            yield f"{f.name}: " + ["u8", "u32", "u64", "counter value, int or float", "str or None", "tuple of int",
                                   "kind of file"][f.type] + ("" if what == "-" else f", {what}")
        yield "tags: tuple of otf.Tag, the key-values"


def number_is_definition(file: int, name: str) -> bool:
    """Whether a record has a stream and no time: definitions, and DefMarker."""
    return file == DEF or (file == MARKER and name.startswith("Def"))


def _all_types() -> List[RecordType]:
    types: List[RecordType] = []
    row = lib.otfp_schema(1)
    while row:
        types.append(RecordType(len(types) + 1, row.contents))
        row = lib.otfp_schema(len(types) + 1)
    return types


TYPES = _all_types()
BY_NAME: Dict[str, RecordType] = {t.name: t for t in TYPES}
BY_CLASS: Dict[Any, RecordType] = {t.cls: t for t in TYPES}
#: enum otfp_what by its word
WHATS = {lib.otfp_what_name(i).decode(): i for i in range(1, 25)}


def _select(term: Any) -> List[RecordType]:
    if isinstance(term, type) and term in BY_CLASS:
        return [BY_CLASS[term]]
    if not isinstance(term, str):
        raise TypeError(f"records: {term!r} is not the name of a record type")
    if term in FILES:
        return [t for t in TYPES if t.file == FILES.index(term)]
    found = [t for t in TYPES if fnmatch.fnmatchcase(t.name, term)]
    if not found:
        raise Error(f"no record type has the name '{term}'", where="records", code=Code.USAGE)
    return found


def select(records: Any) -> Optional[List[RecordType]]:
    """The types that `records` names, in the order of the schema; None = all."""
    if records is None:
        return None
    if isinstance(records, (str, type)):
        records = [records]
    terms = _check.items(records, "records", "the name of a record type, or a list of them")
    chosen = {t.number for term in terms for t in _select(term)}
    return [t for t in TYPES if t.number in chosen]


def index(value: Any, limit: int, what: str) -> int:
    """The number, checked: ctypes would cut it in silence."""
    try:
        n = operator.index(value)
    except TypeError:
        raise TypeError(f"{what}: {value!r} is not a whole number") from None
    if not 0 <= n <= limit:
        raise ValueError(f"{what}: {n} is not from 0 to {limit}")
    return n
