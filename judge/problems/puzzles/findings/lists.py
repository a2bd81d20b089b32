"""Put into words what is wrong with a list of all arrangements, or with their number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.model import Finding
from judge.problems.puzzles.findings.trial import Trial, count_of, where_of, whole_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def wrong_count(trial: Trial, said: int, truth: int) -> Finding:
    """Return E116: another number of arrangements."""
    message = f"the answer says {count_of(said, 'arrangement')}, but there are {truth}"
    note = f"{abs(truth - said)} {'too few' if said < truth else 'too many'}"
    repair = "count each arrangement once, its rotations and reflections as arrangements of their own"
    return Finding("E116", message, where=whole_of(trial.answer), note=note, help=repair)


def repeated(trial: Trial, first: int) -> Finding:
    """Return E117: the arrangement of this trial stands in the list already, as number `first`."""
    message = f"arrangement {trial.number} is the same as arrangement {first}"
    return Finding("E117", message, where=where_of(trial, ()), help="list each arrangement once")


def incomplete(trial: Trial, listed: int, truth: int, missing: Sequence[int]) -> Finding:
    """Return E118: valid and different, but not all; `missing` is one that isn't there, 0-based."""
    message = f"the list holds {listed} of the {truth} arrangements"
    columns = " ".join(str(column + 1) for column in missing)
    note = f"one that is missing, counted from 1: {columns}" if columns else ""
    repair = "list every arrangement, its rotations and reflections too, one a row"
    return Finding("E118", message, where=whole_of(trial.answer), note=note, help=repair)
