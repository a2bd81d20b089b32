"""The shipped solutions as modules, for tests and benchmarks."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).parents[1]
SOLUTIONS = ROOT / "solutions"


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


class NoNumba:
    """Takes the place of numba, whose kernels take long to compile: what is decorated stays as it is."""

    @staticmethod
    def njit(function: Any = None, **_: Any) -> Any:
        return function if callable(function) else lambda one: one


def in_plain(source: str, name: str = "plain") -> ModuleType:
    """Return a source as a module of which nothing is compiled."""
    module = ModuleType(name)
    with patch.dict(sys.modules, {"numba": NoNumba}):
        exec(source, module.__dict__)
    return module


def plain(problem: str, name: str, edits: Iterable[Sequence[str]] = ()) -> ModuleType:
    """One of them with some texts exchanged, in plain Python."""
    source = (SOLUTIONS / problem / f"{name}.py").read_text()
    for old, new in edits:
        assert old in source, old
        source = source.replace(old, new)
    return in_plain(source, name)
