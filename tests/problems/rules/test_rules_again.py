"""The judge says of a board what a second writing of the rules says: of arrangements, moved, exchanged and turned."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from judge.model import Answer, Case, Instance
from judge.problems.puzzles import judge, read_answer
from tests.rules_again import every_queens, found, is_right

Rows = list[list[int]]
Chance = random.Random


# --- what is done to an arrangement -----------------------------------------------------------------------------------
def moved(chance: Chance, rows: Rows) -> Rows:
    """Move a piece to any other cell, or a tree."""
    cells = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell]
    r, c = chance.choice(cells or [(0, 0)])
    y, x = chance.randrange(len(rows)), chance.randrange(len(rows))
    rows[r][c], rows[y][x] = rows[y][x], rows[r][c]
    return rows


def exchanged(chance: Chance, rows: Rows) -> Rows:
    one, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    rows[one], rows[other] = rows[other], rows[one]
    return rows


def turned(chance: Chance, rows: Rows) -> Rows:
    quarters: Rows = np.rot90(np.array(rows), chance.randrange(4)).tolist()
    return quarters if chance.random() < 0.5 else quarters[::-1]


def changed(chance: Chance, rows: Rows) -> Rows:
    rows[chance.randrange(len(rows))][chance.randrange(len(rows))] = chance.randrange(3)
    return rows


def filled(chance: Chance, rows: Rows) -> Rows:
    """Put anything into each cell that holds no tree."""
    return [[cell if cell == 2 else int(chance.random() < 0.3) for cell in row] for row in rows]


WAYS: tuple[Callable[[Chance, Rows], Rows], ...] = (moved, moved, exchanged, turned, changed, filled)


# --- a case and an answer ---------------------------------------------------------------------------------------------
def board_of(chance: Chance, puzzle: str) -> tuple[Rows, int]:
    """Return a board, and how many pieces are to be placed."""
    if puzzle != "lizards":
        n = chance.randint(1, 8 if puzzle == "queens" else 7)
        return [[0] * n for _ in range(n)], n
    n = chance.randint(1, 4)
    share = chance.choice([0.0, 0.1, 0.3, 0.6])
    return [[2 * int(chance.random() < share) for _ in range(n)] for _ in range(n)], chance.randint(1, n + 1)


def answer_of(chance: Chance, puzzle: str, given: Rows, pieces: int) -> bytes:
    """Return an arrangement of the case, which something may have been done to; or FAIL."""
    if puzzle == "all-queens":
        return list_of(chance, len(given))
    rows = [list(row) for row in found(puzzle, tuple(map(tuple, given)), pieces)] or [list(row) for row in given]
    if chance.random() < 0.05:
        return b"FAIL\n"
    for _ in range(chance.choice([0, 1, 1, 2])):
        rows = chance.choice(WAYS)(chance, rows)
    columns = [row.index(1) + 1 if row.count(1) == 1 and 2 not in row else 0 for row in rows]
    if puzzle == "spies" and all(columns) and chance.random() < 0.5:
        return " ".join(map(str, columns)).encode() + b"\n"
    return "\n".join(["OK", *("".join(map(str, row)) for row in rows), ""]).encode()


def list_of(chance: Chance, n: int) -> bytes:
    """Return the list of all arrangements, in any order, of which one may be another, gone, or there twice."""
    listed = [list(one) for one in every_queens(n)]
    chance.shuffle(listed)
    number = len(listed)
    act = chance.choice(["", "", "gone", "twice", "another", "counted"])
    if listed and act == "gone":
        listed.pop()
    if listed and act == "twice":
        listed[-1] = listed[0]
    if listed and act == "another":
        chance.shuffle(listed[0])
    number = len(listed) if chance.random() < 0.5 else number + (act == "counted")
    return "\n".join([str(number), *(" ".join(map(str, one)) for one in listed), ""]).encode()


def is_right_here(puzzle: str, given: Rows, pieces: int, text: bytes) -> bool:
    """Say whether the judge accepts an answer. An answer.txt is needed for FAIL alone."""
    board = Instance("ANY", len(given), pieces, np.array(given, np.int8))
    read = read_answer(text, puzzle, board.shape)
    if not isinstance(read, Answer):
        return False
    truth = None
    if read.fail and puzzle != "all-queens":
        rows = found(puzzle, tuple(map(tuple, given)), pieces)
        truth = Answer(board=np.array(rows, np.int8)) if rows else Answer(fail=True)
    return judge(Case("c", "g", board, truth), puzzle, read) is None


def disagreements(puzzle: str, seed: int, count: int) -> tuple[list[str], int]:
    """Return where the two differ, and how many answers were right."""
    chance, different, right = random.Random(seed), [], 0
    for _ in range(count):
        given, pieces = board_of(chance, puzzle)
        text = answer_of(chance, puzzle, given, pieces)
        drawn = ["".join(map(str, row)) for row in given]
        case = "\n".join(["ANY", str(len(given)), str(pieces), *drawn, ""]).encode()
        again = is_right(puzzle, case, text)
        right += again
        if is_right_here(puzzle, given, pieces, text) != again:
            different.append(f"{case!r}, {text!r}: {'right' if again else 'wrong'} by the second writing")
    return different, right


@pytest.mark.parametrize(
    ("seed", "count"),
    [(1, 200), *(pytest.param(seed, 1500, marks=pytest.mark.nightly(sample=4)) for seed in range(2, 6))],
)
@pytest.mark.parametrize("puzzle", ["lizards", "queens", "spies", "all-queens"])
def test_the_rules_agree_with_a_second_writing(puzzle: str, seed: int, count: int) -> None:
    different, right = disagreements(puzzle, seed, count)
    assert different[:3] == []
    assert count / 10 < right < count * 9 / 10, "both sorts are compared"
