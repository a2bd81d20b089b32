"""The validator: what each puzzle accepts, and each fault with its code, its cells and its words."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.model import Answer, Case, Instance, ReadWarning, Verdict
from judge.problems.puzzles import judge, puzzle_fits, read_answer
from judge.problems.rules.plain import every_queens, plain_attack

FAIL = Answer(fail=True)


def grid_of(picture: str) -> np.ndarray:
    """Cells drawn with . for free, L for a piece and T for a tree."""
    return np.array([[".LT".index(cell) for cell in row] for row in picture.split()], dtype=np.int8)


def case_of(grid: np.ndarray, pieces: int, answer: Answer | None = None, why_fail: str = "") -> Case:
    return Case("forest-07", "secret", Instance("DFS", len(grid), pieces, grid), answer, why_fail)


def empty_case(n: int, answer: Answer | None = None) -> Case:
    return case_of(np.zeros((n, n), dtype=np.int8), n, answer)


def board_answer(picture: str, first_line: int = 0) -> Answer:
    return Answer(board=grid_of(picture), first_line=first_line)


def columns_answer(rows: list[tuple[int, ...]], n: int, first_line: int = 0) -> Answer:
    return Answer(columns=np.array(rows, dtype=np.int64).reshape(len(rows), n), first_line=first_line)


def spies_answer(numbers: str, first_line: int = 1) -> Answer:
    return columns_answer([tuple(int(k) - 1 for k in numbers.split())], len(numbers.split()), first_line)


CLASSIC = "L....... ....L... .......L .....L.. ..L..... ......L. .L...... ...L...."  # eight queens


# --- lizards ----------------------------------------------------------------------------------------------


def test_a_valid_board_is_accepted_with_and_without_an_answer_of_the_package() -> None:
    grid, right = grid_of(".T. ... T.."), board_answer("LTL ... T..")
    assert judge(case_of(grid, 2), "lizards", right) is None
    assert judge(case_of(grid, 2, board_answer(".T. ..L TL.")), "lizards", right) is None


@pytest.mark.parametrize(
    ("answer", "code", "cells", "message"),
    [
        ("LT .. T.", "E105", (), "the returned board is 3 x 2, but it must be 3 x 3"),
        ("LT. .L.", "E104", (), "the returned board is 2 x 3, but it must be 3 x 3"),
        ("LTL. .... T...", "E105", (), "the returned board is 3 x 4, but it must be 3 x 3"),
        ("L.L ... T..", "E109", ((1, 2),), "the tree at row 1, column 2 is missing"),
        (".L. ... T.L", "E109", ((1, 2),), "a lizard stands on the tree at row 1, column 2"),
        ("LTL ..T T..", "E110", ((2, 3),), "a tree stands at row 2, column 3, where the case has none"),
        ("LT. ... T..", "E108", (), "the board holds 1 lizard, but 2 must be placed"),
        ("LTL ... T.L", "E108", (), "the board holds 3 lizards, but 2 must be placed"),
        ("LT. .L. T..", "E106", ((1, 1), (2, 2)), "two lizards can eat each other"),
    ],
)
def test_each_fault_of_a_board(answer: Any, code: str, cells: Any, message: str) -> None:
    finding = judge(case_of(grid_of(".T. ... T.."), 2), "lizards", board_answer(answer))
    assert finding is not None
    assert (finding.code, finding.cells, finding.message) == (code, cells, message)
    assert finding.verdict is Verdict.WA
    assert finding.help


@pytest.mark.parametrize("value", [3, -1, -128, 127])
def test_a_hostile_cell_is_named(value: object) -> None:
    board = grid_of("LTL ... T..")
    board[1, 2] = value
    finding = judge(case_of(grid_of(".T. ... T.."), 2), "lizards", Answer(board=board))
    assert finding is not None
    assert (finding.code, finding.cells) == ("E121", ((2, 3),))
    assert str(value) in finding.message


@pytest.mark.parametrize("shape", [(), (0,), (9,), (3, 3, 1), (0, 0)])
def test_a_hostile_shape_is_refused(shape: tuple[int, ...]) -> None:
    answer = Answer(board=np.zeros(shape, dtype=np.int8))
    finding = judge(case_of(grid_of("... ... ..."), 2), "lizards", answer)
    assert finding is not None
    assert finding.code == "E104"


def test_another_kind_of_answer_is_refused() -> None:
    for answer in (Answer(count=2), columns_answer([(0, 2, 1)], 3), Answer()):
        finding = judge(case_of(grid_of("... ... ..."), 2), "lizards", answer)
        assert finding is not None
        assert finding.code == "E120"


def test_the_diagnostic_of_an_attack_says_where_and_how_far() -> None:
    case = case_of(grid_of("..... ...T. ..... ..... ....."), 2)
    text = b"OK\n00000\n01020\n00000\n00000\n00001\n"
    answer = read_answer(text, "lizards", 5)
    assert isinstance(answer, Answer)
    finding = judge(case, "lizards", answer)
    assert finding is not None
    assert finding.cells == ((2, 2), (5, 5))
    assert finding.where == "output.txt line 3, column 2 and line 6, column 5"
    assert finding.note == "2 free cells and no tree between them on the diagonal"
    assert finding.help == "move the lizard at row 5, column 5 to a cell that no other lizard sees"


@pytest.mark.parametrize(
    ("picture", "note"),
    [
        ("LL. ... ...", "no cell between them in the row"),
        ("L.. ... L..", "1 free cell between them in the column"),
        ("..L ... L..", "1 free cell between them on the diagonal"),
    ],
)
def test_the_note_names_the_line(picture: str, note: str) -> None:
    finding = judge(case_of(grid_of("... ... ..."), 2), "lizards", board_answer(picture))
    assert finding is not None
    assert finding.note == note


def test_where_fits_the_source_of_the_answer() -> None:
    case = case_of(grid_of("... ... ..."), 2)
    answer = board_answer("L.. ... L..")
    returned = judge(case, "lizards", answer)
    assert returned is not None
    assert returned.where == "row 1, column 1 and row 3, column 1 of the returned board"
    blanks = msgspec.structs.replace(answer, first_line=2, warnings=(ReadWarning("W107", "blanks", 2),))
    text = judge(case, "lizards", blanks)
    assert text is not None
    assert text.where == "output.txt line 2 and line 4", "with blanks between the digits columns are not known"


# --- FAIL -------------------------------------------------------------------------------------------------


def test_fail_where_the_package_says_fail() -> None:
    assert judge(case_of(grid_of(".. .."), 2, FAIL), "lizards", FAIL) is None


def test_fail_where_there_is_an_arrangement() -> None:
    finding = judge(case_of(grid_of(".. .."), 1, board_answer("L. ..")), "lizards", FAIL)
    assert finding is not None
    assert (finding.code, finding.verdict) == ("E113", Verdict.WA)
    assert finding.message == "the answer is FAIL, but 1 lizard can be placed"


def test_fail_without_an_answer_of_the_package_is_the_judges_fault() -> None:
    finding = judge(case_of(grid_of(".. .."), 2), "lizards", FAIL)
    assert finding is not None
    assert (finding.code, finding.verdict) == ("E302", Verdict.JE)
    assert "forest-07" in finding.help


def test_a_valid_arrangement_refutes_a_package_that_says_fail() -> None:
    case = case_of(grid_of(".T. ... T.."), 2, FAIL, why_fail="clique bound 1")
    finding = judge(case, "lizards", board_answer("LTL ... T.."))
    assert finding is not None
    assert (finding.code, finding.verdict) == ("E301", Verdict.JE)
    assert "clique bound 1" in finding.note
    wrong = judge(case, "lizards", board_answer("LT. .L. T.."))
    assert wrong is not None
    assert wrong.code == "E106", "an invalid one refutes nothing"


@pytest.mark.parametrize(
    ("puzzle", "n", "code"),
    [
        ("queens", 2, None),
        ("queens", 3, None),
        ("queens", 1, "E113"),
        ("queens", 1000, "E113"),
        ("spies", 7, None),
        ("spies", 9, "E302"),
    ],
)
def test_theorems_judge_fail_without_an_answer_of_the_package(puzzle: str, n: int, code: str | None) -> None:
    finding = judge(empty_case(n), puzzle, FAIL)
    assert (finding.code if finding else None) == code


# --- queens and spies -------------------------------------------------------------------------------------


def test_eight_queens() -> None:
    assert judge(empty_case(8), "queens", board_answer(CLASSIC)) is None
    assert judge(empty_case(8), "lizards", board_answer(CLASSIC)) is None
    finding = judge(empty_case(8), "queens", board_answer(CLASSIC.replace("L....... ", "..L..... ", 1)))
    assert finding is not None
    assert (finding.code, finding.message) == ("E106", "two queens attack each other")
    assert finding.cells == ((1, 3), (4, 6))
    assert finding.note == "2 free cells between them on the diagonal"


def test_spies_as_columns_or_as_a_board() -> None:
    numbers = "2 4 7 1 8 11 5 3 9 6 10"
    answer = spies_answer(numbers)
    assert answer.columns is not None
    board = np.zeros((11, 11), dtype=np.int8)
    board[np.arange(11), answer.columns[0]] = 1
    assert judge(empty_case(11), "spies", answer) is None
    assert judge(empty_case(11), "spies", Answer(board=board)) is None


@pytest.mark.parametrize(
    ("numbers", "rows", "note"),
    [
        ("4 7 1 6 2 10 8 3 5 9 11", (1, 4, 7), "rows 1, 4 and 7: one step is 3 rows down, 2 columns right"),
        (
            "1 3 6 2 7 16 20 13 8 5 22 19 17 23 21 9 11 14 10 4 18 12 15",
            (2, 8, 14),
            "rows 2, 8 and 14: one step is 3 rows down, 5 columns right",
        ),
        (
            "1 3 6 2 7 10 20 17 23 21 18 27 8 22 25 4 9 24 15 13 26 19 14 11 5 12 16",
            (9, 19, 24),
            "rows 9, 19 and 24: one step is 5 rows down, 4 columns left",
        ),
    ],
)
def test_three_spies_on_one_line(numbers: str, rows: Any, note: str) -> None:
    columns = [int(k) for k in numbers.split()]
    n, cells = len(columns), tuple((row, columns[row - 1]) for row in rows)
    finding = judge(empty_case(n), "spies", spies_answer(numbers, first_line=2))
    assert finding is not None
    assert (finding.code, finding.cells, finding.note) == ("E107", cells, note)
    assert finding.message == "three spies stand on one straight line"
    assert finding.where == f"output.txt line 2, numbers {rows[0]}, {rows[1]} and {rows[2]}"
    board = np.zeros((n, n), dtype=np.int8)
    board[np.arange(n), np.array(columns) - 1] = 1
    as_board = judge(empty_case(n), "spies", Answer(board=board))
    assert as_board is not None
    assert (as_board.code, as_board.cells) == ("E107", cells)


@pytest.mark.parametrize(
    ("answer", "code", "cells"),
    [
        (spies_answer("2 4 2 3"), "E106", ((1, 2), (3, 2))),
        (spies_answer("1 2 4 3"), "E106", ((1, 1), (2, 2))),
        (columns_answer([(1, 3, 0, 4)], 4), "E115", ()),
        (columns_answer([(1, 3, -1, 2)], 4), "E115", ()),
        (columns_answer([(1, 3, 0)], 3), "E114", ()),
        (columns_answer([(1, 3, 0, 2)] * 2, 4), "E114", ()),
        (columns_answer([(1, 3, 0, 2)], 4), None, ()),
    ],
)
def test_each_fault_of_columns(answer: Any, code: str, cells: Any) -> None:
    finding = judge(empty_case(4), "spies", answer)
    assert (finding.code if finding else None) == code
    assert (finding.cells if finding else ()) == cells


# --- all-queens -------------------------------------------------------------------------------------------


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


# --- properties -------------------------------------------------------------------------------------------


@st.composite
def arrangements(draw: st.DrawFn) -> np.ndarray:
    """A valid board: trees anywhere, then pieces wherever one still fits, in a drawn order."""
    n = draw(st.integers(2, 8))
    trees = draw(st.lists(st.booleans(), min_size=n * n, max_size=n * n))
    board = np.array(trees, dtype=np.int8).reshape(n, n) * 2
    for at in draw(st.permutations(range(n * n)))[: 3 * n]:
        if board.flat[at] == 0:
            board.flat[at] = 1
            if plain_attack(board):
                board.flat[at] = 0
    return board


@given(arrangements(), st.integers(0, 63), st.integers(1, 2))
@settings(max_examples=60, deadline=None)
def test_a_changed_board_has_the_verdict_of_its_images(board: np.ndarray, at: int, change: int) -> None:
    """Rotations and reflections never change a verdict, and no changed cell of a valid board goes unseen."""
    grid, pieces = np.where(board == 2, 2, 0).astype(np.int8), int((board == 1).sum())
    changed = board.copy()
    changed.flat[at % board.size] = (changed.flat[at % board.size] + change) % 3
    for turn in range(4):
        for flip in (np.ascontiguousarray, np.transpose):
            case = case_of(flip(np.rot90(grid, turn)), pieces)
            assert judge(case, "lizards", Answer(board=flip(np.rot90(board, turn)))) is None
            finding = judge(case, "lizards", Answer(board=flip(np.rot90(changed, turn))))
            assert finding is not None
            assert finding.code in {"E108", "E109", "E110"}


@given(arrangements(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_moved_piece_has_the_verdict_of_its_images(board: np.ndarray, data: st.DataObject) -> None:
    """With the number of pieces kept, only the attack rule can refuse it; all eight images agree."""
    taken, free = np.argwhere(board == 1), np.argwhere(board == 0)
    if not len(taken) or not len(free):
        return
    moved = board.copy()
    moved[tuple(data.draw(st.sampled_from(taken.tolist())))] = 0
    moved[tuple(data.draw(st.sampled_from(free.tolist())))] = 1
    grid, pieces = np.where(board == 2, 2, 0).astype(np.int8), len(taken)
    codes = set()
    for turn in range(4):
        for flip in (np.ascontiguousarray, np.transpose):
            case = case_of(flip(np.rot90(grid, turn)), pieces)
            finding = judge(case, "lizards", Answer(board=flip(np.rot90(moved, turn))))
            codes.add(finding.code if finding else None)
    assert codes == ({"E106"} if plain_attack(moved) else {None})


# --- cases ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", ["queens", "spies", "all-queens"])
def test_cases_that_do_not_fit_their_puzzle(puzzle: str) -> None:
    puzzle_fits(empty_case(5).board, puzzle)
    with pytest.raises(JudgeError, match="trees") as trees:
        puzzle_fits(case_of(grid_of("... ..T ..."), 3).board, puzzle)
    assert trees.value.code == "E410"
    assert trees.value.place is not None
    assert trees.value.place.line == 5
    with pytest.raises(JudgeError, match="there must be 3") as pieces:
        puzzle_fits(case_of(grid_of("... ... ..."), 2).board, puzzle)
    assert pieces.value.code == "E410"
    assert pieces.value.help


def test_lizards_take_any_case() -> None:
    puzzle_fits(case_of(grid_of("..T ..T ..."), 7).board, "lizards")
