"""What the benchmarks share: kernels that go when they end, and a clock."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def kernel_cache() -> Iterator[Path]:
    """A folder for kernels that goes when the benchmark ends: a cache remembers the name of its module."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = folder
        yield Path(folder)


def timed(function: Callable[..., T], *arguments: object) -> tuple[T, float]:
    """What it returns, and the CPU seconds it takes."""
    start = time.process_time()
    result = function(*arguments)
    return result, time.process_time() - start
