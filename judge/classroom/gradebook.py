"""The gradebook of a class as it counts now: read out of the store once, for every command and page about it."""

from __future__ import annotations

import msgspec

from judge.classroom.grades import bonuses_in, graded, outlines_of
from judge.classroom.marks import lost_marks, with_marks
from judge.classroom.overview import overview
from judge.model import Clock, Judgement, Problem
from judge.model.classroom import Graded, Mark, Roll
from judge.model.overview import Overview, Reason
from judge.model.record import Record, clock_among
from judge.store import Store


class Gradebook(msgspec.Struct, frozen=True, eq=False):
    """A class on a problem: a row for each student as decided by hand, what was judged, all that was decided, and what
    of that is `lost`, as it counts for nobody here."""

    problem: Problem
    roll: Roll
    rows: list[Graded]
    records: list[Record]
    marks: list[Mark]
    lost: tuple[Reason, ...] = ()

    @property
    def clock(self) -> Clock:
        """Return what the times of the class can be compared by."""
        return clock_among(self.records)

    @property
    def judgements(self) -> list[Judgement]:
        """Return what was judged of each row that has something."""
        return [row.judgement for row in self.rows if row.judgement]

    @property
    def overview(self) -> Overview:
        """Return the class at a glance."""
        found = overview(self.roll, self.problem, self.rows, self.marks, self.clock)
        return msgspec.structs.replace(found, unmatched=(*found.unmatched, *self.lost))


def read_gradebook(store: Store, roll: Roll, problem: Problem) -> Gradebook:
    """Return what counts now for this class. Nothing is run."""
    records = store.counting(problem, outlines_of(roll, problem))
    marks = store.marks.of(problem.name, roll.place)
    rows = with_marks(graded(roll, problem, records), marks)
    lost = lost_marks(rows, marks, store.marks.elsewhere(problem.name, roll.place))
    return Gradebook(problem, roll, rows, records, marks, lost)


def read_bonuses(store: Store, roll: Roll, problem: Problem) -> dict[str, float]:
    """Return the bonus of each attempt of this class that has one, by its folder. Nothing is run."""
    return bonuses_in(roll, problem, store.counting(problem, outlines_of(roll, problem)))
