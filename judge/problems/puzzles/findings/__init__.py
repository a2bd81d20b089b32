"""Put each fault of an answer into words: a Finding with its place, a note and a repair.

The puzzles decide, this folder only says it. `trial.py` holds what a fault is about and how places are named; the
other files hold the words, by what they are about.
"""

from judge.problems.puzzles.findings.boards import (
    CELLS,
    given_gone,
    mark_of,
    nothing_placed,
    on_closed,
    ones_for,
    sides,
    wrong_cell,
    wrong_column,
    wrong_kind,
    wrong_number,
    wrong_shape,
    wrong_tree,
    wrong_width,
)
from judge.problems.puzzles.findings.lists import incomplete, repeated, wrong_count
from judge.problems.puzzles.findings.numbers import not_the_best, not_the_most, wrong_decision
from judge.problems.puzzles.findings.package import fail_is_wrong, never_fail, no_truth, refuted, surpassed, unproven
from judge.problems.puzzles.findings.rules import (
    attack,
    in_line,
    leap,
    seen,
    too_many_in_line,
    touching,
    wrong_share,
)
from judge.problems.puzzles.findings.trial import Misfit, Trial, Words

__all__ = [
    "CELLS",
    "Misfit",
    "Trial",
    "Words",
    "attack",
    "fail_is_wrong",
    "given_gone",
    "in_line",
    "incomplete",
    "leap",
    "mark_of",
    "never_fail",
    "no_truth",
    "not_the_best",
    "not_the_most",
    "nothing_placed",
    "on_closed",
    "ones_for",
    "refuted",
    "repeated",
    "seen",
    "sides",
    "surpassed",
    "too_many_in_line",
    "touching",
    "unproven",
    "wrong_cell",
    "wrong_column",
    "wrong_count",
    "wrong_decision",
    "wrong_kind",
    "wrong_number",
    "wrong_shape",
    "wrong_share",
    "wrong_tree",
    "wrong_width",
]
