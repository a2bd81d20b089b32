"""The runs that are kept by name, a line each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from rich.cells import cell_len
from rich.text import Text

from judge.store.saved import SavedRun
from judge.text import counted


def saved_lines(runs: Sequence[SavedRun]) -> Text:
    """Return name, time and size of each run, or how to keep one."""
    if not runs:
        return Text("no run is kept here; keep one:  judge run mine.py --save NAME")
    names = max(cell_len(run.name) for run in runs)
    lines = [f"{run.name:<{names}}  {_time(run.saved_s)}  {_what(run)}" for run in runs]
    return Text("\n".join(lines))


def _time(moment_s: float) -> str:
    return datetime.fromtimestamp(moment_s).astimezone().strftime("%Y-%m-%d %H:%M")


def _what(run: SavedRun) -> str:
    if run.submissions is None:
        return "can't be read"
    return f"{counted(run.submissions, 'submission')} on {', '.join(run.problems) or 'nothing'}"
