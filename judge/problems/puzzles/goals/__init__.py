"""The goals of puzzles: what is asked for, and how an answer to that is judged.

`goal.py` defines what a goal is, `looking.py` the order in which one arrangement is looked at. Whether there is an
arrangement at all is the package's knowledge (`Case.answer`), except where a theorem says it.
"""

from judge.problems.puzzles.goals.arrangement import one_arrangement
from judge.problems.puzzles.goals.best import as_many_as_possible, heaviest_arrangement, most_weight
from judge.problems.puzzles.goals.decision import valid_or_not
from judge.problems.puzzles.goals.every import every_arrangement, number_of_arrangements
from judge.problems.puzzles.goals.goal import Generate, Goal

__all__ = [
    "Generate",
    "Goal",
    "as_many_as_possible",
    "every_arrangement",
    "heaviest_arrangement",
    "most_weight",
    "number_of_arrangements",
    "one_arrangement",
    "valid_or_not",
]
