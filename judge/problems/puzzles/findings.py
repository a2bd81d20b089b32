"""Put each fault of an answer into words: a Finding with its place, a note and a repair. The goals decide, this file
only says it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from judge.model import Finding, Instance, Problem, Verdict
from judge.problems.constraints import PIECE, TREE
from judge.text import all_of, cell_at, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.problems.constraints import Cell
    from judge.problems.puzzles.trial import Trial

_SMALL: Final = 16  # rows and columns of a board that is drawn in a note
_WHOLE_NUMBERS: Final = "compare whole numbers, (y2 - y1) * (x3 - x1) == (y3 - y1) * (x2 - x1): y = a * x + b rounds"
_BETTER: Final = "put this arrangement into answer.txt of case {}"

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


def sides(board: Instance) -> str:
    """Return rows and columns as `solve` knows them."""
    return "n, n" if board.n == board.columns else "n, m"


def wrong_kind(trial: Trial, wanted: str) -> Finding:
    """Return E120: an answer of another puzzle's kind; `wanted` completes "return ..."."""
    count = trial.answer.count
    what = "an array" if count is None else f"the number {count}"
    return trial.fault("E120", f"solve returned {what}, but the puzzle asks for something else", f"return {wanted}")


def wrong_width(trial: Trial, shape: tuple[int, ...]) -> Finding:
    """Return E114: column numbers that are not n in a row."""
    n, size = trial.case.board.n, " x ".join(map(str, shape))
    message = f"the returned columns are {size}, but each arrangement must be {n} numbers"
    repair = "return found.T" if len(shape) == 2 and shape[0] == n else f"return an array of shape (k, {n})"
    return trial.fault("E114", message, repair)


# Of the case: its trees and closed cells, the pieces that it gives, and how many it asks for.


def wrong_tree(trial: Trial, cell: Cell, value: int, wrong: int) -> Finding:
    """Return E109, E110: the board says `value` where the case says otherwise; `wrong` cells in all do."""
    place = cell_at(cell)
    if value == TREE:
        code, message = "E110", f"a tree stands at {place}, where the case has none"
        repair = "write 2 only where the case has a 2"
    else:
        code = "E109"
        message = f"a {trial.one} stands on the tree at {place}" if value else f"the tree at {place} is missing"
        repair = f"copy every 2 of the case, and put {trial.many} only on cells that are 0 there"
    note = f"in all, {wrong} cells differ from the trees of the case" if wrong > 1 else ""
    return trial.fault(code, message, repair, note, (cell,))


def on_closed(trial: Trial, cell: Cell, value: int, wrong: int) -> Finding:
    """Return E126: something stands on a cell that must stay empty; `wrong` cells in all."""
    what = f"a {trial.one}" if value == PIECE else "a tree"
    note = f"in all, {wrong} cells hold something that must stay empty" if wrong > 1 else ""
    repair = f"put {trial.many} only on cells that are 0 in the case, and leave each 3 as it is"
    message = f"{what} stands at {cell_at(cell)}, which must stay empty"
    return trial.fault("E126", message, repair, note, (cell,))


def given_gone(trial: Trial, cell: Cell, wrong: int) -> Finding:
    """Return E127: a piece that the case gives is not there; `wrong` pieces in all are not."""
    message = f"the {trial.one} that the case gives at {cell_at(cell)} is missing"
    note = f"in all, {wrong} {trial.many} that the case gives are missing" if wrong > 1 else ""
    repair = f"leave each 1 of the case where it is, and add {trial.many} to it"
    return trial.fault("E127", message, repair, note, (cell,))


def wrong_number(trial: Trial, placed: int) -> Finding:
    """Return E108: too few pieces or too many."""
    asked = trial.case.board.pieces
    message = f"the board holds {trial.pieces(placed)}, but {asked} must be placed"
    if placed > asked:
        return trial.fault("E108", message, f"stop after {trial.pieces(asked)}", f"{placed - asked} too many")
    repair = f"place all {asked}, or answer FAIL if that can't be done"
    return trial.fault("E108", message, repair, f"{asked - placed} too few")


def nothing_placed(trial: Trial) -> Finding:
    """Return E108: no piece at all, where as many as possible are asked for."""
    message = f"the board holds no {trial.one}, but at least one can be placed"
    repair = f"place as many {trial.many} as you can: each one counts, and one is always easy to find"
    return trial.fault("E108", message, repair)


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
    repair = f"move the {trial.one} at {_movable(trial, pair)} to a cell that no other {trial.one} sees"
    return trial.fault("E106", f"two {trial.many} {trial.row.conflict}", repair, note, pair)


def touching(trial: Trial, pair: Sequence[Cell]) -> Finding:
    """Return E128: two pieces stand on neighbouring cells."""
    (row, column), (row2, column2) = pair
    side = "at a side" if row == row2 or column == column2 else "at a corner"
    repair = f"move the {trial.one} at {_movable(trial, pair)}: none may stand on any of the eight cells around it"
    message, note = f"two {trial.many} touch each other", f"their cells meet {side}"
    return trial.fault("E128", message, repair, note, pair)


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
    note = f"{all_of([f'({row + 1}, {column + 1})' for row, column in cells])}: one step is {', '.join(steps)}"
    message = f"three {trial.many} stand on one straight line"
    return trial.fault("E107", message, _WHOLE_NUMBERS, note, cells)


