"""The error of a plot that would be empty."""

from __future__ import annotations

from collections.abc import Iterable

from judge.errors import JudgeError
from judge.reports.sanitize import clean_line

_SHOWN = 12


def nothing(what: str, there_is: str, names: Iterable[str], help_: str) -> JudgeError:
    """Return E470: why nothing can be plotted, and the names of what there is instead."""
    found = [clean_line(name, 60) for name in names]
    more = [f"and {len(found) - _SHOWN} more"] if len(found) > _SHOWN else []
    return JudgeError("E470", what, note=f"{there_is}: {', '.join([*found[:_SHOWN], *more]) or 'none'}", help=help_)
