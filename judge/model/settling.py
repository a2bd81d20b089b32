"""The nouns of measuring more: how far the order of a board is settled, what that took, and the noise."""

from __future__ import annotations

import msgspec


class Settling(msgspec.Struct, frozen=True):
    """How far the rows of one problem are told apart after so many rounds. The last one is what came out.

    `left` names the neighbours, above and below, that are neither told apart nor equal. Of `times` that were measured
    `disturbed` were disturbed by others, and are dropped from the comparison unless they are most; `missed` were not
    right, and are dropped.
    """

    problem: str
    budget_s: float
    rounds: int = 0
    wall_s: float = 0.0
    left: tuple[tuple[str, str], ...] = ()
    times: int = 0
    disturbed: int = 0
    missed: int = 0


class Measuring(msgspec.Struct, frozen=True):
    """What is known of a contest's times as a whole: the relative standard error of one, if it was measured, what came
    of rounds, problem by problem, and the seed of the sequence of hidden cases, "" for that of the package."""

    noise: float | None = None
    rounds: tuple[Settling, ...] = ()
    seed: str = ""
