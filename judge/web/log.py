"""What the web process writes to its standard error: a line for each request that was answered, and its own faults.

No line says who asked or for whom: a request is known by the path of its route, without what stands in for `{job}`,
and has no address. The traceback of a fault may hold anything, so it goes into a file of its own.
"""

from __future__ import annotations

import logging
import sys
import time
from types import TracebackType
from typing import Final

from judge.errors import keep_trace

_KEPT: Final = 20  # files of tracebacks that one process writes at most
_QUIET: Final = ("/static/{name}", "/health", "/metrics")  # asked for again and again
_REQUESTS: Final = logging.getLogger("judge.web.requests")
_Fault = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class _Lines(logging.Formatter):
    """One line an event, in UTC."""

    def __init__(self) -> None:
        super().__init__("%(asctime)sZ %(message)s", "%Y-%m-%dT%H:%M:%S")
        self._kept: dict[tuple[str, int], str] = {}

    @staticmethod
    def converter(seconds: float | None) -> time.struct_time:
        """Return the time in UTC."""
        return time.gmtime(seconds)

    def format(self, record: logging.LogRecord) -> str:
        return ": ".join(super().format(record).splitlines())

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """Return the first line alone: asyncio writes values below it."""
        return super().formatMessage(record).partition("\n")[0]

    def formatException(self, ei: _Fault) -> str:  # noqa: N802 - logging's name
        """Return where the traceback is; the same fault is kept once."""
        fault = ei[1]
        if not isinstance(fault, Exception):
            return type(fault).__name__
        place = _place(fault)
        if place not in self._kept and len(self._kept) < _KEPT:
            self._kept[place] = keep_trace(fault)
        where = self._kept.get(place)
        return f"{type(fault).__name__}; the details are in {where}" if where else type(fault).__name__


def log_to_stderr() -> None:
    """Write there from now on. What other libraries say is written from errors on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    logging.basicConfig(level=logging.ERROR, handlers=[handler], force=True)
    _REQUESTS.setLevel(logging.INFO)


def answered(method: str, path: str, status: int, seconds: float) -> None:
    """Write a line about a request. `path` is that of its route."""
    if path not in _QUIET or status >= 400:
        _REQUESTS.info("%s %s %d %.0f ms", method, path, status, seconds * 1000)


def _place(fault: BaseException) -> tuple[str, int]:
    """Return the file and line in which a fault was raised."""
    last = fault.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return (last.tb_frame.f_code.co_filename, last.tb_lineno) if last else ("", 0)
