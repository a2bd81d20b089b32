"""What those who keep the site running ask: is it well, and how much does it do; and its log. No figure and no line is
of a person.

The figures are for Prometheus: a line for each sample, https://prometheus.io/docs/instrumenting/exposition_formats/
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Final

from judge.errors import keep_trace
from judge.store import Store
from judge.web.ask import File, json_file

if TYPE_CHECKING:
    from judge.web.ask import Ask

KIND: Final = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Meter:
    """The counts of one process, by the name of a sample with its labels; any thread may read them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: defaultdict[str, float] = defaultdict(float)
        self.streams: Callable[[], int] = lambda: 0  # how many are open; the hub's, once there is one

    def observe(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count a request that was answered. `path` is that of its route."""
        of = f'method="{method}",route="{path}"'
        with self._lock:
            self._counts[f'judge_requests_total{{{of},status="{status}"}}'] += 1
            for bound in BUCKETS_S:  # each counts what is in those before it too
                self._counts[f'judge_request_seconds_bucket{{{of},le="{bound}"}}'] += seconds <= bound
            self._counts[f'judge_request_seconds_bucket{{{of},le="+Inf"}}'] += 1
            self._counts[f"judge_request_seconds_sum{{{of}}}"] += seconds
            self._counts[f"judge_request_seconds_count{{{of}}}"] += 1

    def metrics(self) -> dict[str, float]:
        """Return the counts of requests."""
        with self._lock:
            return {**self._counts, "judge_streams": self.streams()}


def store_metrics(store: Store) -> dict[str, float]:
    """Return how the queue and the judges do."""
    waiting = [job for job in store.queue.open() if job.state == "waiting"]
    return {
        "judge_queue_waiting": len(waiting),
        "judge_queue_oldest_seconds": max([0.0, *(time.time() - job.at_s for job in waiting)]),
        "judge_judges": store.queue.judges(),
        "judge_jobs_judged_total": store.upkeep.judged(),
    }


def process_metrics() -> dict[str, float]:
    """Return what this process takes; the names are those of Prometheus's own clients."""
    import psutil

    own = psutil.Process()
    with own.oneshot():
        cpu, resident, files = own.cpu_times(), own.memory_info().rss, own.num_fds()
    return {
        "process_cpu_seconds_total": cpu.user + cpu.system,
        "process_resident_memory_bytes": resident,
        "process_open_fds": files,
    }


def text_of(samples: Mapping[str, float]) -> str:
    """Return samples as Prometheus reads them: those of one name behind each other."""
    ordered = sorted(samples.items(), key=lambda one: one[0].partition("{")[0])
    return "".join(f"{name} {value:.15g}\n" for name, value in ordered)


def health(ask: Ask) -> File:
    """Say whether there are judges, and a store that takes what is handed in: 200, or else 503."""
    store, judges = ask.site.well.of(lambda _: ask.store.upkeep.writable()), ask.store.queue.judges()
    well = store and judges > 0
    said = {"ok": well, "judges": judges, "store": "writable" if store else "not writable"}
    return json_file(said, status=200 if well else 503)


def metrics(ask: Ask) -> File:
    """Return every figure for Prometheus."""
    found = ask.site.meter.metrics() | store_metrics(ask.store) | process_metrics()
    return File(text_of(found).encode(), KIND)


# --- the log ----------------------------------------------------------------------------------------------------------
# A line for each request that was answered, and the site's own faults, on standard error. A request is known by the
# path of its route, without what stands in for `{job}`, and has no address. The traceback of a fault may hold anything,
# so it goes into a file of its own.
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


def log_request(method: str, path: str, status: int, seconds: float) -> None:
    """Write a line about a request. `path` is that of its route."""
    if path not in _QUIET or status >= 400:
        _REQUESTS.info("%s %s %d %.0f ms", method, path, status, seconds * 1000)


def _place(fault: BaseException) -> tuple[str, int]:
    """Return the file and line in which a fault was raised."""
    last = fault.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return (last.tb_frame.f_code.co_filename, last.tb_lineno) if last else ("", 0)
