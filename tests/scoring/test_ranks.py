"""Who is before whom, and who ties: what holds for every contest, and what measured times say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Conditions, Host, Judgement, Run, Standing
from judge.scoring import boards, shared_cases, unsettled_pairs
from tests import make
from tests.conftest import there
from tests.make import AC, CE, JE, LIMIT_S, TLE, WA
from tests.scoring.make import name_of, timed, written_rows

ASKED = Conditions.ASKED_ROUND
TIMES = st.one_of(st.floats(0, LIMIT_S), st.sampled_from([0.0, 0.1, 0.125, 0.13, 1.0, 1.25, 1.3]))
RESULTS = st.tuples(st.sampled_from([AC, AC, AC, WA, TLE]), TIMES)


@st.composite
def contests(draw: st.DrawFn) -> list[Judgement]:
    """Some stopped early, some that the judge failed on, some that did not compile, some with scores, some copies."""
    problem = make.problem(draw(st.integers(1, 4)), scored=draw(st.booleans()))
    count, rows = len(problem.cases), []
    for at in range(draw(st.integers(0, 6))):
        runs: list[Any] = draw(st.lists(RESULTS, min_size=count - draw(st.integers(0, 1)), max_size=count))
        prepare, fate = AC, draw(st.integers(0, 9))
        if fate == 0:
            prepare, runs = draw(st.sampled_from([CE, JE])), []
        elif fate == 1 and runs:
            runs[0] = JE
        scores = draw(st.lists(st.sampled_from([1.0, 0.9, 0.5]), min_size=count, max_size=count))
        sha256 = draw(st.sampled_from(["", "", "", "aa", "bb"]))
        submission = {"sha256": sha256}
        rows.append(make.judgement(problem, runs, f"s{at}", prepare=prepare, scores=scores, submission=submission))
    return rows


def board(rows: Sequence[Judgement], clock: Host.Clock = "cpu", noise: float | None = None) -> list[Standing]:
    [found] = boards(rows, clock, noise) or [[]]
    return found


class Plain:
    """A row by the rules in words: cases that all have run, the sum of their scores, PAR-2, the slowest."""

    def __init__(self, row: Judgement, cases: set[str]) -> None:
        runs = [run for run in row.runs if run.case in cases]
        right = [run for run in runs if run.verdict is AC]
        self.row, self.cases, self.solved = row, len(cases), len(right)
        self.worth = round(math.fsum(run.score or 0 for run in right), 9) if row.problem.scored else len(right)
        self.time_s = sum(run.cpu_s for run in right)
        self.par2_s = self.time_s + 2 * LIMIT_S * (self.cases - self.solved)
        self.slowest_s = max((run.cpu_s for run in runs), default=0.0)


def plain_board(rows: Sequence[Judgement]) -> tuple[list[Plain], list[int | None]]:
    """The rows that can be ranked, best first, and their ranks; None where the rule is a hair's breadth away."""
    whole = [row for row in rows if not row.faults]
    ran = [{run.case for run in row.runs} for row in whole if row.prepare.verdict is AC]
    cases = set.intersection(*ran) if ran else {case.name for case in whole[0].problem.cases} if whole else set()
    made = sorted((Plain(row, cases) for row in whole), key=lambda one: (-one.worth, one.par2_s, name_of(one.row)))
    ranks: list[int | None] = [1] if made else []
    for at in range(1, len(made)):
        above, below = made[at - 1], made[at]
        bytes_ = [(one.row.submission.sha256, one.worth) for one in made]
        copies = any(bytes_[i] == bytes_[j] and bytes_[i][0] for i in range(at) for j in range(at, len(made)))
        sums = (above.time_s, below.time_s) if above.solved == below.solved else (above.par2_s, below.par2_s)
        gap_s = sums[1] - 1.25 * sums[0] - 0.0005 * max(above.solved, below.solved)
        if copies or (above.worth == below.worth and gap_s < -1e-9):
            ranks.append(ranks[-1])
        elif above.worth != below.worth or gap_s > 1e-9:
            ranks.append(at + 1)
        else:
            return made, [*ranks, *[None] * (len(made) - at)]
    return made, ranks


