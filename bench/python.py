"""What Python programs do with a trace, for bench/jobs.sh: python.py read|columns|calls NAME.

calls is the model of a binding that calls C once a record, as the reference's does: one call, and one look at the record.
"""
import ctypes
import sys

import otf


def read(name):
    """Iterate over all records."""
    for _ in otf.read(name):
        pass


def columns(name):
    """All events of the two most frequent types as arrays."""
    otf.columns(name, ["Enter", "Leave"])


def calls(name):
    """One C call and one named tuple a record."""
    from otf import _library, _source
    source = _source.Source(name, threads=1, report=None)
    record = ctypes.POINTER(_library.RecordStruct)()
    next_record = _library.lib.otfp_source_next
    next_record.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.POINTER(_library.RecordStruct))]
    at = ctypes.byref(record)
    while next_record(source.handle, at) == 0:
        r = record.contents
        otf.Enter(r.time, r.loc, r.f[0].u, r.f[1].u)


{"read": read, "columns": columns, "calls": calls}[sys.argv[1]](sys.argv[2])
