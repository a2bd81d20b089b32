"""Load the linear solver of OR-Tools, which the extra `author` brings."""

from __future__ import annotations

from importlib import metadata
from typing import Any

from judge.errors import JudgeError
from judge.model.installed import installs


def linear_solver() -> Any:
    """Return the module. Raises JudgeError E439 without it."""
    try:
        from ortools.linear_solver import pywraplp  # here, as it is an optional extra and slow to import
    except ImportError:
        raise JudgeError("E439", "refutations need OR-Tools, which is not installed", help=installs("author")) from None
    return pywraplp


def version() -> str:
    """Return the version, as the line of a proof says it."""
    return ".".join(metadata.version("ortools").split(".")[:2])