@given(contests())
@settings(max_examples=200)
def test_the_board_is_that_of_the_rules(rows: list[Judgement]) -> None:
    """Whatever the order of entry, and with what the judge failed on or without: that is in no rule."""
    expected, ranks = plain_board(rows)
    whole = board(rows[::-1])
    failed, found = whole[: len(whole) - len(expected)], whole[len(whole) - len(expected) :]
    assert [name_of(row) for row in failed] == sorted(name_of(row) for row in rows if row.faults)
    assert all((row.rank, row.tied, row.slowest_case) == (None, False, "") and math.isnan(row.par2_s) for row in failed)
    assert [name_of(row) for row in found] == [name_of(one.row) for one in expected]
    best_s = min((one.par2_s for one in expected if one.solved), default=0.0)
    for row, one, rank in zip(found, expected, ranks, strict=True):
        assert (row.solved, row.score if row.score is not None else row.solved) == (one.solved, one.worth)
        assert (row.par2_s, row.slowest_s) == pytest.approx((one.par2_s, one.slowest_s))
        assert row.ratio == pytest.approx(one.par2_s / best_s if best_s else 1.0)
        assert row.slowest_case in ("", *(run.case for run in one.row.runs if run.cpu_s == row.slowest_s))
        assert rank is None or row.rank == rank
    given_ = [row.rank for row in found]
    assert [row.tied for row in found] == [given_.count(rank) > 1 for rank in given_]
    assert len(shared_cases(rows)) == (expected[0].cases if expected else 0)


@given(contests(), st.data())
def test_one_case_more_never_gives_a_worse_place(rows: list[Judgement], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, max(len(rows) - 1, 0)))
    missed = [run for row in rows[at : at + 1] for run in row.runs if run.verdict in (WA, TLE)]
    if not missed:
        return
    one = data.draw(st.sampled_from(missed))
    right = make.replace(one, verdict=AC, score=data.draw(st.floats(0.01, 1)))
    better = make.replace(rows[at], runs=tuple(right if run is one else run for run in rows[at].runs))
    fields = rows, [*rows[:at], better, *rows[at + 1 :]]
    [before], [after] = ([row.rank or 0 for row in board(some) if name_of(row) == name_of(better)] for some in fields)
    assert after <= before


def test_a_missed_case_costs_twice_its_limit_in_a_tie_of_scores() -> None:
    """Whatever the times are: they were measured, and the limit is certain."""
    problem = make.problem(4, scored=True)
    four = make.judgement(problem, [(AC, 1.5)] * 4, "four", scores=[0.4] * 4)
    two = make.judgement(problem, [(AC, 0.1), (AC, 0.1), WA, WA], "two", scores=[0.8, 0.8])
    assert [(name_of(row), row.rank) for row in board([two, four])] == [("four", 1), ("two", 2)]
    good = make.judgement(problem, [*[(AC, 1.9)] * 3, WA], "good", scores=[1.0, 1.0, 0.9])
    assert board([four, good])[0].ratio == pytest.approx(9.7 / 6.0), "the ratio is to the fastest, who is not the first"


def test_each_problem_has_a_board_and_before_all_is_judged_rows_have_no_rank() -> None:
    other = make.problem(1, path="testcases/other")
    rows = [make.judgement(2, [AC, WA], "b"), make.judgement(other, [AC], "c"), make.judgement(2, [], "a")]
    assert [[name_of(row) for row in one] for one in boards(rows, "wall")] == [["a", "b"], ["c"]]
    found = [[(name_of(row), row.rank, row.solved) for row in one] for one in boards(rows, ranked=False)]
    assert found == [[("b", None, 1), ("a", None, 0)], [("c", None, 1)]]
    scored = make.judgement(make.problem(1, scored=True), [AC], scores=[0.5])
    assert [row.score for row in [*board([scored]), *boards([scored], ranked=False)[0]]] == [0.5, 0.5]
    assert boards([], "cpu") == []


def test_the_clock_follows_the_host() -> None:
    host = Host("plain", (), (), "cgroup", "", "", "", 2)
    assert [make.replace(host, clock=one).ranks_by for one in ("cgroup", "wall", "rusage")] == ["cpu", "wall", "wall"]


