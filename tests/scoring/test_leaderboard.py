"""The standing leaderboard: what can be compared, who stands on it, and what a student sees of the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model import (
    Algorithm,
    Case,
    Group,
    Instance,
    Judgement,
    Limits,
    Measurement,
    Prepared,
    Problem,
    Programs,
    Run,
    Submission,
    Verdict,
)
from judge.model.record import Conditions, Record
from judge.scoring.leaderboard import (
    _ANIMALS,
    Ground,
    Leaderboard,
    OwnRank,
    Row,
    Score,
    Tally,
    leaderboard,
    measured_anew,
    outline,
    placed,
    pseudonym,
    signed,
    tallies,
)
from judge.scoring.statistics import Times
from judge.scoring.times import times_of
from judge.scoring.verdict import judgement_of

AC, WA, TLE, CE, JE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.CE, Verdict.JE
ALGORITHMS: tuple[Algorithm, ...] = ("DFS", "BFS")
UNDER = Conditions("package", "limits", "judge", "host")
GROUND = Ground("pkg", "package", "limits")
KEY = b"of the store"


def problem_of(*algorithms: Algorithm) -> Problem:
    """A case of 10 points for each algorithm named, with a limit of 2 s."""
    grid = np.zeros((1, 1), dtype=np.int8)
    cases = tuple(Case(f"c{index}", "secret", Instance(kind, 1, 1, grid)) for index, kind in enumerate(algorithms))
    limits = Limits(time_limit=2.0)
    return Problem("pkg", "The pkg", "lizards", ALGORITHMS, False, limits, {"secret": Group(20)}, cases, "pkg")


PROBLEM = problem_of("DFS", "BFS")


def result(index: int, algorithm: Algorithm, verdict: Verdict, cpu_s: float = 1.0) -> Run:
    return Run(f"c{index}", "secret", algorithm, verdict, cpu_s=cpu_s, wall_s=10 - cpu_s)


def record_of(
    owner: str, found: Sequence[tuple[Verdict, float]], prepare: Verdict = AC, problem: Problem = PROBLEM
) -> Record:
    """A record whose runs have these verdicts and seconds, case by case."""
    runs = tuple(
        result(index, case.board.algorithm, *one)
        for index, (case, one) in enumerate(zip(problem.cases, found, strict=False))
    )
    submission = Submission("mine", "pkg", "function", Path("mine.py"), b"", "")
    made = judgement_of(submission, problem, Prepared(prepare), runs)
    return Record(id=1, owner=owner, judgement=made, conditions=UNDER, judged_s=0.0, since_s=0.0)


def sampled(owner: str, time_s: float, rounds: Sequence[int]) -> Record:
    """A record with this time in each of these rounds, on each case."""
    record = record_of(owner, [(AC, time_s)] * 2)
    samples = tuple(Measurement(AC, time_s, time_s, 1, round=number) for number in rounds)
    runs = tuple(msgspec.structs.replace(run, samples=samples) for run in record.judgement.runs)
    return msgspec.structs.replace(record, judgement=msgspec.structs.replace(record.judgement, runs=runs))


# --- what a judgement adds ---------------------------------------------------------------------------------------
RUNS = (
    result(0, "DFS", AC, 1.0),
    result(1, "BFS", AC, 2.0),
    result(2, "BFS", WA, 4.0),
    result(3, "SA", AC, 0.5),
)


def test_solved_cases_and_their_seconds_are_summed_for_all_and_for_each_algorithm() -> None:
    assert tallies(RUNS, "cpu", problem_of("DFS", "BFS", "BFS", "SA")) == [
        Tally("", 3, 3.5, 3.0, 4.0),
        Tally("DFS", 1, 1.0, 1.0, 0.0),
        Tally("BFS", 1, 2.0, 1.0, 4.0),
        Tally("SA", 1, 0.5, 1.0, 0.0),
    ]
    assert [tally.missed_s for tally in tallies(RUNS, "cpu")] == [0.0] * 4, "of a package that nobody has any more"


def test_the_clock_says_which_seconds() -> None:
    assert [tally.time_s for tally in tallies(RUNS, "wall", PROBLEM)] == [26.5, 9.0, 8.0, 9.5]


def test_an_algorithm_without_a_run_has_a_tally_of_nothing() -> None:
    assert tallies((), "cpu", PROBLEM) == [Tally("", 0, 0, 0, 8), Tally("DFS", 0, 0, 0, 4), Tally("BFS", 0, 0, 0, 4)]
    slow = msgspec.structs.replace(PROBLEM, programs=Programs(multipliers={"Python": 3.0}))
    assert [tally.missed_s for tally in tallies((), "cpu", slow, "python")] == [24, 12, 12], "a miss costs its limit"


# --- what can be compared ----------------------------------------------------------------------------------------


def ground(clock: Any = "cpu", boxed: bool = True, package: str = "package") -> Ground:
    return Ground("pkg", package, "limits", clock, boxed)


def test_a_board_that_nobody_is_on_has_the_ground_that_is_asked_for() -> None:
    assert outline(PROBLEM, {}, UNDER) == Leaderboard(PROBLEM, GROUND, ())


@pytest.mark.parametrize(
    ("grounds", "chosen"),
    [
        ([ground("wall"), ground("cpu")], ground("cpu")),
        ([ground("cpu", False), ground("wall", True)], ground("wall", True)),
        ([ground("wall", False), ground("cpu", False)], ground("cpu", False)),
        ([ground("cpu", package="old"), ground("wall", False)], ground("wall", False)),
    ],
)
def test_boxes_count_first_then_cpu_time(grounds: list[Ground], chosen: Ground) -> None:
    assert outline(PROBLEM, {ground: {"ann": True} for ground in grounds}, UNDER).ground == chosen
    assert outline(PROBLEM, {ground: {"ann": False} for ground in grounds}, UNDER).ground == chosen
    failed = {ground: {"ann": ground != chosen} for ground in grounds}
    alike = [ground for ground in grounds if ground.like(UNDER)]
    if len(alike) > 1:
        assert outline(PROBLEM, failed, UNDER).ground != chosen, "where the judge failed on everybody gives way"


def on(host_class: str, **facts: Any) -> Ground:
    return msgspec.structs.replace(ground(**facts), host_class=host_class)


@pytest.mark.parametrize(
    ("owners", "chosen"),
    [
        ({"old": "abc", "new": "d"}, "old"),
        ({"old": "ab", "new": "cd"}, "new"),
        ({"": "ab", "new": "ab"}, "new"),
        ({"": "abc", "new": "ab"}, ""),
        ({"old": "AB", "new": "c"}, "new"),  # a capital: the judge never got through with them
    ],
)
def test_the_class_of_host_with_most_owners_is_ranked_and_of_two_the_last(owners: dict[str, str], chosen: str) -> None:
    everybody = {on(name): {one: one.islower() for one in found} for name, found in owners.items()}
    assert outline(PROBLEM, everybody, UNDER).ground == on(chosen)


CLASSES = {
    on("a"): {"ann": True, "bob": True, "ida": True, "cleo": False},
    on("b"): {"ann": False, "dora": True},
    on(""): {"dora": True, "emil": False, "cleo": True},
    on("nobody yet"): {},
    on("b", clock="wall"): {"dora": True, "fred": True},
    on("b", package="old"): {"gil": True},
}


def test_who_was_only_timed_on_another_class_of_host_is_counted_once() -> None:
    board = outline(PROBLEM, CLASSES, UNDER)
    assert (board.ground, board.beside) == (on("a"), (on("b"), on("")))
    assert (board.elsewhere, board.apart, board.stale, board.faulty) == (2, 1, 1, 1)
    assert board.left_out == 5


# --- its rows ----------------------------------------------------------------------------------------------------
def test_owners_are_ranked_as_a_contest_is() -> None:
    records = [
        record_of("slow", [(AC, 1.5), (AC, 1.5)]),
        record_of("half", [(AC, 0.1), (WA, 0.1)]),
        record_of("fast", [(AC, 1.0), (AC, 0.5)]),
        record_of("faulty", [(AC, 1.0), (JE, 0.5)]),
    ]
    rows = leaderboard(records, "cpu")
    assert [(row.owner, row.shown, row.standing.rank) for row in rows] == [
        ("faulty", "faulty", None),
        ("fast", "fast", 1),
        ("slow", "slow", 2),
        ("half", "half", 3),
    ]
    assert [row.standing.par2_s for row in rows[1:]] == [1.5, 3.0, pytest.approx(4.1)]
    assert not any(row.own for row in rows)


def test_wall_time_ranks_where_the_clock_says_so() -> None:
    records = [record_of("idle", [(AC, 1.0), (AC, 1.0)]), record_of("busy", [(AC, 2.0), (AC, 2.0)])]
    assert [row.owner for row in leaderboard(records, "cpu")] == ["idle", "busy"]
    assert [row.owner for row in leaderboard(records, "wall")] == ["busy", "idle"]


def test_one_judgement_can_belong_to_two_owners() -> None:
    record = record_of("ann", [(AC, 1.0), (AC, 1.0)])
    rows = leaderboard([record, msgspec.structs.replace(record, owner="bob")], "cpu")
    assert {(row.owner, row.standing.rank) for row in rows} == {("ann", 1), ("bob", 1)}


def test_an_algorithm_ranks_on_its_cases_alone() -> None:
    records = [
        record_of("depth", [(AC, 0.2), (WA, 0.1)]),
        record_of("breadth", [(TLE, 2.0), (AC, 0.1)]),
        record_of("neither", [(CE, 0.0)], prepare=CE),
    ]
    by_depth = {row.owner: row.standing for row in leaderboard(records, "cpu", "DFS")}
    assert [*by_depth] == ["depth", "breadth", "neither"]
    assert [row.solved for row in by_depth.values()] == [1, 0, 0]
    assert [row.judgement.verdict for row in by_depth.values()] == [AC, TLE, CE]
    assert [case.board.algorithm for case in by_depth["depth"].judgement.problem.cases] == ["DFS"]
    assert [run.algorithm for run in by_depth["depth"].judgement.runs] == ["DFS"]
    assert by_depth["depth"].judgement.points == 10, "points stay those of the whole problem"
    by_breadth = {row.owner: row.standing.judgement.verdict for row in leaderboard(records, "cpu", "BFS")}
    assert by_breadth == {"breadth": AC, "depth": WA, "neither": CE}


# --- one's own rank ----------------------------------------------------------------------------------------------
def score(owner: str, solved: int, time_s: float) -> Score:
    return Score(owner, 1, "", solved, time_s, missed_s=4.0 * (2 - solved))


SCORES = [score("ann", 2, 1.0), score("bob", 2, 1.5), score("cleo", 2, 1.75), score("dora", 1, 0.5)]


@pytest.mark.parametrize(
    ("owner", "place"),
    [
        ("ann", OwnRank(1, 4, SCORES[0])),
        ("bob", OwnRank(2, 4, SCORES[1], "ann", 0, 0.5, tied=True)),
        ("cleo", OwnRank(2, 4, SCORES[2], "ann", 0, 0.75, tied=True)),  # against the row above the tie
        ("dora", OwnRank(4, 4, SCORES[3], "cleo", 1, 0.5 + 2 * 2.0 - 1.75)),  # a missing case costs twice the limit
    ],
)
def test_ones_own_rank_and_the_distance_to_the_row_above(owner: str, place: OwnRank) -> None:
    assert placed(SCORES, owner, PROBLEM) == place


def test_the_board_and_one_s_own_rank_rest_on_the_same_claims() -> None:
    """Side by side for some, once for others; the times of nobody else than of one's tie are read."""
    rounds = [tuple(Measurement(AC, 1.0, time_s + at / 1e4, 1, round=1 + at) for at in range(12)) for time_s in SLOWER]
    records = []
    for index, samples in enumerate(rounds):
        record = record_of(f"o{index}", [(AC, samples[5].cpu_s)] * 2)
        runs = tuple(msgspec.structs.replace(run, samples=samples) for run in record.judgement.runs)
        made = msgspec.structs.replace(record.judgement, runs=runs)
        records.append(msgspec.structs.replace(record, judgement=made))
    records.append(record_of("late", [(AC, 1.2), (AC, 1.2)]))
    rows = leaderboard(records, "cpu")
    assert [(row.standing.rank, row.standing.tied) for row in rows] == [(1, True), (1, True), (3, True), (3, True)]
    made_by = {record.owner: record.judgement for record in records}
    scores = [score(row.owner, 2, row.standing.par2_s) for row in rows]
    cases = {(case.group, case.name) for case in PROBLEM.cases}
    read: list[str] = []

    def times(one: Score) -> Times:
        read.append(one.owner)
        return times_of(made_by[one.owner], cases, "cpu", since=1)

    for row in rows:
        place = placed(scores, row.owner, PROBLEM, times)
        assert place, "everybody is ranked"
        assert (place.rank, place.tied) == (row.standing.rank, row.standing.tied)
    read.clear()
    placed(scores, "o0", PROBLEM, times)
    assert sorted(read) == ["o0", "o1"]
    assert [placed(scores, row.owner, PROBLEM) for row in rows][2].rank == 1, "the sums alone say less"  # type: ignore[union-attr]


