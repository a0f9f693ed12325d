"""What goes wrong: otf.Error, and otf.Warning for what does not stop reading."""

from __future__ import annotations

import enum
from typing import Any, Optional

__all__ = ["Code", "Error", "Warning"]


class Code(enum.IntEnum):
    """The class of an error, as enum otfp_code of otfpipe.h."""

    FAIL = -1  #: a system call failed, or the input is bad
    USAGE = -2  #: the caller made a mistake
    TRUNCATED = -3  #: the input ended early
    DAMAGE = -4  #: a trace is damaged
    ABORT = -5  #: an earlier stage of the pipeline wrote @ABORT
    INTERRUPTED = -6  #: a signal interrupted the call


class Error(Exception):
    """A trace cannot be read or written.

    str(error) is "where: what", or "what" if the error has no place.

    Attributes:
        code:  its class, a Code
        where: the place, "path" or "path:line"; None if there is none
        path:  the path of it, or None
        line:  line in that file, 1 is the first; None if unknown
        what:  what is wrong, in lower case, without a full stop
        flaw:  enum otfp_flaw: the class of a fault in the input; 0 = none
        more:  not 0: stands for this many faults that are not reported singly
    """

    def __init__(self, what: str, *, where: Optional[str] = None, code: int = Code.FAIL, path: Optional[str] = None,
                 line: Optional[int] = None, flaw: int = 0, more: int = 0) -> None:
        super().__init__(f"{where}: {what}" if where else what)
        self.what = what
        self.where = where
        self.code = Code(code) if code < 0 else Code.FAIL
        self.path = path
        self.line = line
        self.flaw = flaw
        self.more = more


class Warning(UserWarning):  # noqa: A001  otf.Warning, as otf.Error
    """What a reader or writer reports and continues: a note, or damage with keep_going."""


def error_of(e: Any) -> Error:
    """The exception for a struct otfp_error."""
    raw = bytes(e.text)
    where = raw[:e.where].decode("utf-8", "surrogateescape")
    what = raw[e.where:].decode("utf-8", "surrogateescape")
    return Error(what[2:] if where and what.startswith(": ") else what, where=where or None, code=e.code,
                 path=raw[:e.path].decode("utf-8", "surrogateescape") or None, line=e.line or None, flaw=e.flaw,
                 more=e.more)
