"""How functions of the C interface are called: handles, arguments, results."""

from __future__ import annotations

import ctypes
import threading
from ctypes import POINTER, byref, c_char, c_char_p, c_int, c_uint32, c_uint8, c_void_p
from typing import Any, Callable, Dict, List, Optional, Tuple

from ._library import load

lib = load("otfpipe-otf")
_free = ctypes.CDLL(None).free
_free.argtypes, _free.restype = [c_void_p], None

INTEGERS: Dict[str, Any] = {
    "int": c_int, "unsigned int": ctypes.c_uint, "size_t": ctypes.c_size_t, "uint8_t": c_uint8, "int8_t": ctypes.c_int8,
    "uint16_t": ctypes.c_uint16, "int16_t": ctypes.c_int16, "uint32_t": c_uint32, "int32_t": ctypes.c_int32,
    "uint64_t": ctypes.c_uint64, "int64_t": ctypes.c_int64, "OTF_Type": c_int, "OTF_ATTR_TYPE": c_int,
    "OTF_AuxSamplePointType": c_int, "OTF_FileType": c_uint32, "OTF_FileCompression": c_uint32, "OTF_FileMode": c_int,
    "OTF_FileStatus": c_int, "OTF_IofslMode": c_int, "bool": c_int}
REALS = {"float": ctypes.c_float, "double": ctypes.c_double}
#: pointers to numbers that are input
ARRAYS = {"const uint32_t *": c_uint32, "OTF_ATTR_TYPE *": c_int, "const uint8_t *": c_uint8, "const void *": c_uint8}
ARRAYS_BY_PLACE = {("OTF_KeyValueList_appendByteArray", "value"): c_uint8,
                   ("OTF_MasterControl_appendList", "values"): c_uint32}
LIST = "OTF_KeyValueList *"


# ---- handles ----


class Handle:
    """A struct of the C interface. After it is closed it counts as NULL, and so does what belongs to it.

    The lock is that of all handles that share state: what was opened with a manager, and what belongs to these. It is
    held during a call, so that one thread at a time uses them.
    """

    def __init__(self, kind: str, value: Optional[int], lock: Any = None) -> None:
        self.kind = kind
        self.value = value
        self.lock = lock or threading.RLock()
        self.busy = 0  #: read functions that use it
        self.owner: Optional[str] = None  #: the kind of what it belongs to
        self.children: Dict[int, Handle] = {}

    def __repr__(self) -> str:
        return f"<{self.kind} {self.value:#x}>" if self.value else f"<{self.kind}, closed>"

    def __bool__(self) -> bool:
        return self.value is not None

    def child(self, kind: str, value: int) -> "Handle":
        """The handle of something that belongs to this one."""
        known = self.children.get(value)
        if known is None or known.kind != kind:
            known = Handle(kind, value, self.lock)
            self.adopt(known)
        return known

    def adopt(self, child: "Handle") -> None:
        """It belongs to this one from now on."""
        child.owner = self.kind
        child.share(self.lock)
        if child.value is not None:
            self.children[child.value] = child

    def share(self, lock: Any) -> None:
        """It shares state with what has that lock."""
        self.lock = lock
        for child in self.children.values():
            child.share(lock)

    def forget_children(self, but: str = "") -> None:
        """They are freed, all but those of one kind."""
        for value, child in list(self.children.items()):
            if child.kind != but:
                child.forget()
                del self.children[value]

    def forget(self) -> None:
        """It is freed."""
        self.value = None
        self.forget_children()


class Handlers(Handle):
    """An OTF_HandlerArray, with what it needs of Python: by record type."""

    def __init__(self, kind: str, value: Optional[int]) -> None:
        super().__init__(kind, value)
        self.thunks: Dict[int, Any] = {}
        self.replaced: List[Any] = []  # thunks that C may be in
        self.first: Dict[int, Any] = {}
        self.raised: Optional[BaseException] = None


# ---- arguments ----


def text_of(raw: Optional[bytes]) -> Optional[str]:
    """A C string in Python."""
    return None if raw is None else raw.decode("utf-8", "surrogateescape")