def test_what_was_repeated_on_different_days_is_told_apart_by_sums_alone() -> None:
    records = [sampled(owner, time_s, [0] * 9) for owner, time_s in (("ann", 1.0), ("bob", 1.1))]
    rows = leaderboard(records, "cpu")
    assert [(row.standing.rank, row.standing.ratio_within) for row in rows] == [(1, None), (1, None)]


SLOWER = (1.0, 1.002, 1.1)


def test_the_same_bytes_have_one_rank() -> None:
    found = [Score(owner, 1, sha256, 2, time_s, ".py") for owner, sha256, time_s in COPIES]

    def ranks() -> list[tuple[int, bool]]:
        places = [placed(found, owner, PROBLEM) for owner, *_ in COPIES]
        return [(place.rank, place.tied) for place in places if place]

    assert ranks() == [(1, True), (1, True), (1, True), (4, False), (5, False)]
    found[2] = msgspec.structs.replace(found[2], run_as=".c")
    assert ranks() == [(1, False), (2, False), (3, False), (4, False), (5, False)]


COPIES = (("ann", "aa", 1.0), ("bob", "bb", 2.0), ("cleo", "aa", 4.0), ("dora", "cc", 8.0), ("emil", "dd", 16.0))


def test_who_is_not_ranked_has_no_place() -> None:
    assert placed(SCORES, "zoe", PROBLEM) is None
    assert placed([], "ann", PROBLEM) is None


