"""The store: nothing is lost, nothing is run twice."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from judge.model import Conditions, Finding, Judgement, Limits, Prepared, ReadWarning
from judge.store import Store
from tests.conftest import there
from tests.make import AC, HOST, JE, TLE, WA, batch, replace
from tests.store.make import (
    NEW,
    PROBLEM,
    Clock,
    Fork,
    batch_of,
    board_of,
    finish,
    judge_it,
    meanwhile,
    regrade,
    runs_of,
    sql,
    state,
    submission_of,
)

FINDING = Finding("E106", "two lizards can eat each other", ((1, 2), (3, 4)), "output.txt line 2", "n", "h")


# --- what goes in comes out ------------------------------------------------------------------------------------------
def test_a_judgement_comes_back_whole_and_its_sources_when_they_are_asked_for(path: Path) -> None:
    board = np.array([[1, 1], [0, 2]], dtype=np.int8)
    said = {"notices": (ReadWarning("W102", "lines end in CRLF", 1),), "cells": ((1, 2),)}
    run = replace(runs_of([WA])[0], finding=FINDING, **said)
    files = (("a/b.h", b"\xff\0"), ("mine.py", b"x"))
    submission = replace(submission_of(), expected=(AC, TLE), files=files, words="mine.py --problem p")
    prepared = Prepared(AC, 1.5, "ok", language="C", startup_s=0.1)
    with Store(path) as store:
        ticket = store.enter(batch_of(store, label="class.zip"), submission, "Zoë")
        store.record_run(ticket, replace(run, board=board))
        store.finish(ticket, Judgement(submission, PROBLEM, prepared, (run,), WA, 12.5))
        assert path.stat().st_mode & 0o077 == 0, "the file is private"
    with Store(path) as store:
        [record], [found] = store.records(PROBLEM), store.regrades.tickets(batch_of(store, label="class.zip"))
        assert (found.submission, replace(found.runs[0], board=None)) == (submission, run)
        assert found.runs[0].board.tolist() == board.tolist()
        made = record.judgement
        assert made.submission == replace(submission, source=b"", files=())
        assert (record.owner, made.verdict, made.points) == ("Zoë", WA, 12.5)
        assert (made.problem is PROBLEM, made.prepare, made.runs) == (True, prepared, (run,))
        assert record.conditions == Conditions.of(PROBLEM, HOST)
        assert abs(record.judged_s - time.time()) < 60
        assert store.sourced(made.submission) == submission
        [score] = store.scores.best(board_of(store).ground)
        assert store.boards.record(score.outcome, PROBLEM) == record


def test_names_that_are_no_text_can_be_kept_and_the_judges_own_traceback(store: Store) -> None:
    fault = Finding("E304", "the judge itself failed", verdict=JE, traceback="Traceback ... \\udcff\nValueError")
    for owner, said in (("J\udcf6rg", {"message": "it wrote \udcff.txt"}), ("ann", {"finding": fault})):
        ticket = store.enter(batch_of(store, label="cl\udcffass"), submission_of(owner[1:], "s\udcfcb.py"), owner)
        run = replace(runs_of([WA])[0], **said)
        store.record_run(ticket, run)
        store.finish(ticket, Judgement(ticket.submission, PROBLEM, Prepared(), (run,), WA))
    record, other = store.records(PROBLEM)
    assert (record.owner, record.judgement.runs[0].message) == ("J\\udcf6rg", "it wrote \\udcff.txt")
    assert other.judgement.runs[0].finding == fault


# --- the same is not run twice ---------------------------------------------------------------------------------------
def test_the_same_bytes_under_the_same_conditions_are_found_again_for_anybody(store: Store) -> None:
    first, given = judge_it(store, batch_of(store), "ann", [AC, WA, AC, AC], "text"), submission_of("text")
    for owner, kind in (("ann", "grade"), ("ann", "submit"), ("bob", "grade")):
        found = store.enter(batch_of(store, kind=kind), given, owner)
        assert (found.done, found.owner, found.submission) == (True, owner, given)
        assert [run.verdict for run in found.runs] == [AC, WA, AC, AC]
        assert (found.id == first) == ((owner, kind) == ("ann", "grade"))
        assert there(store.record(found.id, PROBLEM)).owner == owner
    assert state(store) == {"ann": (WA, 37.5), "bob": (WA, 37.5)}


def test_what_counts_for_somebody_is_not_what_a_twin_came_to_since(store: Store) -> None:
    for owner, again, verdict in (("ann", False, AC), ("bob", False, AC), ("bob", True, WA)):
        ticket = store.enter(batch_of(store, again=again), submission_of("text"), owner)
        if not ticket.done:
            finish(store, ticket, [verdict] * 4)
    assert store.enter(batch_of(store, label="moved"), submission_of("text"), "ann").done
    assert state(store) == {"ann": (AC, 50), "bob": (WA, 0)}


def test_what_was_asked_for_last_counts_though_nothing_is_run(store: Store) -> None:
    """A mended package is put back as it was: what was judged on it before counts again, everywhere."""
    judge_it(store, batch_of(store), "ann", [AC] * 4)
    judge_it(store, batch_of(store, NEW), "ann", [WA] * 4)
    assert state(store) == {"ann": (WA, 0)}
    assert store.enter(batch_of(store), submission_of("ann"), "ann").done
    assert state(store) == {"ann": (AC, 50)}


def test_what_came_last_counts_though_the_clock_was_set_back(store: Store, clock: Clock) -> None:
    """What was judged again, and what a regrade has published."""
    for verdicts in ([AC, WA, AC, AC], [AC] * 4):
        judge_it(store, batch_of(store, again=True), "ann", verdicts)
        clock.now_s -= 500
    assert state(store) == {"ann": (AC, 50)}
    begun, [change] = regrade(store, {"ann": [WA] * 4})
    assert change.old.judgement.verdict is AC
    store.regrades.decide(begun, "applied")
    assert state(store) == {"ann": (WA, 0)}
    assert [row.judgement.verdict for row in store.counting(PROBLEM, [("ann", submission_of("ann"))])] == [WA]


def test_what_counts_is_found_for_each_submission_that_is_named(store: Store) -> None:
    """Whatever the conditions; the last without a judge error, and nothing of another's."""
    judge_it(store, batch_of(store), "ann", [AC] * 4, "one")
    judge_it(store, batch_of(store, NEW), "ann", [AC, WA, AC, AC], "one")
    judge_it(store, batch_of(store), "ann", [WA] * 4, "two")
    judge_it(store, batch_of(store), "bob\udcff", [AC] * 4, "three")
    named = [("ann", submission_of("one")), ("bob\udcff", submission_of("three")), ("bob", submission_of("one"))]
    found = [(row.owner[:3], row.judgement) for row in store.counting(PROBLEM, named)]
    assert [(owner, made.verdict, made.points, made.problem) for owner, made in found] == [
        ("ann", WA, 37.5, PROBLEM), ("bob", AC, 50, PROBLEM),
    ]  # fmt: skip
    assert store.counting(PROBLEM, []) == []


