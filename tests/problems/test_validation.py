"""What validating a package finds: wrong answers, answers that are missing, and what is to be said of its manifest.
Of surely wrong answers each is refused, however answers are read, and a judge that accepts one is found."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.model import Finding, Problem, ReadWarning, Validated
from judge.problems import puzzle_named, puzzle_names, read_package, spoil_package, validate_package, write_skeleton
from tests.make import answer as shown
from tests.make import case_text, files, package, problem, replace
from tests.problems.make import SHIPPED, SMALL, TOML, case_of, whole
from tests.problems.told import rows_of

LONG = ("completion", "count-queens", "lizards")  # to prove
FOUR, RIGHT = case_text(4), "OK\n0100\n0001\n1000\n0010\n"
FREE = "DFS\n2\n1\n00\n02\n"
BELIEVED = [f"infeasible/over-{name}" for name in ("20-10", "40-40", "50-50")]
SEEN = TOML.replace("[groups.secret]", '[groups.secret]\nvisibility = "full"')
WENT = [f"{TOML}\n[calibration]\n{keys}" for keys in ("figure_s = 0.0092\n", 'work = "none"\n[calibration.x]\n')]


def said(remarks: Sequence[Validated.Remark]) -> list[tuple[str, str]]:
    return [(remark.case, remark.what.code) for remark in remarks if isinstance(remark.what, Finding)]


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in SHIPPED])
def test_every_shipped_package_is_valid_and_almost_all_of_it_proven(name: str) -> None:
    remarks = validate_package(whole(name))
    assert {remark.what.code for remark in remarks} <= {"W118"}
    assert [remark.case for remark in remarks] == (BELIEVED if name == "lizards" else [])


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, []),  # a proof behind FAIL is nothing to forgive
        (
            {"secret/tree-9/input.txt": "SA\r\n2\r\n2\r\n00\r\n00\r\n", "secret/tree-9/answer.txt": "OK\n10\n01\n"},
            ["secret/tree-9/input.txt W102", "secret/tree-9/answer.txt E106"],
        ),
        ({"sample": ""}, ["problem.toml W116"]),
        ({"sample": "", "problem.toml": SEEN}, []),
        *(({"problem.toml": text}, [f"problem.toml W131 {TOML.count(chr(10)) + 2}"]) for text in WENT),
    ],
)
def test_what_validating_says(tmp_path: Path, changes: dict[str, str], told: list[str]) -> None:
    root = files(tmp_path, SMALL | {"sample/first/answer.txt": "OK\n10\n02\n"})
    digest = read_package(root).digest
    files(root, {name: text for name, text in changes.items() if text})
    for name in (name for name, text in changes.items() if not text):
        shutil.rmtree(root / name)
    problem = read_package(root)
    for remark, words in zip(validate_package(problem), told, strict=True):
        file, code, *line = words.split()
        assert (remark.file, remark.what.code) == (str(root / file), code)
        assert remark.case == str(Path(file).parent).removeprefix(".")
        if line:
            assert isinstance(remark.what, ReadWarning)
            assert remark.what.line == int(line[0])
            assert problem.digest == digest, "it changes no verdict"


@pytest.mark.parametrize(("said", "told"), rows_of(Path(__file__).with_name("nothing_fits.txt")))
def test_a_puzzle_that_nothing_fits_is_told(tmp_path: Path, said: str, told: str) -> None:
    words = json.loads(said)
    drawn = {"cells": {"free": "."}} if "cells" in words["case"] else {}
    row = {"piece": "queen", "goal": "arrangement"} | words | drawn
    folder = write_skeleton(tmp_path, "cup", json.dumps(row))
    remarks = [one for one in validate_package(read_package(folder)) if one.what.code == "W132"]
    assert len(remarks) == (told != "-")
    for remark in remarks:
        assert isinstance(remark.what, ReadWarning)
        assert told in remark.what.message
        assert (folder / "problem.toml").read_text().splitlines()[remark.what.line - 1] == "[puzzle]"


def test_missing_answers_are_one_fault(tmp_path: Path) -> None:
    names = [f"secret/c{number}" for number in range(5)]
    problem = read_package(package(tmp_path, cases={**dict.fromkeys(names, (FOUR, "")), "sample/known": (FOUR, RIGHT)}))
    [remark] = validate_package(problem)
    assert isinstance(remark.what, Finding)
    assert remark.what.code == "E418"
    assert remark.what.message == f"5 of 6 cases without answer.txt: judge answers {problem.path}  writes them"
    assert remark.what.note == "secret/c0, secret/c1, secret/c2 and 2 more"
    assert [case.name for case in problem.unanswered] == ["c0", "c1", "c2", "c3", "c4"]


@pytest.mark.parametrize(
    ("case", "answer", "code", "where"),
    [
        (FREE, "FAIL\nproof: none\n", "E301", ""),  # which the first free cells refute
        (FOUR, "OK\n1100\n0001\n1000\n0000\n", "E106", "sample/one/answer.txt line 2"),
    ],
)
def test_a_wrong_answer_names_the_file_of_the_package_and_is_not_spoilt(
    tmp_path: Path, case: str, answer: str, code: str, where: str
) -> None:
    problem = read_package(package(tmp_path, cases={"sample/one": (case, answer)}))
    [remark] = validate_package(problem)
    assert said([remark]) == [("sample/one", code)]
    assert isinstance(remark.what, Finding)
    assert remark.file == f"{problem.path}/sample/one/answer.txt"
    assert remark.what.where.startswith(f"{problem.path}/{where}" if where else "")
    assert spoil_package(problem, [remark]) == ((), [])


def test_a_board_that_is_too_large_is_not_spoilt(tmp_path: Path) -> None:
    row = "1" + "0" * 2000
    large = case_text(2001, 1), f"OK\n{row}\n" + ("0" * 2001 + "\n") * 2000
    problem = read_package(package(tmp_path, cases={"sample/right": large}))
    assert validate_package(problem) == []
    assert spoil_package(problem, []) == ((), [])


@pytest.mark.parametrize(("n", "answer", "code"), rows_of(Path(__file__).with_name("counts.txt")))
def test_a_number_too_large_to_count_is_held_against_a_table(tmp_path: Path, n: str, answer: str, code: str) -> None:
    folder = package(tmp_path, cases={"sample/many": (case_text(int(n)), answer)}, puzzle="all-queens")
    assert said(validate_package(read_package(folder))) == [("sample/many", code)] * (code != "-")


# --- answers that are spoilt ------------------------------------------------------------------------------------------
def kinds(problem: Problem) -> dict[str, Validated.Spoilt]:
    rows, remarks = spoil_package(problem, [])
    assert bool(remarks) == any(row.accepted for row in rows)
    assert all(row.made == row.refused + row.accepted for row in rows)
    return {row.kind: row for row in rows}


@pytest.mark.parametrize("name", SHIPPED)
def test_all_are_refused_however_answers_are_read(name: str) -> None:
    few = tuple(case for case in whole(name).cases if case.board.n <= 10)
    problem = replace(whole(name), cases=few)
    goal = puzzle_named(problem.puzzle).goal
    for strict, shapes in ((False, False), (True, False), (False, True)):
        rows = kinds(replace(problem, strict=strict, programs=replace(problem.programs, shapes=shapes)))
        assert not any(row.accepted for row in rows.values()), rows
        assert len(rows) >= 5 if goal.shows or goal.listed else not rows


def test_fewer_pieces_are_not_wrong_where_any_number_will_do() -> None:
    case = case_of(".... .#..", 1, shown("L... .#L."))
    name = next(name for name in puzzle_names() if puzzle_named(name).goal.scored)
    rows = kinds(replace(problem(puzzle=name), cases=(case,)))
    assert rows["piece dropped"].made == rows["piece dropped"].refused == 2, "all pieces at once, twice"


def test_a_judge_that_takes_any_list_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_named("all-queens").goal, "judge", lambda *_: None)
    assert kinds(whole("all-queens"))["arrangement missing"].accepted
