"""Gradescope's `results.json`, as its autograder specification says.

https://gradescope-autograders.readthedocs.io/en/latest/specs/ and .../leaderboards/: `score` overrides the total of the
tests, and one of the two must be there; visibility is hidden, after_due_date, after_published or visible; the value of
a leaderboard ascends with `"order": "asc"`. What is visible holds nothing of a secret case but its verdict, time and a
fixed sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import Any, Self

import msgspec

from judge.errors import JudgeError
from judge.files import as_json, write_whole
from judge.model import Batch, Event, Graded, Host, Judgement, Prepared, Problem, Ran, Readied, Run, Student, Verdict
from judge.reports.excerpt import details
from judge.reports.export.exporter import Exported, Sheet
from judge.reports.export.pages import left_out, write_each
from judge.reports.reader import Reader, told
from judge.reports.verdict_words import solved_cases
from judge.reports.views.faults import pictures, sentence, times
from judge.scoring import judgement_of
from judge.text import clean

_LONGEST = 1000  # characters of a message


def export(rows: Sequence[Graded], sheet: Sheet, path: Path) -> Exported:
    """Write a results.json for each row that has a page, in the folder names of the export."""
    written = write_each(rows, path, _file_name, lambda row: results_text(row, sheet))
    return Exported(f"{written.count} results for Gradescope", left_out("results.json", written))


def results_text(row: Graded, sheet: Sheet) -> str:
    """Return the file of one submission."""
    return as_json(results_json(row, sheet)).decode()


def _file_name(row: Graded) -> str:
    page = PurePosixPath(row.page)
    name = f"results{page.name.removeprefix('feedback')}" if "/" in row.page else page.name
    return f"{page.parent / name}.json"


def results_json(row: Graded, sheet: Sheet) -> dict[str, Any]:
    """Return the results of one submission, finished or not: cases without a run count as missed so far.

    Scores are points, times seconds, and both are numbers. A row without points has neither a score nor a test, from
    which one could be summed up: Gradescope then asks the instructor, and the student has no marks, instead of none or
    all.
    """
    judgement = row.judgement
    result: dict[str, Any] = {
        "output": "\n".join(filter(None, (_headline(row), sheet.scheme, row.note))),
        **dict.fromkeys(("output_format", "test_output_format", "test_name_format"), "text"),
        "visibility": "visible",
        "stdout_visibility": "hidden",
    }
    if row.points is None:
        return result
    result |= {"score": round(row.points, 2), "tests": []}
    if judgement is None:
        return result
    result["execution_time"] = round(sum(run.wall_s for run in judgement.runs), 3)
    scores, shown = _scores(judgement), told(judgement, Reader("student", own=False))
    result["tests"] = [_test(shown, run, scores) for run in shown.runs]
    if judgement.prepare.verdict is not Verdict.AC:
        test = {"name": f"prepare  {judgement.prepare.verdict}", "status": "failed"}
        result["tests"] = [{**test, "output": "\n".join(_prepare_lines(shown)), "visibility": "visible"}]
    result["leaderboard"] = _leaderboard(judgement, sheet.clock)
    return result


def _headline(row: Graded) -> str:
    if row.waits:
        return "JE: the judge itself failed, so there is no score yet; your instructor will have it judged again"
    if row.judgement is None:
        return ""
    said = f"{solved_cases(row.judgement)} of {len(row.judgement.problem.cases)} cases solved"
    left = len(row.judgement.problem.cases) - len(row.judgement.runs)
    finished = row.judgement.prepare.verdict is not Verdict.AC or left <= 0
    return f"{row.verdict}: {said}" if finished else f"not finished: {said} so far"


def _scores(judgement: Judgement) -> dict[str, float]:
    """Return what a case of each group is worth, if the points are nothing but the sum of those; else nothing."""
    problem = judgement.problem
    sizes = {name: sum(case.group == name for case in problem.cases) for name in problem.groups}
    worth = {name: group.points / sizes[name] for name, group in problem.groups.items() if sizes[name]}
    total = sum(worth[run.group] for run in judgement.runs if run.verdict is Verdict.AC)
    return worth if judgement.points is not None and abs(total - judgement.points) < 1e-6 else {}


def _test(judgement: Judgement, run: Run, scores: dict[str, float]) -> dict[str, Any]:
    passed = run.verdict is Verdict.AC
    test: dict[str, Any] = {
        "name": f"{run.group}/{run.case}  {run.verdict}",
        "status": "passed" if passed else "failed",
        "output": _case_text(judgement, run),
        "tags": [run.group, run.algorithm],
        "visibility": "visible",
    }
    if scores.get(run.group):
        test |= {"score": round(scores[run.group] if passed else 0.0, 6), "max_score": round(scores[run.group], 6)}
    return test


def _leaderboard(judgement: Judgement, clock: Host.Clock) -> list[dict[str, Any]]:
    """Return the score where the problem has scores, then cases solved, then PAR-2 seconds over all: what has not run
    counts as a time-out, as in the ranks."""
    problem = judgement.problem
    solved = [run for run in judgement.runs if run.verdict is Verdict.AC]
    missed = len(problem.cases) - len(solved)
    par2_s = sum(run.time_s(clock) for run in solved) + judgement.limits.missed_s * missed
    score = [{"name": "Score", "value": Run.earned_by(judgement.runs), "order": "desc"}] if problem.scored else []
    return [
        *score,
        {"name": "Solved", "value": len(solved), "order": "desc"},
        {"name": "PAR-2 (s)", "value": round(par2_s, 3), "order": "asc"},
    ]


def _prepare_lines(judgement: Judgement) -> list[str]:
    """Return why a submission could not be compiled. It is about its own text alone, so it is shown whole."""
    prepare = judgement.prepare
    if prepare.finding is None:
        return [clean(prepare.message).strip()] if prepare.message else []
    return [clean(prepare.finding.message, _LONGEST).strip(), *(text for _, text in details(prepare.finding))]


def _case_text(judgement: Judgement, run: Run) -> str:
    """Return all of one case as plain text."""
    parts = [sentence(run), times(judgement, run)]
    if run.finding:
        parts += [text if name == "where" else f"{name}: {text}" for name, text in details(run.finding)]
    parts += [f"{one.caption}:\n{one.text}" for one in pictures(judgement, run)]
    return "\n".join(filter(None, parts))


class Results:
    """The results.json of one submission while it is judged. It is written anew after every event, so that one that is
    stopped for time keeps what it earned until then. Without a `path` nothing is written."""

    def __init__(self, path: Path | None, ticket: Batch.Ticket, problem: Problem, clock: Host.Clock) -> None:
        self._path, self._ticket, self._problem = path, ticket, problem
        self._sheet = Sheet.of(problem, clock)
        self._places = {case.place: at for at, case in enumerate(problem.cases)}
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
            self._runs = [run for run in self._runs if run.place != event.run.place] + [event.run]
            self._runs.sort(key=lambda run: self._places[run.place])
        runs = tuple(Run.of(run, [run]) for run in self._runs)
        made = judgement_of(self._ticket.submission, self._problem, self._prepared, runs)
        self._write(made, f"so far; {len(self._runs)} of {len(self._problem.cases)} cases have been run")

    @staticmethod
    def refuse(path: Path, error: JudgeError) -> None:
        """Write the results.json of something that can't even be judged: no points, and why."""
        note = "\n".join(filter(None, (error.message, error.note, error.help)))
        write_whole(path, results_text(Graded(Student(""), points=0.0, note=clean(note)), Sheet()))

    def close(self, judgement: Judgement) -> None:
        """Write how it ended."""
        self._write(judgement, "")

    def _write(self, made: Judgement | None, note: str) -> None:
        if self._path is None:
            return
        most, student = self._problem.most_points, Student(self._ticket.owner)
        row = Graded(student, points=0.0, max_points=most, note=note)
        if made:
            found = Judgement.Disturbance.of([made])
            said = "\n".join(filter(None, (note, found.to_student())))
            facts = {"judgement": made, "verdict": made.verdict, "points": made.points}
            row = msgspec.structs.replace(row, **facts, note=said, disturbance=found)
        write_whole(self._path, results_text(row, self._sheet))
