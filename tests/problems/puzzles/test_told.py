"""Every word about an answer that is wrong, or about a case that is of another puzzle, as it is kept in `kept/`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from judge.model import Answer, Case, Instance, ReadWarning
from judge.problems import judge_answer, puzzle_fits, puzzle_names
from tests.oracle import every_queens
from tests.problems import told
from tests.problems.make import case_in, grid_of

KEPT = Path(__file__).parent / "kept"
FAIL = Answer(fail=True)


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


BLANKS = (ReadWarning("W107", "blanks between digits", 2),)
SHAPED = (ReadWarning("W112", "read as a board", 2),)
THREE, TREES = grid_of("... ... ..."), grid_of(".T. ... T..")
BOARDS = {  # a case of two lizards, and its answer; of the larger boards more
    "too narrow": (TREES, "LT .. T."),
    "too low": (TREES, "LT. .L."),
    "a row of another": (TREES, "LT."),
    "too wide": (TREES, "LTL. .... T..."),
    "a tree is missing": (TREES, "L.L ... T.."),
    "two trees are missing": (TREES, "L.L ... ..."),
    "on a tree": (TREES, ".L. ... T.L"),
    "a tree too many": (TREES, "LTL ..T T.."),
    "two trees too many": (TREES, "LTT ... T.T"),
    "the last cell a tree": (TREES, ".T. ... T.T"),
    "none": (TREES, ".T. ... T.."),
    "one too few": (TREES, "LT. ... T.."),
    "one too many": (TREES, "LTL ... T.L"),
    "in the row": (THREE, "... .LL ..."),
    "in the row, one between": (THREE, "L.L ... ..."),
    "in the column": (THREE, ".L. .L. ..."),
    "in the column, one between": (THREE, ".L. ... .L."),
    "on the diagonal": (THREE, "... L.. .L."),
    "on the other diagonal": (THREE, "..L ... L.."),
    "diagonal beside trees": (TREES, "LT. .L. T.."),
    "one between, and trees": (TREES, "LT. ... T.L"),
    "far, and trees": (grid_of("T.... ..... ..... ..... ....."), "T...L ..... ..... ..... ....L"),
    "far, no trees": (grid_of("..... ..... ..... ..... ....."), "..... L...L ..... ..... ....."),
    "right": (TREES, "LTL ... T.."),
    "a tree between": (grid_of(".T. ... ..."), "LTL ... ..."),
}


def whole(n: int) -> list[tuple[int, ...]]:
    return list(every_queens(n))


COLUMNS = {
    "right": (11, spies_answer("2 4 7 1 8 11 5 3 9 6 10")),
    "three in line": (11, spies_answer("4 7 1 6 2 10 8 3 5 9 11")),
    "three in line, returned": (11, spies_answer("4 7 1 6 2 10 8 3 5 9 11", first_line=0)),
    "three in line, to the left": (11, spies_answer("8 5 11 6 10 2 4 9 7 3 1", first_line=3)),
    "three in line, one row a step": (6, spies_answer("1 3 5 2 4 6")),
    "in the column": (4, spies_answer("2 4 2 3")),
    "on the diagonal": (4, spies_answer("1 2 4 3", first_line=4)),
    "on the other diagonal, returned": (4, spies_answer("2 1 4 3", first_line=0)),
    "beyond the board": (4, columns_answer([(1, 3, 0, 4)], 4)),
    "beyond the board, in a text": (4, columns_answer([(1, 3, 0, 4)], 4, first_line=2)),
    "before the board": (4, columns_answer([(-1, 3, 0, 2)], 4)),
    "both": (4, columns_answer([(1, 4, -1, 2)], 4)),
    "too few": (4, columns_answer([(1, 3, 0)], 3)),
    "two of them": (4, columns_answer([(1, 3, 0, 2)] * 2, 4)),
    "none of them": (4, columns_answer([], 4, first_line=1)),
    "one spy": (1, columns_answer([(0,)], 1)),
    "a count": (4, Answer(count=2)),
    "a count, in a text": (4, Answer(count=2, first_line=1)),
    "FAIL": (4, FAIL),
    "FAIL where there is none": (5, FAIL),
}
LISTS = {
    "all": (6, columns_answer(whole(6), 6), None),
    "all, backwards": (6, columns_answer(whole(6)[::-1], 6), 4),
    "too few said": (6, columns_answer(whole(6), 6), 3),
    "one said": (6, columns_answer(whole(6)[:1], 6, first_line=2), 1),
    "too many said": (6, columns_answer(whole(6), 6), 9),
    "one missing": (6, columns_answer(whole(6)[1:], 6), None),
    "one missing, in a text": (6, columns_answer(whole(6)[:3], 6, first_line=2), None),
    "none listed": (4, columns_answer([], 4), None),
    "twice": (6, columns_answer([*whole(6)[:2], whole(6)[0]], 6), None),
    "twice, in a text": (6, columns_answer([*whole(6)[:2], whole(6)[1]], 6, first_line=2), None),
    "attack": (6, columns_answer([whole(6)[0], (0, 1, 2, 3, 4, 5)], 6), None),
    "attack, in a text": (6, columns_answer([whole(6)[0], whole(6)[1], (1, 3, 1, 2, 4, 5)], 6, first_line=5), None),
    "beyond the board": (6, columns_answer([whole(6)[0], (1, 3, 5, 0, 2, 6)], 6, first_line=2), None),
    "too narrow": (6, columns_answer([whole(6)[0][:5]], 5), None),
    "one column": (6, Answer(columns=np.zeros(6, np.int64)), None),
    "no number of columns": (6, Answer(columns=np.zeros((), np.int64)), None),
    "a count alone": (6, Answer(), 4),
    "a board": (4, board_answer(".L.. ...L L... ..L."), None),
    "FAIL": (4, FAIL, None),
    "FAIL where there is none": (3, FAIL, None),
    "none where there is none": (3, columns_answer([], 3), 0),
    "one for one": (1, columns_answer([(0,)], 1), 1),
    "ten, too few": (10, columns_answer(whole(4)[:0], 10), 724),
}


def judged(puzzle: str, case: Case, answer: Answer) -> Iterable[str]:
    finding = judge_answer(case, puzzle, answer)
    return [f"    {line}" for line in told.in_lines(finding)] if finding else ["    accepted"]


def test_what_is_told_of_boards() -> None:
    lines = []
    for name, (grid, picture) in BOARDS.items():
        for answer in (board_answer(picture), board_answer(picture, first_line=2)):
            lines += [f"{name}: {picture} on line {answer.first_line}"]
            lines += judged("lizards", case_of(grid, 2), answer)
    for warnings in (BLANKS, SHAPED, (ReadWarning("W105", "blanks behind", 2),)):
        answer = msgspec.structs.replace(board_answer("L.. ... L..", first_line=4), warnings=warnings)
        lines += [warnings[0].code, *judged("queens", case_of(THREE, 2), answer)]
        row = msgspec.structs.replace(board_answer("L.L ... ...", first_line=4), warnings=warnings)
        lines += judged("spies", case_of(THREE, 2), row)
    for pieces in (1, 4, 9):
        lines += [f"{pieces} pieces", *judged("spies", case_of(THREE, pieces), board_answer("L.L ... .L.", 2))]
    for value in (3, -1, 127):
        board = grid_of("LTL ... T..")
        board[1, 2] = value
        lines += [f"a cell of {value}", *judged("lizards", case_of(TREES, 2), Answer(board=board, first_line=2))]
    for shape in ((), (9,), (3, 2), (2, 3), (3, 3, 1), (0, 0)):
        lines += [f"shape {shape}", *judged("lizards", case_of(THREE, 2), Answer(board=np.zeros(shape, np.int8)))]
    told.hold(KEPT / "boards.txt", lines)


def test_what_is_told_of_columns() -> None:
    lines = []
    for name, (n, answer) in COLUMNS.items():
        for puzzle in ("spies", "queens"):
            lines += [f"{name}, n = {n}, {puzzle}", *judged(puzzle, empty_case(n), answer)]
    numbers = "1 3 6 2 7 10 20 17 23 21 18 27 8 22 25 4 9 24 15 13 26 19 14 11 5 12 16"
    board = np.zeros((27, 27), np.int8)
    board[np.arange(27), [int(number) - 1 for number in numbers.split()]] = 1
    lines += ["a board, three in line", *judged("spies", empty_case(27), Answer(board=board, first_line=2))]
    told.hold(KEPT / "columns.txt", lines)


def test_what_is_told_of_lists() -> None:
    lines = []
    for name, (n, answer, count) in LISTS.items():
        said = answer if count is None else msgspec.structs.replace(answer, count=count)
        lines += [f"{name}, n = {n}", *judged("all-queens", empty_case(n), said)]
    for case in (empty_case(11), empty_case(11, Answer(count=2680))):
        for answer in (
            Answer(count=2680),
            Answer(count=2681, first_line=1),
            Answer(count=1),
            columns_answer([], 11),
            FAIL,
        ):
            lines += [f"n = 11, {answer.count}, {case.answer is not None}", *judged("all-queens", case, answer)]
    told.hold(KEPT / "lists.txt", lines)


def test_what_is_told_of_fail_and_of_the_package() -> None:
    lines = []
    one, wrong = board_answer("L.. ... ..."), board_answer("LL. ... ...")
    for puzzle in ("lizards", "queens", "spies"):
        for name, known in {"FAIL": FAIL, "one": one, "wrong": wrong, "unknown": None}.items():
            for pieces in (1, 2):
                case = case_of(THREE, pieces, known)
                lines += [f"{puzzle}, {pieces} pieces, known: {name}", *judged(puzzle, case, FAIL)]
        for n in range(1, 10):
            lines += [f"{puzzle}, n = {n}", *judged(puzzle, empty_case(n), FAIL)]
        said = Answer(fail=True, first_line=1)
        lines += [f"{puzzle}, said", *judged(puzzle, case_of(THREE, 1, one), said)]
        lines += [f"{puzzle}, nothing", *judged(puzzle, empty_case(4), Answer())]
    for why in ("", "clique bound 1"):
        case = case_of(TREES, 2, FAIL, why)
        lines += [f"refuted, {why!r}", *judged("lizards", case, board_answer("LTL ... T.."))]
        lines += judged("lizards", case, board_answer("LT. .L. T.."))
    told.hold(KEPT / "fail.txt", lines)


def test_what_is_told_of_a_case_of_another_puzzle() -> None:
    lines = []
    for puzzle in puzzle_names():
        for picture, pieces in ((".. ..", 2), (".. ..", 3), (".", 2), (".. .T", 2), (".T ..", 2), ("... T.. .T.", 7)):
            board = case_of(grid_of(picture), pieces).board
            said = told.told(lambda puzzle=puzzle, board=board: puzzle_fits(board, puzzle))  # type: ignore[misc]
            lines += [f"{puzzle}: {pieces} on {picture}", *said]
    told.hold(KEPT / "misfits.txt", lines)


def test_the_step_of_a_line_is_told_in_whole_cells() -> None:
    steps = (((0, 0), (1, 1), (2, 2)), ((0, 8), (2, 4), (4, 0)), ((1, 0), (4, 1), (7, 2)), ((0, 6), (3, 3), (6, 0)))
    lines = []
    for cells in steps:
        grid = np.zeros((9, 9), np.int8)
        board = grid.copy()
        board[tuple(zip(*cells, strict=True))] = 1
        lines.append(list(judged("no-three-in-line", case_of(grid, 3), Answer(board=board)))[1][4:])
    told.hold(KEPT / "steps.txt", lines)


HEAVY = json.dumps({"piece": "digger", "case": ["n k", "weights"], "pieces": "k", "apart": "king", "goal": "heaviest"})
FEW = json.dumps(
    {
        "piece": "stone",
        "case": ["n k"],
        "pieces": "k",
        "in_line": 2,
        "window": {"size": [2, 2], "most": 2},
        "goal": "arrangement",
    }
)
CLOSED, STARS = "2 3 2\n000\n030\n", "4 1\n1 1 1 2\n3 1 2 2\n3 4 4 2\n3 4 4 4\n"
DAY, WEIGHTS = "2\n2\n1\n" + "0,0\n" * 12, "2 1\n1 2\n3 4\n"
# A case, its answer.txt, and an answer: a picture, a number, or None for FAIL.
OTHERS: list[tuple[str, str, Any, Any]] = [
    *(("place-rooks", CLOSED, None, picture) for picture in ("... .L.", "L.. .T.", "L.L ...", "L.. .L.")),
    *(("place-knights", CLOSED, None, "L.. ..L"), ("place-superqueens", CLOSED, None, "L.. ..L")),
    *(("completion", "4 2\n1 2\n2 4\n", None, picture) for picture in (".L.. .... .... ....", ".L.. ...L L... L...")),
    *(("star-battle", STARS, None, picture) for picture in ("L... .L.. ..L. ...L", "LL.. .... ...L .L..")),
    *(("star-battle", STARS, None, picture) for picture in ("L... ...L L... ..L.", "L... ..L. ...L .L..", "L... .L..")),
    *(("scooters", DAY, "1", said) for said in (0, 2, -(10**30), None, "L. ..")),
    *(("scooters", DAY, "FAIL", said) for said in (1, None)),
    *((HEAVY, WEIGHTS, known, picture) for known in ("4", "FAIL", "3", None) for picture in (".. L.", ".. .L", None)),
    *((FEW, "3 3\n", None, picture) for picture in ("LLL ... ...", "LL. L.. ...")),
    *(
        ("most-queens", "2 2\n00\n00\n", known, picture)
        for known in ("1", "0", None)
        for picture in (".. ..", "L. ..", 1)
    ),
    *(("verify-queens", picture, None, said) for picture in ("*.\n.*\n", "*.\n..\n", "*\n") for said in (0, 1, 2, ".")),
    *(("count-queens", ".\n", None, said) for said in (0, 1, None, "L")),
]


def test_what_is_told_of_other_puzzles() -> None:
    lines = []
    for puzzle, text, known, said in OTHERS:
        right = Answer(count=int(known)) if known and known != "FAIL" else known and FAIL
        case = case_in(puzzle, text, right)
        answer = FAIL if said is None else Answer(count=said) if isinstance(said, int) else board_answer(said)
        lines += [f"{puzzle}: {said} to {text!r}, known: {known}", *judged(puzzle, case, answer)]
    nines = Answer(board=np.array([[0, 0, 9], [0, 0, 0]], np.int8))
    lines += ["nines", *judged("place-rooks", case_in("place-rooks", CLOSED), nines)]
    told.hold(KEPT / "others.txt", lines)
