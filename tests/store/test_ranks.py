"""Ranks out of the store: the same as those of a contest, found by index, and never between what can't be compared."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.model import Batch, Conditions, Host, Prepared, Verdict
from judge.scoring import Ground, Leaderboard, OwnRank, judgement_of
from judge.store import Store
from tests.make import HOST, replace
from tests.store.make import KINDS, PROBLEM, batch_of, board_of, judge_it, plans, runs_of, submission_of

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE
UNDER = Conditions.of(PROBLEM, HOST)
BOXED = replace(HOST, sandbox="namespaces")
WALL = replace(BOXED, clock="process")


def on(store: Store, host: Host, **more: object) -> Batch:
    return batch_of(store, PROBLEM, host=host, conditions=Conditions.of(PROBLEM, host), kind="submit", **more)


def board(store: Store, before_s: float = float("inf")) -> dict[str, tuple[int | None, float]]:
    """Of each owner the rank and PAR-2."""
    rows = board_of(store, PROBLEM, UNDER, before_s=before_s).rows
    return {row.owner: (row.standing.rank, row.standing.par2_s) for row in rows}


Run = tuple[str, str, list[Verdict], float]
ATTEMPT = st.tuples(
    st.sampled_from(["ann", "bob", "cid"]),
    st.sampled_from(["one", "two"]),
    st.lists(st.sampled_from([AC, AC, WA, JE]), min_size=4, max_size=4),
    st.sampled_from([0.1, 0.1005, 0.101, 0.2]),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(attempts=st.lists(ATTEMPT, max_size=8))
def test_the_index_ranks_as_a_contest_of_what_counts(
    tmp_path_factory: pytest.TempPathFactory, attempts: list[Run]
) -> None:
    """Held against all records, ranked at once: of each owner and source the last, of each owner the best."""
    with Store(tmp_path_factory.mktemp("s") / "store.db") as store:
        batch = batch_of(store, again=True)
        for owner, text, verdicts, time_s in attempts:
            judge_it(store, batch, owner, verdicts, f"{owner} {text}", time_s=time_s)
        ground = Ground("pkg", UNDER.package, UNDER.limits, "cpu", boxed=False)
        for algorithm in (None, *KINDS):
            whole = [row for row in store.records(PROBLEM) if JE not in {run.verdict for run in row.judgement.runs}]
            plainly: dict[str, tuple[int, float]] = {}
            for row in Leaderboard(PROBLEM, ground).filled(whole, algorithm).rows:
                plainly.setdefault(row.owner, (row.standing.solved, row.standing.par2_s))
            rows = board_of(store, PROBLEM, UNDER, algorithm).rows
            found = [row for row in rows if row.standing.rank is not None]
            unlucky = {row.owner for row in store.records(PROBLEM)} - set(plainly) if algorithm is None else set()
            assert [row.owner for row in rows[: len(rows) - len(found)]] == sorted(unlucky), "first, without a rank"
            assert {row.owner: (row.standing.solved, row.standing.par2_s) for row in found} == plainly
            if algorithm is None:
                places = {row.owner: OwnRank.of(store.scores.best(ground), row.owner, PROBLEM) for row in found}
                assert {owner: place and place.rank for owner, place in places.items()} == {
                    row.owner: row.standing.rank for row in found
                }


def test_the_same_bytes_run_again_replace_what_was_there(store: Store) -> None:
    """Or a lucky moment of the machine could be waited for."""
    judge_it(store, on(store, HOST), "ann", [AC] * 4, time_s=1)
    first_s = time.time()
    judge_it(store, on(store, HOST, again=True), "ann", [AC] * 4, time_s=2)
    assert (board(store), board(store, first_s)) == ({"ann": (1, 8.0)}, {"ann": (1, 4.0)}), "as it stood then"


def test_who_was_timed_by_another_clock_or_without_a_box_stands_apart(store: Store) -> None:
    judge_it(store, on(store, HOST), "forger", [AC] * 4, time_s=0.001)  # in the plain tier
    assert list(board(store)) == ["forger"]
    judge_it(store, on(store, WALL), "waller", [AC] * 4)
    found = board_of(store, PROBLEM, UNDER)
    assert [row.owner for row in found.rows] == ["waller"], "with a box, though not by CPU time"
    judge_it(store, on(store, BOXED), "ann", [AC] * 4)
    judge_it(store, on(store, replace(BOXED, cores=64)), "bob", [AC] * 4, time_s=2)
    found = board_of(store, PROBLEM, UNDER)
    assert [row.owner for row in found.rows] == ["ann", "bob"]
    assert (found.apart, found.stale, found.hosts) == (2, 0, 2)
    assert (found.ground.clock, found.ground.boxed) == ("cpu", True)
    own = Ground("pkg", UNDER.package, UNDER.limits, "cpu", boxed=False)
    place = OwnRank.of(store.scores.best(own), "forger", PROBLEM)
    assert place, "who submits is told a rank on the ground of their own host"
    assert (place.rank, place.count) == (1, 1)


def test_one_s_place_and_the_row_above(store: Store) -> None:
    batch = on(store, BOXED)
    for owner, verdicts, time_s in (
        ("ann", [AC] * 4, 1.0), ("bob", [AC] * 4, 1.0001), ("cid", [AC] * 4, 3.0), ("dan", [AC, AC, WA, AC], 1.0),
        ("eve", [JE] * 4, 1.0),
    ):  # fmt: skip
        judge_it(store, batch, owner, verdicts, time_s=time_s)
    scores = store.scores.best(Ground("pkg", UNDER.package, UNDER.limits))
    assert {score.run_as for score in scores} == {".py"}
    places = {owner: OwnRank.of(scores, owner, PROBLEM) for owner in ("ann", "bob", "cid", "dan", "eve")}
    told = {owner: one and (one.rank, one.count, one.above, one.cases_behind) for owner, one in places.items()}
    assert told == {  # ann and bob tie, eve has no place
        "ann": (1, 4, "", 0), "bob": (1, 4, "", 0), "cid": (3, 4, "bob", 0), "dan": (4, 4, "cid", 1), "eve": None,
    }  # fmt: skip
    assert [one and round(one.behind_s, 3) for one in places.values()][:3] == [0, 0, 8.0]
    board = board_of(store, PROBLEM, UNDER)
    assert (board.faulty, board.rows[0].owner, board.rows[0].standing.rank) == (1, "eve", None)
    assert "eve" not in {row.owner for row in board_of(store, PROBLEM, UNDER, "DFS").rows}


def test_a_rank_is_found_by_index_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(path) as store:
        judge_it(store, batch_of(store), "ann", [AC] * 4)
    steps = plans(monkeypatch)
    with Store(path) as store:
        steps.clear()
        judge_it(store, batch_of(store), "bob", [AC] * 4)
        assert len(board_of(store, PROBLEM, UNDER, "DFS").rows) == 2
    assert len(steps) > 20
    assert not [step for step in steps if step.startswith("SCAN") and not re.search("SCAN owner|CONSTANT", step)]
    assert not [
        step for step in steps if "INDEX score_of_owner (ground=? AND algorithm=?)" in step and "COVERING" not in step
    ]


def test_no_method_of_ranking_takes_a_name_for_a_pattern(store: Store) -> None:
    odd = ["%", "_", "", "a'b", "\u0000x", "😀", "Z"]
    for owner in odd:
        judge_it(store, batch_of(store), owner, [AC] * 4, owner or "nobody")
    assert set(board(store)) == set(odd)


def test_scores_rank_before_what_was_solved(store: Store) -> None:
    """Of one owner the best score counts, whatever was quicker or solved more."""
    problem = replace(PROBLEM, scored=True)
    batch = replace(batch_of(store), problem=problem)

    def enter(owner: str, text: str, scores: Sequence[float | None], time_s: float) -> None:
        ticket = store.enter(batch, submission_of(text), owner)
        runs = runs_of([WA if score is None else AC for score in scores], time_s)
        runs = tuple(replace(run, score=score) for run, score in zip(runs, scores, strict=True))
        store.finish(ticket, judgement_of(ticket.submission, problem, Prepared(), runs))

    enter("ann", "one", [0.5] * 4, 0.1)
    enter("ann", "two", [1.0, 1.0, 0.9, None], 1.0)
    enter("bob", "three", [0.7] * 4, 0.1)
    enter("cleo", "four", [1.0, 1.0, None, None], 0.1)
    enter("cleo", "five", [0.5] * 4, 2.0)
    enter("dan", "six", [0.7, 0.7, 0.6, None], 0.1)
    rows = [(row.owner, row.standing) for row in board_of(store, problem, UNDER).rows]
    assert [(owner, one.rank, one.score, one.solved) for owner, one in rows] == [
        ("ann", 1, 2.9, 3), ("bob", 2, 2.8, 4), ("cleo", 3, 2.0, 4), ("dan", 4, 2.0, 3),
    ]  # fmt: skip
    assert [one.par2_s for _, one in rows[2:]] == pytest.approx([8.0, 10.3]), "of one score PAR-2 decides"
    best = store.scores.best(Ground("pkg", UNDER.package, UNDER.limits, "cpu", boxed=False))
    assert [(one.owner, one.solved, one.score) for one in best] == [
        (owner, one.solved, one.score) for owner, one in rows
    ]
    assert [one.entrant.par2_s for one in best] == pytest.approx([one.par2_s for _, one in rows])
