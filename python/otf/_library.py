"""libotfpipe: where it is, its structs and functions, by ctypes. Everything here follows otfpipe.h."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
from ctypes import (CFUNCTYPE, POINTER, Structure, Union, c_char, c_char_p, c_int, c_size_t, c_uint, c_uint8, c_uint16,
                    c_uint32, c_uint64, c_void_p)
from typing import Any, Iterator, List

try:
    from ._place import ABI, LIBDIR  # written when the module is built and installed
except ImportError:
    ABI, LIBDIR = "", ""

HERE = os.path.dirname(os.path.abspath(__file__))


def _candidates(name: str) -> Iterator[str]:
    """Where the shared library `name` may be, the best place first."""
    file = f"lib{name}.so.{ABI}" if ABI else f"lib{name}.so"
    given = os.environ.get("OTFPIPE_LIB")
    if given:
        yield os.path.join(given, file)
        yield os.path.join(given, f"lib{name}.so")
        return
    if LIBDIR:
        yield os.path.normpath(os.path.join(HERE, LIBDIR, file))
    above = HERE
    while above != os.path.dirname(above):
        above = os.path.dirname(above)
        for lib in ("lib", "lib64"):
            yield os.path.join(above, lib, file)
    found = None if ABI else ctypes.util.find_library(name)
    yield found or file  # by the loader: LD_LIBRARY_PATH, ldconfig


def load(name: str) -> ctypes.CDLL:
    """Load a library of otfpipe, such as "otfpipe". Raises ImportError that names the places where it is not."""
    tried: List[str] = []
    for path in _candidates(name):
        if os.sep in path and not os.path.exists(path):
            tried.append(path)
            continue
        try:
            return ctypes.CDLL(path, use_errno=True)
        except OSError as e:
            tried.append(str(e))
    raise ImportError(f"otf: lib{name} is not installed, or OTFPIPE_LIB does not name its directory: "
                      + "; ".join(tried))


class Str(Structure):
    _fields_ = [("p", c_char_p), ("n", c_size_t)]


class RawStr(Structure):
    """As Str, for strings that are not terminated."""

    _fields_ = [("p", c_void_p), ("n", c_size_t)]

    def text(self) -> Any:
        """The string, None if there is none."""
        return ctypes.string_at(self.p, self.n).decode("utf-8", "surrogateescape") if self.p else None


class List_(Structure):
    _fields_ = [("p", POINTER(c_uint32)), ("n", c_size_t)]


class Value(Union):
    _fields_ = [("u", c_uint64), ("s", Str), ("l", List_)]


class TagStruct(Structure):
    _fields_ = [("key", c_uint32), ("type", c_uint8), ("bits", c_uint64), ("bytes", Str)]


class RecordStruct(Structure):
    _fields_ = [("time", c_uint64), ("loc", c_uint32), ("type", c_uint16), ("file", c_uint8), ("form", c_uint8),
                ("ntags", c_uint32), ("lineno", c_uint32), ("tags", POINTER(TagStruct)), ("f", Value * 8), ("line", Str),
                ("control", c_uint8), ("unused", c_uint8 * 15)]


class ErrorStruct(Structure):
    _fields_ = [("code", c_int), ("flaw", c_int), ("where", c_uint), ("path", c_uint), ("line", c_uint64),
                ("more", c_uint64), ("text", c_char * 1000)]


class Field(Structure):
    _fields_ = [("name", c_char_p), ("type", c_uint8), ("what", c_uint8)]


class Schema(Structure):
    _fields_ = [("name", c_char_p), ("number", c_uint16), ("file", c_uint8), ("nfields", c_uint8),
                ("defines", c_uint8), ("name_slot", c_uint8), ("fields", Field * 8)]


class Header(Structure):
    _fields_ = [("resolution", c_uint64), ("first", c_uint64), ("last", c_uint64), ("has_span", c_uint8),
                ("events_first", c_uint64), ("events_last", c_uint64), ("has_events", c_uint8), ("form", c_uint8),
                ("inline_snaps", c_uint8), ("no_trailer", c_uint8), ("has_start", c_uint8), ("has_range", c_uint8),
                ("other", RawStr), ("start", c_uint64), ("range_first", c_uint64), ("range_last", c_uint64),
                ("defined_resolution", c_uint64), ("window_from", c_uint64), ("window_to", c_uint64),
                ("has_window", c_uint8), ("window_ends", c_uint8), ("unused", c_uint64 * 4)]


REPORT = CFUNCTYPE(None, c_void_p, POINTER(ErrorStruct))
STOP = CFUNCTYPE(c_int)
WANTED = CFUNCTYPE(c_int, c_void_p, c_uint32)


class ReadOptions(Structure):
    _fields_ = [("size", c_size_t), ("keep_going", c_int), ("adopt", c_int), ("strict", c_int), ("max_files", c_uint),
                ("pool", c_void_p), ("part", c_uint), ("parts", c_uint), ("empty_part", c_int), ("header_only", c_int),
                ("strays", c_int), ("unify", c_int), ("unify_map", c_char_p), ("sort_memory", c_size_t),
                ("format", c_char_p), ("format_options", c_void_p), ("stop", STOP), ("report", REPORT), ("ctx", c_void_p),
                ("keep_unify_map", c_int), ("need_times", c_int), ("in_order", c_int), ("ticks", c_uint64)]


class WriteOptions(Structure):
    _fields_ = [("size", c_size_t), ("streams", c_int), ("level", c_int), ("form", c_int), ("inline_snaps", c_int),
                ("keep_pg", c_int), ("unique_id", c_int), ("skip_unknown", c_int), ("force", c_int), ("keep", c_uint),
                ("pool", c_void_p), ("max_files", c_uint), ("report", REPORT), ("ctx", c_void_p), ("lossless", c_int)]


class Col(Structure):
    _fields_ = [("of", c_uint8), ("width", c_uint8), ("stride", c_size_t), ("values", c_void_p)]


class Table(Structure):
    _fields_ = [("type", c_uint), ("ncolumns", c_uint), ("columns", POINTER(Col)), ("room", c_size_t), ("n", c_size_t),
                ("ntags", c_uint64), ("forms", c_uint)]


class Columns(Structure):
    _fields_ = [("tables", POINTER(Table)), ("ntables", c_uint), ("order", c_void_p), ("room", c_size_t),
                ("n", c_size_t), ("bytes", c_void_p), ("bytes_room", c_size_t), ("bytes_used", c_size_t),
                ("need", c_size_t), ("from_", c_uint64), ("to", c_uint64), ("has_to", c_int),
                ("processes", POINTER(c_uint32)), ("nprocesses", c_size_t), ("names", c_void_p),
                ("unused", c_uint64 * 4)]


class RowsColumn(Structure):
    _fields_ = [("type", c_uint8), ("is_null", c_uint8), ("is_names", c_uint8), ("name", c_char_p), ("unit", c_char_p),
                ("values", c_void_p), ("nulls", c_void_p), ("ntexts", c_uint64), ("ends", c_void_p),
                ("bytes", c_void_p)]


class RowsTable(Structure):
    _fields_ = [("name", c_char_p), ("nrows", c_uint64), ("ncolumns", c_uint), ("columns", POINTER(RowsColumn))]


class RowsOptions(Structure):
    _fields_ = [("size", c_size_t), ("tables", POINTER(c_char_p)), ("ntables", c_uint), ("ncolumns", c_uint),
                ("columns", POINTER(c_char_p)), ("from_", c_uint64), ("to", c_uint64), ("has_to", c_int),
                ("processes", POINTER(c_uint32)), ("nprocesses", c_size_t)]


# the columns that are not fields, and the types that are lines
COL_TIME, COL_LOC, COL_FORM, COL_TAGS, COL_LINE = range(8, 13)
CONTROL, OTHER = 0x100, 0x101
SPAN = 16  #: bytes of a struct otfp_span
NO_STRING = 2**64 - 1
END = 1

_FUNCTIONS = [
    ("otfp_version", c_char_p, []),
    ("otfp_schema", POINTER(Schema), [c_uint]),
    ("otfp_file_name", c_char_p, [c_uint]),
    ("otfp_what_name", c_char_p, [c_uint]),
    ("otfp_names_new", c_void_p, []),
    ("otfp_names_free", None, [c_void_p]),
    ("otfp_names_get", RawStr, [c_void_p, c_uint, c_uint32, c_uint32]),
    ("otfp_pool_new", c_int, [POINTER(c_void_p), c_uint, POINTER(ErrorStruct)]),
    ("otfp_pool_free", None, [c_void_p]),
    ("otfp_source_open_all", c_int, [POINTER(c_void_p), POINTER(c_char_p), c_uint, POINTER(ReadOptions),
                                     POINTER(ErrorStruct)]),
    ("otfp_source_header", POINTER(Header), [c_void_p]),
    ("otfp_source_window", None, [c_void_p, c_uint64, c_uint64, c_int]),
    ("otfp_source_wanted", None, [c_void_p, WANTED, c_void_p]),
    ("otfp_source_kinds", None, [c_void_p, c_uint]),
    ("otfp_source_columns", c_int, [c_void_p, POINTER(Columns)]),
    ("otfp_source_troubles", c_uint64, [c_void_p]),
    ("otfp_source_error", POINTER(ErrorStruct), [c_void_p]),
    ("otfp_source_close", None, [c_void_p]),
    ("otfp_rows_name", c_size_t, [c_uint, c_char_p, c_size_t]),
    ("otfp_rows_open", c_int, [POINTER(c_void_p), c_void_p, POINTER(RowsOptions), POINTER(ErrorStruct)]),
    ("otfp_rows_read", c_int, [c_void_p]),
    ("otfp_rows_table", POINTER(RowsTable), [c_void_p, c_uint]),
    ("otfp_rows_note", c_char_p, [c_void_p, c_uint, POINTER(c_uint64)]),
    ("otfp_rows_close", None, [c_void_p]),
    ("otfp_sink_open", c_int, [POINTER(c_void_p), c_char_p, c_char_p, POINTER(WriteOptions), c_void_p,
                               POINTER(ErrorStruct)]),
    ("otfp_sink_open_lines", c_int, [POINTER(c_void_p), c_int, c_char_p, POINTER(ErrorStruct)]),
    ("otfp_sink_begin", c_int, [c_void_p, POINTER(Header)]),
    ("otfp_sink_put", c_int, [c_void_p, POINTER(RecordStruct)]),
    ("otfp_sink_end", c_int, [c_void_p]),
    ("otfp_sink_abort", c_int, [c_void_p, c_char_p, c_char_p]),
    ("otfp_sink_error", POINTER(ErrorStruct), [c_void_p]),
    ("otfp_sink_lost", c_uint64, [c_void_p]),
    ("otfp_sink_close", None, [c_void_p]),
]


def _declare(library: ctypes.CDLL) -> ctypes.CDLL:
    for name, result, arguments in _FUNCTIONS:
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


lib = _declare(load("otfpipe"))
