"""What validating a package finds: wrong answers, and answers that are missing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from judge.model import Finding, Remark
from judge.problems import read_package, spoil_package, validate_package
from tests.conftest import MakePackage

FOUR = "DFS\n4\n4\n0000\n0000\n0000\n0000\n"
RIGHT = "OK\n0100\n0001\n1000\n0010\n"
FREE = "DFS\n2\n1\n00\n02\n"


def said(remarks: Sequence[Remark]) -> list[tuple[str, str]]:
    return [(remark.case, remark.what.code) for remark in remarks if isinstance(remark.what, Finding)]


def test_missing_answers_are_one_fault(package: MakePackage) -> None:
    names = [f"secret/c{number}" for number in range(5)]
    problem = read_package(package(cases={**dict.fromkeys(names, (FOUR, "")), "sample/known": (FOUR, RIGHT)}))
    [remark] = validate_package(problem)
    assert isinstance(remark.what, Finding)
    assert remark.what.code == "E418"
    assert remark.what.message == f"5 of 6 cases without answer.txt: judge answers {problem.path}  writes them"
    assert remark.what.note == "secret/c0, secret/c1, secret/c2 and 2 more"
    assert [case.name for case in problem.unanswered] == ["c0", "c1", "c2", "c3", "c4"]


def test_a_fail_that_the_first_free_cells_refute_is_found(package: MakePackage) -> None:
    problem = read_package(package(cases={"sample/one": (FREE, "FAIL\nproof: none\n")}))
    assert said(validate_package(problem)) == [("sample/one", "E301")]
    assert spoil_package(problem, validate_package(problem)) == ((), []), "nothing is made of a wrong answer"


def test_a_wrong_answer_names_the_file_of_the_package_and_is_not_spoilt(package: MakePackage) -> None:
    problem = read_package(package(cases={"sample/wrong": (FOUR, "OK\n1100\n0001\n1000\n0000\n")}))
    [remark] = validate_package(problem)
    assert isinstance(remark.what, Finding)
    assert remark.what.where.startswith(f"{problem.path}/sample/wrong/answer.txt line 2")
    assert spoil_package(problem, [remark]) == ((), [])


def test_a_board_that_is_too_large_is_not_spoilt(package: MakePackage) -> None:
    row = "1" + "0" * 2000
    large = "DFS\n2001\n1\n" + ("0" * 2001 + "\n") * 2001, f"OK\n{row}\n" + ("0" * 2001 + "\n") * 2000
    problem = read_package(package(cases={"sample/right": large}))
    assert validate_package(problem) == []
    assert spoil_package(problem, []) == ((), [])


def all_queens(n: int) -> str:
    return f"DFS\n{n}\n{n}\n" + ("0" * n + "\n") * n


@pytest.mark.parametrize(
    ("n", "answer", "code"),
    [
        (11, "FAIL\nproof: tried everything\n", "E116"),
        (11, "2681\n", "E116"),
        (11, "2680\n", ""),
        (27, "234907967154122527\n", "E116"),
        (28, "FAIL\nproof: tried everything\n", "E113"),
        (28, "0\n", "E113"),
        (28, "1000\n", ""),  # nobody has counted them
    ],
)
def test_a_number_too_large_to_count_is_held_against_the_known_one(
    package: MakePackage, n: int, answer: str, code: str
) -> None:
    folder = package(cases={"sample/many": (all_queens(n), answer)}, puzzle="all-queens")
    assert said(validate_package(read_package(folder))) == ([("sample/many", code)] if code else [])