def to_text(value: Any) -> Optional[bytes]:
    if value is None:
        return None
    if not isinstance(value, (str, bytes)):
        raise TypeError(f"{value!r} is not a string")
    raw = value if isinstance(value, bytes) else value.encode("utf-8", "surrogateescape")
    if b"\0" in raw:
        raise ValueError(f"{value!r} contains a NUL, which ends a string of C")
    return raw


def _to_char(value: Any) -> bytes:
    if isinstance(value, int):
        return bytes([value & 255])
    raw = to_text(value)
    if raw is None or len(raw) != 1:
        raise TypeError(f"{value!r} is not one character")
    return raw


def _to_integer(kind: Any) -> Callable[[Any], int]:
    bits = 8 * ctypes.sizeof(kind)
    signed = kind(-1).value < 0
    low, high = (-2 ** (bits - 1), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)

    def convert(value: Any) -> int:
        if value.__class__ is int and low <= value <= high:
            return value  # type: ignore[no-any-return]
        if not hasattr(value, "__index__"):
            raise TypeError(f"{value!r} is not a whole number")
        number = int(value)
        if not low <= number <= high:
            raise OverflowError(f"{number} is not from {low} to {high}")
        return number

    return convert


def _to_handle(kind: str) -> Callable[[Any], Optional[int]]:
    def convert(value: Any) -> Optional[int]:
        if value is None:
            return None
        if not isinstance(value, Handle) or kind not in (value.kind, "void"):
            raise TypeError(f"{value!r} is no {kind}")
        return value.value

    return convert


def _to_array(kind: Any) -> Callable[[Any], Any]:
    check = _to_integer(kind)

    def convert(value: Any) -> Any:
        if value is None:
            return None
        numbers = [check(v) for v in value]
        return (kind * max(len(numbers), 1))(*numbers)

    return convert


class _Parameter:
    """How one parameter of a C function is given; `convert` None: it is output."""

    def __init__(self, function: str, kind: str, name: str) -> None:
        self.name = name
        self.kind = kind
        self.convert: Optional[Callable[[Any], Any]] = None
        self.array = ARRAYS_BY_PLACE.get((function, name)) or ARRAYS.get(kind)
        pointed = kind[:-1].replace("struct struct_", "").strip() if kind.endswith("*") else ""
        self.c: Any
        if self.array:
            self.c, self.convert = c_void_p, _to_array(self.array)
        elif kind in INTEGERS:
            self.c, self.convert = INTEGERS[kind], _to_integer(INTEGERS[kind])
        elif kind in REALS:
            self.c, self.convert = REALS[kind], float
        elif kind == "const char *":
            self.c, self.convert = c_char_p, to_text
        elif kind in ("char", "const char"):
            self.c, self.convert = c_char, _to_char
        elif pointed.startswith("OTF_") and pointed not in INTEGERS or pointed == "void":
            self.c, self.convert = c_void_p, _to_handle(pointed)
        else:
            self.out = c_char if pointed == "char" else INTEGERS.get(pointed) or REALS[pointed]
            self.c = POINTER(self.out)


def _value(c: Any) -> Any:
    """The value of an output parameter."""
    return c.value.decode("latin-1") if isinstance(c, c_char) else c.value


# ---- functions ----


def acquire(args: Tuple[Any, ...], name: str) -> List[Any]:
    """Take the locks of the handles among the arguments, which the caller releases. Raises RuntimeError if another thread
    has one."""
    taken: List[Any] = []
    for handle in args:
        if isinstance(handle, Handle):
            if not handle.lock.acquire(False):
                release(taken)
                raise RuntimeError(f"{name}: another thread is using the {handle.kind}")
            taken.append(handle.lock)
    return taken


def release(taken: List[Any]) -> None:
    """Release what acquire has taken."""
    for lock in taken:
        lock.release()


