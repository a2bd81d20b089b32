"""Say what the one search finds out about a case: an arrangement that refutes its answer, the best one, the most pieces
that fit. So what is right on a small board that no package has an answer for, and whether it is easy.

What is found is judged by the puzzle itself. A number of nodes bounds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final

import msgspec
import numpy as np

from judge.errors import JudgeError
from judge.model import Answer, Case, Instance
from judge.problems import puzzles
from judge.problems.constraints import PIECE, Cell, Quota
from judge.problems.prove.author import SOLVED_CELLS, largest
from judge.problems.prove.certificate import Proof, counted_line, segments
from judge.problems.prove.constructions import descend, descended, every_answer
from judge.problems.prove.search import (
    Budget,
    Claim,
    Search,
    SpentError,
    State,
    all_pieces,
    arrangements,
    claim_of,
    every_cell,
)
from judge.problems.puzzles import Puzzle
from judge.problems.puzzles.goals import VALID, weight_of
from judge.text import counted

_SEARCHED_CELLS: Final = 150
_NODES: Final = 5_000  # a second at most


def search(puzzle: Puzzle, case: Case, budget: Budget) -> Answer | Proof | None:
    """Return an arrangement that refutes what a case claims, or the proof that there is none.

    None where the budget is too small, or the case claims nothing.
    """
    claim, begun = claim_of(puzzle, case), budget.spent
    if claim is None:
        return None
    try:
        for cells in arrangements(claim, budget):
            if answer := refuter_of(puzzle, case, cells):
                return answer
    except SpentError:
        return None
    nodes = counted(budget.spent - begun, "node", ",d")
    return Proof(f"exhaustive search by judge, {nodes}: the rules leave no arrangement")


def best(puzzle: Puzzle, case: Case, budget: Budget) -> Answer | Proof | None:
    """Return the best answer to a case, whatever answer.txt says, or the proof that the pieces do not fit.

    None where the budget is too small.
    """
    scored = puzzle.goal.scored
    known = Answer(board=case.board.grid) if scored else None  # as few pieces as can be
    while True:
        below = known or Answer(count=-1)
        found = search(puzzle, msgspec.structs.replace(case, answer=below), budget)
        if isinstance(found, Answer):
            known = found
        else:
            return found and (known or found)


def refuter_of(puzzle: Puzzle, case: Case, cells: Sequence[Cell]) -> Answer | None:
    """Return the answer with pieces on these cells; None where the rules refuse it."""
    board = case.board.grid.copy()
    board[tuple(np.asarray(cells, np.int64).reshape(-1, 2).T)] = PIECE
    if puzzle.goal.asks == "number":
        return Answer(count=weight_of(board, case)) if puzzle.keeps_rules(case.board, board) else None
    finding = puzzle.goal.judge(puzzle, case, Answer(board=board))
    return Answer(board=board) if finding is None or finding.refutes_key or finding.lacks_key else None


def claim_fault(puzzle: str, case: Case, answer: Answer) -> str:
    """Return why an arrangement or a count is none of the case; "" where the rules accept it."""
    finding = puzzles.judge_answer(msgspec.structs.replace(case, answer=None), puzzle, answer)
    unproven = answer.count is None and (answer.fail or not puzzles.puzzle_named(puzzle).goal.shows)
    return finding.message if finding and (not finding.lacks_key or unproven) else ""


def least_that_fit(puzzle: Puzzle, board: Instance) -> int:
    """Return how many pieces one pass places of those that are asked for, if the rules accept these; else none."""
    placed = descended(board)
    return int(np.count_nonzero(placed == PIECE)) if puzzle.keeps_rules(board, placed) else 0


def most_that_fit(puzzle: Puzzle, board: Instance, budget: Budget) -> tuple[int, bool]:
    """Return how many pieces an arrangement was found of, and whether more are ruled out: so many more, and any larger
    number, as fewer need not fit where a part must hold some."""
    most = least_that_fit(puzzle, msgspec.structs.replace(board, pieces=board.grid.size))
    while True:
        more = Quota(every_cell(board), most + 1, board.grid.size)
        claim = Claim.on(msgspec.structs.replace(board, pieces=most + 1), puzzle.rules, more)
        try:
            found = next(arrangements(claim, budget), None) if claim else ()
        except SpentError:
            return most, False
        if not found:
            return most, found is None
        most = len(found)


class Truth(msgspec.Struct, frozen=True, eq=False):
    """What is right on a board. `decided` without an answer: the rules judge by themselves, as a theorem holds.
    `proof` says why FAIL is right."""

    SEARCHED_N: ClassVar = 12  # above it nothing is searched: a node costs too much

    decided: bool = False
    answer: Answer | None = None
    proof: str = ""


def truth_of(board: Instance, puzzle: str, at_most: int) -> Truth:
    """Return what is right on a board, as far as theorems, counting and a search of so many nodes tell."""
    chosen, case = puzzles.puzzle_named(puzzle), Case("", "", board)
    said = puzzles.judge_answer(case, puzzle, Answer(fail=True))
    if said is None:
        return Truth(True, Answer(fail=True), f"it is known that n = {board.n} has no arrangement")
    if chosen.goal.keyless:
        return Truth(True, Answer(count=VALID))
    if chosen.goal.every is not None:
        every = every_answer(chosen.goal, board)
        return Truth(every is not None, every)
    found = _placed(chosen, case)
    if found is None and board.grid.size <= Truth.SEARCHED_N * Truth.SEARCHED_N:
        found = (search if chosen.goal.asks == "one" else best)(chosen, case, Budget(at_most))
    if isinstance(found, Proof):
        return Truth(True, Answer(fail=True), found.line)
    if found is not None:
        return Truth(True, found)
    return Truth(chosen.goal.may_fail and not said.lacks_key)


def _placed(puzzle: Puzzle, case: Case) -> Answer | Proof | None:
    """Return what counting or one pass without a step back decides."""
    if not puzzle.goal.may_fail:
        return None
    if line := counted_line(puzzle.row, case.board)[1]:
        return Proof(line)
    answer = descend(case.board)
    return answer if answer and not claim_fault(puzzle.name, case, answer) else None


def most_pieces(board: Instance, puzzle: str, at_most: int) -> int | None:
    """Return how many pieces fit at most on a board; None where that takes too many nodes."""
    if board.grid.size > Truth.SEARCHED_N * Truth.SEARCHED_N:
        return None
    most, proven = most_that_fit(puzzles.puzzle_named(puzzle), board, Budget(at_most))
    return most if proven else None


class Most(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Holds how many pieces were placed on a board, whether more are impossible, and how both are known."""

    pieces: int
    proven: bool
    how: str


