"""Scooters: where p officers, who must not see each other, meet the most scooters. The answer is a number.

It is homework 1 of USC's CSCI 561 in fall 2018, the year after the lizards: each of s scooters is seen at twelve
places of a day, each officer sees as a queen does, and a cell is worth as many points as scooters were seen on it.
"""

from __future__ import annotations

import re
from itertools import chain, repeat
from typing import Any

import numpy as np

from judge.errors import JudgeError
from judge.model import Algorithm, Instance, ReadWarning
from judge.problems.formats.case_format import CaseFormat
from judge.problems.formats.case_lines import Number, close_case, open_case, take_numbers
from judge.problems.formats.page import Page, quote
from judge.problems.formats.scalar import numbers
from judge.problems.generators.boards import SIZE_HELP
from judge.problems.generators.keys import Key, Lists, Recipes, ValueFault, Values, number, plain_word
from judge.problems.icpc.validators.forms.places import PlacesForm
from judge.problems.puzzles.call import call, layer, n, pieces
from judge.problems.puzzles.findings import Misfit, Words
from judge.problems.puzzles.goals import most_weight
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle, no_theorem
from judge.problems.small.boards import SmallBoards, whole_days, with_scooters

_MOST_N = 100
_MOST_SCOOTERS = 10_000
_TIMES = 12  # a day of a scooter
_PLACE = re.compile(rb"[ \t]*([0-9]{1,9})[ \t]*,[ \t]*([0-9]{1,9})[ \t]*")

STARTER = '''\
# judge: problem = scooters
"""A first solution: it tries every way to place the officers, row by row, and keeps the most points.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit


@njit
def most(points, officers, row, columns):
    """The most points of `officers` more officers in the rows from `row` on, -1 if they don't fit.

    columns[r] holds the column of the officer in row r, -1 for none.
    """
    n = len(points)
    if officers == 0:
        return 0
    if officers > n - row:
        return -1
    columns[row] = -1
    best = most(points, officers, row + 1, columns)
    for column in range(n):
        free = True
        for above in range(row):
            aside = abs(columns[above] - column)
            if columns[above] >= 0 and (aside == 0 or aside == row - above):
                free = False
        if free:
            columns[row] = column
            more = most(points, officers - 1, row + 1, columns)
            if more >= 0:
                best = max(best, points[row, column] + more)
    return best


def solve(n: int, officers: int, points: np.ndarray) -> int | None:
    """Return the most activity points that officers can have on n x n cells; None means that they don't fit."""
    best = most(points, officers, 0, np.full(n, -1))
    return None if best < 0 else int(best)
'''


def _place(page: Page, size: int) -> tuple[int, int]:
    """Return row and column of the next line, which holds `x,y`."""
    if page.at >= len(page.text):
        message = f"the case ends before line {page.line}, which must hold where a scooter is, as x,y"
        raise JudgeError("E476", message, page.place(page.line), help=f"write {_TIMES} lines for each scooter")
    line = page.take_stripped()
    found = _PLACE.fullmatch(line)
    if found is None or max(int(found[1]), int(found[2])) >= size:
        message = f"line {page.line - 1} is {quote(line)}, but it must hold where a scooter is: x,y"
        raise JudgeError("E476", message, page.place(page.line - 1, 1), help=f"write two numbers from 0 to {size - 1}")
    return int(found[2]), int(found[1])


def _read(data: bytes, file: str) -> tuple[Instance, tuple[ReadWarning, ...]]:
    page = open_case(data, file, f"write n, the officers, the scooters s, then {_TIMES} s lines x,y: a line each")
    [size] = take_numbers(page, Number("n", 1, _MOST_N))
    [officers] = take_numbers(page, Number("the number of officers", 1, _MOST_N))
    [scooters] = take_numbers(page, Number("the number of scooters", 0, _MOST_SCOOTERS))
    points = np.zeros((size, size), np.int64)
    for _ in range(_TIMES * scooters):
        points[_place(page, size)] += 1
    close_case(page)
    return Instance("ANY", size, officers, np.zeros((size, size), np.int8), points), page.notices()


def _points(board: Instance) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.zeros(board.grid.shape, np.int64) if board.layer is None else board.layer


def _write(board: Instance) -> bytes:
    """Write each cell as often as a scooter was there. Whose turn it was makes no difference."""
    points = _points(board)
    places = (repeat(f"{x},{y}", int(times)) for (y, x), times in np.ndenumerate(points))
    head = (str(board.n), str(board.pieces), str(points.sum() // _TIMES))
    return "\n".join([*head, *chain.from_iterable(places), ""]).encode()


def _misfit(board: Instance, words: Words) -> Misfit | None:
    if board.pieces <= board.n:
        return None
    return f"{board.pieces} {words.many} don't fit into {board.n} rows", f"write a number from 1 to {board.n}", 2


def _walk_about(values: Values, seed: int, algorithm: Algorithm) -> Instance:
    """Return the board of a day: each scooter is seen twelve times, and each time takes a random step or stays."""
    size, rng = values["n"], np.random.default_rng(seed)
    points = np.zeros((size, size), np.int64)
    for _ in range(values["fleet"]):
        place = rng.integers(0, size, 2)
        for _ in range(_TIMES):
            points[tuple(place)] += 1
            place = np.clip(place + rng.integers(-1, 2, 2), 0, size - 1)
    return Instance(algorithm, size, values["officers"] or size, np.zeros((size, size), np.int8), points)


def _check_rows(lists: Lists, _: frozenset[str]) -> None:
    least, most = min(lists["n"]), max(one or 0 for one in lists["officers"])
    if most > least:
        message = f"{most} officers don't fit into {least} rows"
        raise ValueFault("officers", message, f"write at most {least}")


_RECIPES = Recipes(
    keys=(
        Key("n", number("n", 1, _MOST_N), plain_word(), needed=SIZE_HELP),
        Key("officers", number("officers", 1, _MOST_N), plain_word("p")),
        Key("fleet", number("fleet", 0, _MOST_SCOOTERS), plain_word("s"), needed="write how many scooters: fleet = 10"),
    ),
    board=_walk_about,
    together=_check_rows,
    samples="""
[secret.day]                  # 2 sizes, 2 numbers of scooters, 2 seeds: 8 cases
n = [5, 6]
officers = 4                  # as many as rows where it is left out
fleet = [5, 20]               # scooters
seed = 1
count = 2
""",
)


def _board(rows: str, officers: int) -> Instance:
    points = np.array([list(map(int, row)) for row in rows.split()], np.int64)
    return Instance("ANY", len(points), officers, np.zeros(points.shape, np.int8), points)


PUZZLE = Puzzle(
    name="scooters",
    words=Words("officer", "officers", "see each other"),
    rules=(no_attack,),
    goal=most_weight,
    answers=numbers(),
    exists=no_theorem,
    starter=STARTER,
    misfit=_misfit,
    warm_ups=(_board("1020 0301 2010 0200", 4), _board("402 000 213", 1)),
    order=6,
    cases=CaseFormat(_read, _write),
    recipes=_RECIPES,
    exported=PlacesForm(_MOST_N, _MOST_SCOOTERS, _TIMES),
    small=SmallBoards(with_scooters, lambda size: range(1, size + 1), weighs=True, settle=whole_days(_TIMES)),
    call=call(("n: int", n), ("officers: int", pieces), ("points: int64[n, n]", layer), result="int"),
)
