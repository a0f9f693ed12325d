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

globals().update({name: kind.cls for name, kind in _BY_NAME.items()})
