"""What somebody reads when a regrade can't be begun or decided, and what is said of the one that is pending."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from judge.errors import JudgeError
from judge.model import Prepared
from judge.model.classroom import Student
from judge.model.record import Batch, conditions
from judge.model.schedule import Schedule, Task, Team
from judge.scoring.verdict import judgement_of
from judge.store import Store
from tests.store.make import (
    AC,
    HOST,
    KINDS,
    NEW,
    PROBLEM,
    WA,
    batch_of,
    board_of,
    judge_it,
    regrade,
    runs_of,
    submission_of,
)


@pytest.fixture
def graded(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.db") as store:
        for owner in ("ann", "bob"):
            judge_it(store, batch_of(store), owner, [AC] * 4)
        yield store


def code(action: Callable[[], object]) -> str:
    with pytest.raises(JudgeError) as caught:
        action()
    assert caught.value.help
    return caught.value.code


def test_another_that_is_pending_comes_first_and_nothing_is_no_regrade(graded: Store) -> None:
    other = msgspec.structs.replace(PROBLEM, name="other")
    assert code(lambda: graded.regrades.begin(Batch("regrade", other, HOST, conditions(other, HOST)))) == "E453"
    regrade(graded, {})
    assert code(lambda: graded.regrades.begin(Batch("regrade", PROBLEM, HOST, conditions(PROBLEM, HOST)))) == "E451"


def read(store: Store) -> bytes:
    """All that anybody reads of what counts."""
    schedule = Schedule("c", "C", 0, 1 << 50, (Task("A", "pkg", problem="pkg"),), (Team("t", "T", ("ann", "bob")),))
    found: list[object] = []
    for problem in (PROBLEM, NEW):
        under = conditions(problem, HOST)
        found += [store.records(problem), store.scores.last(problem.name), store.scores.grounds(problem)]
        found += [board_of(store, problem, under, kind) for kind in (None, *KINDS)]
        found += [store.boards.place(problem, under, HOST, owner) for owner in ("ann", "bob")]
    found += [[*store.briefs.of(owner).items()] for owner in ("ann", "bob")]
    found += [store.tries.of(schedule, 1 << 50), store.marks.of("pkg", "")]
    return msgspec.json.encode(found, enc_hook=str)


@pytest.mark.parametrize("word", ["", "cancelled"])
def test_a_regrade_that_is_not_applied_leaves_what_everybody_reads_as_it_was(graded: Store, word: str) -> None:
    judge_it(graded, batch_of(graded, kind="submit"), "ann", [AC, AC, WA, AC], "again")
    before = read(graded)
    batch, _ = regrade(graded, {"bob": [WA] * 4})
    for ticket in graded.regrades.tickets(batch):
        if not ticket.done:
            graded.finish(ticket, judgement_of(ticket.submission, NEW, Prepared(), runs_of([WA] * 4)))
    assert read(graded) == before
    if word:
        graded.regrades.decide(batch, word)  # type: ignore[arg-type]
        assert read(graded) == before
    graded.upkeep.prune()
    assert read(graded) == before, "and so does pruning"


def test_what_is_left_is_counted_and_a_decision_is_the_last(graded: Store) -> None:
    batch, _ = regrade(graded, {})
    for ticket in graded.regrades.tickets(batch):
        assert code(lambda: graded.regrades.decide(batch, "applied")) == "E452"
        graded.finish(ticket, judgement_of(ticket.submission, NEW, Prepared(), runs_of([AC] * 4)))
    graded.regrades.decide(batch, "applied")
    assert code(lambda: graded.regrades.decide(batch, "applied")) == "E454"
    assert code(lambda: graded.regrades.decide(batch, "cancelled")) == "E454"


def test_students_of_the_web_are_a_class_with_what_each_handed_in_last(graded: Store) -> None:
    for name, role in (("ann", "student"), ("bob", "student"), ("prof", "host")):
        graded.accounts.enter(Student(name), role, "")  # type: ignore[arg-type]
    graded.accounts.remove("bob", "")
    for owner, text in (("ann", "one"), ("ann", "two"), ("ann", "replaced"), ("bob", "x"), ("prof", "y")):
        job = graded.queue.add(PROBLEM.name, owner, owner, submission_of(text), 1.0, replaces=False)
        graded.queue.step(job, "replaced" if text == "replaced" else "done")
    folder, web = graded.regrades.classes(PROBLEM)
    assert (set(folder), web) == ({"ann", "bob"}, {"ann": submission_of("two").sha256})


def test_how_far_it_is_and_what_was_decided_of_each_is_said(graded: Store) -> None:
    batch, _ = regrade(graded, {})
    first, second = graded.regrades.tickets(batch)
    seen = [graded.regrades.progress(batch)]
    for ticket, verdicts in ((first, [AC] * 4), (first, [AC] * 4), (second, [AC] * 4)):
        graded.finish(ticket, judgement_of(ticket.submission, NEW, Prepared(), runs_of(verdicts)))
        seen.append(graded.regrades.progress(batch))
    assert seen == [(0, 2), (1, 2), (1, 2), (2, 2)]
    assert graded.regrades.progress(msgspec.structs.replace(batch, id=batch.id + 1)) == (0, 0)
    assert graded.regrades.decisions(NEW) == {}
    graded.regrades.decide(batch, "cancelled")
    again, _ = regrade(graded, {"ann": [AC] * 4, "bob": [AC] * 4})
    graded.regrades.decide(again, "applied")
    assert graded.regrades.decisions(NEW) == {batch.id: "cancelled", again.id: "applied"}
    assert graded.regrades.decisions(msgspec.structs.replace(NEW, name="other")) == {}
