"""Put into words what is wrong with a board or columns before any rule is asked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from judge.model import Finding, Instance
from judge.problems.puzzles.findings.trial import Trial, from_1, named, where_of, whole_of

if TYPE_CHECKING:
    from judge.problems.rules.plain import Cell

CELLS: Final = "write 0 for a free cell, 1 for a piece and 2 for a tree"


def wrong_shape(trial: Trial, shape: tuple[int, ...]) -> Finding:
    """Return E104, E105: the returned board has not the shape of the case."""
    n, columns = trial.case.board.grid.shape
    code = "E105" if len(shape) == 2 and shape[0] == n else "E104"
    size = " x ".join(map(str, shape)) or "a single number"
    message = f"the returned board is {size}, but it must be {n} x {columns}"
    repair = "return a changed grid.copy()"
    if math.prod(shape) == n * columns:
        repair = "return board.T" if shape == (columns, n) else f"return board.reshape({sides(trial.case.board)})"
    return Finding(code, message, where="the returned board", help=repair)


def wrong_cell(trial: Trial, cell: Cell, value: int, held: Mapping[str, int] | None = None) -> Finding:
    """Return E121: something else than 0, 1 and 2 on the board. `held` says how often each value is there."""
    mark = mark_of(held or {})
    return Finding(
        "E121",
        f"a cell of the board is {value}, but it must be 0, 1 or 2",
        cells=from_1((cell,)),
        where=where_of(trial, (cell,)),
        help=f"return {ones_for(mark, 'board', trial.case.board)}" if mark else CELLS,
    )


def mark_of(held: Mapping[str, int]) -> str:
    """Return the one value that stands for a piece; "" where none can be told.

    `held` counts the values of a board by their repr. The mark is the rarer of two letters; of numbers it is the only
    one beside 0, 2 and 3, on no more than half of the cells.
    """
    letters = any(value[:1] in "'\"" for value in held)
    odd = [value for value in held if letters or value.removesuffix(".0") not in ("0", "-0", "2", "3")]
    if letters and len(odd) == 2 and held[odd[0]] != held[odd[1]]:
        odd.remove(max(odd, key=lambda value: held[value]))
    if len(odd) != 1 or odd[0] in ("1", "1.0") or 2 * held[odd[0]] > sum(held.values()):
        return ""
    return odd[0]


def sides(board: Instance) -> str:
    """Return rows and columns as `solve` knows them."""
    return "n, n" if board.n == board.columns else "n, m"


def ones_for(mark: str, table: str, board: Instance) -> str:
    """Return the expression that makes a board of an array in which `mark` stands for a piece."""
    if board.grid.any():
        return f"np.where({table} == {mark}, 1, grid).astype(np.int8)"
    return f"({table} == {mark}).astype(np.int8)"


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
    return Finding(code, message, from_1((cell,)), where_of(trial, (cell,)), note, repair)


def wrong_number(trial: Trial, counted: int) -> Finding:
    """Return E108: too few pieces or too many."""
    words, asked = trial.words, trial.case.board.pieces
    message = f"the board holds {named(counted, words)}, but {asked} must be placed"
    if counted > asked:
        note, repair = f"{counted - asked} too many", f"stop after {named(asked, words)}"
    else:
        note, repair = (
            f"{asked - counted} too few",
            f"place all {asked}, or answer FAIL if that can't be done",
        )
    return Finding("E108", message, where=whole_of(trial.answer), note=note, help=repair)


def wrong_kind(trial: Trial, wanted: str) -> Finding:
    """Return E120: an answer of another puzzle's kind; `wanted` completes "return ..."."""
    count = trial.answer.count
    what = "an array" if count is None else f"the number {count}"
    message = f"solve returned {what}, but the puzzle asks for something else"
    return Finding("E120", message, where=whole_of(trial.answer), help=f"return {wanted}")


def wrong_width(trial: Trial, shape: tuple[int, ...]) -> Finding:
    """Return E114: column numbers that are not n in a row."""
    n, size = trial.case.board.n, " x ".join(map(str, shape))
    message = f"the returned columns are {size}, but each arrangement must be {n} numbers"
    repair = "return found.T" if len(shape) == 2 and shape[0] == n else f"return an array of shape (k, {n})"
    return Finding("E114", message, where=whole_of(trial.answer), help=repair)


def wrong_column(trial: Trial, row: int, value: int) -> Finding:
    """Return E115: a column number, counted from 0, that is not on the board."""
    n = trial.case.board.columns
    message = f"the column number {value} of row {row + 1} is not on the board"
    repair = f"return columns from 0 to {n - 1}; in a text they count from 1 to {n}"
    return Finding("E115", message, where=where_of(trial, ((row, value),)), help=repair)


def on_closed(trial: Trial, cell: Cell, value: int, wrong: int) -> Finding:
    """Return E126: something stands on a cell that must stay empty; `wrong` cells in all."""
    words = trial.words
    what = f"a {words.one} stands" if value == 1 else "a tree stands"
    return Finding(
        "E126",
        f"{what} at row {cell[0] + 1}, column {cell[1] + 1}, which must stay empty",
        from_1((cell,)),
        where_of(trial, (cell,)),
        f"in all, {wrong} cells hold something that must stay empty" if wrong > 1 else "",
        f"put {words.many} only on cells that are 0 in the case, and leave each 3 as it is",
    )


def given_gone(trial: Trial, cell: Cell, wrong: int) -> Finding:
    """Return E127: a piece that the case gives is not there; `wrong` pieces in all are not."""
    words = trial.words
    return Finding(
        "E127",
        f"the {words.one} that the case gives at row {cell[0] + 1}, column {cell[1] + 1} is missing",
        from_1((cell,)),
        where_of(trial, (cell,)),
        f"in all, {wrong} {words.many} that the case gives are missing" if wrong > 1 else "",
        f"leave each 1 of the case where it is, and add {words.many} to it",
    )


def nothing_placed(trial: Trial) -> Finding:
    """Return E108: no piece at all, where as many as possible are asked for."""
    words = trial.words
    message = f"the board holds no {words.one}, but at least one can be placed"
    repair = f"place as many {words.many} as you can: each one counts, and one is always easy to find"
    return Finding("E108", message, where=whole_of(trial.answer), help=repair)
