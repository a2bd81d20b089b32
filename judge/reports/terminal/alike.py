"""Cases that were missed for one and the same reason: the first is shown whole, and the others are named below it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from judge.model import ReadWarning, Run
from judge.reports.sanitize import fold

NAMED = 12  # of the others; the rest is counted


def alike(missed: Iterable[Run]) -> list[list[Run]]:
    """Return the cases by their reason, in the order of the first of each; a picture is of one case alone."""
    groups: dict[tuple[object, ...], list[Run]] = {}
    for run in missed:
        finding = run.finding
        where = str(finding.excerpt or "") if finding else ""
        reason = (run.verdict, run.code, run.message, where)
        groups.setdefault((*reason, run.group, run.case) if run.cells else reason, []).append(run)
    return list(groups.values())


def alike_notices(runs: Iterable[Run]) -> list[list[tuple[Run, ReadWarning]]]:
    """Return what was read tolerantly, by its kind: each with the case it is about."""
    kinds: dict[str, list[tuple[Run, ReadWarning]]] = {}
    for run in runs:
        for notice in run.notices:
            kinds.setdefault(notice.code, []).append((run, notice))
    return list(kinds.values())


def others(same: Sequence[Run], width: int) -> list[Text]:
    """Return `and the same on 3 more: six, seven, eight`; nothing where there are no others."""
    if not same:
        return []
    names = [run.case for run in same[:NAMED]]
    left = len(same) - NAMED
    more = f" and {left} other{'s' * (left > 1)}" if left > 0 else ""
    said = f"and the same on {len(same)} more: {', '.join(names)}{more}"
    return [Text("\n".join(fold(said, width, "  ", "    ")), "dim")]
