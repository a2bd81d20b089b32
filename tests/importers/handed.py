"""A class as an LMS hands it out, and our exports of it: what the importers take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from judge.classroom import Roster, read_lms_list, read_roll
from judge.model import Graded, LmsList, Roll, Verdict
from judge.reports import Sheet, hand_out
from tests.reports.graded import judgement

Points = Callable[[int], float | None]  # by the row's place


def graded_class(path: Path, points: Points, *, roster: Path | None = None, lms: Path | None = None) -> Handed:
    """Return a class with points for each who handed something in. `lms` is read for its columns alone."""
    roll = read_roll(path, Roster.read(roster) if roster else None)
    rows = [_row(member, place, points(place)) for place, member in enumerate(roll.members)]
    rows += [Graded(one, max_points=50, note=Graded.NOTHING) for one in roll.absent]
    listed = lms or roster
    known = read_lms_list(listed) if listed else LmsList()
    return Handed(rows, Sheet("Homework 1", "50 points", shape=roll.shape, lms=known))


def _row(member: Roll.Member, place: int, points: float | None) -> Graded:
    """Return a row: one in ten waits for a judge error, and one has nothing to grade."""
    waits = place % 10 == 8
    made = judgement("AC JE AC AC", None) if waits else judgement("AC AC AC AC", points) if points is not None else None
    verdict = Verdict.JE if waits else made.verdict if made else None
    known = Graded(member.student, member.page, member.folder, "ab" * 32, verdict, max_points=50, judgement=made)
    return known if waits else msgspec.structs.replace(known, points=points)


class Handed(msgspec.Struct):
    """Rows, and what the exports of them share."""

    rows: Sequence[Graded]
    sheet: Sheet

    def export(self, name: str, path: Path, title: str = "") -> tuple[str, ...]:
        """Write an export; return what to know before it is imported."""
        return written(name, self.rows, msgspec.structs.replace(self.sheet, column=title), path)

    def points(self) -> dict[str, float]:
        """Return the points of who has some by their name, as a gradebook has them."""
        return {row.student.name: round(row.points, 2) for row in self.rows if row.points is not None}


def written(name: str, rows: Sequence[Graded], sheet: Sheet, path: Path) -> tuple[str, ...]:
    """Write an export of rows, those that wait too; return its warnings."""
    lines = hand_out(rows, {name: path}, sheet, allow_judge_errors=True)
    return tuple(line.removeprefix("warning: ") for line in lines if line.startswith("warning: "))


def first(place: int) -> float | None:
    """Return points with decimals, for some whole ones, and none for one in ten."""
    return None if place % 10 == 9 else round(100 / 3 + place / 7, 4) if place % 2 else float(place)


def later(place: int) -> float | None:
    """Return other points for a third of them, as after a regrade."""
    before = first(place)
    return before if before is None or place % 3 else before + 1.25
