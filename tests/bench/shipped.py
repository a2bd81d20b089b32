"""What the benchmarks share: the shipped solutions as modules, and a clock."""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TypeVar

SOLUTIONS = Path(__file__).parents[2] / "solutions"
T = TypeVar("T")


def solution(problem: str, name: str) -> ModuleType:
    """The solution as a module."""
    source = SOLUTIONS / problem / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"{problem}_{name}".replace("-", "_"), source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


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
