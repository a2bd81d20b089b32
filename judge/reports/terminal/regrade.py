"""A regrade before it is applied: old verdict x new verdict, and who gains or loses how much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict
from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Disturbance, Settling
from judge.model.judgement import disturbance
from judge.model.record import Batch, Change, Record, movers
from judge.reports.palette import LOOKS
from judge.reports.regrade_words import Mover, lost_words, mover, title, total_words, verdicts_of, waiting_words
from judge.reports.terminal.console import WideTable
from judge.reports.terminal.contest import disturbed
from judge.text import counted

SCHEMA = "judge.regrade/1"


def regrade_report(batch: Batch, changes: Sequence[Change]) -> Group:
    """Judge errors first, then the matrix, then everybody whose points change, the greatest loss first."""
    parts: list[RenderableType] = [Text(title(batch), "bold")]
    if lost := lost_words(changes):
        parts.append(Text(f"JE  {lost}", "bold red"))
    if waiting := waiting_words(changes):
        parts.append(Text(waiting, "yellow"))
    again = f"once it is published,  judge regrade --problem {batch.problem.path} --disturbed  judges them again"
    parts += disturbed([change.new.judgement for change in changes if change.new], again)
    parts.append(_matrix(changes))
    parts += [_mover(mover(change)) for change in movers(changes)]
    parts.append(Text(total_words(changes), "bold"))
    return Group(*parts)


def regrade_part(batch: Batch, runs: int, submissions: int) -> Text:
    """Return what of a part is still to be judged, before it is."""
    text = f"{counted(runs, 'run')} of {counted(submissions, 'submission')} to judge again"
    return Text(f"{text}:  {batch.part}")


def regrade_json(
    batch: Batch, changes: Sequence[Change], state: str, settled: Sequence[Settling] = ()
) -> dict[str, Any]:
    """Return the regrade as one object; verdict and points are None where it has not been judged; the
    bonus is what comes on top of the points, and `settled` what came of measuring who is near one."""
    return {
        "schema": SCHEMA,
        "problem": batch.problem.name,
        "reason": batch.reason,
        "part": batch.part,
        "disturbance": asdict(_disturbance(changes)),
        "state": state,
        "rounds": [asdict(one) for one in settled],
        "changes": [
            {
                "owner": change.old.owner,
                "sha256": change.old.judgement.submission.sha256,
                "old": _result(change.old, change.old_bonus),
                "new": change.new and _result(change.new, change.new_bonus),
                "gain": change.gain,
            }
            for change in changes
        ],
    }


def _disturbance(changes: Sequence[Change]) -> Disturbance:
    """Return the disturbance of what was judged again."""
    return disturbance(change.new.judgement for change in changes if change.new)


def _result(record: Record, bonus: float) -> dict[str, Any]:
    return {"verdict": record.judgement.verdict, "points": record.judgement.points, "bonus": bonus}


def _matrix(changes: Sequence[Change]) -> WideTable:
    """Return a row for each old verdict, a column for each new one."""
    news, rows = verdicts_of(changes)
    table = WideTable(padding=(0, 1), header_style="bold")
    table.add_column("old \\ new")
    for verdict in news:
        table.add_column(Text(str(verdict), LOOKS[verdict].style), justify="right")
    for old, counts in rows:
        cells = [
            Text(str(count or "-"), "bold" if old is not new else "") for count, new in zip(counts, news, strict=True)
        ]
        table.add_row(Text(str(old), LOOKS[old].style), *cells)
    return table


def _mover(one: Mover) -> Text:
    return Text(one.gain, "red" if one.loses else "green").append(f"  {one.owner}  {one.old} -> {one.new}", "default")
