"""Spoilt answers: each that is wrong is refused, on every shipped case; and a judge that is wrong is found."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import numpy as np
import pytest

from judge.model import Problem
from judge.problems import puzzles
from judge.problems.package import read_package
from judge.problems.puzzles import findings
from judge.problems.rules import fast, plain
from tests.problems.spoilt.answers import KINDS
from tests.problems.spoilt.columns import queens
from tests.problems.spoilt.table import SpoiltKind, spoilt_kinds

TESTCASES = Path(__file__).parents[3] / "testcases"
SHIPPED = sorted(path.parent.name for path in TESTCASES.glob("*/problem.toml"))
SMALL_N = 9


@cache
def shipped(name: str) -> Problem:
    return read_package(TESTCASES / name)


def narrowed(name: str, least: int, most: int, **changes: object) -> Problem:
    problem = shipped(name)
    cases = tuple(case for case in problem.cases if least <= case.board.n <= most)
    return msgspec.structs.replace(problem, cases=cases, **changes)


def table(problem: Problem) -> dict[str, SpoiltKind]:
    return {row.kind: row for row in spoilt_kinds(problem)}


def whole(rows: dict[str, SpoiltKind]) -> None:
    """Hold that nothing was judged wrongly, and that all is counted."""
    assert [row for row in rows.values() if row.faults] == []
    assert all(row.made == row.refused + row.right + row.forgiven for row in rows.values())


@pytest.mark.parametrize("name", SHIPPED)
def test_every_spoilt_answer_to_a_small_case_is_refused(name: str) -> None:
    rows = table(narrowed(name, 1, 8 if name == "all-queens" else SMALL_N))
    whole(rows)
    goal = puzzles.named(shipped(name).puzzle).goal
    if not goal.shows and not goal.listed:
        assert not rows, "a number or a word is right or not, and nothing spoils it"
        return
    assert sum(row.refused for row in rows.values()) > 200
    assert list(rows) == [kind for kind in KINDS if kind in rows]


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_every_spoilt_answer_to_a_large_case_is_refused(name: str) -> None:
    whole(table(narrowed(name, 9, 10**6)))


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("answers", ["strict", "shapes"])
def test_every_spoilt_answer_is_refused_however_answers_are_read(name: str, answers: str) -> None:
    problem = shipped(name)
    programs = msgspec.structs.replace(problem.programs, shapes=answers == "shapes")
    whole(table(msgspec.structs.replace(problem, strict=answers == "strict", programs=programs)))


def test_every_kind_occurs_in_a_shipped_package() -> None:
    found = {kind for name in SHIPPED for kind in table(narrowed(name, 5, 8 if name == "completion" else 6))}
    assert found == set(KINDS) - {"closed cell filled"}, "no shipped board has closed cells"


def test_a_strict_package_forgives_nothing() -> None:
    tolerant, strict = (table(narrowed("lizards", 5, 6, strict=strict)) for strict in (False, True))
    whole(strict)
    assert tolerant["case of letters"].forgiven == tolerant["case of letters"].made
    assert strict["case of letters"].refused == strict["case of letters"].made
    assert not any(row.forgiven for row in strict.values())


@pytest.mark.parametrize("name", SHIPPED)
def test_a_package_that_reads_any_shape_is_told_no_lie(name: str) -> None:
    problem = narrowed(name, 4, 6)
    shaped = msgspec.structs.replace(problem, programs=msgspec.structs.replace(problem.programs, shapes=True))
    rows = table(shaped)
    whole(rows)
    if name == "lizards":
        assert rows["header left out"].forgiven == rows["header left out"].made


@pytest.mark.parametrize("forgotten", plain.BACKWARDS)
def test_a_plain_rule_that_forgets_a_line_is_found(monkeypatch: pytest.MonkeyPatch, forgotten: tuple[int, int]) -> None:
    """The rule that judges small boards looks along three lines of four; the truth looks along all."""
    rest = tuple(way for way in plain.BACKWARDS if way != forgotten)

    def forgetful(board: np.ndarray[tuple[int, ...], np.dtype[np.int8]]) -> plain.Pair | None:
        return plain.plain_attack(board, rest)

    monkeypatch.setattr("judge.problems.puzzles.no_attack.find_attack", forgetful)
    rows = table(narrowed("lizards", 5, 9))
    assert rows["piece moved"].accepted
    assert rows["piece moved"].where
    assert not rows["truncated"].faults


def test_a_fast_rule_that_forgets_a_diagonal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(board: np.ndarray[tuple[int, ...], np.dtype[np.int8]]) -> plain.Pair | None:
        pair = fast.fast_attack(board)
        falling = pair is not None and pair[0][0] - pair[1][0] == pair[0][1] - pair[1][1]
        return None if falling else pair

    monkeypatch.setattr("judge.problems.puzzles.no_attack.find_attack", forgetful)
    assert table(narrowed("lizards", 40, 50))["piece moved"].accepted


def test_a_judge_that_looks_at_no_tree_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.problems.puzzles.goals.looking.TREE", 4)
    rows = table(narrowed("lizards", 5, 6))
    assert all(rows[kind].accepted for kind in ("tree moved", "tree cut down", "tree planted"))


def test_a_judge_that_counts_no_pieces_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "wrong_number", lambda *_: None)
    assert table(narrowed("lizards", 5, 6))["piece dropped"].accepted


def test_a_judge_that_refuses_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.problems.puzzles.no_attack.find_attack", lambda _: ((0, 0), (0, 1)))
    rows = table(narrowed("queens", 6, 8))
    assert {"transposed", "turned or mirrored"} <= {kind for kind, row in rows.items() if row.wronged}


def test_spies_without_their_second_rule_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.problems.puzzles.spies.find_collinear", lambda _: None)
    assert table(narrowed("spies", 8, 9))["answer to another puzzle"].accepted


def test_a_list_of_which_only_the_length_is_looked_at_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.problems.puzzles.goals.every._list_fault", lambda *_: (None, range(10**6)))
    rows = table(narrowed("all-queens", 5, 6))
    assert rows["arrangement repeated"].accepted
    assert rows["arrangement missing"].accepted


@pytest.mark.parametrize("n", range(4, 40))
def test_the_known_arrangement_of_queens_is_one(n: int) -> None:
    columns = queens(n)
    assert sorted(columns.tolist()) == list(range(n))
    assert plain.plain_attack_in_columns(columns) is None
    assert n < 6 or plain.plain_collinear(columns)
