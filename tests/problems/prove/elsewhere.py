"""Decide boards in a process of its own: OR-Tools and highspy can't share one."""

from __future__ import annotations

import importlib.util
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from judge.model import Case, Instance
from judge.problems.prove import decide

SECONDS = 600.0  # as long as it takes


def decided(board: Instance) -> Any:
    """What `judge answers` would find out about a board of lizards, without solutions."""
    return decide("lizards", Case("one", "secret", board), SECONDS, nobody)


def nobody() -> tuple[()]:
    """Find no arrangement."""
    return ()


@contextmanager
def author_tools() -> Iterator[ProcessPoolExecutor]:
    if importlib.util.find_spec("ortools") is None:
        pytest.skip("OR-Tools is not installed")
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool
