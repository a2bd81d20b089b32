"""Problems and judgements out of the keys of a file: each key says what it says, and what was left out is as ever."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from judge.model import Answer, Bonus, Case, Finding, Problem, Scheme, Verdict
from judge.model.given import board_text
from judge.store import run_parts
from judge.store.run_file import RunFile
from judge.store.run_parts import BrokenKeyError, Parts
from tests.reports.runs import HOST

CASE = {"name": "six", "group": "secret", "algorithm": "DFS", "n": 0, "pieces": 0}
RUN = {"case": "six", "group": "secret", "algorithm": "DFS", "verdict": "AC"}


def read(chosen: dict[str, Any] | None = None, run: dict[str, Any] | None = None, **prepare: object) -> Parts:
    """The parts of a file of one submission and, if it is given, its problem."""
    row = {"name": "mine", "problem": "pkg", "verdict": "AC", "runs": [run] if run else [], "prepare": prepare}
    bare = {"title": "The pkg", "puzzle": "lizards", "piece": "lizard", "cases": []}
    whole = {  # `scaled_by` is of version 0.1.0
        "schema": "judge.run/1", "host": msgspec.to_builtins(HOST), "limits": {"pkg": {"scaled_by": 1.5}},
        "problems": {} if chosen is None else {"pkg": bare | chosen}, "submissions": [row],
    }  # fmt: skip
    return Parts(msgspec.convert(whole, RunFile))


def problem(chosen: dict[str, Any] | None = None, run: dict[str, Any] | None = None) -> Problem:
    return read(chosen, run).judgements[0].problem


def case(**said: object) -> Case:
    [found] = problem({"cases": [CASE | said]}).cases
    return found


def test_what_a_case_leaves_out_is_empty() -> None:
    bare = case()
    assert (bare.why_fail, bare.answer, bare.board.layer) == ("", None, None)


def test_how_a_problem_is_scored_is_read() -> None:
    bonus = {"share": 0.5, "points": 3, "algorithms": ["DFS"], "later": 1}
    found = problem({"bonus": bonus, "rule": "all-or-count", "scored": True})
    assert found.scheme == Scheme("all-or-count", Bonus(0.5, 3, ("DFS",)))
    assert found.scored


KINDS = {
    "fail": Answer(fail=True), "arrangement": Answer(), "text": Answer(text=b""), "unknown": None,
}  # fmt: skip


@pytest.mark.parametrize("said", KINDS)
def test_the_kind_of_an_answer_is_read(said: str) -> None:
    found, known = case(answer=said), KINDS[said]
    assert (found.answer and msgspec.structs.asdict(found.answer)) == (known and msgspec.structs.asdict(known))
    assert found.text == (b"" if said == "text" else None)


def test_what_is_known_is_read() -> None:
    found = case(answer="count", known=10**39).answer
    assert found is not None
    assert found.count == 10**39
    assert case(answer="fail", why_fail="counted").why_fail == "counted"


def test_a_number_is_read_and_that_of_a_former_file_is_not_0() -> None:
    said, former = case(answer="count", known=92).answer, case(answer="count").answer
    assert said is not None
    assert former is not None
    assert (said.count, said.columns) == (92, None)
    assert (former.count, former.columns is not None and former.columns.shape) == (None, (0, 0))


def test_a_case_without_a_board_has_no_cell() -> None:
    grid = case().board.grid
    assert grid.shape == (0, 0)
    assert grid.dtype == np.int8


def test_a_problem_that_is_not_described_has_the_cases_that_were_run() -> None:
    found = problem(None, RUN)
    [known] = found.cases
    assert (known.board.algorithm, known.board.n, known.board.pieces) == ("DFS", 0, 0)


def test_what_was_found_is_read() -> None:
    found = read({"cases": [CASE]}, RUN | {"score": 0.25}, code="E201", message="no", verdict="CE").judgements[0]
    assert found.prepare.finding == Finding("E201", "no", verdict=Verdict.CE)
    assert found.runs[0].score == 0.25


def test_the_name_of_an_image_ends_with_its_last_sign() -> None:
    [run] = read({"cases": [CASE | {"name": "a~b"}]}, RUN | {"case": "a~b~rot90"}).judgements[0].runs
    assert run.case == "a~b~rot90"


def test_as_many_cells_as_are_allowed_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_parts, "_MOST_BYTES", 6)
    assert case(n=2, board=board_text(np.zeros((2, 3), np.int8))).board.shape == (2, 3)


def test_boards_of_more_than_256_mib_are_not_even_unpacked() -> None:
    side = (1 << 14) + 1
    with pytest.raises(BrokenKeyError, match=f"{side} x {side} cells are too many"):
        case(n=side, board=f"{side} ?")


def test_of_a_long_name_a_message_has_the_beginning() -> None:
    row = {"name": "mine", "problem": "p" * 99, "verdict": "AC", "runs": [], "prepare": {}}
    whole = {"schema": "judge.run/1", "host": msgspec.to_builtins(HOST), "limits": {}, "submissions": [row]}
    with pytest.raises(BrokenKeyError) as caught:
        Parts(msgspec.convert(whole, RunFile))
    assert str(caught.value) == f"limits.{'p' * 60}: it is missing, and submissions[] name this problem"
