"""The standing leaderboard: what can be compared, who is on it, one's own rank, what a student sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model import Host, Judgement, Problem, Programs, Record
from judge.scoring import Leaderboard, OwnRank, timing_of
from tests import make
from tests.make import AC, CE, JE, TLE, UNDER, WA
from tests.scoring.make import STEADY, ranked

Score = OwnRank.Score
Ground = Leaderboard.Ground
PROBLEM = make.problem("c0:secret/DFS c1:secret/BFS", algorithms=("DFS", "BFS"))
KEY = b"of the store"
OWNERS = ["ann", "bob", "cleo", "dora", "emil"]


# --- what can be compared --------------------------------------------------------------------------------------------
GROUNDS = st.builds(
    Ground,
    *(st.just("pkg"), st.sampled_from(["package", "package", "old"]), st.sampled_from(["limits", "limits", "others"])),
    *(st.sampled_from(["cpu", "wall"]), st.booleans(), st.sampled_from(["", "a", "b"])),
)
EVERYBODY = st.dictionaries(GROUNDS, st.dictionaries(st.sampled_from(OWNERS), st.booleans(), max_size=4), max_size=6)


@given(EVERYBODY)
def test_the_ground_and_who_is_left_out(everybody: dict[Ground, dict[str, bool]]) -> None:
    board = Leaderboard.outline(PROBLEM, everybody, UNDER)
    alike = {one: owners for one, owners in everybody.items() if (one.package, one.limits) == ("package", "limits")}
    useful = {one: owners for one, owners in alike.items() if any(owners.values())} or alike
    if not useful:
        assert board == Leaderboard(PROBLEM, Ground("pkg", "package", "limits"), (), stale=board.stale)
    else:  # a box first, then CPU time, then the class of host with most owners, then the newest
        places = [*useful]

        def order(one: Ground) -> tuple[object, ...]:
            return one.boxed, one.clock == "cpu", sum(useful[one].values()), places.index(one)

        assert board.ground == max(useful, key=order)
    here = everybody.get(board.ground, {})
    beside = [one for one, owners in alike.items() if owners and one != board.ground]
    beside = [one for one in beside if (one.clock, one.boxed) == (board.ground.clock, board.ground.boxed)]
    elsewhere = {owner for one in beside for owner in alike[one]} - {*here}
    near = {owner for owners in alike.values() for owner in owners}
    everyone = {owner for owners in everybody.values() for owner in owners}
    assert board.beside == tuple(beside)
    assert (board.elsewhere, board.apart) == (len(elsewhere), len(near - {*here} - elsewhere))
    assert (board.stale, board.faulty) == (len(everyone - near), list(here.values()).count(False))
    assert board.left_out == len(everyone - {owner for owner, whole in here.items() if whole})


def test_a_box_and_a_class_of_host_make_a_ground_of_their_own() -> None:
    ground = Leaderboard.outline(PROBLEM, {}, UNDER).ground
    assert ground == Ground("pkg", "package", "limits", "cpu", boxed=True, host_class="")
    for tier, boxed in (("plain", False), ("namespaces", True)):
        host = make.replace(make.HOST, sandbox=tier, machine=Host.Machine(cpu="A", governor="performance"))
        assert ground.on(host) == make.replace(ground, boxed=boxed, host_class="A, governor performance")


# --- its rows --------------------------------------------------------------------------------------------------------
def record(owner: str, *runs: Any, **how: Any) -> Record:
    return make.record(owner, make.judgement(how.pop("problem", PROBLEM), runs, **how))


def test_owners_are_ranked_as_a_contest_is() -> None:
    records = [record("slow", (AC, 1.5), (AC, 1.5)), record("half", (AC, 0.1), WA), record("faulty", AC, JE)]
    records += [record("fast", (AC, 1.0), (AC, 0.5))]
    rows = ranked(records)
    found = [(row.owner, row.shown, row.standing.rank, row.own) for row in rows]
    ranks = (("faulty", None), ("fast", 1), ("slow", 2), ("half", 3))
    assert found == [(owner, owner, rank, False) for owner, rank in ranks]
    assert rows[1].standing.judgement == records[3].judgement
    twice = ranked([records[0], make.replace(records[0], owner="twin")])
    assert {(row.owner, row.standing.rank) for row in twice} == {("slow", 1), ("twin", 1)}, "one judgement of two"
    idle, busy = record("idle", (AC, 1.0), (AC, 1.0), wall=9.0), record("busy", (AC, 2.0), (AC, 2.0), wall=1.0)
    for clock, order in (("cpu", ["idle", "busy"]), ("wall", ["busy", "idle"])):
        assert [row.owner for row in ranked([idle, busy], clock)] == order  # type: ignore[arg-type]


def test_an_algorithm_ranks_on_its_cases_alone() -> None:
    records = [record("depth", (AC, 0.2), WA), record("breadth", (TLE, 2.0), AC), record("neither", prepare=CE)]
    rows = ranked(records, "cpu", "DFS")
    found = [(row.owner, row.standing.solved, row.standing.judgement.verdict) for row in rows]
    assert found == [("depth", 1, AC), ("breadth", 0, TLE), ("neither", 0, CE)]
    assert [board_of().filled(records, kind).algorithm for kind in ("DFS", None)] == ["DFS", None]
    first = rows[0].standing.judgement
    assert [[case.name for case in first.problem.cases], [run.case for run in first.runs]] == [["c0"], ["c0"]]
    assert first.points == 25, "points stay those of the whole problem"


SLOW = [1.05 * one for one in STEADY]


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((STEADY, 1), (SLOW, 1), True),
        ((STEADY[:4], 0), ([1.1] * 4, 0), True),
        (([1.0], 0), ([1.1], 0), False),  # each at another time
        ((STEADY, 1), ([1.05], 0), False),  # one of them
        (([1.0], 0), (SLOW, 1), False),  # the other
        ((STEADY, 0), (SLOW, 0), True),  # seven are
    ],
)
def test_only_rounds_from_1_on_were_taken_side_by_side(
    one: tuple[Sequence[float], int], other: tuple[Sequence[float], int], apart: bool
) -> None:
    pair = zip("ab", (one, other), strict=True)
    rows = ranked([record(owner, times, problem=make.problem(1), first=first) for owner, (times, first) in pair])
    found = [(row.standing.rank, row.standing.ratio_within is None) for row in rows]
    assert found == [(1, True), (1 + apart, not apart)]


def anew(row: Leaderboard.Row, *runs: Any, **how: Any) -> Judgement:
    """What a contest makes of the submission of a row, which runs under the name that is shown."""
    return make.judgement(PROBLEM, runs, row.shown, **how)


def board_of(*owners: str, **how: Any) -> Leaderboard:
    rows = ranked([record(one, AC, AC) for one in owners])
    return make.replace(Leaderboard.outline(PROBLEM, {}, UNDER), stale=7, rows=rows, **how)


def test_a_board_that_is_measured_again_has_the_new_times_and_keeps_who_is_who() -> None:
    beside = (Ground("pkg", "package", "limits", host_class="b"),)
    board = board_of("ann", "bob", "cleo", hosts=3, beside=beside).signed("bob", KEY)
    shown = {row.owner: row.shown for row in board.rows}
    ann, bob, cleo = board.rows
    made = board.measured_anew([anew(ann, (AC, 1.9), AC), anew(bob, (AC, 0.5), AC), anew(cleo, JE)], 0.001)
    found = [(row.owner, row.standing.rank, row.own) for row in made.rows]
    assert found == [("cleo", None, False), ("bob", 1, True), ("ann", 2, False)]
    assert {row.owner: row.shown for row in made.rows} == shown
    assert all(row.standing.judgement.submission.name == shown[row.owner] for row in made.rows)
    assert [row.owner for row in board.measured_anew([anew(cleo, AC, AC)], None).rows] == ["cleo"], "or fewer"
    assert made == make.replace(board, rows=made.rows, faulty=1, hosts=1)
    once = [anew(row, [time_s], [1.0]) for row, time_s in zip(board.rows[:2], (1.0, 3.0), strict=True)]
    ranks = [[row.standing.rank for row in board.measured_anew(once, noise).rows] for noise in (0.001, 0.9)]
    assert ranks == [[1, 2], [1, 1]]
    wall = make.replace(board, ground=make.replace(board.ground, clock="wall"))
    slept = [anew(ann, AC, AC, wall=9.0), anew(bob, (AC, 0.2), (AC, 0.2), wall=1.0)]
    assert [row.owner for row in wall.measured_anew(slept, None).rows] == ["bob", "ann"]


# --- what the store keeps for it -------------------------------------------------------------------------------------
def test_tallies_of_all_cases_and_of_each_algorithm() -> None:
    of = make.problem("a:x/DFS b:x/BFS c:x/BFS d:x/SA", groups={"x": Problem.Group(1)}, algorithms=("DFS", "ANY"))
    of = make.replace(of, programs=Programs(multipliers={"Python": 3.0}))
    runs = make.judgement(of, [(AC, 1.0), (AC, 2.0), (WA, 4.0), (AC, 0.5)], scores=[0.5, 1, 1, 0.25]).runs
    assert [*map(msgspec.structs.astuple, Score.tallies(runs, "cpu", of))] == [
        *(("", 3, 3.5, 1.75, 4.0), ("DFS", 1, 1.0, 0.5, 0.0), ("ANY", 0, 0.0, 0.0, 0.0)),
        *(("BFS", 1, 2.0, 1.0, 4.0), ("SA", 1, 0.5, 0.25, 0.0)),
    ]
    assert [one.time_s for one in Score.tallies(runs, "wall", of)] == [7.0, 2.0, 0.0, 4.0, 1.0]
    assert [one.missed_s for one in Score.tallies((), "cpu", of, "python")] == [48, 12, 0], "a miss costs its limit"
    assert {one.missed_s for one in Score.tallies(runs, "cpu")} == {0.0}, "of a package that nobody has any more"


# --- one's own rank --------------------------------------------------------------------------------------------------
def test_only_the_times_of_those_around_are_read() -> None:
    """What a rank is, and how far it is to the next one, is held in test_one_order.py."""
    rows = (("ann", 1.0), ("bob", 1.5), ("cleo", 1.75), ("dora", 2.0))
    scores = [Score(owner, 1, "", 2, time_s) for owner, time_s in rows]
    read: list[str] = []

    def timing(one: Score) -> Any:
        read.append(one.owner)
        return timing_of(make.judgement(PROBLEM, []), (), "cpu")

    assert OwnRank.of(scores, "bob", PROBLEM, timing) == OwnRank(2, 4, scores[1], "ann", 0, 0.5, tied=True)
    assert sorted(read) == ["ann", "bob", "cleo"]


# --- what a student sees ---------------------------------------------------------------------------------------------
def test_a_student_sees_one_name() -> None:
    board = board_of("ann", "bob")
    assert [(row.shown, row.own) for row in board.signed().rows] == [("ann", False), ("bob", False)]
    seen = board.signed("ann", KEY)
    found = [(row.owner, row.shown, row.own) for row in seen.rows]
    assert found == [("ann", "ann", True), ("bob", pseudonym("bob", KEY), False)]
    assert make.replace(seen, rows=board.rows) == board
    assert [row.standing for row in seen.rows] == [row.standing for row in board.rows]


def pseudonym(owner: str, key: bytes) -> str:
    """What somebody else is shown for them."""
    return OwnRank(2, 2, Score("", 1, "", 0, 0.0), owner).veiled(key).above


@given(st.text(min_size=1), st.text(min_size=1), st.binary(min_size=1))
def test_a_pseudonym_stays_and_needs_the_key(one: str, other: str, key: bytes) -> None:
    name = pseudonym(one, key)
    assert name == pseudonym(one, key)
    assert (name == pseudonym(other, key)) is (one == other)
    assert name != pseudonym(one, key + b"!")
    animal, _, digits = name.partition("-")
    assert (animal.isalpha(), len(digits)) == (True, 8)
    assert len(one) < 3 or one not in name


def test_a_pseudonym_of_the_first_release() -> None:
    assert pseudonym("ann", KEY) == "worm-35a737ef", "students know each other by it"
    assert pseudonym("\udcff", KEY) != pseudonym("\udcfe", KEY), "a name that is no text has one too"
    names = {pseudonym(f"owner {index}", KEY).split("-")[0] for index in range(1000)}
    assert len(names) == 32, "every animal can be drawn"