def test_what_differs_is_judged(store: Store) -> None:
    judge_it(store, batch_of(store), "ann", [AC] * 4, "text")
    batches = [batch_of(store, of) for of in (NEW, replace(PROBLEM, limits=Limits(time_limit=9)))]
    batches += [batch_of(store, conditions=Conditions.of(PROBLEM, HOST, repeat=3))]
    batches += [batch_of(store, host=replace(HOST, numba="0.64")), batch_of(store, again=True)]
    due = [store.enter(batch, submission_of("text"), "ann") for batch in batches]
    due += [store.enter(batch_of(store), one, "ann") for one in (submission_of("?"), submission_of("text", "mine.c"))]
    assert [(ticket.done, ticket.runs) for ticket in due] == [(False, ())] * len(due)


def test_a_regrade_with_more_repetitions_counts_for_fewer_and_nothing_else_does(store: Store) -> None:
    judge_it(store, batch_of(store), "ann", [AC] * 4, "text")
    more, fewer = Conditions.of(PROBLEM, HOST, repeat=3), Conditions.of(PROBLEM, HOST)
    judge_it(store, batch_of(store, conditions=more, again=True), "bob", [AC] * 4, "other")
    assert not store.enter(batch_of(store, conditions=fewer), submission_of("other"), "bob").done
    begun = store.regrades.begin(batch(PROBLEM, kind="regrade", reason="noise", conditions=more))
    for ticket in store.regrades.tickets(begun):
        finish(store, ticket, [WA] * 4)
    store.regrades.decide(begun, "applied")
    found = store.enter(batch_of(store, conditions=fewer), submission_of("text"), "ann")
    assert (found.done, [run.verdict for run in found.runs]) == (True, [WA] * 4)


def test_what_was_left_out_after_time_outs_is_run_where_nothing_is(store: Store) -> None:
    spared, whole = (batch_of(store, spared=spared) for spared in (True, False))
    store.record_run(store.enter(spared, submission_of(), "ann"), replace(runs_of([TLE])[0], samples=()))
    assert [run.not_run for run in store.enter(spared, submission_of(), "ann").runs] == [True]
    assert store.enter(whole, submission_of(), "ann").runs == ()


