"""A puzzle with a form of its own is one file: its case format, boards of n x m with a layer, and its own call."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from judge.errors import JudgeError, Place
from judge.judging import execute
from judge.judging.check import check_files
from judge.model import Attempt, Verdict
from judge.problems import puzzles
from judge.problems.package import read_package
from judge.problems.puzzles.puzzle import is_homeworks
from judge.problems.spoil import spoil_package
from judge.problems.symmetry import SYMMETRIES, turn_board
from judge.problems.validation import validate_package
from judge.sandbox.sandbox import Sandbox
from judge.submissions.read import read_submission

SUMS = '''\
"""Sums: p pieces on free cells of n x m, whose weights are `target` together."""

import numpy as np

from judge.model import Finding, Instance
from judge.problems.formats.answer_format import boards
from judge.problems.formats.case_format import CaseFormat
from judge.problems.formats.case_lines import Number, close_case, open_case, take_cells, take_numbers, take_table
from judge.problems.formats.page import digit_lines
from judge.problems.puzzles.call import call, grid, layer, m, n, pieces
from judge.problems.puzzles.findings import Words
from judge.problems.puzzles.goals import one_arrangement
from judge.problems.puzzles.puzzle import Puzzle, no_theorem


def read(data, file):
    page = open_case(data, file, "write n, m and p, n rows of cells, and n rows of weights")
    rows, columns, count = take_numbers(page, Number("n", 1, 50), Number("m", 1, 50), Number("p", 1, 2500))
    cells = take_cells(page, (rows, columns), "..#")
    weights = take_table(page, (rows, columns), Number("a weight", -9, 9))
    close_case(page)
    return Instance("ANY", rows, count, cells, weights), page.notices()


def write(board):
    head = f"{board.n} {board.columns} {board.pieces}\\n".encode()
    cells = digit_lines(board.grid).translate(bytes.maketrans(b"02", b".#"))
    return head + cells + b"".join(b" ".join(b"%d" % one for one in row) + b"\\n" for row in board.layer.tolist())


def even(trial):
    placed = trial.case.board.layer[trial.board == 1]
    return Finding("E106", f"the weights are {placed.sum()} together") if placed.sum() % 2 else None


SMALL = Instance("ANY", 1, 1, np.zeros((1, 2), np.int8), np.array([[1, 2]]))
PUZZLE = Puzzle(
    name="sums",
    words=Words("stone", "stones", "add up to an odd number"),
    rules=(even,),
    goal=one_arrangement,
    answers=boards(trees=True),
    exists=no_theorem,
    starter="def solve(n, m, stones, grid, weights):\\n    return None\\n",
    misfit=None,
    cases=CaseFormat(read, write),
    call=call(("n: int", n), ("m: int", m), ("stones: int", pieces), ("grid: int8[n, m]", grid),
              ("weights: int64[n, m]", layer)),
    warm_ups=(SMALL,),
)
'''
CASE = "2 3 2\n..#\n...\n1 2 3\n-4 5 7\n"
FUNCTION = """\
import numpy as np

def solve(n, m, stones, grid, weights):
    assert grid.shape == weights.shape == (n, m) and (grid.dtype, weights.dtype) == (np.int8, np.int64)
    board = grid.copy()
    for row, column in zip(*np.nonzero((weights % 2 == {odd}) & (grid == 0))):
        if (board == 1).sum() < stones:
            board[row, column] = 1
    return board
"""
PROGRAM = """\
n, m, p = map(int, input().split())
rows = [input() for _ in range(n)]
assert rows == ["..#", "..."], rows
print("OK\\n{first}\\n{second}")
"""


@pytest.fixture
def sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The puzzle in a folder beside the judge's own; the folder of a package of it."""
    own, package = tmp_path / "own", tmp_path / "sums"
    (package / "secret/one").mkdir(parents=True)
    own.mkdir()
    (own / "sums.py").write_text(SUMS)
    monkeypatch.setattr(puzzles, "__path__", [*puzzles.__path__, str(own)])
    (package / "problem.toml").write_text('title = "Sums"\npuzzle = "sums"\n[groups.secret]\npoints = 1\n')
    (package / "secret/one/input.txt").write_text(CASE)
    (package / "secret/one/answer.txt").write_text("OK\n012\n100\n")
    yield package
    sys.modules.pop("judge.problems.puzzles.sums", None)
    vars(puzzles).pop("sums", None)


