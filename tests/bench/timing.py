"""What the benchmarks share: kernels that go when they end, clocks, and how a table is shown."""

from __future__ import annotations

import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table


@contextmanager
def kernel_cache() -> Iterator[Path]:
    """A folder for kernels that goes when the benchmark ends: a cache remembers the name of its module."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = folder
        yield Path(folder)


def show(table: Table, *lines: str) -> None:
    """Print a table, and lines below it; in a pipe as wide as no cell is broken."""
    console = Console(highlight=False)
    console.width = max(console.width, 118)
    for one in (table, *lines):
        console.print(one, markup=False)


class Cost(NamedTuple):
    """What a command took, with all that it had started and waited for."""

    wall_s: float
    cpu_s: float

    @classmethod
    def median(cls, costs: Sequence[Cost]) -> Cost:
        return cls(*(statistics.median(figures) for figures in zip(*costs, strict=True)))


def cost_of(words: Sequence[str], folder: Path, environment: Mapping[str, str], *, ends: Sequence[int] = (0,)) -> Cost:
    """Run a command to its end; one of `ends` must be its exit status."""
    start_s = time.monotonic()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(words, cwd=folder, env=environment, stdout=said, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
        wall_s = time.monotonic() - start_s
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in ends:
            said.seek(0)
            raise SystemExit(f"{' '.join(words)} ended with {process.returncode}:\n{said.read().decode()}")
    return Cost(wall_s, used.ru_utime + used.ru_stime)