class Function:
    """A function of the C interface, callable."""

    def __init__(self, name: str, result: str, parameters: Any) -> None:
        self.__name__ = name
        self.result = result
        self.c = getattr(lib, name)
        self.parameters = [_Parameter(name, kind, p) for kind, p in parameters]
        self.inputs = [p for p in self.parameters if p.convert]
        self.converts: List[Any] = [p.convert for p in self.inputs]
        self.has_outputs = len(self.inputs) < len(self.parameters)
        self.counts = self._counts()
        self.is_simple = not self.has_outputs and not self.counts and not result.endswith("*")
        self.c.argtypes = [p.c for p in self.parameters]
        self.c.restype = self._restype()
        self.__doc__ = f"{name}({', '.join(p.name for p in self.inputs)}): as in C, see otfpipe-otf(3)."

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"

    def _counts(self) -> List[Tuple[int, int]]:
        """For each array its place and that of its count, among the inputs."""
        out = []
        for i, p in enumerate(self.inputs):
            if p.array and i:
                before = self.inputs[i - 1].kind in INTEGERS and p.array is not c_uint8
                out.append((i, i - 1 if before else i + 1))
        return out

    def _restype(self) -> Any:
        if self.result.endswith("char *"):
            return c_void_p if self.__name__ in _MALLOCED else c_char_p
        if self.result.endswith("*"):
            return c_void_p
        return None if self.result == "void" else INTEGERS.get(self.result) or REALS[self.result]

    def __call__(self, *args: Any) -> Any:
        if len(args) != len(self.inputs):
            args = self._completed(args)
        taken = acquire(args, self.__name__)
        try:
            return self._call(args)
        finally:
            release(taken)

    def _call(self, args: Tuple[Any, ...]) -> Any:
        if self.is_simple:
            try:
                converted = [convert(value) for convert, value in zip(self.converts, args)]
            except (TypeError, ValueError, OverflowError):
                converted = self._convert(args)  # which says what is wrong
            return self.c(*converted)
        converted = self._convert(args)
        if not self.has_outputs:
            return self._result(self.c(*converted), args)
        given = iter(converted)
        outputs = [p.out() for p in self.parameters if not p.convert]
        left = iter(outputs)
        code = self.c(*[next(given) if p.convert else byref(next(left)) for p in self.parameters])
        return [code, *map(_value, outputs)]

    def _completed(self, args: Tuple[Any, ...]) -> Tuple[Any, ...]:
        """Older programs do not give copy handlers the list of key-values."""
        if len(args) == len(self.inputs) - 1 and self.inputs[-1].kind == LIST and "_CopyHandler_" in self.__name__:
            return (*args, None)
        raise TypeError(f"{self.__name__}() takes {len(self.inputs)} arguments "
                        f"({', '.join(p.name for p in self.inputs)}), not {len(args)}")

    def _convert(self, args: Tuple[Any, ...]) -> List[Any]:
        out: List[Any] = []
        try:
            for convert, value in zip(self.converts, args):
                out.append(convert(value))
        except (TypeError, ValueError, OverflowError) as e:
            raise type(e)(f"{self.__name__}: {self.inputs[len(out)].name}: {e}") from None
        for array, count in self.counts:
            if out[count] and (args[array] is None or len(args[array]) < out[count]):
                raise ValueError(f"{self.__name__}: {self.inputs[array].name} has fewer than {out[count]} values")
        return out

    def _result(self, value: Any, args: Tuple[Any, ...]) -> Any:
        if not self.result.endswith("*"):
            return value
        if value is None:
            return None
        if self.result.endswith("char *"):
            return take_text(value) if self.__name__ in _MALLOCED else text_of(value)
        kind = self.result[:-1].strip()
        if kind == "OTF_HandlerArray":
            return Handlers(kind, value)
        owner = args[0] if args else None
        if isinstance(owner, Handle) and owner and not self.__name__.endswith("_clone"):
            if not self.__name__.split("_", 2)[2].startswith(("open", "new")):
                return owner.child(kind, value)
        return Handle(kind, value, next((a.lock for a in args if isinstance(a, Handle)), None))


_MALLOCED = ("OTF_stripFilename", "OTF_getFilename")


def take_text(value: int) -> Optional[str]:
    text = ctypes.string_at(value)
    _free(value)
    return text_of(text)