# --- measured times --------------------------------------------------------------------------------------------------
DRIFT = (1.0, 1.3, 0.9, 1.1, 1.2, 1.0, 1.4, 0.8)
JITTER = (1.0, 1.001, 0.999, 1.002, 0.998, 1.0, 1.001, 1.0)
ALSO = tuple(1.04 * drift * jitter for drift, jitter in zip(DRIFT, JITTER, strict=True))  # 4 % slower, round by round


def lost(row: Judgement, *rounds: int) -> Judgement:
    """Others had the core in these rounds."""
    samples = [make.replace(one, lost_s=9.0 if one.round in rounds else 0.0) for one in row.runs[0].samples]
    return make.each_run(row, samples=tuple(samples))


def ranks(rows: Sequence[Judgement], **how: Any) -> list[int | None]:
    return [row.rank for row in board(rows, **how)]


WILD = (0.5, 1.0, 1.7, 0.6, 1.0, 1.5, 1.0, 0.4, 1.9)
HIT = timed("b", (9.0, *ALSO[1:]))  # one hiccup
SCORED = make.problem(2, scored=True)


def scored(name: str, scores: Sequence[float], *cases: Sequence[float]) -> Judgement:
    return make.judgement(SCORED, [*cases, *[WA] * (2 - len(cases))], name, scores=scores)


def lettered(bytes_: str) -> list[Judgement]:
    """Rows that are told apart, of which those of one letter are copies; the last one has solved nothing."""
    rows = [timed("abcde"[at], [2.0**at] * 9, sha256=one.strip()) for at, one in enumerate(bytes_)]
    return [*rows[:-1], make.replace(make.judgement(1, [WA], "e"), submission=rows[-1].submission)]


TIMES_OF = {"DRIFT": DRIFT, "ALSO": ALSO, "TURNED": ALSO[1:] + ALSO[:1], "WILD": WILD}


def rows_of(words: str) -> list[Judgement]:
    """Rows as ranks.toml says them."""

    def times(case: str) -> list[float]:
        counted = (word.partition("x") for word in case.split())
        return [one for word, _, often in counted for one in TIMES_OF.get(word) or [float(word)] * int(often or 1)]

    return [timed(row[0], *map(times, row[2:].split(" / "))) for row in words.split("; ")]


@pytest.mark.parametrize(
    ("rows", "how", "found", "open_"),
    [
        *((rows_of(words), {}, found, open_) for found, open_, words in written_rows("ranks.toml", "cpu")),
        *((rows_of(row[2]), {"noise": row[3]}, *row[:2]) for row in written_rows("ranks.toml", "noisy")),
        *((lettered(words), {}, found, open_) for found, open_, words in written_rows("ranks.toml", "copies")),
        ([timed("a", DRIFT), timed("b", ALSO, wall=1.0)], {"clock": "wall"}, [1, 2], 0),
        ([timed("a", DRIFT), lost(HIT, 0)], {}, [1, 2], 0),  # a disturbed time is left out
        ([timed("a", DRIFT), lost(HIT, *range(8))], {}, [1, 2], 0),  # most of them: CPU counts
        ([make.judgement(2, [DRIFT, DRIFT], "a"), make.judgement(2, [DRIFT, WA], "b")], {}, [1, 2], 0),  # fewer cases
        # Scores come before any round.
        ([scored("a", [1, 0.9], [0.5, 0.7], [0.5]), scored("b", [1, 0.5], [0.6, 0.6], [0.5])], {}, [1, 2], 0),
        ([scored("a", [1, 0.5], [0.5, 0.7], [0.5]), scored("b", [1, 0.5], [0.6, 0.6], [0.5])], {}, [1, 1], 1),
        ([scored("a", [0.5, 0.5], [2.0], [2.0]), scored("b", [1.0], [0.2])], {}, [1, 1], 0),  # unlike numbers of cases
        ([scored("a", [0, 0], [1.0], [1.0]), scored("b", [0, 0], [1.1], [1.1])], {}, [1, 1], 0),  # worth nothing
        ([timed("a", [1.0], sha256="x"), timed("b", [1.3], sha256="x")], {}, [1, 1], 0),
    ],
)
def test_ranks_of_measured_times(rows: list[Judgement], how: dict[str, Any], found: list[int], open_: int) -> None:
    whole = board(rows[::-1], **how)
    assert [row.rank for row in whole] == ranks(rows, **how) == found
    pairs = unsettled_pairs(rows[::-1], **how)
    order = [name_of(row) for row in whole]
    assert len(pairs) == open_
    assert all(order.index(name_of(above)) + 1 == order.index(name_of(below)) for above, below in pairs)


