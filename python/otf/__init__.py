"""Open Trace Format traces in Python: records, arrays, and the names of the C interface.

    for r in otf.read("run.otf", records=["Enter", "Leave"], time=("1s", "2s")):
        print(r.time, r.process, r.function)

    enters = otf.columns("run.otf", "Enter")    # NumPy arrays by field
    table = otf.frame("run.otf", "Enter")       # a pandas DataFrame

    with otf.Writer("out.otf") as w:
        w.write(otf.DefTimerResolution(0, 1000))

Times are ticks; Reader.resolution says how many a second has. Errors are otf.Error. otf-python(7) is the manual.

`from otf import *` gives the names of the C interface of OTF 1.12.5 (OTF_Reader_open ...) and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._columns import columns as columns, frame as frame
from ._error import Code as Code, Error as Error, Warning as Warning
from ._library import lib as _lib
from ._reader import Names as Names, Reader as Reader, read as read
from ._records import BY_NAME as _BY_NAME
from ._records import Control as Control, Float32 as Float32, Other as Other, Tag as Tag
from ._writer import Writer as Writer

if TYPE_CHECKING:
    from ._classes import *  # noqa: F403  the classes of records

__version__: str = _lib.otfp_version().decode()

def __getattr__(name: str) -> Any:
    """The names of the C interface, whose library is loaded when the first of them is used."""
    if not name.startswith(("OTF_", "otf_")) and name != "__all__":
        raise AttributeError(f"module 'otf' has no attribute '{name}'")
    from . import _interface

    if name == "__all__":
        return list(_interface.NAMES)
    if name in ("otf_errno", "otf_strerr"):
        return _interface.variable(name)
    if name not in _interface.NAMES:
        raise AttributeError(f"module 'otf' has no attribute '{name}'")
    return _interface.NAMES[name]


globals().update({name: kind.cls for name, kind in _BY_NAME.items()})
