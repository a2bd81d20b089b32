"""The words of a regrade before it is applied, the same on the terminal and on the web."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from judge.model import Verdict
from judge.model.record import Batch, Change, failed, matrix, movers
from judge.reports.sanitize import clean_line
from judge.reports.units import number


class Mover(msgspec.Struct, frozen=True):
    """Who gains or loses points: how many, and the results before and after."""

    owner: str
    gain: str
    old: str
    new: str

    @property
    def loses(self) -> bool:
        """Say whether points are lost."""
        return self.gain.startswith("-")


def title(batch: Batch) -> str:
    """Return what is judged again, and why."""
    what = f"{batch.problem.name}  {batch.part}" if batch.part else batch.problem.name
    why = f": {clean_line(batch.reason)}" if batch.reason != batch.part else ""  # the part alone was said
    return f"regrade of {what}{why}"


def verdicts_of(changes: Sequence[Change]) -> tuple[tuple[Verdict, ...], list[tuple[Verdict, tuple[int, ...]]]]:
    """Return the new verdicts, and for each old one how many went to which of these."""
    counts = matrix(changes)
    news = tuple(verdict for verdict in Verdict if any(new is verdict for _, new in counts))
    olds = [verdict for verdict in Verdict if any(old is verdict for old, _ in counts)]
    return news, [(old, tuple(counts.get((old, new), 0) for new in news)) for old in olds]


def lost_words(changes: Sequence[Change]) -> str:
    """Return on whom the judge itself failed; "" where it did not."""
    lost = failed(changes)
    who = clean_line(", ".join(lost), 400)
    return f"the judge failed on {who}: what counted before goes on to count" if lost else ""


def waiting_words(changes: Sequence[Change]) -> str:
    """Return how many are still to be judged; "" for none."""
    waiting = _waiting(changes)
    return f"{waiting} of {len(changes)} are still to be judged" if waiting else ""


def total_words(changes: Sequence[Change]) -> str:
    """Return how many change their points."""
    moved = len(movers(changes))
    return f"{moved} change their points, {len(changes) - moved - _waiting(changes)} keep them"


def mover(change: Change) -> Mover:
    """Return one who gains or loses in words."""
    old, new = change.old.judgement, change.then.judgement
    sign = "" if change.gain < 0 else "+"
    was, will = _points(old.points, change.old_bonus), _points(new.points, change.new_bonus)
    gain = f"{sign}{number(change.gain)}"
    return Mover(clean_line(change.old.owner), gain, f"{old.verdict} {was}", f"{new.verdict} {will}")


def _waiting(changes: Sequence[Change]) -> int:
    return sum(change.new is None for change in changes)


def _points(points: float | None, bonus: float) -> str:
    if points is None:
        return "waits"
    return f"{number(points)} + {number(bonus)}" if bonus else number(points)
