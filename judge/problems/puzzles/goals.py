"""The goals of puzzles: what is asked for, and how an answer to that is judged.

Whether there is an arrangement at all is the package's knowledge (`Case.answer`), except where a theorem says it. FAIL
is never right where any number of pieces will do: a board with fewer is an answer too. Where the most weight is asked
for as a number nothing is shown, so answer.txt alone knows it.

Every goal looks at an arrangement in one order: shape, cells, trees, closed cells, given pieces, their number, then the
rules. The first fault is the Finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from judge.model import Answer, Case, Finding, Instance, Problem
from judge.problems.constraints import CLOSED, PIECE, TREE
from judge.problems.formats.answer_text import LISTED_N
from judge.problems.puzzles import findings
from judge.problems.puzzles.trial import Trial

if TYPE_CHECKING:
    from judge.problems.puzzles import Puzzle

VALID, INVALID = 1, 0
_FEW_CELLS = 16  # of a board that is counted whatever its rules are
Generate = Callable[[Instance], Iterator[tuple[int, ...]]]  # every arrangement of a board, as 0-based columns
Board = np.ndarray[tuple[int, ...], np.dtype[np.int8]]
Columns = np.ndarray[tuple[int, ...], np.dtype[np.int64]]


class Goal:
    """What a puzzle asks for: `one` arrangement of p pieces or FAIL, the `best` arrangement, `all` of them, one
    `number`, or a `decision` about the given board. Of that others only need the kind."""

    asks: Problem.Asks
    scored = False  # scores differ, so they rank before times
    every: Generate | None = None  # where all are asked for: what they are
    listed = 0  # up to this n all are listed, above it only counted

    def judge(self, puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
        """Return why an answer is not right, or None."""
        raise NotImplementedError

    def score(self, _case: Case, _answer: Answer, /) -> float:
        """Return what an accepted answer is worth, above 0 and up to 1."""
        return 1.0

    def enough(self, case: Case, pieces: int) -> bool:
        """Say whether an arrangement may have so many pieces."""
        return pieces == case.board.pieces

    def wanted(self, case: Case) -> str:
        """Return what `solve` is to return; it completes "return ..."."""
        return f"{_a_board(case)}, or None where there is no arrangement"

    @property
    def may_fail(self) -> bool:
        """Say whether FAIL is an answer that any arrangement refutes, and that a proof can hold."""
        return self.asks == "one"

    @property
    def keyless(self) -> bool:
        """Say whether the rules alone judge every answer, so that no case needs an answer.txt."""
        return self.asks == "decision"

    @property
    def shows(self) -> bool:
        """Say whether an answer shows one arrangement, so that it needs nobody's word."""
        return self.asks in ("one", "best")


