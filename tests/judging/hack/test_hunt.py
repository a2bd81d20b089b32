"""A hunt from the first board to the confirmed one. What tries the boards is pretended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from unittest.mock import patch

import msgspec
import numpy as np
import pytest

from judge.judging import Hunter
from judge.judging.hack.hunt import Tell
from judge.judging.hack.trial import Trial, is_same, kind_of
from judge.model import Answer, Entry, Finding, Hunt, Instance, Limits, Problem, Run, Submission, Verdict
from tests.conftest import MakeSubmission, there

PLAN = Hunter.Plan(seconds=1000.0, max_n=4, runs=3)


class Pretends:
    """Answers wrongly, with E106, on the boards that `wrong` says; `again` of the further runs do not."""

    def __init__(self, wrong: Callable[[Instance], bool], *, flaky: int = 0) -> None:
        self._wrong, self.flaky = wrong, flaky
        self.ran = 0
        self.rounds: list[int] = []
        self.patient: list[bool] = []

    def run(self, boards: Iterable[Instance], *, patient: bool = True) -> Iterator[Trial]:
        self.patient.append(patient)
        for board in boards:
            self.ran += 1
            yield self._trial(board, self._wrong(board))

    def again(self, board: Instance, answer: Answer | None, round_: int) -> Trial:
        if answer is not None and answer.fail and self._fits(board):
            code, verdict = "E301", Verdict.JE  # an arrangement refutes that
            return Trial(board, (Run("b", "h", "DFS", verdict, code, board=board.grid),), None)
        self.rounds.append(round_)
        self.flaky -= 1
        return self._trial(board, self._wrong(board) and self.flaky < 0)

    def _fits(self, board: Instance) -> bool:
        return board.pieces == 1 and bool((board.grid == 0).any())

    def _trial(self, board: Instance, wrong: bool) -> Trial:
        finding = Finding("E106", "two lizards can eat each other") if wrong else None
        verdict = Verdict.WA if wrong else Verdict.AC
        attempt = Run("board", "hack", "DFS", verdict, "E106" if wrong else "", finding=finding)
        return Trial(board, (attempt,), ("E106",) if wrong else None)


def hunter(
    tries: Pretends, plan: Hunter.Plan, *submissions: Submission, puzzle: str = "lizards", tell: Tell = lambda _: None
) -> Hunter:
    problem = Problem("mine", "", puzzle, ("DFS",), False, Limits(), {}, ())
    with patch("judge.judging.hack.hunt.Runner", lambda *_: tries):
        return Hunter(Entry(problem, submissions), plan, [], tell)


def hunt(tries: Pretends, plan: Hunter.Plan, submission: MakeSubmission, puzzle: str = "lizards") -> Hunt:
    return hunter(tries, plan, submission(), puzzle=puzzle).run()


@pytest.fixture
def _unshrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time to make a board smaller."""
    monkeypatch.setattr("judge.judging.hack.hunt.SHRINK_S", 0.0)
    monkeypatch.setattr("judge.judging.hack.hunt.LEAST_SHRINK_S", 0.0)


def test_what_is_found_is_made_smaller_and_run_again(submission: MakeSubmission) -> None:
    tries = Pretends(lambda board: board.n >= 3 and board.pieces >= 2)
    found = hunt(tries, PLAN, submission)
    assert found.hack is not None
    hack = found.hack
    assert (hack.board.n, hack.board.pieces, int(hack.board.grid.sum())) == (3, 2, 0)
    assert hack.first.n >= 3
    assert (hack.kind, hack.confirmed, hack.runs, hack.flaky) == (("E106",), 3, 3, False)
    assert [said.submission.name for said in hack.said] == ["mine"]
    assert tries.rounds[:3] == [0, 1, 2], "the first further run is the one that is looked at closely"
    assert found.boards + found.shrunk == tries.ran
    assert found.shrunk > 1
    assert min(found.tried) == 1
    assert tries.patient == [True, *[False] * found.shrunk], "a shrinker does not wait for the whole limits"


@pytest.mark.usefixtures("_unshrunk")
def test_what_some_runs_show_is_flaky(submission: MakeSubmission) -> None:
    found = hunt(Pretends(lambda board: board.n == 2, flaky=2), PLAN, submission)
    assert found.hack is not None
    assert (found.hack.confirmed, found.hack.runs, found.hack.flaky) == (1, 3, True)


@pytest.mark.usefixtures("_unshrunk")
def test_what_no_run_shows_again_is_counted_and_the_search_goes_on(submission: MakeSubmission) -> None:
    found = hunt(Pretends(lambda board: board.n == 2, flaky=3), PLAN, submission)
    assert found.unconfirmed == 1
    assert there(found.hack).confirmed == 3


def test_nothing_is_found_where_all_is_right(submission: MakeSubmission) -> None:
    found = hunt(Pretends(lambda _: False), msgspec.structs.replace(PLAN, max_n=9), submission, "queens")
    assert (found.hack, found.tried, found.complete) == (None, dict.fromkeys(range(1, 10), 1), True)


def test_when_the_time_is_over_no_board_is_begun(submission: MakeSubmission) -> None:
    found = hunt(Pretends(lambda _: True), msgspec.structs.replace(PLAN, seconds=0.0), submission)
    assert (found.hack, found.boards, found.complete) == (None, 0, False)


