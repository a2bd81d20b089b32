"""Decide small boards: what is right on a board that no package has an answer for, and whether it is easy.

The search shares no code with any solution. What it finds is judged by the puzzle itself. A number of nodes bounds it.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec
import numpy as np

from judge.model import Answer, Case, Instance
from judge.problems import puzzles
from judge.problems.constraints import PIECE
from judge.problems.prove.bounds import count_bound, descend, fitting
from judge.problems.prove.certificate import Proof
from judge.problems.prove.claim import claim_fault, claim_of, refuter_of
from judge.problems.prove.search import Budget, SpentError, arrangements, bits
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.goals import VALID
from judge.problems.puzzles.looking import rule_fault
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.row.known import every_answer
from judge.problems.rules import no_attack
from judge.text import counted

SEARCHED = "exhaustive search by judge"


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
    return Proof(f"{SEARCHED}, {counted(budget.spent - begun, 'node', ',d')}: the rules leave no arrangement")


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


def most_that_fit(puzzle: Puzzle, board: Instance, budget: Budget) -> tuple[int, bool]:
    """Return how many pieces an arrangement was found of, and whether more are ruled out."""
    most = fitting(board.grid)
    while True:
        found = search(puzzle, Case("", "", msgspec.structs.replace(board, pieces=most + 1)), budget)
        if not isinstance(found, Answer):
            return most, found is not None
        most += 1


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
    """Return what counting or one pass without a step back decides, where pieces see as queens do."""
    if no_attack not in puzzle.rules or puzzle.goal.asks != "one" or case.board.grid.shape != (case.board.n,) * 2:
        return None
    if line := count_bound(case.board)[1]:
        return Proof(line)
    answer = descend(case.board)
    return answer if answer and not claim_fault(puzzle.name, case, answer) else None


def most_pieces(board: Instance, puzzle: str, at_most: int) -> int | None:
    """Return how many pieces fit at most on a board; None where that takes too many nodes."""
    if board.grid.size > Truth.SEARCHED_N * Truth.SEARCHED_N:
        return None
    most, proven = most_that_fit(puzzles.puzzle_named(puzzle), board, Budget(at_most))
    return most if proven else None


def is_easy(board: Instance, puzzle: str, at_most: int) -> bool:
    """Say whether the plainest search of all, cell by cell and without any bound, decides the board in so many
    steps."""
    if board.grid.size > Truth.SEARCHED_N * Truth.SEARCHED_N:
        return False
    chosen = puzzles.puzzle_named(puzzle)
    plain = _Plain(chosen, board)
    enough = chosen.goal.asks == "one"  # the first arrangement; who counts or lists goes through all
    waiting, steps = [plain.begun()], 0
    while waiting and steps <= at_most:
        steps += 1
        open_, pieces = waiting.pop()
        whole = pieces.bit_count() == board.pieces or (chosen.goal.scored and not open_)
        if whole and enough and plain.is_right(pieces):
            return True
        if open_ and not (whole and not chosen.goal.scored):
            waiting += plain.halves(open_, pieces)
    return not waiting and steps <= at_most


class _Plain:
    """The quotas of a board as bits: what a piece closes, and which lines lack pieces."""

    def __init__(self, puzzle: Puzzle, board: Instance) -> None:
        self._puzzle, self._board = puzzle, board
        quotas = [quota for rule in puzzle.rules for quota in rule.quotas(board)]
        self._lines = [(sum(1 << r * board.columns + c for r, c in one.cells), one.least, one.most) for one in quotas]
        self._through = [[line for line in self._lines if line[0] >> cell & 1] for cell in range(board.grid.size)]

    def begun(self) -> tuple[int, int]:
        """Return the open cells and the pieces of the board as it is given."""
        flat = self._board.grid.reshape(-1)
        open_, pieces = (sum(1 << int(cell) for cell in np.flatnonzero(flat == value)) for value in (0, PIECE))
        for cell in bits(pieces):
            open_ = self._closed(cell, open_, pieces)
        broken = any((pieces & mask).bit_count() > most for mask, _, most in self._lines)
        return (0, 0) if broken else (open_, pieces)

    def halves(self, open_: int, pieces: int) -> list[tuple[int, int]]:
        """Return what is left without a piece on the next cell, and with one: nothing where a line lacks cells."""
        lacking = [(open_ & mask, pieces & mask, least) for mask, least, _ in self._lines if least]
        if any(free.bit_count() + on.bit_count() < least for free, on, least in lacking):
            return []
        wanting = [free for free, on, least in lacking if free and on.bit_count() < least]
        cells = min(wanting, key=int.bit_count, default=open_)
        cell = bits(cells & -cells)[0]
        open_, placed = open_ & ~(1 << cell), pieces | 1 << cell
        return [(open_, pieces), (self._closed(cell, open_, placed), placed)]

    def _closed(self, cell: int, open_: int, pieces: int) -> int:
        for mask, _, most in self._through[cell]:
            if (pieces & mask).bit_count() >= most:
                open_ &= ~mask
        return open_

    def is_right(self, pieces: int) -> bool:
        """Say whether the rules accept these pieces."""
        grid = self._board.grid.copy()
        grid.flat[bits(pieces)] = PIECE
        trial = Trial(self._puzzle.words, Case("", "", self._board), Answer(board=grid), board=grid)
        return rule_fault(self._puzzle.rules, trial) is None