# --- what a student sees of the others ---------------------------------------------------------------------------
def board_of(*owners: str) -> Leaderboard:
    rows = leaderboard([record_of(owner, [(AC, 1.0), (AC, 1.0)]) for owner in owners], "cpu")
    return Leaderboard(PROBLEM, GROUND, rows, stale=7)


def test_a_student_sees_one_name() -> None:
    board = board_of("ann", "bob")
    seen = signed(board, "bob", KEY)
    assert [(row.owner, row.shown, row.own) for row in seen.rows] == [
        ("ann", pseudonym("ann", KEY), False),
        ("bob", "bob", True),
    ]
    assert [row.standing for row in seen.rows] == [row.standing for row in board.rows]
    assert seen.stale == 7


def test_a_pseudonym_stays_and_needs_the_key() -> None:
    """Were it another one in the next version, nobody would find themselves again."""
    assert pseudonym("ann", KEY) == "worm-35a737ef"
    assert pseudonym("ann", KEY) != pseudonym("ann", b"another store's")
    assert pseudonym("\udcff", KEY) != pseudonym("\udcfe", KEY), "a name that is no text has one too"


def test_every_animal_can_be_drawn() -> None:
    names = {pseudonym(f"owner {index}", KEY).split("-")[0] for index in range(1000)}
    assert names == set(_ANIMALS)