def too_many_in_line(trial: Trial, cells: Sequence[Cell]) -> Finding:
    """Return E107: pieces on one straight line, one more than may stand there."""
    message = f"{len(cells)} {trial.many} stand on one straight line, where at most {len(cells) - 1} may"
    return trial.fault("E107", message, _WHOLE_NUMBERS, cells=cells)


def wrong_share(trial: Trial, part: str, cells: Sequence[Cell], bounds: tuple[int, int]) -> Finding:
    """Return E129: a row, column or region, as `part` names it, holds fewer or more pieces than these bounds: those on
    `cells`."""
    count, (least, most) = len(cells), bounds
    off = f"{count - most} too many" if count > most else f"{least - count} too few"
    each = str(least) if least == most else f"at most {most}" if count > most else f"at least {least}"
    message = f"{part} holds {trial.pieces(count)}, but it must hold {each}"
    repair = f"count the {trial.many} of each row, column and region as you place them"
    return trial.fault("E129", message, repair, off, cells)


def broken(trial: Trial, what: str, cells: Sequence[Cell]) -> Finding:
    """Return E129: these pieces break a rule, whose own sentence says how."""
    return trial.fault("E129", what, f"move one of these {trial.many}", cells=cells)


# Of all arrangements: their number, and a list of them.


def wrong_count(trial: Trial, said: int, truth: int) -> Finding:
    """Return E116: another number of arrangements."""
    message = f"the answer says {counted(said, 'arrangement')}, but there are {truth}"
    note = f"{abs(truth - said)} {'too few' if said < truth else 'too many'}"
    repair = "count each arrangement once, its rotations and reflections as arrangements of their own"
    return trial.fault("E116", message, repair, note)


def repeated(trial: Trial, first: int) -> Finding:
    """Return E117: the arrangement of this trial stands in the list already, as number `first`."""
    message = f"arrangement {trial.number} is the same as arrangement {first}"
    return Finding("E117", message, where=trial.where(()), help="list each arrangement once")


def incomplete(trial: Trial, listed: int, truth: int, missing: Sequence[int]) -> Finding:
    """Return E118: valid and different, but not all; `missing` is one that isn't there, 0-based."""
    columns = " ".join(str(column + 1) for column in missing)
    note = f"one that is missing, counted from 1: {columns}" if columns else ""
    repair = "list every arrangement, its rotations and reflections too, one a row"
    return trial.fault("E118", f"the list holds {listed} of the {truth} arrangements", repair, note)


# Of a number or a decision that is asked for. None of them says what is right.


def not_the_most(trial: Trial, said: int, most: int) -> Finding:
    """Return E130: another number than the most there is."""
    note, repair = "it is too large", "check that no two pieces of your best arrangement break a rule"
    if said < most:
        note, repair = "it is too small", "look for an arrangement that is worth more: the search leaves some out"
    return trial.fault("E130", f"the answer is {said}, which is not the most that there is", repair, note)


def not_the_best(trial: Trial, worth: int) -> Finding:
    """Return E131: a valid arrangement that is worth less than the best."""
    message = f"the arrangement is valid, but it is worth {worth}, and another one is worth more"
    repair = "keep the best arrangement of the whole search, and go on until every other one is ruled out"
    return trial.fault("E131", message, repair)


def wrong_decision(trial: Trial, fault: Finding | None) -> Finding:
    """Return E132: valid was said of a board with a fault, or invalid of one without."""
    repair = f"count the {trial.many} first, then test each two of them along every line"
    if fault is None:
        return trial.fault("E132", "the answer says that the board is not valid, but it is", repair)
    message = "the answer says that the board is valid, but it is not"
    return Finding("E132", message, fault.cells, trial.whole, fault.message, repair)


# Of the package, which knows that FAIL is wrong, or is wrong itself.


def fail_is_wrong(trial: Trial) -> Finding:
    """Return E113: FAIL where an arrangement is known."""
    pieces = trial.pieces(trial.case.board.pieces)
    note = f"the judge knows that there is an arrangement of {pieces}{_drawn(trial)}"
    repair = "answer FAIL only when the search has ruled out every arrangement, not when it gives up"
    return trial.fault("E113", f"the answer is FAIL, but {pieces} can be placed", repair, note)


def _drawn(trial: Trial) -> str:
    """Return the arrangement that is known of a small sample, row by row; of any other case nothing of it."""
    known = trial.case.answer
    board = None if known is None else known.board
    if trial.case.group != Problem.SAMPLES or board is None or max(board.shape) > _SMALL:
        return ""
    signs = {PIECE: trial.one[0].upper(), TREE: "T"}
    return ":\n" + "\n".join(" ".join(signs.get(int(cell), ".") for cell in row) for row in board)


def never_fail(trial: Trial) -> Finding:
    """Return E113: FAIL, where every board has an answer."""
    repair = f"answer the best board that you have found: fewer {trial.many} are worth less, but not nothing"
    return trial.fault("E113", "the answer is FAIL, but every board of this puzzle has an arrangement", repair)


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


def _own_fault(trial: Trial, code: str, message: str, repair: str, note: str = "") -> Finding:
    """Return a fault of the package, JE, and how its author mends it."""
    cure = f"{repair.format(trial.case.name)}; the submission loses nothing"
    return Finding(code, message, note=note, help=cure, verdict=Verdict.JE)
