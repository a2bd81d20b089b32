"""What came of jobs: how long they took, and which could not be judged; those are opened anew."""

from __future__ import annotations

from collections.abc import Sequence

from judge.model import Prepared, Verdict
from judge.model.classroom import Student
from judge.model.job import Job, JobCounts, RegradeWish
from judge.scoring.verdict import judgement_of
from judge.store import Store
from tests.store.test_store import AC, JE, PROBLEM, batch_of, runs_of, submission_of


def judged(store: Store, owner: str, verdicts: Sequence[Verdict]) -> Job:
    """Take the next job, or queue one of this owner, and judge it."""
    job = store.queue.take("one")
    if job is None:
        store.queue.add("pkg", owner, owner, submission_of(owner), 1.0, replaces=False)
        job = store.queue.take("one")
    assert job
    ticket = store.enter(batch_of(store, kind="submit"), submission_of(owner), owner, job.at_s)
    job = store.queue.step(job, "preparing", ticket.id)
    store.finish(ticket, judgement_of(ticket.submission, PROBLEM, Prepared(), runs_of(verdicts)))
    job = store.queue.step(job, "done")
    store.queue.give_back(job)
    return job


def test_what_was_judged_is_told_with_its_verdict_the_latest_first(store: Store) -> None:
    first, second = judged(store, "ada", [AC] * 4), judged(store, "bob", [AC, JE, AC, AC])
    assert [(one.job, one.verdict) for one in store.queue.ended(9)] == [(second, Verdict.JE), (first, Verdict.AC)]
    assert all(one.took_s is not None and one.took_s >= 0 for one in store.queue.ended(9))
    assert [one.job for one in store.queue.ended(1)] == [second]
    assert [one.job for one in store.queue.failed(9)] == [second]


def test_what_failed_is_judged_again_with_its_own_judgement(store: Store) -> None:
    job = judged(store, "bob", [AC, JE, AC, AC])
    opened = store.queue.again(job)
    assert (opened.state, opened.judgement, opened.tries) == ("waiting", job.judgement, 0)
    assert store.queue.again(job) == opened, "a second host changes nothing"
    assert not store.queue.failed(9)
    assert judged(store, "bob", [AC] * 4).judgement == job.judgement
    assert [one.verdict for one in store.queue.ended(9)] == [Verdict.AC]
    assert not store.queue.failed(9)


def test_what_no_judge_could_begin_has_failed_with_its_words(store: Store) -> None:
    store.queue.add("pkg", "ada", "ada", submission_of("x"), 1.0, replaces=False)
    job = store.queue.take("one")
    assert job
    store.queue.end(job, "E301: the package is gone")
    [failed] = store.queue.failed(9)
    assert (failed.verdict, failed.job.words) == (None, "E301: the package is gone")


def test_what_was_replaced_is_not_judged_again(store: Store) -> None:
    old = store.queue.add("pkg", "ada", "ada", submission_of("x"), 1.0, replaces=True)
    store.queue.add("pkg", "ada", "ada", submission_of("y"), 2.0, replaces=True)
    assert store.queue.again(old).state == "replaced"
    assert not store.queue.ended(9)


def test_students_alone_are_counted_and_what_was_replaced_is_not(store: Store) -> None:
    for owner in ("ada", "bob"):
        store.accounts.enter(Student(owner), "student", "")
    store.accounts.enter(Student("tutor"), "student", "")
    store.accounts.enter(Student("tutor"), "grader", "")
    judged(store, "ada", [AC] * 4)
    store.queue.add_regrade("pkg", "tutor", RegradeWish("why"), 1.0)
    for owner, text, replaces in (
        *[("ada", "x", False), ("ada", "y", False), ("bob", "x", False), ("bob", "y", True)],
        *[("tutor", "x", False), ("nobody", "x", False)],
    ):
        store.queue.add("pkg", owner, owner, submission_of(text), 2.0, replaces=replaces)
    store.queue.add("quiz", "bob", "bob", submission_of("z"), 3.0, replaces=False)
    assert store.queue.counts() == {"pkg": JobCounts(students=2, open=3, judged=1), "quiz": JobCounts(1, 1, 0)}


def test_regrades_are_those_of_their_problem_the_newest_first(store: Store) -> None:
    first = store.queue.add_regrade("pkg", "tutor", RegradeWish("why"), 1.0)
    store.queue.add_regrade("quiz", "tutor", RegradeWish("why"), 2.0)
    second = store.queue.add_regrade("pkg", "", RegradeWish("again"), 3.0)
    store.queue.add("pkg", "ada", "ada", submission_of("x"), 4.0, replaces=False)
    assert store.queue.regrades("pkg") == [second, first]


def test_each_step_is_seen_by_who_looks_for_changes(store: Store) -> None:
    seen = {store.queue.version()}
    job = store.queue.add("pkg", "ada", "ada", submission_of("x"), 1.0, replaces=False)
    seen.add(store.queue.version())
    assert store.queue.steps() == {job.id: (0, 0)}
    taken = store.queue.take("one")
    assert taken
    seen.add(store.queue.version())
    [(began, judgement)] = store.queue.steps().values()
    assert (began > 0, judgement) == (True, 0)
    ticket = store.enter(batch_of(store, kind="submit"), submission_of("x"), "ada", 1.0)
    store.queue.step(taken, "preparing", ticket.id)
    seen.add(store.queue.version())
    [(number, [later, judgement])] = store.queue.steps().items()
    assert (number, later > began, judgement) == (job.id, True, ticket.id)
    store.queue.step(taken, "done")
    assert (len({*seen, store.queue.version()}), store.queue.steps()) == (5, {})


def test_what_a_job_says_of_itself_as_it_goes_on(store: Store) -> None:
    store.queue.add("pkg", "ada", "ada", submission_of("x", "ada.py"), 1.0, replaces=False)
    job = store.queue.take("one")
    assert job
    assert job.submission
    assert (job.submission.name, job.state, job.words) == ("ada", "preparing", ""), "the judge is nobody's business"
    batch = batch_of(store, kind="submit")
    job = store.queue.step(job, "preparing", batch=batch.id)
    assert (job.state, job.batch) == ("preparing", batch.id)
    assert store.queue.step(job, "running").batch == batch.id, "it stays known"