def most_found(board: Instance, puzzle: str, seconds: float) -> Most:
    """Return the most pieces that the board is known to hold, and how: counting comes first, then a small search. Only
    what is left goes to CP-SAT, which needs the extra `author`, and gets so many seconds."""
    chosen, free = puzzles.puzzle_named(puzzle), int(np.count_nonzero(board.grid == 0))
    placed = least_that_fit(chosen, msgspec.structs.replace(board, pieces=board.grid.size))
    rides = () if chosen.row.torus else dict(chosen.row.steps).get("ride", ())
    bound, word = min((count, word) for word, count in (segments(board.grid, rides) or {"free cell": free}).items())
    if placed == bound:
        return Most(placed, True, f"{bound} {word}s hold one each at most, and as many were placed in order")
    if free <= _SEARCHED_CELLS:
        placed, proven = most_that_fit(chosen, board, Budget(_NODES))
        if proven:
            return Most(placed, True, "every arrangement was tried, or excluded by counting")
    at_most = f"at most {bound:,}, the number of {word}s"
    if free > SOLVED_CELLS:
        return Most(placed, False, f"{at_most}; a solver is not asked about more than {SOLVED_CELLS:,} free cells")
    if (claim := Claim.on(board, chosen.rules)) is None:
        return Most(placed, False, f"{at_most}; its rules are too many for a solver")
    try:
        found = largest(claim, seconds)
    except JudgeError:
        return Most(placed, False, f"{at_most}; OR-Tools, which could decide it, is not installed")
    if found.proven:
        return Most(found.pieces, True, f"{found.solver}, status OPTIMAL")
    how = f"at most {min(bound, found.bound)}, by {found.solver} in {seconds:g} s"
    return Most(max(placed, found.pieces), False, how)


def is_easy(board: Instance, puzzle: str, at_most: int) -> bool:
    """Say whether the plainest search of all, cell by cell and without any bound, decides the board in so many
    steps."""
    if board.grid.size > Truth.SEARCHED_N * Truth.SEARCHED_N:
        return False
    chosen, case = puzzles.puzzle_named(puzzle), Case("", "", board)
    claim = Claim.on(board, chosen.rules, *(() if chosen.goal.scored else (all_pieces(board),)))
    if claim is None:
        return False
    enough = chosen.goal.asks == "one"  # the first arrangement; who counts or lists goes through all
    try:
        for cells in _Plain(claim, Budget(at_most)).arrangements():
            if enough and refuter_of(chosen, case, cells):
                break
    except SpentError:
        return False
    return True


class _Plain(Search):
    """The search that anybody writes: a set that is full closes its other cells, and nothing else follows."""

    def cover(self) -> None:
        """Bound nothing."""

    def followed(self, state: State, begun: Iterable[int]) -> State | None:
        """Close what these sets close; None where one holds too many, or lacks cells."""
        open_, pieces = state
        for number in begun:
            on, most = (pieces & self.masks[number]).bit_count(), self.bounds[number][1]
            if on > most:
                return None
            if on == most:
                open_ &= ~self.masks[number]
        if not open_ and pieces.bit_count() < self.wanted:
            return None
        lacking = (((open_ | pieces) & self.masks[number]).bit_count() < least for number, least in self._lines())
        return None if any(lacking) else (open_, pieces)

    def chosen(self, open_: int, pieces: int, _narrow: int) -> int | None:
        """Return the first open cell, of the set with the fewest where one wants more."""
        wanting = [
            open_ & self.masks[number]
            for number, least in self._lines()
            if open_ & self.masks[number] and (pieces & self.masks[number]).bit_count() < least
        ]
        cells = min(wanting, key=int.bit_count, default=open_)
        return cells & -cells or None

    def _lines(self) -> Iterator[tuple[int, int]]:
        """Yield the sets that want pieces, but for that of all cells, and how many they want."""
        wanting = ((number, self.bounds[number][0]) for number in self.wanting)
        return ((number, least) for number, least in wanting if self.masks[number] != self.all_cells)
