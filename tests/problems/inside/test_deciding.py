"""Who decides a case, in which order, and how long each is asked: OR-Tools is played by the test."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from judge.errors import JudgeError
from judge.model import Answer, Case
from judge.problems.prove import deciding
from judge.problems.prove.certificate import Node, Proof, Refutation
from judge.problems.prove.constructions import pauls
from judge.problems.prove.deciding import Decision, decide
from tests.conftest import there
from tests.make import answer as shown
from tests.make import problem, replace
from tests.problems.inside.test_claims import HEAVY
from tests.problems.make import blank, case_of
from tests.refused import refused

LARGE = 51  # rows: more cells than the search of the judge takes
PLACED = pauls(blank(LARGE))
CELLS = tuple(map(tuple, np.argwhere(PLACED.board == 1).tolist())) if PLACED else ()
WRONG = tuple((row, 0) for row in range(LARGE))
ONE_SUM = Refutation("judge.refutation/1", 1, 1, (Node(weights={"goal": ((1, -1),)}),))
SUMS, TRIED = Proof("by sums", ONE_SUM), Proof("tried")
MISSING = JudgeError("E439", "not installed")
FAIL, FITS = Answer(fail=True), shown(".L.. ...L L... ..L.")
FOUR = blank(4)


@pytest.fixture
def solvers(monkeypatch: pytest.MonkeyPatch) -> Mock:
    both = Mock()
    both.refute.return_value = both.solve.return_value = None
    for name in ("refute", "solve"):
        monkeypatch.setattr(deciding, name, getattr(both, name))
    return both


def asked(solvers: Mock) -> list[tuple[str, float]]:
    """Return who was asked, in order, and for how many seconds."""
    return [(name, words[1]) for name, words, _ in solvers.method_calls]


def decided(puzzle: str, case: Case, *found: Answer, seconds: float = 1000.0) -> Decision:
    return decide(puzzle, case, seconds, lambda: [(one, f"friend {at}") for at, one in enumerate(found, 1)])


def kind(decision: Decision) -> str:
    if decision.answer is not None:
        return f"{'best ' if decision.proven else ''}{decision.by}".partition(",")[0]
    return "nothing" if decision.proof is None else decision.proof.line.partition(",")[0]


@pytest.mark.parametrize(
    ("refuted", "solved", "said"),
    [
        (None, None, "nothing"),
        (SUMS, None, "by sums"),
        (CELLS, None, "branch and bound"),
        (None, TRIED, "tried"),
        (None, CELLS, "CP-SAT"),
        (WRONG, WRONG, "nothing"),  # what breaks the rules is no answer
        (MISSING, MISSING, "nothing"),
        (MISSING, TRIED, "tried"),
    ],
)
def test_solvers_are_asked_last_and_are_not_believed(solvers: Mock, refuted: Any, solved: Any, said: str) -> None:
    solvers.refute.side_effect, solvers.solve.side_effect = [refuted], [solved]
    decision = decided("lizards", Case("", "", blank(LARGE)))
    assert (kind(decision), decision.solver_missing) == (said, refuted is MISSING)
    if said in ("tried", "CP-SAT"):
        assert re.fullmatch(rf"{said}, \d+\.\d s", decision.by or (decision.proof.line if decision.proof else ""))
    (first, sums), *rest = asked(solvers)
    assert (first, 400 < sums <= 500) == ("refute", True), "half of the time"
    later = [("solve", True)] * (refuted not in (SUMS, CELLS))
    assert [(name, 900 < seconds <= 1000) for name, seconds in rest] == later
    assert (decision.most, decision.least > 30) == ((0, False) if decision.answer else (LARGE, said == "nothing"))


def test_nobody_is_asked_when_the_time_is_over(solvers: Mock) -> None:
    assert kind(decided("lizards", Case("", "", blank(LARGE)), seconds=0.0)) == "nothing"
    assert asked(solvers) == []
    assert kind(decided("lizards", Case("", "", blank(101)))) == "nothing"
    assert [name for name, _ in asked(solvers)] == ["solve"], "sums of so many cells are too many"
    solvers.refute.side_effect = JudgeError("E999", "another fault")
    with refused("E999"):
        decided("lizards", Case("", "", blank(LARGE)))


@pytest.mark.parametrize(
    ("puzzle", "case", "found", "said"),
    [
        ("lizards", case_of("....", 1), (), "one descent"),
        ("queens", Case("", "", FOUR), (), "one descent"),
        ("all-queens", Case("", "", FOUR), (), "counting"),
        ("verify-queens", case_of("L", 1), (shown("L"),), "nothing"),
        ("lizards", case_of(".. ..", 2), (shown("L. .L"),), "exhaustive search by judge"),
        ("lizards", Case("", "", FOUR), (), "best exhaustive search"),
        ("lizards", Case("", "", FOUR), (FITS,), "friend 1"),
        ("lizards", Case("", "", FOUR), (FAIL, FITS), "friend 2"),
        ("lizards", Case("", "", FOUR, FAIL), (FITS,), "friend 1"),
        (HEAVY, case_of("...", 1, layer="123"), (), "best exhaustive search"),
        (HEAVY, case_of("...", 2, layer="123"), (), "exhaustive search by judge"),
        (HEAVY, case_of("...", 1, Answer(count=2), layer="123"), (), "best exhaustive search"),
        (HEAVY, case_of("...", 1, Answer(count=3), layer="123"), (), "exhaustive search by judge"),
        ("scooters", case_of("..", 1, layer="12"), (), "best exhaustive search"),
        ("most-queens", case_of("..T.", 0), (), "best exhaustive search"),
        ("most-queens", case_of("..T.", 0, shown("L.T.")), (), "best exhaustive search"),
    ],
)
def test_the_quickest_way_decides(solvers: Mock, puzzle: str, case: Case, found: Any, said: str) -> None:
    decision = decided(puzzle, case, *found)
    assert kind(decision) == said
    assert decision.solver_missing is False
    assert not solvers.solve.called


def test_the_best_that_is_heard_is_made_better_until_there_is_a_proof(solvers: Mock) -> None:
    """Of a board that is too large for the search: three friends, and sums that place more twice."""
    board = blank(LARGE)
    few, more, wrong = (blank(LARGE).grid for _ in range(3))
    for grid, cells in ((few, CELLS[:3]), (more, CELLS[:5]), (wrong, WRONG)):
        for cell in cells:
            grid[cell] = 1
    friends = [Answer(board=grid) for grid in (few, wrong, more, few)]
    solvers.refute.side_effect = [CELLS[:9], CELLS[:20], SUMS]
    decision = decided("most-queens", Case("", "", board), *friends)
    assert (decision.by, decision.proof, decision.proven) == ("branch and bound", SUMS, False)
    assert there(there(decision.answer).board).sum() == 20
    solvers.refute.side_effect = MISSING
    decision = decided("most-queens", Case("", "", board), *friends)
    assert (decision.by, decision.proof, decision.solver_missing) == ("friend 3", None, True)
    assert decision.answer is friends[2]
    assert decided("most-queens", Case("", "", board, Answer(board=few))).answer is None, "nobody is better"


# --- what is written --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("pieces", "known", "decision", "done"),
    [  # the case is an empty board of 4 x 4; a certificate was there: what is left of it, or what has its place
        (4, None, Decision(), ("undecided", "old")),
        (4, None, Decision(answer=FITS), ("arranged", "")),
        (4, None, Decision(answer=FITS, proof=SUMS), ("arranged", "new")),
        (4, None, Decision(answer=shown("LL.. .... .... ....")), ("undecided", "old")),
        (4, None, Decision(answer=FITS, proof=TRIED), ("arranged", "")),
        (4, None, Decision(proof=TRIED), ("proven", "")),
        (4, None, Decision(proof=SUMS), ("proven", "new")),
        (4, FAIL, Decision(answer=FITS), ("refuted", "old")),
        (4, FAIL, Decision(), ("kept", "old")),
        (4, FAIL, Decision(proof=TRIED), ("kept", "")),
        (4, FAIL, Decision(proof=SUMS), ("certified", "new")),
        (5, FAIL, Decision(proof=TRIED), ("certified", "")),  # which counting knows
        (4, FITS, Decision(proof=TRIED), ("kept", "")),
    ],
)
def test_what_is_written_of_a_decision(
    tmp_path: Path, pieces: int, known: Answer | None, decision: Decision, done: tuple[str, str]
) -> None:
    case = Case("one", "secret", blank(4, pieces=pieces), known)
    folder = tmp_path / "secret/one"
    folder.mkdir(parents=True)
    (folder / "certificate.json").write_text("old")
    told, found = replace(decision, most=9).written(problem(0, path=str(tmp_path)), case)
    state, left = done
    assert (found, told.most) == (state, 9)
    texts = {path.name: path.read_text() for path in folder.iterdir()}
    certificate = texts.pop("certificate.json", "")
    assert (certificate if certificate in ("old", "") else "new") == left
    line = decision.proof and decision.proof.line
    wanted = {"arranged": "OK\n0100\n0001\n1000\n0010\n", "proven": f"FAIL\nproof: {line}\n"}
    assert texts == ({"answer.txt": wanted[state]} if state in wanted else {})
    assert (told.answer is None) == (state == "undecided" or decision.answer is None)


def test_an_arrangement_is_no_count(tmp_path: Path) -> None:
    of, case = problem(0, puzzle="all-queens", path=str(tmp_path)), Case("one", "", blank(28))
    assert [Decision(answer=one).written(of, case)[1] for one in (FITS, Answer(count=5))] == ["undecided", "arranged"]


def test_a_certificate_that_can_not_go_is_an_error_at_its_place(tmp_path: Path) -> None:
    (tmp_path / "certificate.json").mkdir()
    with refused("E435", place=tmp_path / "certificate.json"):
        deciding.write_proof(tmp_path, TRIED)
