"""What came of submissions, in brief: the last word on each, and judge errors wait."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from judge.model import Problem, Verdict
from judge.model.job import Brief, Job, JobState
from judge.problems.package import read_package
from judge.store import Store
from judge.store.briefs import brief_of, key_of
from judge.submissions.read import handed_in
from tests.store.test_store import submission_of
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
        _submit(store, problem, RIGHT + b"##", WA, JE)
        _submit(store, problem, RIGHT + b"###")
        briefs = store.briefs.of("ada", "quiz")
        found = [brief_of(job, briefs) for job in reversed(store.queue.of("ada"))]
        said = [one and (one.verdict, one.points, one.solved, one.time_s) for one in found]
        again = (AC, 10.0, 2, 0.5)
        assert said == [(WA, 0.0, 1, 0.25), again, again, (JE, None, 1, 0.25), (JE, None, 0, 0.0), None]
        assert store.briefs.of("ada") == briefs
        assert store.briefs.of("ada", "other") == store.briefs.of("bob") == {}


def test_a_job_says_what_came_of_its_bytes_once_it_is_judged_itself() -> None:
    """The same bytes may have been judged before."""
    brief, made = Brief(AC, 10.0, 2, 0.5), submission_of()
    job = Job(1, "x", "submit", "quiz", "ada", "ada", 1.0, submission=made)
    states: tuple[JobState, ...] = ("waiting", "preparing", "running", "done", "replaced")
    jobs = [msgspec.structs.replace(job, state=state) for state in states]
    briefs = {key_of("quiz", made): brief}
    assert [brief_of(one, briefs) for one in jobs] == [None, None, None, brief, None]
    assert brief_of(Job(2, "y", "regrade", "quiz", "", "hal", 1.0, "done"), briefs) is None
