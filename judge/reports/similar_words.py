"""What every report on alike submissions says, on the terminal and on the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from judge.model import Similarities
from judge.text import counted

NO_VERDICT: Final = "This is no verdict. Read both sides, and ask the students, before you conclude anything."
METHOD: Final = (
    "Shared is the part of the smaller one that the other has too; names, comments and layout don't matter. What is "
    "rare in the class counts more, and what was given to all does not count."
)


def percent(share: float) -> str:
    """Return a share as a percentage; only what is whole is 100 %."""
    return f"{100 if share > 1 - 1e-9 else min(99, round(100 * share))} %"


def shared(circle: Similarities.Circle) -> str:
    """Return how much the members of a circle share, pair by pair of those that join it."""
    least, most = (percent(bound(pair.share for pair in circle.shown)) for bound in (min, max))
    return most if least == most else f"{least} to {most}"


def usual(circle: Similarities.Circle) -> str:
    """Return up to where a share would be the class's own background."""
    return percent(max(pair.limit for pair in circle.shown))


def names(circle: Similarities.Circle, works: Sequence[Similarities.Work]) -> list[str]:
    """Return what the members of a circle are called."""
    return [works[number].name for number in circle.works]


def summary(found: Similarities) -> str:
    """Return what was compared, and how alike two of them usually are."""
    past = f" and {counted(found.past, 'earlier one')}" if found.past else ""
    median = "" if found.median is None else f" Half of the pairs share less than {percent(found.median)}."
    none = "" if found.circles else " None are unusually alike."
    return f"{counted(found.compared, 'submission')}{past} compared.{median}{none}"