def test_a_judge_error_is_tried_again_on_its_case_alone(store: Store) -> None:
    batch = batch_of(store)
    first = judge_it(store, batch, "ann", [AC, JE, AC, AC])
    assert state(store) == {"ann": (JE, None)}
    ticket = store.enter(batch, submission_of("ann"), "ann")
    assert (ticket.id, ticket.done, [run.case for run in ticket.runs]) == (first, False, ["c0", "c2", "c3"])
    finish(store, ticket, [AC, WA, AC, AC])
    assert state(store) == {"ann": (WA, 37.5)}
    judge_it(store, batch_of(store, again=True), "ann", [JE] * 4)
    assert state(store) == {"ann": (WA, 37.5)}, "a judge error replaces nothing"
    ticket = store.enter(batch_of(store), submission_of(), "bob")
    store.finish(ticket, Judgement(ticket.submission, PROBLEM, Prepared(JE), (), JE, 50.0))
    assert state(store)["bob"] == (JE, None), "an older judge gave full marks for its own error"


def test_an_interrupted_ticket_takes_what_was_judged_meanwhile(store: Store) -> None:
    """Nothing was run for the first; what was run for the second is older than what is known now."""
    grade = batch_of(store)
    empty, begun = (store.enter(grade, submission_of("text"), owner) for owner in ("ann", "bob"))
    store.record_run(begun, runs_of([WA])[0])
    judge_it(store, batch_of(store, kind="submit"), "cid", [AC] * 4, "text")
    for ticket in (empty, begun):
        found = store.enter(grade, submission_of("text"), ticket.owner)
        assert (found.id, found.done, [run.verdict for run in found.runs]) == (ticket.id, True, [AC] * 4)


def test_a_ticket_is_found_again_in_its_own_batch_and_its_host(store: Store) -> None:
    batch, other = (batch_of(store, label=label) for label in ("one.zip", "two.zip"))
    ticket = store.enter(batch, submission_of("x"), "ann")
    store.record_run(ticket, runs_of([AC])[0])
    store.record_seed(ticket, "dice")
    found = there(store.entered(ticket.id, batch))
    assert (found.id, found.owner, len(found.runs), found.done) == (ticket.id, "ann", 1, False)
    assert store.taken_up(ticket) == found
    assert [store.seed(number) for number in (found.id, found.id + 1)] == ["dice", ""]
    assert [store.entered(ticket.id, other), store.entered(ticket.id + 1, batch)] == [None, None]
    anew = store.enter(replace(batch, again=True), submission_of("x"), "ann")
    assert (anew.runs, anew.id > ticket.id) == ((), True), "what is asked for again takes nothing that was run"
    finish(store, ticket, [AC] * 4)
    assert (there(store.entered(ticket.id, batch)).done, store.host(ticket.id)) == (True, HOST)


# --- at once ---------------------------------------------------------------------------------------------------------
def test_two_judges_at_once_lose_nothing(path: Path, fork: Fork) -> None:
    def writes(name: str) -> Iterator[str]:
        with Store(path) as store:
            for number in range(5):
                ticket = store.enter(batch_of(store), submission_of(), f"{name}-{number}")
                for _ in range(40):
                    store.record_run(ticket, runs_of([AC])[0])
                finish(store, ticket, [WA] * 4)
            yield "done"

    both = [fork(partial(writes, name)) for name in ("ann", "bob")]
    for one in both:
        one.begin()  # they make the store, too
    assert [one.answer() for one in both] == ["done"] * 2
    assert sql(path, "SELECT (SELECT count(*) FROM run), (SELECT count(*) FROM batch)") == [(400, 1)]
    with Store(path) as store:
        assert len(store.records(PROBLEM)) == 10


def test_a_transaction_that_fails_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile(monkeypatch, "INSERT INTO judgement", Mock(side_effect=[RuntimeError, None]))
    with Store(path) as store:
        with pytest.raises(RuntimeError):
            store.enter(batch_of(store), submission_of(), "ann")
        assert store.regrades.tickets(batch_of(store)) == []
        assert judge_it(store, batch_of(store), "ann", [AC] * 4), "and the store can be used on"


def test_each_store_has_a_key_of_its_own(store: Store, tmp_path: Path) -> None:
    """Pseudonyms are made with it: whoever has another store can't make them."""
    with Store(tmp_path / "other.db") as other:
        assert len({other.key, store.key, b""}) == 3
