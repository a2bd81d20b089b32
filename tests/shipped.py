"""The shipped solutions as modules, for tests and benchmarks."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Container, Iterable
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.mark.structures import ParameterSet

ROOT = Path(__file__).parents[1]
SOLUTIONS = ROOT / "solutions"


def few_first(names: Iterable[str], few: Container[str]) -> list[ParameterSet]:
    """Return names as parameters, all but a few of them slow: each solution that is compiled takes a second or more."""
    return [pytest.param(name, marks=[pytest.mark.slow] * (name not in few)) for name in names]


def solution(problem: str, name: str) -> ModuleType:
    """One of them, registered under a name of its own: numba's cache remembers it, and looks for it there."""
    spec = importlib.util.spec_from_file_location(
        f"shipped_{problem}_{name}".replace("-", "_"), SOLUTIONS / problem / f"{name}.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
