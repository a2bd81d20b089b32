"""The noun of how fast the host was on which the limits of a package were measured."""

from __future__ import annotations

import datetime

import msgspec

APART = 0.15  # hosts whose figures differ by more run into a limit at another place


class Calibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `[calibration]` of problem.toml, which `judge limits --write` writes: what travels with a package, so that
    another host can scale its limit. Figures of another `work` say nothing."""

    figure_s: float  # CPU time of the judge's fixed piece of work there
    slowest_s: float  # the time that the limit was made of
    slowest: str = ""  # whose it is, and on which case
    work: int = 1
    host_class: str = ""
    date: datetime.date | None = None

    def ratio(self, figure_s: float | None, work: int) -> float | None:
        """Return how many times as long as there this host needs for the same; None where nobody knows."""
        return figure_s / self.figure_s if figure_s and work == self.work else None


def differs(ratio: float | None) -> bool:
    """Say whether a ratio is worth a word."""
    return ratio is not None and max(ratio, 1 / ratio) > 1 + APART
