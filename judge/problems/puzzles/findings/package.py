"""Put into words what the package knows: that FAIL is wrong, or that the package itself is."""

from __future__ import annotations

from typing import Final

from judge.model import Finding, Verdict
from judge.model.problem import SAMPLES
from judge.problems.puzzles.findings.trial import Trial, named, whole_of
from judge.problems.rules.plain import PIECE, TREE

_SMALL: Final = 16  # rows and columns of a board that is drawn in a note


def fail_is_wrong(trial: Trial) -> Finding:
    """Return E113: FAIL where an arrangement is known."""
    words, p = trial.words, trial.case.board.pieces
    return Finding(
        "E113",
        f"the answer is FAIL, but {named(p, words)} can be placed",
        where=whole_of(trial.answer),
        note=f"the judge knows that there is an arrangement of {named(p, words)}{_drawn(trial)}",
        help="answer FAIL only when the search has ruled out every arrangement, not when it gives up",
    )


def _drawn(trial: Trial) -> str:
    """Return the arrangement that is known of a small sample, row by row; of any other case nothing of it."""
    known = trial.case.answer
    board = None if known is None else known.board
    if trial.case.group != SAMPLES or board is None or max(board.shape) > _SMALL:
        return ""
    signs = {PIECE: trial.words.one[0].upper(), TREE: "T"}
    rows = (" ".join(signs.get(int(cell), ".") for cell in row) for row in board)
    return ":\n" + "\n".join(rows)


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


def never_fail(trial: Trial) -> Finding:
    """Return E113: FAIL, where every board has an answer."""
    return Finding(
        "E113",
        "the answer is FAIL, but every board of this puzzle has an arrangement",
        where=whole_of(trial.answer),
        help=f"answer the best board that you have found: fewer {trial.words.many} are worth less, but not nothing",
    )


def surpassed(trial: Trial, worth: int, known: int) -> Finding:
    """Return E301, JE: a valid arrangement that is worth more than what the package takes for the most."""
    return Finding(
        "E301",
        f"the package knows nothing better than {known}, but this arrangement is valid and worth {worth}",
        help=f"put this arrangement into answer.txt of case {trial.case.name}; the submission loses nothing",
        verdict=Verdict.JE,
    )
