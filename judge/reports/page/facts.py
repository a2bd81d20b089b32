"""What was judged: which file in which version, when, and under which limits."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import Final

import msgspec

from judge.model.classroom import Graded
from judge.reports.export.exporter import Sheet
from judge.reports.moments import moment

_SHORT: Final = 12  # digits of a SHA-256: enough to tell two versions apart


class Fact(msgspec.Struct, frozen=True):
    """A name, and what it stands for."""

    name: str
    text: str


def facts_of(row: Graded, sheet: Sheet) -> tuple[Fact, ...]:
    """Return the facts that there are."""
    return tuple(Fact(name, text) for name, text in _facts(row, sheet) if text)


def _facts(row: Graded, sheet: Sheet) -> Iterable[tuple[str, str]]:
    made = row.judgement
    if made:
        yield "file", made.submission.path.name
    if row.sha256:
        yield "version", f"{row.sha256[:_SHORT]} (the beginning of its SHA-256)"
    if row.lateness.handed_in_s is not None:
        yield "handed in", moment(row.lateness.handed_in_s)
    if row.judged_s is not None:
        yield "judged", moment(row.judged_s)
    if made:
        language = f", as {made.prepare.language}" if made.prepare.language else ""
        yield "run as", f"a {made.submission.contract}{language}"
        limits = made.limits
        clock = "CPU time" if sheet.clock == "cpu" else "time"
        yield "limits", f"{limits.time_limit:g} s of {clock} and {limits.memory} MiB of memory for each case"
        yield "try it", f"judge run {shlex.quote(made.submission.path.name)} --problem {shlex.quote(made.problem.name)}"
    yield "points", sheet.scheme