# --- measured again ------------------------------------------------------------------------------------------------
def again(row: Row, found: Sequence[tuple[Verdict, float]]) -> Judgement:
    """What a contest makes of the submission of a row, which runs under the name that is shown."""
    made = record_of(row.owner, found).judgement
    return msgspec.structs.replace(made, submission=msgspec.structs.replace(made.submission, name=row.shown))


@given(st.permutations("abcde"), st.integers(0, 5))
def test_each_judgement_is_shown_under_its_own_name_however_many_there_are(order: list[str], count: int) -> None:
    board = signed(board_of(*"abcde"), "c", KEY)
    rows = {row.owner: row for row in board.rows}
    anew = [again(rows[owner], [(AC, 1.0)] * 2) for owner in order[:count]]
    made = measured_anew(board, anew, None)
    assert sorted(row.owner for row in made.rows) == sorted(order[:count])
    assert all(row.standing.judgement.submission.name == row.shown == rows[row.owner].shown for row in made.rows)


def test_a_board_that_is_measured_again_has_the_new_times_and_keeps_who_is_who() -> None:
    board = signed(board_of("ann", "bob", "cleo"), "bob", KEY)
    times = {"ann": 9.0, "bob": 3.0, "cleo": 1.0}
    anew = [again(row, [(AC, times[row.owner]), (AC, 1.0)]) for row in board.rows]
    made = measured_anew(msgspec.structs.replace(board, hosts=3, beside=(GROUND,)), anew, None)
    assert [(row.owner, row.standing.rank) for row in made.rows] == [("cleo", 1), ("bob", 2), ("ann", 3)]
    assert {row.owner: row.shown for row in made.rows} == {row.owner: row.shown for row in board.rows}
    assert [row.owner for row in made.rows if row.own] == ["bob"]
    assert made == Leaderboard(PROBLEM, GROUND, made.rows, stale=7, beside=(GROUND,))


