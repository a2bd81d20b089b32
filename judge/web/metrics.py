"""What the web process counts of itself, in the text format 0.0.4 of Prometheus. No figure is of a person.

https://prometheus.io/docs/instrumenting/exposition_formats/
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, Literal

import msgspec

if TYPE_CHECKING:
    from judge.store import Store

KIND: Final = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_Labels = tuple[tuple[str, str], ...]


class Metric(msgspec.Struct, frozen=True):
    """A figure, or one for each of some labels. The ends of names are those of samples, such as `_count`."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    about: str
    samples: Mapping[tuple[str, _Labels], float]


class Meter:
    """The counts of one process; any thread may read them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._took: dict[tuple[str, str], list[int]] = {}  # how many fell into each bucket, the last without an end
        self._seconds: defaultdict[tuple[str, str], float] = defaultdict(float)
        self.streams: Callable[[], int] = lambda: 0  # how many are open; the hub's, once there is one

    def observe(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count a request that was answered. `path` is that of its route."""
        key = method, path
        with self._lock:
            self._requests[method, path, status] += 1
            self._took.setdefault(key, [0] * (len(BUCKETS_S) + 1))[bisect_left(BUCKETS_S, seconds)] += 1
            self._seconds[key] += seconds

    def metrics(self) -> tuple[Metric, ...]:
        """Return the counts of requests."""
        with self._lock:
            by_status = {("", _of(*key[:2], status=str(key[2]))): float(n) for key, n in self._requests.items()}
            seconds = dict(_histogram(self._took, self._seconds))
        return (
            Metric("judge_requests_total", "counter", "Requests that were answered.", by_status),
            Metric("judge_request_seconds", "histogram", "How long the answer took.", seconds),
            _one("judge_streams", "gauge", "Pages that are open and fill by themselves.", self.streams()),
        )


def store_metrics(store: Store) -> tuple[Metric, ...]:
    """Return how the queue and the judges do."""
    waiting = [job for job in store.queue.open() if job.state == "waiting"]
    oldest_s = max((time.time() - job.at_s for job in waiting), default=0.0)
    return (
        _one("judge_queue_waiting", "gauge", "Jobs that wait.", len(waiting)),
        _one("judge_queue_oldest_seconds", "gauge", "How long the oldest of them has waited.", max(0.0, oldest_s)),
        _one("judge_judges", "gauge", "Judges that are alive.", store.queue.judges()),
        _one("judge_jobs_judged_total", "counter", "Jobs that came to their end.", store.pulse.judged()),
    )


def process_metrics() -> tuple[Metric, ...]:
    """Return what this process takes; the names are those of Prometheus's own clients."""
    import psutil

    own = psutil.Process()
    with own.oneshot():
        cpu, resident, files = own.cpu_times(), own.memory_info().rss, own.num_fds()
    return (
        _one("process_cpu_seconds_total", "counter", "CPU time of the web process.", cpu.user + cpu.system),
        _one("process_resident_memory_bytes", "gauge", "Memory of the web process.", resident),
        _one("process_open_fds", "gauge", "Open files of the web process.", files),
    )


def text_of(metrics: Iterable[Metric]) -> str:
    """Return metrics as Prometheus reads them."""
    return "".join(_text(metric) for metric in metrics)


def _text(metric: Metric) -> str:
    head = f"# HELP {metric.name} {metric.about}\n# TYPE {metric.name} {metric.kind}\n"
    return head + "".join(
        f"{metric.name}{end}{_braced(labels)} {value:.15g}\n" for (end, labels), value in metric.samples.items()
    )


def _braced(labels: _Labels) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels) + "}" if labels else ""


def _one(name: str, kind: Literal["counter", "gauge"], about: str, value: float) -> Metric:
    return Metric(name, kind, about, {("", ()): float(value)})


def _of(method: str, route: str, **more: str) -> _Labels:
    return ("method", method), ("route", route), *more.items()


def _histogram(
    took: Mapping[tuple[str, str], list[int]], seconds: Mapping[tuple[str, str], float]
) -> Iterable[tuple[tuple[str, _Labels], float]]:
    """Yield the samples of a histogram: each bucket counts what is in those before it too."""
    for key, counts in took.items():
        so_far = 0
        for bound, count in zip((*map(str, BUCKETS_S), "+Inf"), counts, strict=True):
            so_far += count
            yield ("_bucket", _of(*key, le=bound)), float(so_far)
        yield ("_sum", _of(*key)), seconds[key]
        yield ("_count", _of(*key)), float(so_far)
