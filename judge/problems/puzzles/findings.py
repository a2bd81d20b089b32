"""Put each fault of an answer into words: a Finding with its place, a note and a repair.

The puzzles decide, this file only says it. Rows and columns come in from 0 and are written from 1.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Any

import msgspec

from judge.model import Answer, Case, Finding, Instance, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from judge.problems.rules.plain import Cell, Pair, Triple


Misfit = tuple[str, str, int]  # message, repair, line of the case


class Words(msgspec.Struct, frozen=True):
    """Holds what a puzzle calls its piece, its pieces, and what two of them do."""

    one: str
    many: str
    attack: str


class Trial(msgspec.Struct, frozen=True, eq=False):
    """Holds one arrangement under the rules: a board, or the 0-based column of each row's piece.

    `number` counts the arrangements of a list from 1; 0 where the answer is only one.
    """

    words: Words
    case: Case
    answer: Answer
    board: np.ndarray[Any, np.dtype[np.int8]] | None = None
    columns: np.ndarray[Any, np.dtype[np.int64]] | None = None
    number: int = 0


def attack(trial: Trial, pair: Pair) -> Finding:
    """Return E106: two pieces see each other."""
    words, ((row, column), (row2, column2)) = trial.words, pair
    between = max(abs(row2 - row), abs(column2 - column)) - 1
    line = "in the row" if row == row2 else "in the column" if column == column2 else "on the diagonal"
    cells = "no cell" if between == 0 else "1 free cell" if between == 1 else f"{between} free cells"
    trees = " and no tree" if between and trial.case.board.grid.any() else ""
    place = f"row {row2 + 1}, column {column2 + 1}"
    repair = f"move the {words.one} at {place} to a cell that no other {words.one} sees"
    return Finding(
        "E106",
        f"two {words.many} {words.attack}",
        cells=_from_1(pair),
        where=_where(trial, pair),
        note=f"{cells}{trees} between them {line}",
        help=repair,
    )


def collinear(trial: Trial, rows: Triple, columns: Sequence[int]) -> Finding:
    """Return E107: three pieces on one line; `columns` are those of the three rows, not all in one column."""
    words, cells = trial.words, tuple(zip(rows, columns, strict=True))
    down, right = rows[1] - rows[0], columns[1] - columns[0]
    down, right = down // gcd(down, right), right // gcd(down, right)
    step = f"{_count(down, 'row')} down, {_count(abs(right), 'column')} {'right' if right > 0 else 'left'}"
    return Finding(
        "E107",
        f"three {words.many} stand on one straight line",
        cells=_from_1(cells),
        where=_where(trial, cells),
        note=f"rows {_listed([row + 1 for row in rows])}: one step is {step}",
        help="compare whole numbers, (y2 - y1) * (x3 - x1) == (y3 - y1) * (x2 - x1): y = a * x + b rounds",
    )


def wrong_shape(trial: Trial, shape: tuple[int, ...]) -> Finding:
    """Return E104, E105: the returned board has not the rows and columns of the case's."""
    rows, columns = trial.case.board.shape
    code = "E105" if len(shape) == 2 and shape[0] == rows else "E104"
    size = " x ".join(map(str, shape)) or "a single number"
    message = f"the returned board is {size}, but it must be {rows} x {columns}"
    return Finding(code, message, where="the returned board", help="return a changed grid.copy()")


def wrong_cell(trial: Trial, cell: Cell, value: int) -> Finding:
    """Return E121: something else than 0, 1 and 2 on the board."""
    return Finding(
        "E121",
        f"a cell of the board is {value}, but it must be 0, 1 or 2",
        cells=_from_1((cell,)),
        where=_where(trial, (cell,)),
        help="write 0 for a free cell, 1 for a piece and 2 for a tree",
    )


def wrong_tree(trial: Trial, cell: Cell, value: int, wrong: int) -> Finding:
    """Return E109, E110: the board says `value` where the case says otherwise; `wrong` cells in all do."""
    place, words = f"row {cell[0] + 1}, column {cell[1] + 1}", trial.words
    if value == 2:
        code, message = "E110", f"a tree stands at {place}, where the case has none"
        repair = "write 2 only where the case has a 2"
    else:
        code = "E109"
        message = f"a {words.one} stands on the tree at {place}" if value else f"the tree at {place} is missing"
        repair = f"copy every 2 of the case, and put {words.many} only on cells that are 0 there"
    note = f"in all, {wrong} cells differ from the trees of the case" if wrong > 1 else ""
    return Finding(code, message, _from_1((cell,)), _where(trial, (cell,)), note, repair)


def wrong_number(trial: Trial, counted: int) -> Finding:
    """Return E108: too few pieces or too many."""
    words, asked = trial.words, trial.case.board.pieces
    message = f"the board holds {_named(counted, words)}, but {asked} must be placed"
    if counted > asked:
        note, repair = f"{counted - asked} too many", f"stop after {_named(asked, words)}"
    else:
        note, repair = (
            f"{asked - counted} too few",
            f"place all {asked}, or answer FAIL if that can't be done",
        )
    return Finding("E108", message, where=_whole(trial.answer), note=note, help=repair)


def wrong_kind(trial: Trial, wanted: str) -> Finding:
    """Return E120: an answer of another puzzle's kind; `wanted` completes "return ..."."""
    message = "solve returned an answer of another kind than this puzzle asks for"
    return Finding("E120", message, where=_whole(trial.answer), help=f"return {wanted}")


