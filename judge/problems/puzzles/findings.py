"""Put each fault of an answer into words: a Finding with its place, a note and a repair. The goals decide, this file
only says it.

Rows and columns come in from 0 and are written from 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final

import msgspec
import numpy as np

from judge.model import Answer, Case, Finding, Instance, Problem, Verdict
from judge.problems.constraints import PIECE, TREE
from judge.problems.formats.cells import cells_with
from judge.text import all_of, cell_at, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.problems.constraints import Cell

_SMALL: Final = 16  # rows and columns of a board that is drawn in a note
_WHOLE_NUMBERS: Final = "compare whole numbers, (y2 - y1) * (x3 - x1) == (y3 - y1) * (x2 - x1): y = a * x + b rounds"
Misfit = tuple[str, str, int]  # message, repair, line of the case


class Words(msgspec.Struct, frozen=True):
    """Holds what a puzzle calls its piece, its pieces, and what two of them do."""

    one: str
    many: str
    attack: str


class Trial(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Holds one arrangement under the rules: a board, or the 0-based column of each row's piece.

    `number` counts the arrangements of a list from 1; 0 where the answer is only one.
    """

    words: Words
    case: Case
    answer: Answer
    board: np.ndarray[Any, np.dtype[np.int8]] | None = None
    columns: np.ndarray[Any, np.dtype[np.int64]] | None = None
    number: int = 0
    CELLS: ClassVar[str] = "write 0 for a free cell, 1 for a piece and 2 for a tree"

    def wrong_cell(self, cell: Cell, value: int, held: Mapping[str, int] | None = None) -> Finding:
        """Return E121: something else than 0, 1 and 2 on the board. `held` says how often each value is there."""
        ones = self.ones(held or {}, "board")
        repair = f"return {ones}" if ones else self.CELLS
        message = f"a cell of the board is {value}, but it must be 0, 1 or 2"
        return Finding("E121", message, *_place(self, (cell,)), help=repair)

    def ones(self, held: Mapping[str, int], table: str) -> str:
        """Return the expression that makes a board of an array that holds these values, so often each; "" where none of
        them can be told to stand for a piece."""
        mark = _mark_of(held)
        if not mark:
            return ""
        if self.case.board.grid.any():
            return f"np.where({table} == {mark}, 1, grid).astype(np.int8)"
        return f"({table} == {mark}).astype(np.int8)"

    def wrong_column(self, row: int, value: int) -> Finding:
        """Return E115: a column number, counted from 0, that is not on the board."""
        n = self.case.board.columns
        message = f"the column number {value} of row {row + 1} is not on the board"
        repair = f"return columns from 0 to {n - 1}; in a text they count from 1 to {n}"
        return Finding("E115", message, where=_where(self, ((row, value),)), help=repair)

    @cached_property
    def placed(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """Return the arrangement as a board, which columns are drawn on."""
        if self.board is not None:
            return self.board
        assert self.columns is not None, "a trial is a board or columns"
        board = self.case.board.grid.copy()
        board[board == PIECE] = 0  # those that the case gives are among the columns, or missing
        board[np.arange(len(self.columns)), self.columns] = PIECE
        return board

    @cached_property
    def points(self) -> list[Cell]:
        """Return the cells of the pieces in reading order."""
        if self.board is None:
            assert self.columns is not None, "a trial is a board or columns"
            return list(enumerate(self.columns.tolist()))
        return cells_with(self.board, PIECE)


# Of the text or the value: its shape, its cells and columns.


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


def _mark_of(held: Mapping[str, int]) -> str:
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


def wrong_kind(trial: Trial, wanted: str) -> Finding:
    """Return E120: an answer of another puzzle's kind; `wanted` completes "return ..."."""
    count = trial.answer.count
    what = "an array" if count is None else f"the number {count}"
    return _of(trial, "E120", f"solve returned {what}, but the puzzle asks for something else", f"return {wanted}")


def wrong_width(trial: Trial, shape: tuple[int, ...]) -> Finding:
    """Return E114: column numbers that are not n in a row."""
    n, size = trial.case.board.n, " x ".join(map(str, shape))
    message = f"the returned columns are {size}, but each arrangement must be {n} numbers"
    repair = "return found.T" if len(shape) == 2 and shape[0] == n else f"return an array of shape (k, {n})"
    return _of(trial, "E114", message, repair)


# Of the case: its trees and closed cells, the pieces that it gives, and how many it asks for.


def wrong_tree(trial: Trial, cell: Cell, value: int, wrong: int) -> Finding:
    """Return E109, E110: the board says `value` where the case says otherwise; `wrong` cells in all do."""
    place, words = cell_at(cell), trial.words
    if value == TREE:
        code, message = "E110", f"a tree stands at {place}, where the case has none"
        repair = "write 2 only where the case has a 2"
    else:
        code = "E109"
        message = f"a {words.one} stands on the tree at {place}" if value else f"the tree at {place} is missing"
        repair = f"copy every 2 of the case, and put {words.many} only on cells that are 0 there"
    note = f"in all, {wrong} cells differ from the trees of the case" if wrong > 1 else ""
    return Finding(code, message, *_place(trial, (cell,)), note, repair)


def on_closed(trial: Trial, cell: Cell, value: int, wrong: int) -> Finding:
    """Return E126: something stands on a cell that must stay empty; `wrong` cells in all."""
    words = trial.words
    what = f"a {words.one}" if value == PIECE else "a tree"
    note = f"in all, {wrong} cells hold something that must stay empty" if wrong > 1 else ""
    repair = f"put {words.many} only on cells that are 0 in the case, and leave each 3 as it is"
    message = f"{what} stands at {cell_at(cell)}, which must stay empty"
    return Finding("E126", message, *_place(trial, (cell,)), note, repair)


def given_gone(trial: Trial, cell: Cell, wrong: int) -> Finding:
    """Return E127: a piece that the case gives is not there; `wrong` pieces in all are not."""
    words = trial.words
    message = f"the {words.one} that the case gives at {cell_at(cell)} is missing"
    note = f"in all, {wrong} {words.many} that the case gives are missing" if wrong > 1 else ""
    repair = f"leave each 1 of the case where it is, and add {words.many} to it"
    return Finding("E127", message, *_place(trial, (cell,)), note, repair)


def wrong_number(trial: Trial, counted: int) -> Finding:
    """Return E108: too few pieces or too many."""
    words, asked = trial.words, trial.case.board.pieces
    message = f"the board holds {named(counted, words)}, but {asked} must be placed"
    if counted > asked:
        return _of(trial, "E108", message, f"stop after {named(asked, words)}", f"{counted - asked} too many")
    repair = f"place all {asked}, or answer FAIL if that can't be done"
    return _of(trial, "E108", message, repair, f"{asked - counted} too few")


def nothing_placed(trial: Trial) -> Finding:
    """Return E108: no piece at all, where as many as possible are asked for."""
    words = trial.words
    message = f"the board holds no {words.one}, but at least one can be placed"
    repair = f"place as many {words.many} as you can: each one counts, and one is always easy to find"
    return _of(trial, "E108", message, repair)


# Of the rules: pieces that may not stand together.


def attack(trial: Trial, pair: Sequence[Cell]) -> Finding:
    """Return E106: two pieces see each other."""
    (row, column), (row2, column2) = pair
    between = max(abs(row2 - row), abs(column2 - column)) - 1
    line = "in the row" if row == row2 else "in the column" if column == column2 else "on the diagonal"
    cells = "no cell" if between == 0 else counted(between, "free cell")
    trees = " and no tree" if between and (trial.case.board.grid == TREE).any() else ""
    return seen(trial, pair, f"{cells}{trees} between them {line}")


def leap(trial: Trial, pair: Sequence[Cell]) -> Finding:
    """Return E106: two pieces see each other by a leap, as knights do; nothing blocks it."""
    (row, column), (row2, column2) = pair
    step = sorted((abs(row2 - row), abs(column2 - column)))
    down, right = counted(abs(row2 - row), "row"), counted(abs(column2 - column), "column")
    apart = "a knight's move" if step == [1, 2] else f"a ({step[0]}, {step[1]}) leap"
    return seen(trial, pair, f"{apart} apart: {down} and {right}; no cell between blocks it")


def seen(trial: Trial, pair: Sequence[Cell], note: str = "") -> Finding:
    """Return E106: two pieces see each other; without a note along a line that is none of a queen's, or over an
    edge."""
    words = trial.words
    repair = f"move the {words.one} at {_movable(trial, pair)} to a cell that no other {words.one} sees"
    return Finding("E106", f"two {words.many} {words.attack}", *_place(trial, pair), note, repair)


def touching(trial: Trial, pair: Sequence[Cell]) -> Finding:
    """Return E128: two pieces stand on neighbouring cells."""
    words, ((row, column), (row2, column2)) = trial.words, pair
    side = "at a side" if row == row2 or column == column2 else "at a corner"
    repair = f"move the {words.one} at {_movable(trial, pair)}: none may stand on any of the eight cells around it"
    message, note = f"two {words.many} touch each other", f"their cells meet {side}"
    return Finding("E128", message, *_place(trial, pair), note, repair)


def _movable(trial: Trial, pair: Sequence[Cell]) -> str:
    """Name the later of two pieces that the case does not give."""
    return cell_at(next((cell for cell in reversed(pair) if trial.case.board.grid[cell] != PIECE), pair[1]))


def in_line(trial: Trial, cells: Sequence[Cell]) -> Finding:
    """Return E107: three pieces, in reading order, on one line of any slope."""
    (row, column), (row2, column2), _ = cells
    common = math.gcd(row2 - row, column2 - column)
    down, right = (row2 - row) // common, (column2 - column) // common
    steps = [f"{counted(down, 'row')} down"] if down else []
    if right:
        steps.append(f"{counted(abs(right), 'column')} {'right' if right > 0 else 'left'}")
    note = f"{all_of([str(cell) for cell in _from_1(cells)])}: one step is {', '.join(steps)}"
    message = f"three {trial.words.many} stand on one straight line"
    return Finding("E107", message, *_place(trial, cells), note, _WHOLE_NUMBERS)


def too_many_in_line(trial: Trial, cells: Sequence[Cell]) -> Finding:
    """Return E107: pieces on one straight line, one more than may stand there."""
    message = f"{len(cells)} {trial.words.many} stand on one straight line, where at most {len(cells) - 1} may"
    return Finding("E107", message, *_place(trial, cells), help=_WHOLE_NUMBERS)


def wrong_share(trial: Trial, part: str, cells: Sequence[Cell], bounds: tuple[int, int]) -> Finding:
    """Return E129: a row, column or region, as `part` names it, holds fewer or more pieces than these bounds: those on
    `cells`."""
    words, counted, (least, most) = trial.words, len(cells), bounds
    off = f"{counted - most} too many" if counted > most else f"{least - counted} too few"
    each = str(least) if least == most else f"at most {most}" if counted > most else f"at least {least}"
    message = f"{part} holds {named(counted, words)}, but it must hold {each}"
    repair = f"count the {words.many} of each row, column and region as you place them"
    return Finding("E129", message, *_place(trial, cells), off, repair)


def broken(trial: Trial, what: str, cells: Sequence[Cell]) -> Finding:
    """Return E129: these pieces break a rule, whose own sentence says how."""
    return Finding("E129", what, *_place(trial, cells), help=f"move one of these {trial.words.many}")


# Of all arrangements: their number, and a list of them.


def wrong_count(trial: Trial, said: int, truth: int) -> Finding:
    """Return E116: another number of arrangements."""
    message = f"the answer says {counted(said, 'arrangement')}, but there are {truth}"
    note = f"{abs(truth - said)} {'too few' if said < truth else 'too many'}"
    repair = "count each arrangement once, its rotations and reflections as arrangements of their own"
    return _of(trial, "E116", message, repair, note)


def repeated(trial: Trial, first: int) -> Finding:
    """Return E117: the arrangement of this trial stands in the list already, as number `first`."""
    message = f"arrangement {trial.number} is the same as arrangement {first}"
    return Finding("E117", message, where=_where(trial, ()), help="list each arrangement once")


def incomplete(trial: Trial, listed: int, truth: int, missing: Sequence[int]) -> Finding:
    """Return E118: valid and different, but not all; `missing` is one that isn't there, 0-based."""
    columns = " ".join(str(column + 1) for column in missing)
    note = f"one that is missing, counted from 1: {columns}" if columns else ""
    repair = "list every arrangement, its rotations and reflections too, one a row"
    return _of(trial, "E118", f"the list holds {listed} of the {truth} arrangements", repair, note)


# Of a number or a decision that is asked for. None of them says what is right.


def not_the_most(trial: Trial, said: int, most: int) -> Finding:
    """Return E130: another number than the most there is."""
    note, repair = "it is too large", "check that no two pieces of your best arrangement break a rule"
    if said < most:
        note, repair = "it is too small", "look for an arrangement that is worth more: the search leaves some out"
    return _of(trial, "E130", f"the answer is {said}, which is not the most that there is", repair, note)


def not_the_best(trial: Trial, worth: int) -> Finding:
    """Return E131: a valid arrangement that is worth less than the best."""
    message = f"the arrangement is valid, but it is worth {worth}, and another one is worth more"
    repair = "keep the best arrangement of the whole search, and go on until every other one is ruled out"
    return _of(trial, "E131", message, repair)


def wrong_decision(trial: Trial, fault: Finding | None) -> Finding:
    """Return E132: valid was said of a board with a fault, or invalid of one without."""
    repair = f"count the {trial.words.many} first, then test each two of them along every line"
    if fault is None:
        return _of(trial, "E132", "the answer says that the board is not valid, but it is", repair)
    message = "the answer says that the board is valid, but it is not"
    return Finding("E132", message, fault.cells, _whole(trial), fault.message, repair)


# Of the package, which knows that FAIL is wrong, or is wrong itself.


def fail_is_wrong(trial: Trial) -> Finding:
    """Return E113: FAIL where an arrangement is known."""
    pieces = named(trial.case.board.pieces, trial.words)
    note = f"the judge knows that there is an arrangement of {pieces}{_drawn(trial)}"
    repair = "answer FAIL only when the search has ruled out every arrangement, not when it gives up"
    return _of(trial, "E113", f"the answer is FAIL, but {pieces} can be placed", repair, note)


def _drawn(trial: Trial) -> str:
    """Return the arrangement that is known of a small sample, row by row; of any other case nothing of it."""
    known = trial.case.answer
    board = None if known is None else known.board
    if trial.case.group != Problem.SAMPLES or board is None or max(board.shape) > _SMALL:
        return ""
    signs = {PIECE: trial.words.one[0].upper(), TREE: "T"}
    return ":\n" + "\n".join(" ".join(signs.get(int(cell), ".") for cell in row) for row in board)


def never_fail(trial: Trial) -> Finding:
    """Return E113: FAIL, where every board has an answer."""
    repair = f"answer the best board that you have found: fewer {trial.words.many} are worth less, but not nothing"
    return _of(trial, "E113", "the answer is FAIL, but every board of this puzzle has an arrangement", repair)


def refuted(trial: Trial) -> Finding:
    """Return E301, JE: the package says FAIL, and here is a valid arrangement."""
    why = trial.case.why_fail
    note = f"the package gives as its proof: {why}" if why else ""
    return _own_fault(trial, "E301", "the package says FAIL, but this arrangement is valid", _BETTER, note)


def surpassed(trial: Trial, worth: int, known: int) -> Finding:
    """Return E301, JE: a valid arrangement that is worth more than what the package takes for the most."""
    message = f"the package knows nothing better than {known}, but this arrangement is valid and worth {worth}"
    return _own_fault(trial, "E301", message, _BETTER)


def no_truth(trial: Trial, what: str) -> Finding:
    """Return E302, JE: the package doesn't say what is right; `what` was answered."""
    message = f"{what} can't be judged, because the package has no answer.txt for this case"
    found = _own_fault(trial, "E302", message, "write answer.txt of case {}")
    return msgspec.structs.replace(found, command="judge answers PROBLEM  does")


def unproven(trial: Trial, fault: Finding) -> Finding:
    """Return E305, JE: FAIL was answered, and the package's arrangement, which would refute it, is not valid."""
    message = "FAIL can't be judged: the arrangement in the package's answer.txt is not valid"
    return _own_fault(trial, "E305", message, "fix answer.txt of case {}", fault.message)


_BETTER: Final = "put this arrangement into answer.txt of case {}"


def _own_fault(trial: Trial, code: str, message: str, repair: str, note: str = "") -> Finding:
    """Return a fault of the package, JE, and how its author mends it."""
    cure = f"{repair.format(trial.case.name)}; the submission loses nothing"
    return Finding(code, message, note=note, help=cure, verdict=Verdict.JE)


# How a place and a number are named.


def _place(trial: Trial, cells: Sequence[Cell]) -> tuple[tuple[Cell, ...], str]:
    """Return cells from 1, and what they are called."""
    return _from_1(cells), _where(trial, cells) if cells else ""


def _of(trial: Trial, code: str, message: str, repair: str, note: str = "") -> Finding:
    """Return a fault of the answer as a whole."""
    return Finding(code, message, where=_whole(trial), note=note, help=repair)


def _whole(trial: Trial) -> str:
    return trial.answer.file if trial.answer.first_line else ""


def _where(trial: Trial, cells: Sequence[Cell]) -> str:
    """Name the cells in the text of the answer, or, when it was none, on the returned board."""
    line = trial.answer.first_line
    if trial.board is None:
        numbers = [str(row + 1) for row, _ in cells]
        which = f"number{'s' * (len(numbers) > 1)} {all_of(numbers)}" if numbers else ""
        arrangement = f"arrangement {trial.number}" if trial.number else "the returned columns"
        place = f"{trial.answer.file} line {trial.answer.line_of(max(trial.number - 1, 0))}" if line else arrangement
        return f"{place}, {which}" if which else place
    if not line:
        return all_of([cell_at(cell) for cell in cells]) + " of the returned board"
    # With blanks between the digits, the column of the board is not that of the text.
    blanks = any(notice.code in ("W107", "W112") for notice in trial.answer.warnings)
    columns = ["" if blanks else f", column {column + 1}" for _, column in cells]
    places = [f"line {trial.answer.line_of(row)}{at}" for (row, _), at in zip(cells, columns, strict=True)]
    return f"{trial.answer.file} {all_of(list(dict.fromkeys(places)))}"


def _from_1(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    return tuple((int(row) + 1, int(column) + 1) for row, column in cells)


def named(number: int, words: Words) -> str:
    """Return a number of pieces in words."""
    return f"{number} {words.one if number == 1 else words.many}"
