"""Gradescope's results.json of one submission, while `judge submit` judges it."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from judge.errors import JudgeError
from judge.model import CaseResult, Clock, Event, Judgement, Prepared, Problem, Ran, Readied, Verdict
from judge.model.classroom import Graded, Student
from judge.model.disturbance import disturbance
from judge.model.record import Ticket, case_of
from judge.reports.export.atomic import write_whole
from judge.reports.export.exporter import Sheet, sheet_of
from judge.reports.export.gradescope import results_text
from judge.reports.sanitize import clean
from judge.scoring.points import most_points
from judge.scoring.verdict import judgement_of


def write_refusal(path: Path, error: JudgeError) -> None:
    """Write the results.json of something that can't even be judged: no points, and why."""
    note = "\n".join(filter(None, (error.message, error.note, error.help)))
    write_whole(path, results_text(Graded(Student(""), points=0.0, note=clean(note)), Sheet()))


class Results:
    """The results.json of one submission while it is judged. It is written anew after every event, so that one that is
    stopped for time keeps what it earned until then. Without a `path` nothing is written."""

    def __init__(self, path: Path | None, ticket: Ticket, problem: Problem, clock: Clock) -> None:
        self._path, self._ticket, self._problem = path, ticket, problem
        self._sheet = sheet_of(problem, clock)
        self._places = {(case.group, case.name): at for at, case in enumerate(problem.cases)}
        self._runs = list(ticket.runs)
        self._prepared = Prepared()
        self._write(None, "the judge has begun, and has not come to the first case yet")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """Take the score so far away where the judge itself failed in the middle; one who stops the judge keeps it."""
        if isinstance(error, Exception) and self._path:
            row = Graded(Student(self._ticket.owner), verdict=Verdict.JE, note="the judge could not come to its end")
            write_whole(self._path, results_text(row, self._sheet))

    def event(self, event: Event) -> None:
        """Take a submission that is compiled, or a run that is over."""
        if isinstance(event, Readied):
            self._prepared = event.prepared
        elif isinstance(event, Ran):
            self._runs = [run for run in self._runs if case_of(run) != case_of(event.run)] + [event.run]
            self._runs.sort(key=lambda run: self._places[case_of(run)])
        runs = tuple(CaseResult.of(run, [run]) for run in self._runs)
        made = judgement_of(self._ticket.submission, self._problem, self._prepared, runs)
        self._write(made, f"so far; {len(self._runs)} of {len(self._problem.cases)} cases have been run")

    def close(self, judgement: Judgement) -> None:
        """Write how it ended."""
        self._write(judgement, "")

    def _write(self, made: Judgement | None, note: str) -> None:
        if self._path is None:
            return
        most, student = most_points(self._problem), Student(self._ticket.owner)
        row = Graded(student, points=0.0, max_points=most, note=note)
        if made:
            found = disturbance([made])
            said = "\n".join(filter(None, (note, found.to_student())))
            facts = {"judgement": made, "verdict": made.verdict, "points": made.points}
            row = msgspec.structs.replace(row, **facts, note=said, disturbance=found)
        write_whole(self._path, results_text(row, self._sheet))
