"""Look at an arrangement by the plain rules and by the fast ones, which share no code."""

from __future__ import annotations

from judge.model import Answer, Case
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.puzzles.rules import twofold
from judge.problems.puzzles.spies import no_three_in_line
from judge.problems.rules.plain import PIECE
from judge.problems.spoilt.made import Table
from judge.problems.spoilt.truth import attacks, three_in_line


def disagreement(puzzle: Puzzle, case: Case, board: Table) -> str:
    """Return how the rules differ about a board of a case, of whatever size; nothing where they agree.

    Three in line are only asked for where each row has one piece and none sees another.
    """
    from judge.problems.rules import fast  # loads numba

    if no_attack in puzzle.rules:
        plain, quick = attacks(board), fast.fast_attack(board) is not None
        if plain != quick:
            return f"the plain one says that {_seen(plain)}, the fast one that {_seen(quick)}"
        if plain:
            return ""
    pieces = board == PIECE
    if no_three_in_line in puzzle.rules and (pieces.sum(axis=1) == 1).all():
        columns = pieces.argmax(axis=1)
        plain, quick = three_in_line(columns), fast.fast_collinear(columns) is not None
        if plain != quick:
            return f"the plain one says that {_in_line(plain)}, the fast one that {_in_line(quick)}"
    trial = Trial(puzzle.words, case, Answer(board=board), board=board)
    return next(filter(None, (twofold.disagreement(rule, trial) for rule in puzzle.rules)), "")


def _seen(attacked: bool) -> str:
    return "two pieces see each other" if attacked else "no two pieces see each other"


def _in_line(found: bool) -> str:
    return "three pieces are in line" if found else "no three pieces are in line"