@pytest.mark.parametrize("wrong", [True, False])
def test_a_board_that_is_named_is_tried_alone(wrong: bool, submission: MakeSubmission) -> None:
    board = Instance("DFS", 5, 7, np.zeros((5, 5), np.int8))
    found = hunt(Pretends(lambda _: wrong), msgspec.structs.replace(PLAN, board=board), submission)
    assert found.tried == {5: 1}
    assert (found.hack.board if found.hack else None) is (board if wrong else None)


@pytest.mark.usefixtures("_unshrunk")
def test_each_board_is_told(submission: MakeSubmission) -> None:
    told: list[int] = []
    tries = Pretends(lambda board: board.n == 2)
    hunter(tries, PLAN, submission(), tell=lambda hunt: told.append(hunt.boards)).run()
    assert told == list(range(1, len(told) + 1))


@pytest.mark.usefixtures("_unshrunk")
def test_an_arrangement_that_one_of_them_finds_is_shown(submission: MakeSubmission) -> None:
    """Where the other is wrong on a board that has one."""

    class Two(Pretends):
        def _trial(self, board: Instance, wrong: bool) -> Trial:
            one = super()._trial(board, wrong)
            right = Run("board", "hack", "DFS", Verdict.AC)
            return Trial(board, (*one.attempts, right), ("E106", "right") if wrong else None)

        def again(self, board: Instance, answer: Answer | None, round_: int) -> Trial:
            one = super().again(board, answer, round_)
            return msgspec.structs.replace(one, attempts=(one.attempts[0], one.attempts[-1]))

    mine, other = submission(name="mine"), submission(name="other")
    found = hunter(Two(lambda board: board.pieces == 1), PLAN, mine, other).run()
    assert found.hack is not None
    assert found.hack.said[1].board is not None
    assert not there(found.hack.answer).fail


def test_boards_on_which_the_judge_fails_are_counted(submission: MakeSubmission) -> None:
    class Fails(Pretends):
        def _trial(self, board: Instance, wrong: bool) -> Trial:
            failed = Run("board", "hack", "DFS", Verdict.JE, "E303")
            return msgspec.structs.replace(super()._trial(board, wrong), attempts=(failed,))

    found = hunt(Fails(lambda _: False), msgspec.structs.replace(PLAN, max_n=5), submission, "queens")
    assert (found.hack, found.failed, found.boards) == (None, 5, 5)


def test_hard_boards_that_took_too_long_are_counted(submission: MakeSubmission) -> None:
    class Slow(Pretends):
        def _trial(self, board: Instance, wrong: bool) -> Trial:
            one = super()._trial(board, wrong)
            return msgspec.structs.replace(one, attempts=(None,)) if board.n > 3 else one

    found = hunt(Slow(lambda _: False), msgspec.structs.replace(PLAN, max_n=5), submission, "queens")
    assert (found.late, found.boards) == (2, 5)


# --- What counts as a difference between two submissions -------------------------------------------------------------
def attempts(codes: str) -> list[Run | None]:
    """Runs that ended so: `right`, a share of the best, a code, or `-` for none."""
    verdicts = {"E201": "TLE", "E202": "TLE", "E205": "RTE", "E301": "JE", "E307": "JE"}
    made: list[Run | None] = []
    for word in codes.split():
        score = float(word) if word[0] in "01" else None
        code = word if word[0] == "E" else ""
        verdict = Verdict(verdicts.get(code, "WA") if code else "AC")
        made.append(None if word == "-" else Run("board", "hack", "DFS", verdict, code, score=score))
    return made


# One is right or they fail in different ways; whatever is not right, against the rules; and where nobody knows what is
# right, an arrangement refutes FAIL.
KINDS: dict[str, dict[str, tuple[str, ...] | None]] = {
    "two": {
        "right right": None, "right E113": ("right", "E113"), "E106 right": ("E106", "right"), "E106 E113": None,
        "E106 E205": ("E106", "E205"), "right E202": ("right", "TLE"), "E201 E202": None, "right E307": None,
        "E106 E307": None, "E106 -": None, "1.0 0.75": ("right", "less"), "0.5 0.75": None, "1.0 1.0": None,
        "0.5 right": ("less", "right"),
    },
    "against the rules": {
        "right": None, "0.5": None, "E106": ("E106",), "E201": ("TLE",), "E307": None, "-": None,
        "E106 E106": ("E106", "E106"), "E106 -": ("E106", ""),
    },
    "nobody knows": {
        "right right": None, "E301 E301": None, "E301 right": ("right", "E113"), "E106 right": ("E106", ""),
        "E301 E106": ("right", "E106"),
    },
    "nobody knows, against the rules": {"right": None, "E301": None},
}  # fmt: skip


@pytest.mark.parametrize("way", KINDS)
def test_what_is_a_difference(way: str) -> None:
    decided, against_rules = "nobody" not in way, "rules" in way
    for codes, kind in KINDS[way].items():
        assert kind_of(attempts(codes), decided=decided, against_rules=against_rules) == kind, codes


def test_a_smaller_board_shows_the_same_if_each_does_the_same() -> None:
    assert is_same(("E106", "right"), ("E106", "right"))
    assert not is_same(("E106", "E113"), ("E106", "right"))
    assert not is_same(None, ("E106",))
    assert is_same(("E106", "right"), ("E106", "")), "who said nothing may be right"
