"""Decide small boards by trying everything: what is right on a board that no package has an answer for.

The search shares no code with any solution. It walks the tree-free segments of the rows, one after the other, and
each arrangement without an attack that it comes upon is judged by the puzzle itself. A number of steps bounds it.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
import numpy as np

from judge.model import Answer, Case, Instance
from judge.problems import puzzles
from judge.problems.proofs.counting import closed_proof
from judge.problems.proofs.descent import descend, fitting
from judge.problems.puzzles.goals import Goal
from judge.problems.puzzles.goals.every import Same
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle, is_homeworks
from judge.problems.search.deciding import searched
from judge.problems.walk import TooManySteps, View, Walk

SEARCHED_N = 12  # above it nothing is searched: a step costs too much
COUNTED_N = 12  # up to it arrangements are counted, in a second
_OPEN = "E302"  # the code of what the rules alone don't decide


class Truth(msgspec.Struct, frozen=True, eq=False):
    """What is right on a board. `decided` without an answer: the rules judge by themselves, as a theorem holds.
    `proof` says why FAIL is right."""

    decided: bool = False
    answer: Answer | None = None
    proof: str = ""


def truth_of(board: Instance, puzzle: str, at_most: int) -> Truth:
    """Return what is right on a board, as far as theorems, counting and a search of so many steps tell."""
    said = puzzles.judge(Case("", "", board), puzzle, Answer(fail=True))
    if said is None:
        return Truth(True, Answer(fail=True), f"it is known that n = {board.n} has no arrangement")
    chosen = puzzles.named(puzzle)
    if not is_homeworks(chosen):
        return _searched(chosen, board, at_most, decided=said is not None and said.code != _OPEN)
    if chosen.goal.every is not None:
        return _every(chosen.goal, Same.of(board))
    try:
        found = arrangement_of(board, puzzle, at_most)
    except TooManySteps:
        return Truth(said.code != _OPEN)
    return found


def _searched(puzzle: Puzzle, board: Instance, at_most: int, *, decided: bool) -> Truth:
    if board.grid.size > SEARCHED_N * SEARCHED_N:
        return Truth(decided and puzzle.goal.may_fail)
    try:
        found = searched(puzzle, board, at_most)
    except TooManySteps:
        return Truth(decided and puzzle.goal.may_fail)
    return Truth(True, *found) if found else Truth()


def arrangement_of(board: Instance, puzzle: str, at_most: int) -> Truth:
    """Return an arrangement, or why there is none. Raise TooManySteps where neither is found."""
    attacks = no_attack in puzzles.named(puzzle).rules
    view = View(board.grid, attacks=attacks)
    if attacks and (proof := closed_proof(board)):
        return Truth(True, Answer(fail=True), proof)
    if answer := _first(board, puzzle):
        return Truth(True, answer)
    walk = Walk(view, view.rows, at_most)
    if board.n > SEARCHED_N:
        raise TooManySteps
    for placed in walk.arrangements(board.pieces):
        answer = Answer(board=view.with_pieces(placed))
        if puzzles.judge(Case("", "", board), puzzle, answer) is None:
            return Truth(True, answer)
    return Truth(True, Answer(fail=True), f"exhaustive search by judge, {walk.steps:,} steps")


def is_easy(board: Instance, puzzle: str, at_most: int) -> bool:
    """Say whether the plainest search of all, cell by cell and without any bound, decides the board in so many
    steps."""
    if board.n > SEARCHED_N:
        return False
    chosen = puzzles.named(puzzle)
    if not is_homeworks(chosen):
        return _ends(chosen, board, at_most)
    view = View(board.grid, attacks=no_attack in puzzles.named(puzzle).rules)
    walk = Walk(view, [1 << cell for cell in range(board.n**2)], at_most, bounded=False)
    try:
        for placed in walk.arrangements(board.pieces):
            if puzzles.judge(Case("", "", board), puzzle, Answer(board=view.with_pieces(placed))) is None:
                return True
    except TooManySteps:
        return False
    return True


def _ends(puzzle: Puzzle, board: Instance, at_most: int) -> bool:
    try:
        return searched(puzzle, board, at_most, bounded=False) is not None
    except TooManySteps:
        return False


def most_pieces(board: Instance, puzzle: str, at_most: int) -> int | None:
    """Return how many pieces fit at most on a board; None where that takes too many steps."""
    if board.n > SEARCHED_N:
        return None
    most = fitting(board.grid)
    try:
        while True:
            more = msgspec.structs.replace(board, pieces=most + 1)
            found = arrangement_of(more, puzzle, at_most).answer
            if found is None or found.fail:
                return most
            most += 1
    except TooManySteps:
        return None


def _first(board: Instance, puzzle: str) -> Answer | None:
    """Return the arrangement that is found without a step back, if that is right."""
    answer = descend(board)
    return answer if answer and puzzles.judge(Case("", "", board), puzzle, answer) is None else None


@lru_cache(maxsize=256)
def _every(goal: Goal, same: Same) -> Truth:
    """Return all arrangements, or how many there are."""
    assert goal.every is not None, "the goal asks for all"
    board = same.board()
    if board.n > COUNTED_N:
        return Truth()
    if board.n > goal.listed:
        return Truth(True, Answer(count=sum(1 for _ in goal.every(board))))
    listed = np.array(list(goal.every(board)), np.int64).reshape(-1, board.n)
    return Truth(True, Answer(columns=listed, count=len(listed)))
