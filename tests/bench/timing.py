"""What the benchmarks share: kernels that go when they end, and how a table is shown."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