def test_java_knows_a_class_by_the_name_of_its_file() -> None:
    rows = [timed(name, [time_s] * 9, sha256="x") for name, time_s in (("A", 1.0), ("B", 3.0))]
    paths = [make.replace(one.submission, path=Path(f"{name_of(one)}.java")) for one in rows]
    java = [make.replace(one, submission=submission) for one, submission in zip(rows, paths, strict=True)]
    assert (ranks(rows), ranks(java)) == ([1, 1], [1, 2])


def test_nothing_is_measured_further_where_nothing_was_solved_or_the_judge_failed() -> None:
    assert unsettled_pairs([]) == []
    assert unsettled_pairs([make.judgement(1, [WA], name) for name in "ab"]) == []
    once, later, last = timed("a", [1.0]), timed("b", [1.4]), timed("c", [9.0])
    assert unsettled_pairs([last, make.judgement(1, [JE], "broken"), later, once]) == [(once, later)]
    one, other = make.judgement(2, [[1.0], WA], "one"), make.judgement(2, [WA, [1.1]], "other")
    assert (unsettled_pairs([one, other]), ranks([one, other])) == ([], [1, 1]), "different cases are not compared"


@given(
    st.lists(st.lists(st.floats(0.1, 5), min_size=3, max_size=3), min_size=1, max_size=5), st.sampled_from([2.0, 16.0])
)
def test_a_slower_machine_ranks_alike(times: list[list[float]], factor: float) -> None:
    """It may tell more apart: the clock is finer to longer times."""
    fast = board([timed(f"s{at}", own) for at, own in enumerate(times)])
    slow = board([timed(f"s{at}", [factor * one for one in own]) for at, own in enumerate(times)])
    assert [name_of(row) for row in fast] == [name_of(row) for row in slow]
    for at, (one, other) in enumerate(zip(fast, slow, strict=True)):
        assert (one.rank or 9) <= (other.rank or 9) <= at + 1


@given(st.lists(st.lists(st.floats(0.1, 5), min_size=6, max_size=6), min_size=2, max_size=6), st.integers(1, 6))
def test_looking_more_often_never_claims_more(times: list[list[float]], asked: int) -> None:
    """The last rounds were measured after a look, as somebody had wished for more."""
    once = [timed(f"s{at}", own) for at, own in enumerate(times)]

    def later(one: Run.Measurement) -> Run.Measurement:
        return make.replace(one, round=one.round + ASKED * (one.round >= 6 - asked))

    often = [make.each_run(row, samples=lambda run: tuple(map(later, run.samples))) for row in once]
    for one, more in zip(board(once), board(often), strict=True):
        assert (more.rank or 0) <= (one.rank or 0)
        assert (one.ratio_within is None) is (more.ratio_within is None)
        if one.ratio_within:
            assert within(more)[0] <= within(one)[0] <= within(one)[2] <= within(more)[2]


def within(row: Standing) -> tuple[float, float, float]:
    found = there(row.ratio_within)
    return found.low, found.value, found.high


def test_how_sure_a_ratio_is() -> None:
    fast, slow = board([timed("fast", DRIFT, DRIFT), timed("slow", ALSO, ALSO)])
    low, value, high = within(slow)
    assert fast.ratio_within is None, "it is the best"
    assert 1.03 < low < value < high < 1.05
    wrong = [make.each_run(row.judgement, verdict=lambda run: WA if run.case == "c1" else AC) for row in (fast, slow)]
    narrow = within(board(wrong)[1])
    assert narrow[2] - narrow[0] < (high - low) / 2, "a missed case is certain"
    assert narrow[1] == pytest.approx((4 + 1.04 * 1.0) / (4 + 1.0), rel=0.01)
    assert board([fast.judgement, wrong[1]])[1].ratio_within is None, "twice the limit is no measurement"
    assert board([timed("fast", DRIFT[:1]), timed("slow", ALSO[:1])])[1].ratio_within is None, "nobody knows"
    assert board([make.judgement(1, [WA], name) for name in "ab"])[1].ratio == 1.0
