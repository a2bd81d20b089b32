"""What came of submissions, in brief: the last word on each, and judge errors wait."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Problem, Verdict
from judge.problems.package import read_package
from judge.store import Store
from judge.store.briefs import brief_of
from judge.submissions.read import handed_in
from tests.web.judged import judge
from tests.web.sites import RIGHT, WRONG, quiz

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE


@pytest.fixture(name="problem")
def _problem(tmp_path: Path) -> Problem:
    return read_package(quiz(tmp_path))


def _submit(store: Store, problem: Problem, source: bytes, *verdicts: Verdict) -> None:
    made = handed_in("mine", problem.name, "mine.py", (("mine.py", source),), problem.programs)
    store.queue.add(problem.name, "ada", "ada", made, 1.0, replaces=False)
    if verdicts:
        judge(store, problem, *verdicts)


def test_each_submission_has_what_counts_of_it(tmp_path: Path, problem: Problem) -> None:
    with Store(tmp_path / "store.db") as store:
        _submit(store, problem, WRONG, AC, WA)
        _submit(store, problem, RIGHT, AC, JE)
        _submit(store, problem, RIGHT, AC, AC)
        _submit(store, problem, RIGHT + b"#", AC, JE)
        _submit(store, problem, RIGHT + b"##")
        briefs = store.briefs.of("ada", "quiz")
        found = [brief_of(job, briefs) for job in reversed(store.queue.of("ada"))]
        said = [one and (one.verdict, one.points, one.solved) for one in found]
        again = (AC, 10.0, 2)
        assert said == [(WA, 0.0, 1), again, again, (JE, None, 1), None]
        assert store.briefs.of("ada") == briefs
        assert store.briefs.of("ada", "other") == store.briefs.of("bob") == {}