class OneArrangement(Goal):
    """An arrangement of p pieces, or FAIL. answer.txt is either; any valid arrangement refutes its FAIL."""

    asks: Problem.Asks = "one"

    def judge(self, puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
        """Judge an arrangement by the rules, and FAIL by what is known."""
        trial, known = Trial(puzzle.row, case, answer), case.answer
        if answer.fail:
            return _fail_fault(puzzle, trial)
        if fault := _arrangement_fault(puzzle, trial):
            return fault
        return findings.refuted(trial) if known is not None and known.fail else self._compared(trial)

    def _compared(self, _trial: Trial, /) -> Finding | None:
        return None


class HeaviestArrangement(OneArrangement):
    """An arrangement of p pieces, which must be of most weight, or FAIL where they don't fit."""

    asks: Problem.Asks = "best"

    def _compared(self, trial: Trial) -> Finding | None:
        answer, known = trial.answer, most_weight_of(trial.case)
        columns = None if answer.columns is None else answer.columns[0]
        worth = weight_of(msgspec.structs.replace(trial, board=answer.board, columns=columns).placed, trial.case)
        if known is None:
            return findings.no_truth(trial, "how good an arrangement is")
        if worth > known:
            return findings.surpassed(trial, worth, known)
        return findings.not_the_best(trial, worth) if worth < known else None


class MostWeight(HeaviestArrangement):
    """The most weight that an arrangement of p pieces has, as a number, or FAIL where they don't fit."""

    asks: Problem.Asks = "number"

    def judge(self, puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
        """Compare with answer.txt: a number, an arrangement of most weight, or FAIL."""
        trial, known = Trial(puzzle.row, case, answer), case.answer
        if not answer.fail and answer.count is None:
            return findings.wrong_kind(trial, self.wanted(case))
        if known is None:
            return findings.no_truth(trial, "FAIL" if answer.fail else "the number")
        if answer.fail:
            return None if known.fail else findings.fail_is_wrong(trial)
        said, most = answer.count or 0, most_weight_of(case)
        if known.fail:  # any number is too large, one below 0 too
            return findings.not_the_most(trial, said, said - 1)
        if most is None:
            return findings.no_truth(trial, "the number")
        return findings.not_the_most(trial, said, most) if said != most else None

    def wanted(self, _case: Case) -> str:
        """Ask for a number."""
        return "the most weight as an int, or None where the pieces don't fit"


class MostPieces(Goal):
    """Any valid arrangement of at least one piece: the more the better. One that beats answer.txt refutes it."""

    asks: Problem.Asks = "best"
    scored = True

    def judge(self, puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
        """Judge an arrangement by the rules, and by its pieces."""
        trial, known = Trial(puzzle.row, case, answer), _known_pieces(case)
        if answer.fail:
            return findings.never_fail(trial)
        if fault := _arrangement_fault(puzzle, trial):
            return fault
        if known is None:
            return findings.no_truth(trial, "how good an arrangement is")
        placed = pieces_of(answer) or 0
        return findings.surpassed(trial, placed, known) if placed > known else None

    def score(self, case: Case, answer: Answer) -> float:
        """Return the pieces over the most that are known."""
        known = _known_pieces(case)
        return min(1.0, (pieces_of(answer) or 0) / known) if known else 1.0

    def enough(self, case: Case, pieces: int) -> bool:
        """Say whether there is a piece, where one is known to fit."""
        return pieces > 0 or _known_pieces(case) == 0

    def wanted(self, case: Case) -> str:
        """Ask for a board: every board has an answer."""
        return _a_board(case)


class Decision(Goal):
    """Whether the board of the case, with the pieces that it gives, keeps every rule."""

    asks: Problem.Asks = "decision"

    def judge(self, puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
        """Judge 1 for valid and 0 for not, by the rules themselves: answer.txt is not asked, and FAIL says 0."""
        trial = Trial(puzzle.row, case, answer, board=case.board.grid)
        said = INVALID if answer.fail else answer.count
        if said not in (VALID, INVALID):
            return findings.wrong_kind(trial, self.wanted(case))
        fault = _count_fault(self, trial, len(trial.points)) or puzzle.rule_fault(trial)
        return findings.wrong_decision(trial, fault) if (fault is None) != (said == VALID) else None

    def wanted(self, _case: Case) -> str:
        """Ask for True or False."""
        return "True where the board is valid, False where it is not"


class EveryArrangement(Goal):
    """All arrangements of one piece a row up to some n, each once, and above that how many there are; or the number
    alone, for any n, where `listed` is 0.

    `every` gives the arrangements of a board in lexicographic order; where that is too `slow` to count them while an
    answer is judged, answer.txt says how many there are.
    """

    asks: Problem.Asks = "all"
    every: Generate

    def __init__(self, every: Generate, listed: int = LISTED_N, *, slow: bool = False) -> None:
        self.every, self.listed, self.slow = every, listed, slow

    def wanted(self, case: Case) -> str:
        """Ask for a list or a number, by n."""
        n = case.board.n
        if n > self.listed:
            return "the number of arrangements as an int"
        shape = f"shape (k, {n}), a row of columns from 0 for each arrangement"
        return f"an int8 array of {shape}, or None where there is none"

    def judge(self, puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
        """Judge a list or a number. Without a count of our own, answer.txt holds the number; FAIL says that it is 0."""
        trial = Trial(puzzle.row, case, answer)
        known = self._known(case)
        truth = None if known is None else 0 if known.fail else known.count
        if known is None or truth is None:
            return findings.no_truth(trial, "the number of arrangements")
        if answer.fail:  # says that there are none
            return findings.fail_is_wrong(trial) if truth else None
        if answer.count is not None and answer.count != truth:
            return findings.wrong_count(trial, answer.count, truth)
        if case.board.n > self.listed:
            return findings.wrong_kind(trial, self.wanted(case)) if answer.count is None else None
        if answer.columns is None:  # the number 0 is as good as a list of none
            return None if answer.count == 0 else findings.wrong_kind(trial, self.wanted(case))
        fault, seen = _list_fault(puzzle, trial, answer.columns)
        if fault is None and len(seen) < truth:
            listed = [] if known.columns is None else map(tuple, known.columns.tolist())
            missing = next((arrangement for arrangement in listed if arrangement not in seen), ())
            return findings.incomplete(trial, len(seen), truth, missing)
        return fault

    def _known(self, case: Case) -> Answer | None:
        """Return all arrangements, or how many there are: our own where that is quick, so that lists and counts agree,
        else what answer.txt says."""
        board = case.board
        few = case.answer is None and board.grid.size <= _FEW_CELLS
        if few or (board.n <= LISTED_N and not self.slow):
            from judge.problems.prove.constructions import every_answer  # most goals need none of it

            return every_answer(self, board) or case.answer
        return case.answer


def _list_fault(
    puzzle: Puzzle, blank: Trial, listed: np.ndarray[tuple[int, ...], np.dtype[np.int64]]
) -> tuple[Finding | None, dict[tuple[int, ...], int]]:
    """Return the fault of the first arrangement that is invalid or repeated, and the numbers of those before it.

    However long the list is, it ends at the first fault, and there are only so many different valid ones.
    """
    seen: dict[tuple[int, ...], int] = {}
    if listed.ndim != 2 or listed.shape[1] != blank.case.board.n:
        return findings.wrong_width(blank, listed.shape), seen
    for number, columns in enumerate(listed, 1):
        trial = msgspec.structs.replace(blank, columns=columns, number=number)
        fault = _column_fault(trial, columns) or puzzle.rule_fault(trial)
        if fault:
            return fault, seen
        first = seen.setdefault(tuple(columns.tolist()), number)
        if first != number:
            return findings.repeated(trial, first), seen
    return None, seen


def _fail_fault(puzzle: Puzzle, trial: Trial) -> Finding | None:
    """Judge FAIL: what the package says comes first, then the theorem."""
    given = trial.case.answer
    exists = not given.fail if given is not None else puzzle.row.theorem(trial.case.board.n)
    if exists is None:
        return findings.no_truth(trial, "FAIL")
    if not exists:
        return None
    if given is not None and (fault := puzzle.goal.judge(puzzle, trial.case, given)):
        return findings.unproven(trial, fault)  # an arrangement that breaks the rules would blame the wrong one
    return findings.fail_is_wrong(trial)


def pieces_of(answer: Answer) -> int | None:
    """Return how many pieces an answer.txt says or shows; None where it does neither."""
    if answer.board is not None:
        return int(np.count_nonzero(answer.board == PIECE))
    return len(answer.columns[0]) if answer.columns is not None and len(answer.columns) == 1 else answer.count


def weight_of(board: np.ndarray[Any, np.dtype[np.int8]], case: Case) -> int:
    """Return the sum of the weights below the pieces: the layer of the case; without one, each cell weighs 1."""
    placed = board == PIECE
    return int(np.count_nonzero(placed) if case.board.layer is None else case.board.layer[placed].sum())


def most_weight_of(case: Case) -> int | None:
    """Return the weight that answer.txt says, or that of its arrangement; None where it has none."""
    known = case.answer
    if known is None or known.board is None or known.board.shape != case.board.shape:
        return known.count if known is not None else None
    return weight_of(known.board, case)


def _known_pieces(case: Case) -> int | None:
    return pieces_of(case.answer) if case.answer is not None else None


def _a_board(case: Case) -> str:
    return f"the board as an int8 array of shape {case.board.shape}"


# --- one arrangement, in the order of every goal ----------------------------------------------------------------------
def _arrangement_fault(puzzle: Puzzle, trial: Trial) -> Finding | None:
    """Return what is wrong with an answer that should be one arrangement."""
    board, columns = trial.answer.board, trial.answer.columns
    if board is not None:
        trial = msgspec.structs.replace(trial, board=board)
        counted = int(np.count_nonzero(board == PIECE))
        fault = _board_fault(trial, board) or _count_fault(puzzle.goal, trial, counted)
    elif columns is not None and puzzle.answers.columns:
        if columns.shape != (1, trial.case.board.n):
            return findings.wrong_width(trial, columns.shape)
        trial = msgspec.structs.replace(trial, columns=columns[0])
        fault = _column_fault(trial, columns[0])
    else:
        return findings.wrong_kind(trial, puzzle.goal.wanted(trial.case))
    return fault or puzzle.rule_fault(trial)


def _count_fault(goal: Goal, trial: Trial, counted: int) -> Finding | None:
    """Refuse another number of pieces than the goal asks for."""
    if goal.enough(trial.case, counted):
        return None
    return findings.nothing_placed(trial) if goal.scored else findings.wrong_number(trial, counted)


def _board_fault(trial: Trial, board: Board) -> Finding | None:
    """Check all but the number of pieces, whole arrays at a time. A closed cell may be written as 3 or as 0."""
    grid = trial.case.board.grid
    if board.shape != grid.shape:
        return findings.wrong_shape(trial, board.shape)
    if board.view(np.uint8).max() > TREE:  # negative cells are large as well
        wild = wild_cells(board, grid)
        if wild.any():
            cell = first_of(wild)
            values, counts = np.unique(board, return_counts=True)
            held = dict(zip(map(str, values), counts.tolist(), strict=True))
            return trial.wrong_cell(cell, int(board[cell]), held)
    moved = (board ^ grid) & TREE
    if not (grid & 1).any():  # no piece is given, and no cell is closed
        return _tree_fault(trial, board, moved)
    return _tree_fault(trial, board, moved * (grid != CLOSED)) or _special_fault(trial, board)


def _column_fault(trial: Trial, columns: Columns) -> Finding | None:
    """Check one piece a row, given by columns: each on the board, none on a tree or closed cell, the given ones
    there."""
    board = trial.case.board
    outside = (columns < 0) | (columns >= board.columns)
    row = int(outside.argmax())
    if outside[row]:
        return trial.wrong_column(row, int(columns[row]))
    if not board.grid.any():
        return None
    placed = trial.placed
    return _tree_fault(trial, placed, (placed == TREE) != (board.grid == TREE)) or _special_fault(trial, placed)


def wild_cells(board: np.ndarray[Any, Any], grid: Board) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return where a table of any whole numbers holds what is no cell of this case."""
    wild: np.ndarray[Any, np.dtype[np.bool_]] = (board < 0) | (board > TREE) & ((board != CLOSED) | (grid != CLOSED))
    return wild


def first_of(cells: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> tuple[int, int]:
    """Return the first cell, row by row, that is not 0."""
    row, column = divmod(int((cells != 0).argmax()), cells.shape[1])
    return row, column


def _tree_fault(trial: Trial, board: Board, moved: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> Finding | None:
    if not moved.any():
        return None
    cell = first_of(moved)
    return findings.wrong_tree(trial, cell, int(board[cell]), int(np.count_nonzero(moved)))


def _special_fault(trial: Trial, board: Board) -> Finding | None:
    """Check closed cells, then given pieces."""
    grid = trial.case.board.grid
    filled = (grid == CLOSED) & (board != CLOSED) & (board != 0)
    if filled.any():
        cell = first_of(filled)
        return findings.on_closed(trial, cell, int(board[cell]), int(np.count_nonzero(filled)))
    gone = (grid == PIECE) & (board != PIECE)
    return findings.given_gone(trial, first_of(gone), int(np.count_nonzero(gone))) if gone.any() else None