def run(sandbox: Sandbox, package: Path, source: str) -> Attempt:
    problem, path = read_package(package), package.parent / "mine.py"
    path.write_text(source)
    submission = read_submission(path, problem.name, rules=problem.programs)
    place = execute.place(sandbox, submission.contract)
    prepared, ready = execute.prepare(place, submission, problem)
    assert ready is not None, prepared
    assert not prepared.message
    return execute.run_case(place, ready, problem, problem.cases[0])


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        (FUNCTION.format(odd=1), ""),
        (FUNCTION.format(odd=0), ""),
        (FUNCTION.format(odd=1).replace("return board", "return board.T"), "is 3 x 2, but it must be 2 x 3"),
        (PROGRAM.format(first="102", second="010"), ""),
        (PROGRAM.format(first="012", second="010"), "the weights are 7 together"),
        (PROGRAM.format(first="0120", second="0100"), "row 1 has 4 cells, but the board is 2 x 3: 3 columns"),
    ],
    ids=["function", "other function", "turned function", "program", "wrong program", "wide program"],
)
def test_a_function_and_a_program_are_judged(sandbox: Sandbox, sums: Path, source: str, fault: str) -> None:
    attempt = run(sandbox, sums, source)
    assert attempt.verdict is (Verdict.WA if fault else Verdict.AC), attempt.finding
    assert fault in attempt.message


def test_a_case_is_read_written_and_turned_with_its_layer(sums: Path) -> None:
    problem = read_package(sums)
    [case] = problem.cases
    puzzle = puzzles.named("sums")
    assert (case.board.shape, case.board.pieces) == ((2, 3), 2)
    assert puzzle.cases.write(case.board) == CASE.encode()
    turned = turn_board(case.board, next(one for one in SYMMETRIES if one.name == "turned-180"))
    assert turned.layer is not None
    assert turned.layer.tolist() == [[7, 5, -4], [3, 2, 1]]
    assert not is_homeworks(puzzle)
    assert problem.programs.parameters == ("n", "m", "stones", "grid", "weights")


def test_its_package_is_validated_and_its_answers_checked(sums: Path) -> None:
    problem, answer = read_package(sums), sums / "secret/one/answer.txt"
    assert validate_package(problem)[:-1] == []
    rows, remarks = spoil_package(problem, [])
    assert remarks == []
    assert {row.kind for row in rows} > {"piece dropped", "truncated"}
    case = sums / "secret/one/input.txt"
    assert check_files(case, answer, None, False).finding is None
    answer.write_text("OK\n102\n100\n")
    finding = check_files(case, answer, None, False).finding
    assert finding is not None
    assert finding.message == "the weights are -3 together"


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ("", "", "is empty"),
        ("2 3\n", "1:4", "holds 2 words, but it must hold n, m, p"),
        ("2 x 2\n", "1:3", "'x' stands where m must be, a whole number from 1 to 50"),
        ("2 3 2 7\n", "1:7", "holds 4 words"),
        ("2 3 2\n..#\n", "3", "ends before line 3, which must hold row 2 of the board"),
        ("2 3 2\n..#\n.x.\n", "3:2", "holds 'x' in column 2, but a cell is . or #"),
        ("2 3 2\n..#\n..\n", "3:3", "row 2 has 2 cells, but the board has 3 columns"),
        (CASE.replace("-4 5 7", "-4 5"), "5:5", "row 2 has 2 numbers, but it must have 3"),
        (CASE.replace("-4 5 7", "-4 5 70"), "5:6", "'70' stands where a weight must be"),
        (CASE + "1\n", "6:1", "after the last row there is '1'"),
    ],
)
def test_what_is_wrong_with_a_case_has_its_line_and_column(sums: Path, text: str, where: str, why: str) -> None:
    file = sums / "secret/one/input.txt"
    file.write_text(text)
    with pytest.raises(JudgeError, match=why) as caught:
        read_package(sums)
    assert caught.value.code in ("E401", "E476")
    line, column = ([int(number) for number in where.split(":")] + [0, 0])[:2] if where else (0, 0)
    assert caught.value.place == Place(str(file), line, column)


def test_what_real_files_do_is_only_noted(sums: Path) -> None:
    read = puzzles.named("sums").cases.read
    board, notices = read(CASE.replace("\n", " \r\n").encode() + b"\r\n", "input.txt")
    assert [notice.code for notice in notices] == ["W102", "W105", "W106"]
    assert np.array_equal(board.grid, [[0, 0, 2], [0, 0, 0]])