def wrong_width(trial: Trial, shape: tuple[int, ...]) -> Finding:
    """Return E114: column numbers that are not n in a row."""
    n, size = trial.case.board.n, " x ".join(map(str, shape))
    message = f"the returned columns are {size}, but each arrangement must be {n} numbers"
    return Finding("E114", message, where=_whole(trial.answer), help=f"return an array of shape (k, {n})")


def wrong_column(trial: Trial, row: int, value: int) -> Finding:
    """Return E115: a column number, counted from 0, that is not on the board."""
    n = trial.case.board.columns
    message = f"the column number {value} of row {row + 1} is not on the board"
    repair = f"return columns from 0 to {n - 1}; in a text they count from 1 to {n}"
    return Finding("E115", message, where=_where(trial, ((row, value),)), help=repair)


def fail_is_wrong(trial: Trial) -> Finding:
    """Return E113: FAIL where an arrangement is known."""
    words, p = trial.words, trial.case.board.pieces
    return Finding(
        "E113",
        f"the answer is FAIL, but {_named(p, words)} can be placed",
        where=_whole(trial.answer),
        note=f"the judge knows that there is an arrangement of {_named(p, words)}",
        help="answer FAIL only when the search has ruled out every arrangement, not when it gives up",
    )


def refuted(trial: Trial) -> Finding:
    """Return E301, JE: the package says FAIL, and here is a valid arrangement."""
    why = trial.case.why_fail
    return Finding(
        "E301",
        "the package says FAIL, but this arrangement is valid",
        note=f"the package gives as its proof: {why}" if why else "",
        help=f"put this arrangement into answer.txt of case {trial.case.name}; the submission loses nothing",
        verdict=Verdict.JE,
    )


def no_truth(trial: Trial, what: str) -> Finding:
    """Return E302, JE: the package doesn't say what is right; `what` was answered."""
    return Finding(
        "E302",
        f"{what} can't be judged, because the package has no answer.txt for this case",
        help=f"judge answers PROBLEM  writes answer.txt of case {trial.case.name}; the submission loses nothing",
        verdict=Verdict.JE,
    )


def unproven(trial: Trial, fault: Finding) -> Finding:
    """Return E305, JE: FAIL was answered, and the package's arrangement, which would refute it, is not valid."""
    return Finding(
        "E305",
        "FAIL can't be judged: the arrangement in the package's answer.txt is not valid",
        note=fault.message,
        help=f"mend answer.txt of case {trial.case.name}; the submission loses nothing",
        verdict=Verdict.JE,
    )


def wrong_count(trial: Trial, said: int, truth: int) -> Finding:
    """Return E116: another number of arrangements."""
    message = f"the answer says {_count(said, 'arrangement')}, but there are {truth}"
    note = f"{abs(truth - said)} {'too few' if said < truth else 'too many'}"
    repair = "count each arrangement once, its rotations and reflections as arrangements of their own"
    return Finding("E116", message, where=_whole(trial.answer), note=note, help=repair)


def repeated(trial: Trial, first: int) -> Finding:
    """Return E117: the arrangement of this trial stands in the list already, as number `first`."""
    message = f"arrangement {trial.number} is the same as arrangement {first}"
    return Finding("E117", message, where=_where(trial, ()), help="list each arrangement once")


def incomplete(trial: Trial, listed: int, truth: int, missing: Sequence[int]) -> Finding:
    """Return E118: valid and different, but not all; `missing` is one that isn't there, 0-based."""
    message = f"the list holds {listed} of the {truth} arrangements"
    note = "one that is missing, counted from 1: " + " ".join(str(column + 1) for column in missing)
    repair = "list every arrangement, its rotations and reflections too, one a row"
    return Finding("E118", message, where=_whole(trial.answer), note=note, help=repair)


def misfit(board: Instance, words: Words) -> Misfit | None:
    """Return why a case is none of a puzzle without trees and with p = n."""
    if board.grid.any():
        row = int(board.grid.any(axis=1).argmax())
        return f"the board has trees, but {words.many} are placed on a board without", "write only 0", 4 + row
    if board.pieces != board.n:
        message = f"the board is {board.n} x {board.n}, so there must be {board.n} {words.many}, not {board.pieces}"
        return message, f"write {board.n} on line 3", 3
    return None


def _where(trial: Trial, cells: Sequence[Cell]) -> str:
    """Name the cells in the text of the answer, or, when it was none, on the returned board."""
    line = trial.answer.first_line
    if trial.board is None:
        numbers = [row + 1 for row, _ in cells]
        listed = f"number{'s' * (len(numbers) > 1)} {_listed(numbers)}" if numbers else ""
        arrangement = f"arrangement {trial.number}" if trial.number else "the returned columns"
        place = f"output.txt line {line + max(trial.number - 1, 0)}" if line else arrangement
        return f"{place}, {listed}" if listed else place
    if not line:
        return _listed([f"row {row + 1}, column {column + 1}" for row, column in cells]) + " of the returned board"
    # With blanks between the digits, the column of the board is not that of the text.
    blanks = any(notice.code in ("W107", "W112") for notice in trial.answer.warnings)
    columns = ["" if blanks else f", column {column + 1}" for _, column in cells]
    places = [f"line {line + row}{text}" for (row, _), text in zip(cells, columns, strict=True)]
    return "output.txt " + _listed(list(dict.fromkeys(places)))


def _whole(answer: Answer) -> str:
    return "output.txt" if answer.first_line else ""


def _from_1(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    return tuple((int(row) + 1, int(column) + 1) for row, column in cells)


def _listed(things: Sequence[object]) -> str:
    """Return '1', '1 and 4', '1, 4 and 7'."""
    words = [str(thing) for thing in things]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _named(number: int, words: Words) -> str:
    return f"{number} {words.one if number == 1 else words.many}"
