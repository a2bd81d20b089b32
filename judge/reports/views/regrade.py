"""A regrade before it is applied: what it would change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Self

import msgspec

from judge.model import Batch, Judgement, Record, Verdict
from judge.text import clean_line, number


class Mover(msgspec.Struct, frozen=True):
    """Who gains or loses points: how many, and the results before and after. `counts` says whether the submission
    counts in the gradebook."""

    id: str
    gain: str
    old: str
    new: str
    counts: bool

    @property
    def owner(self) -> str:
        """Return the id as it is shown."""
        return clean_line(self.id)

    @property
    def loses(self) -> bool:
        """Say whether points are lost."""
        return self.gain.startswith("-")


class RegradeView(msgspec.Struct, frozen=True):
    """What a regrade changes, whom the judge failed on first. `counts` has a row for each old verdict, a cell for each
    of the new ones; who loses most is the first of the movers."""

    batch: int
    title: str
    lost: str
    waiting: str
    disturbed: str
    news: tuple[Verdict, ...]
    counts: tuple[tuple[Verdict, tuple[int, ...]], ...]
    movers: tuple[Mover, ...]
    total: str

    @classmethod
    def of(cls, batch: Batch, changes: Sequence[Record.Change], counts: Callable[[Record.Change], bool] = bool) -> Self:
        """Return the words and figures of a regrade that is not decided; `counts` says what counts in the gradebook."""
        moved = sorted((one for one in changes if one.moves), key=lambda change: (change.gain, change.old.owner))
        found = Counter((one.old.judgement.verdict, one.new.judgement.verdict) for one in changes if one.new)
        news = tuple(verdict for verdict in Verdict if any(new is verdict for _, new in found))
        olds = [verdict for verdict in Verdict if any(old is verdict for old, _ in found)]
        lost = clean_line(", ".join(change.old.owner for change in changes if change.failed), 400)
        waiting = sum(change.new is None for change in changes)
        return cls(
            batch=batch.id,
            title=_title(batch),
            lost=f"the judge failed on {lost}: what counted before goes on to count" if lost else "",
            waiting=f"{waiting} of {len(changes)} {'is' if waiting == 1 else 'are'} still to be judged"
            if waiting
            else "",
            disturbed=str(Judgement.Disturbance.of(change.new.judgement for change in changes if change.new)),
            news=news,
            counts=tuple((old, tuple(found[old, new] for new in news)) for old in olds),
            movers=tuple(_mover(change, counts(change)) for change in moved),
            total=f"{len(moved)} change their points, {len(changes) - len(moved) - waiting} keep them",
        )


def _title(batch: Batch) -> str:
    """Return what is judged again, and why; a part alone says both."""
    what = f"{batch.problem.name}  {batch.part}" if batch.part else batch.problem.name
    return f"regrade of {what}{f': {clean_line(batch.reason)}' if batch.reason != batch.part else ''}"


def _mover(change: Record.Change, counts: bool) -> Mover:
    old, new = change.old.judgement, change.then.judgement
    was, will = _points(old.points, change.old_bonus), _points(new.points, change.new_bonus)
    gain = f"{'' if change.gain < 0 else '+'}{number(change.gain)}"
    return Mover(change.old.owner, gain, f"{old.verdict} {was}", f"{new.verdict} {will}", counts)


def _points(points: float | None, bonus: float) -> str:
    if points is None:
        return "waits"
    return f"{number(points)} + {number(bonus)}" if bonus else number(points)
