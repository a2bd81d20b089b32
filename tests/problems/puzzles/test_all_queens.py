"""What is accepted of a list of all arrangements, and each of its faults."""

from __future__ import annotations

import msgspec
import pytest

from judge.model import Answer, Verdict
from judge.problems.formats.answer import LISTED_N
from judge.problems.puzzles import judge
from judge.problems.row.answers import QUEENS
from judge.problems.rules.plain import every_queens
from tests.problems.puzzles.drawn import (
    FAIL,
    columns_answer,
    empty_case,
)


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (6, 4), (8, 92)])
def test_every_arrangement_in_any_order(n: int, count: int) -> None:
    listed = list(every_queens(n))[::-1]
    assert len(listed) == count
    assert judge(empty_case(n), "all-queens", columns_answer(listed, n)) is None
    stated = msgspec.structs.replace(columns_answer(listed, n), count=count)
    assert judge(empty_case(n, Answer(count=count)), "all-queens", stated) is None
    assert (judge(empty_case(n), "all-queens", FAIL) is None) == (count == 0)


def test_each_fault_of_a_list() -> None:
    listed = list(every_queens(6))
    for rows, count, code in [
        (listed, 5, "E116"),
        (listed[:3], None, "E118"),
        ([], 4, "E118"),
        ([*listed[:3], listed[0]], 4, "E117"),
        ([listed[0], (0, 1, 2, 3, 4, 5)], 4, "E106"),
        ([listed[0], (0, 2, 4, 6, 1, 3)], 4, "E115"),
        ([listed[0][:5]], None, "E114"),
    ]:
        answer = msgspec.structs.replace(columns_answer(rows, len(rows[0]) if rows else 6), count=count)
        finding = judge(empty_case(6), "all-queens", answer)
        assert finding is not None
        assert finding.code == code


def test_the_words_about_a_list() -> None:
    listed = list(every_queens(6))
    repeated = judge(empty_case(6), "all-queens", columns_answer([*listed[:3], listed[1]], 6, first_line=2))
    assert repeated is not None
    assert repeated.message == "arrangement 4 is the same as arrangement 2"
    assert repeated.where == "output.txt line 5"
    missing = judge(empty_case(6), "all-queens", columns_answer(listed[1:], 6))
    assert missing is not None
    assert missing.message == "the list holds 3 of the 4 arrangements"
    assert missing.note.endswith("2 4 6 1 3 5")
    attack = judge(empty_case(6), "all-queens", columns_answer([listed[0], (0, 1, 2, 3, 4, 5)], 6))
    assert attack is not None
    assert attack.where == "arrangement 2, numbers 1 and 2"


def test_above_ten_only_the_number_counts() -> None:
    case = empty_case(11, Answer(count=2680))
    assert judge(case, "all-queens", Answer(count=2680)) is None
    for answer, code in [(Answer(count=2679), "E116"), (columns_answer([], 11), "E120"), (FAIL, "E113")]:
        finding = judge(case, "all-queens", answer)
        assert finding is not None
        assert finding.code == code
    untold = judge(empty_case(11), "all-queens", Answer(count=2680))
    assert untold is not None
    assert (untold.code, untold.verdict) == ("E302", Verdict.JE)


def test_the_counts_are_those_of_all_lists() -> None:
    assert [sum(1 for _ in every_queens(n)) for n in range(LISTED_N + 1)] == list(QUEENS[: LISTED_N + 1])