def test_a_board_that_is_measured_again_is_ranked_by_the_clock_of_its_ground_and_the_noise() -> None:
    board = board_of("ann", "bob")
    anew = [again(row, [(AC, time_s), (AC, 1.0)]) for row, time_s in zip(board.rows, (1.0, 3.0), strict=True)]
    assert [row.standing.rank for row in measured_anew(board, anew, 0.001).rows] == [1, 2]
    assert [row.standing.rank for row in measured_anew(board, anew, 0.5).rows] == [1, 1]
    on_wall = msgspec.structs.replace(board, ground=msgspec.structs.replace(GROUND, clock="wall"))
    turned = [
        msgspec.structs.replace(one, runs=tuple(msgspec.structs.replace(run, wall_s=9 - run.cpu_s) for run in one.runs))
        for one in anew
    ]
    assert [row.owner for row in measured_anew(on_wall, turned, None).rows] == ["bob", "ann"]


def test_who_was_not_reached_is_not_on_a_board_that_is_measured_again() -> None:
    board = board_of("ann", "bob")
    made = measured_anew(board, [again(board.rows[0], [(JE, 1.0)])], None)
    assert [(row.owner, row.standing.rank) for row in made.rows] == [(board.rows[0].owner, None)]
    assert made == Leaderboard(PROBLEM, GROUND, made.rows, stale=7, faulty=1)


def test_what_was_measured_side_by_side_ranks_from_the_first_round_on() -> None:
    """With one pair of times less, a fifth more is within what a hiccup can do."""
    made = [sampled(owner, time_s, range(3)) for owner, time_s in (("ann", 1.0), ("bob", 1.2))]
    assert [row.standing.rank for row in leaderboard(made, "cpu")] == [1, 2]
