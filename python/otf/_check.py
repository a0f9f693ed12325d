"""What callers can do wrong: arguments of a wrong type or value, and one object in two threads."""

from __future__ import annotations

import os
import threading
from typing import Any, Callable, Iterable, List, Optional, Tuple

MOST_THREADS = 1024


class Guard:
    """For `with`: an object that serves one thread at a time. A thread may enter it again before it leaves."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = threading.RLock()  # a handler of a signal may enter, too
        self._owner: Optional[int] = None
        self._depth = 0

    def __enter__(self) -> None:
        """Raises RuntimeError if another thread is inside."""
        me = threading.get_ident()
        with self._lock:
            if self._depth and self._owner != me:
                raise RuntimeError(f"{self.name}: another thread is using it")
            self._owner = me
            self._depth += 1

    def __exit__(self, *_: Any) -> None:
        with self._lock:
            self._depth -= 1


def path(name: Any, what: str) -> bytes:
    """The bytes of a path. Raises TypeError or ValueError if it can be none."""
    if not isinstance(name, (str, bytes, os.PathLike)):
        raise TypeError(f"{what}: {name!r} is not a path")
    raw = os.fsencode(name)
    if not raw:
        raise ValueError(f"{what}: {name!r} is empty")
    if b"\0" in raw:
        raise ValueError(f"{what}: {name!r} contains a NUL")
    return raw


def paths(names: Any) -> List[bytes]:
    """The paths that the argument `names` names: one, or several."""
    if isinstance(names, (str, bytes, os.PathLike)):
        return [path(names, "names")]
    out = [path(name, "names") for name in items(names, "names", "a path or a list of paths")]
    if not out:
        raise ValueError("names: no trace is named")
    return out


def items(value: Any, what: str, wanted: str) -> Iterable[Any]:
    """The value, if it can be iterated over."""
    try:
        return iter(value)
    except TypeError:
        raise TypeError(f"{what}: {value!r} is not {wanted}") from None


def integer(value: Any, least: int, most: int, what: str) -> int:
    """The value, if it is a whole number in this range."""
    if not hasattr(value, "__index__"):
        raise TypeError(f"{what}: {value!r} is not a whole number")
    number = int(value)
    if not least <= number <= most:
        raise ValueError(f"{what}: {number} is not from {least} to {most}")
    return number


def flag(value: Any, what: str) -> bool:
    """The value, if it is True or False."""
    if value is True or value is False or (hasattr(value, "__int__") and value in (True, False)):
        return bool(value)
    raise TypeError(f"{what}: {value!r} is neither True nor False")


def flags(options: Any, allowed: Tuple[str, ...]) -> None:
    """Check options that are True or False, by name."""
    for name, value in options.items():
        if name not in allowed:
            raise TypeError(f"'{name}' is not an option; there are {', '.join(allowed)}")
        flag(value, name)


def threads(value: Any) -> int:
    """The value of `threads`."""
    return integer(value, 1, MOST_THREADS, "threads")


def report(value: Any) -> Optional[Callable[..., Any]]:
    """The value of `report`."""
    if value is not None and not callable(value):
        raise TypeError(f"report: {value!r} is not callable")
    return value  # type: ignore[no-any-return]


def pair(time: Any) -> Any:
    """The value of `time`: None, or its begin and end."""
    if time is None:
        return None
    if isinstance(time, (str, bytes)) or not hasattr(time, "__iter__"):
        raise TypeError(f"time: {time!r} is not a pair (begin, end)")
    ends = tuple(time)
    if len(ends) != 2:
        raise ValueError(f"time: {time!r} is not a pair (begin, end)")
    return ends
