"""The gradebook of a class as it counts now: read out of the store once, for every command and page about it."""

from __future__ import annotations

import msgspec

from judge.classroom.gradebook.grades import graded, outlines_of
from judge.classroom.gradebook.marks import with_marks
from judge.model import Clock, Judgement, Problem
from judge.model.classroom import Graded, Roll
from judge.model.mark import Mark
from judge.model.record import Record, clock_among
from judge.store import Store


class Gradebook(msgspec.Struct, frozen=True, eq=False):
    """A class on a problem: a row for each student as decided by hand, what was judged, and all that was decided."""

    problem: Problem
    roll: Roll
    rows: list[Graded]
    records: list[Record]
    marks: list[Mark]

    @property
    def clock(self) -> Clock:
        """Return what the times of the class can be compared by."""
        return clock_among(self.records)

    @property
    def judgements(self) -> list[Judgement]:
        """Return what was judged of each row that has something."""
        return [row.judgement for row in self.rows if row.judgement]


def read_gradebook(store: Store, roll: Roll, problem: Problem) -> Gradebook:
    """Return what counts now for this class. Nothing is run."""
    records = store.counting(problem, outlines_of(roll, problem))
    marks = store.marks.of(problem.name)
    return Gradebook(problem, roll, with_marks(graded(roll, problem, records), marks), records, marks)
