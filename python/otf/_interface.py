"""The C interface otf.h in Python: `from otf import *`. It follows _signatures.py, which is made of the headers.

Structs are handles. Output parameters are left out: the function returns [return value, value, ...]. Arrays are sequences,
and their count stays an argument. A handler is any callable.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import inspect
import sys
import threading
from ctypes import POINTER, Structure, byref, c_char, c_char_p, c_int, c_uint32, c_uint8, c_void_p
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple

from . import _signatures
from ._calls import (Function, Handle, Handlers, INTEGERS, LIST, acquire, lib, release, take_text, text_of, to_text)
from ._records import BY_NAME

FUNCTIONS: Dict[str, Any] = {name: Function(name, *row) for name, row in _signatures.FUNCTIONS.items()
                             if hasattr(lib, name) and name != "OTF_KeyValueList_appendPair"}


# ---- functions that free, and those that read ----


def _freeing(function: Function, children_only: bool) -> Callable[..., Any]:
    def call(handle: Any, *rest: Any) -> Any:
        if isinstance(handle, Handle) and handle.busy:
            raise RuntimeError(f"{function.__name__}: a read function uses the {handle.kind}")
        if isinstance(handle, Handle) and handle and handle.owner and not children_only:
            raise RuntimeError(f"{function.__name__}: it belongs to an {handle.owner}")
        result = function(handle, *rest)
        if isinstance(handle, Handle):
            handle.forget_children("OTF_MasterControl") if children_only else handle.forget()
        return result

    return call


def _reading(function: Function) -> Callable[..., Any]:
    def call(reader: Any, handlers: Any) -> Any:
        if not isinstance(reader, Handle) or not isinstance(handlers, Handlers):
            return function(reader, handlers)
        with _keep_interrupts(handlers), _in_use(reader), _in_use(handlers):
            result = function(reader, handlers)
        if not handlers.busy:
            handlers.replaced.clear()
        if handlers.raised is not None:
            raised, handlers.raised = handlers.raised, None
            raise raised
        return result

    return call


@contextlib.contextmanager
def _in_use(handle: Handle) -> Iterator[None]:
    handle.busy += 1
    try:
        yield
    finally:
        handle.busy -= 1


@contextlib.contextmanager
def _keep_interrupts(handlers: Handlers) -> Iterator[None]:
    """What a handler of a signal raises when a thunk begins is unraisable; it ends the reading all the same."""
    if threading.current_thread() is not threading.main_thread():
        yield  # it gets no signals, and the hook is that of all threads
        return
    before = sys.unraisablehook

    def hook(args: Any) -> None:
        if isinstance(args.exc_value, KeyboardInterrupt):
            handlers.raised = args.exc_value
        else:
            before(args)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before


# ---- handlers ----

#: the C type of a handler's parameter
_HANDLED = {"const char *": c_char_p, "const uint32_t *": POINTER(c_uint32), "OTF_ATTR_TYPE *": POINTER(c_int),
            LIST: c_void_p}


class _Handler:
    """What is known of the handlers of a record type."""

    def __init__(self, parameters: Any) -> None:
        self.kinds = [kind for kind, _ in parameters[1:]]
        self.thunk = ctypes.CFUNCTYPE(c_int, c_void_p, *self._types())
        self.takes_list = self.kinds[-1] == LIST

    def _types(self) -> List[Any]:
        return [_HANDLED.get(kind) or INTEGERS[kind] for kind in self.kinds]

    def arguments(self, raw: Tuple[Any, ...], lock: Any) -> List[Any]:
        """What the callable gets after its first argument. The lock is that of the handlers."""
        out: List[Any] = []
        for kind, value in zip(self.kinds, raw):
            if kind == "const char *":
                out.append(text_of(value))
            elif kind.endswith("*") and kind != LIST:
                out.append(value[:out[-1]])
            elif kind == LIST:
                out.append(Handle("OTF_KeyValueList", value, lock))
                out[-1].owner = "OTF_Reader"
            else:
                out.append(value)
        return out

    def wants_list(self, function: Callable[..., Any], name: str) -> bool:
        """Whether a callable takes the key-values: those of programs for OTF 1.4 to 1.8 do not. For an unknown record C
        has none, but a callable that takes the same last parameter as all others gets None."""
        full = 1 + len(self.kinds) + (not self.takes_list)
        try:
            signature = inspect.signature(function)
        except (TypeError, ValueError):
            return self.takes_list
        for n in (full, full - 1) if self.takes_list else (full - 1, full):
            try:
                signature.bind(*range(n))
                return n == full
            except TypeError:
                pass
        raise TypeError(f"OTF_HandlerArray_setHandler: a handler of {name} takes {full} parameters, or "
                        f"{full - 1} without the key-values")

    def make(self, handlers: Handlers, function: Callable[..., Any], record: int, name: str) -> Any:
        """A C function that calls a callable of Python."""
        with_list = self.wants_list(function, name)
        given = len(self.kinds) - (self.takes_list and not with_list)
        rest = [None] if with_list and not self.takes_list else []
        are_numbers = not any(kind.endswith("*") for kind in self.kinds[:given])
        owns_list = with_list and self.takes_list
        first = handlers.first

        def thunk(_first: Any, *raw: Any) -> int:
            if handlers.raised is not None:
                return 1
            args = raw[:given] if are_numbers else self.arguments(raw[:given], handlers.lock)
            try:
                result = function(first.get(record), *args, *rest)
                return 0 if result is None else int(result)
            except BaseException as raised:
                handlers.raised = raised
                return 1
            finally:
                if owns_list:
                    args[-1].forget()  # it belongs to the reader

        return self.thunk(thunk)


_RECORDS = {BY_NAME[name].cls.RECORD: name for name in _signatures.HANDLERS}
_HANDLERS = {name: _Handler(parameters) for name, parameters in _signatures.HANDLERS.items()}


def OTF_HandlerArray_setHandler(handlers: Any, function: Any, recordtype: int) -> int:
    """Set the handler of a record type: any callable, or None.

    It gets the first argument that was set, then what the C handler gets: whole numbers, texts (str, None for none),
    arrays as lists; the key-values last, unless it has one parameter less. It returns OTF_RETURN_OK, OTF_RETURN_ABORT, or
    None, which is OTF_RETURN_OK. What it raises comes out of the read function.

    Returns 1, or 0 if there is no such record type. Raises TypeError if the callable cannot take these arguments.
    """
    if not isinstance(handlers, Handlers):
        raise TypeError(f"OTF_HandlerArray_setHandler: handlers: {handlers!r} is no OTF_HandlerArray")
    pointer: Any = None
    name = _RECORDS.get(recordtype)
    if isinstance(function, Function):
        pointer = ctypes.cast(function.c, c_void_p)
    elif function is not None and name:
        if not callable(function):
            raise TypeError(f"OTF_HandlerArray_setHandler: {function!r} is not callable")
        pointer = _HANDLERS[name].make(handlers, function, recordtype, name)
    result = int(_set_handler(handlers.value, ctypes.cast(pointer, c_void_p) if pointer else None, recordtype))
    if result:
        if handlers.busy:
            handlers.replaced.append(handlers.thunks.get(recordtype))
        handlers.thunks[recordtype] = pointer  # as long as C may call it
    return result


_set_handler = lib.OTF_HandlerArray_setHandler
_set_handler.argtypes = [c_void_p, c_void_p, c_uint32]


def OTF_HandlerArray_setFirstHandlerArg(handlers: Any, argument: Any, recordtype: int) -> int:
    """Set the first argument that the handler of a record type gets: any object.

    Returns 1, or 0 if there is no such record type.
    """
    if not isinstance(handlers, Handlers):
        raise TypeError(f"OTF_HandlerArray_setFirstHandlerArg: handlers: {handlers!r} is no OTF_HandlerArray")
    pointer = argument.value if isinstance(argument, Handle) else None
    result = int(_set_first(handlers.value, pointer, recordtype))
    if result:
        handlers.first[recordtype] = argument
    return result


_set_first = lib.OTF_HandlerArray_setFirstHandlerArg
_set_first.argtypes = [c_void_p, c_void_p, c_uint32]


def _copying(function: Function) -> Callable[..., Any]:
    def call(handlers: Any, writer: Any) -> Any:
        result = function(handlers, writer)
        if result:
            handlers.first.update(dict.fromkeys(_RECORDS, writer))
            handlers.replaced.extend(handlers.thunks.values() if handlers.busy else ())
            handlers.thunks.clear()
        return result

    return call


# ---- functions whose results are structs or bytes ----


class OTF_KeyValuePair(NamedTuple):
    """A key-value; type is OTF_CHAR ... OTF_BYTE_ARRAY."""

    key: int
    type: int
    value: Any


class OTF_MapEntry(NamedTuple):
    """A stream and its processes."""

    argument: int
    n: int
    values: Tuple[int, ...]


class OTF_Pair(NamedTuple):
    """A process and its stream."""

    argument: int
    value: int


class _MapEntry(Structure):
    _fields_ = [("argument", c_uint32), ("n", c_uint32), ("s", c_uint32), ("values", POINTER(c_uint32))]


def OTF_KeyValueList_getByteArray(list: Any, key: int) -> List[Any]:  # noqa: A002
    """[return value, bytes]: 0 and the array of a key, or 1 (no such key), 2 (another type) and b""."""
    code, length = FUNCTIONS["OTF_KeyValueList_getArrayLength"](list, key)
    if code:
        return [code, b""]
    room = (c_uint8 * max(length, 1))()
    n = c_uint32(length)
    code = _get_byte_array(list.value, key, room, byref(n))
    return [code, bytes(room[:n.value])]


_get_byte_array = lib.OTF_KeyValueList_getByteArray
_get_byte_array.argtypes = [c_void_p, c_uint32, c_void_p, POINTER(c_uint32)]


#: what is between OTF_KeyValueList_append or _get and the end of the name, by type
_WORDS = ["Char", "Int8", "Uint8", "Int16", "Uint16", "Int32", "Uint32", "Int64", "Uint64", "Float", "Double", "ByteArray"]


def OTF_KeyValueList_appendPair(list: Any, pair: OTF_KeyValuePair) -> Any:  # noqa: A002
    """Append a key-value of any type. Returns 0; 1 if the key is in the list already, or the type is unknown."""
    key, kind, value = pair
    if not 0 <= kind < len(_WORDS):
        return 1
    length = (len(value),) if kind == len(_WORDS) - 1 else ()
    return FUNCTIONS[f"OTF_KeyValueList_append{_WORDS[kind]}"](list, key, value, *length)


class TypeForKey(List[int]):
    """[return value, type], which also counts as the type: C returns it, scripts for the module of OTF unpack it."""

    def __eq__(self, other: object) -> bool:
        return self[1] == other if isinstance(other, int) else super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __index__(self) -> int:
        return self[1]

    __int__ = __index__

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self[1])


def OTF_KeyValueList_getTypeForKey(list: Any, key: int) -> TypeForKey:  # noqa: A002
    """[return value, type]: 0 and OTF_CHAR ... OTF_BYTE_ARRAY, or 1 and OTF_UNKNOWN if there is no such key. The result
    also compares equal to the type."""
    kind = FUNCTIONS["OTF_KeyValueList_getTypeForKey"](list, key)
    return TypeForKey([int(kind == _signatures.OTF_UNKNOWN), kind])


def OTF_KeyValueList_getPairByIndex(list: Any, index: int) -> List[Any]:  # noqa: A002
    """[return value, pair]: 0 and the OTF_KeyValuePair, or 1 and None if there is none."""
    code, key = FUNCTIONS["OTF_KeyValueList_getKeyByIndex"](list, index)
    if code:
        return [code, None]
    kind = FUNCTIONS["OTF_KeyValueList_getTypeForKey"](list, key)
    get = OTF_KeyValueList_getByteArray if kind == len(_WORDS) - 1 else FUNCTIONS[
        f"OTF_KeyValueList_get{_WORDS[kind]}"]
    return [0, OTF_KeyValuePair(key, kind, get(list, key)[1])]


def _map_entry(function: Function) -> Callable[..., Any]:
    def call(*args: Any) -> Optional[OTF_MapEntry]:
        value = function.c(*function._convert(args))
        if not value:
            return None
        entry = ctypes.cast(value, POINTER(_MapEntry)).contents
        return OTF_MapEntry(entry.argument, entry.n, tuple(entry.values[:entry.n]))

    return call


def OTF_MasterControl_getREntryByIndex(mc: Any, index: int) -> Optional[OTF_Pair]:
    """The process at a place of the list of all, and its stream; None if there is none."""
    function = FUNCTIONS["OTF_MasterControl_getREntryByIndex"]
    value = function.c(*function._convert((mc, index)))
    return OTF_Pair(*ctypes.cast(value, POINTER(c_uint32))[:2]) if value else None


def OTF_MasterControl_getValues(mc: Any, argument: int) -> Optional[List[int]]:
    """The processes of a stream; None if there is no such stream."""
    function = FUNCTIONS["OTF_MasterControl_getValues"]
    value = function.c(*function._convert((mc, argument)))
    count = FUNCTIONS["OTF_MasterControl_getValueCount"](mc, argument)
    return ctypes.cast(value, POINTER(c_uint32))[:count] if value else None


def OTF_Writer_setMasterControl(writer: Any, mc: Any) -> None:
    """Take another assignment of processes to streams; it belongs to the writer from now on."""
    FUNCTIONS["OTF_Writer_setMasterControl"](writer, mc)
    if writer and mc:
        writer.forget_children()
        writer.adopt(mc)


def OTF_RStream_setDefBuffer(rstream: Any, rbuffer: Any) -> Optional[Handle]:
    """Read definitions from another buffer, which belongs to the stream from now on. Returns the one before, which the
    caller closes; None if there was none."""
    function = FUNCTIONS["OTF_RStream_setDefBuffer"]
    value = function.c(*function._convert((rstream, rbuffer)))
    if rstream and rbuffer:
        rstream.adopt(rbuffer)
    before = (rstream.children.pop(value, None) or Handle("OTF_RBuffer", value)) if value else None
    if before:
        before.owner = None
    return before


def OTF_getFilename(namestub: str, stream: int, type: int, *_room: Any) -> Optional[str]:  # noqa: A002
    """The name of a file of a trace, None if there is no such type. type: OTF_FILETYPE_..., | the compression."""
    return _take_or_none(_get_filename(to_text(namestub), stream, type, 0, None))


def _take_or_none(value: Optional[int]) -> Optional[str]:
    return take_text(value) if value else None


_get_filename = lib.OTF_getFilename
_get_filename.argtypes = [c_char_p, c_uint32, c_uint32, ctypes.c_uint, c_void_p]
_get_filename.restype = c_void_p


# ---- macros ----


def OTF_COUNTER_VARTYPE_ISINTEGER(x: int) -> bool:
    """Whether values of a counter with these properties are whole numbers."""
    return x < 256


def OTF_COUNTER_VARTYPE_ISSIGNED(x: int) -> bool:
    """Whether they have a sign."""
    return x & 32 == 32


def OTF_COUNTER_VARTYPE_ISUNSIGNED(x: int) -> bool:
    """Whether they have no sign."""
    return x & 32 == 0


def OTF_FILEOP(x: int) -> int:
    """The operation of an operation | flags."""
    return x & int(_signatures.OTF_FILEOP_BITS)


# ---- the names ----


def _variant(name: str, function: Function) -> Any:
    if name.endswith(("_close", "_finish")):
        return _freeing(function, False)
    if "_close" in name:
        return _freeing(function, True)
    if "_read" in name and [p.kind for p in function.inputs[1:]] == ["OTF_HandlerArray *"]:
        return _reading(function)
    if "getCopyHandler" in name:
        return _copying(function)
    return _map_entry(function) if function.result == "OTF_MapEntry *" else None


def _named(function: Any, of: Function) -> Any:
    function.__name__ = function.__qualname__ = of.__name__
    function.__doc__ = of.__doc__
    return function


def _alone(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of this module that holds the locks of its arguments."""

    @functools.wraps(function)
    def call(*args: Any, **names: Any) -> Any:
        taken = acquire((*args, *names.values()), function.__name__)
        try:
            return function(*args, **names)
        finally:
            release(taken)

    return call


def _names() -> Dict[str, Any]:
    out: Dict[str, Any] = {k: v for k, v in vars(_signatures).items() if k.startswith("OTF_")}
    for name, function in FUNCTIONS.items():
        variant = _variant(name, function)
        out[name] = _alone(_named(variant, function)) if variant else function
    out.update({k: _alone(v) if inspect.isfunction(v) else v for k, v in globals().items() if k.startswith("OTF_")})
    return out


NAMES = _names()


def variable(name: str) -> Any:
    """otf_errno and otf_strerr of this thread."""
    if name == "otf_errno":
        return c_int.in_dll(lib, name).value
    return text_of((c_char * int(_signatures.OTF_ERR_LEN)).in_dll(lib, name).value)
