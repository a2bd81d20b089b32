"""How much the work of others disturbed what was judged, counted once for every report. Pure, and silent where nothing
was disturbed."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from judge.model.judgement import Judgement


class Disturbance(msgspec.Struct, frozen=True):
    """Of so many `runs`, one for each case, those that had no core for themselves, and of these the starved ones, which
    have no verdict. Compiling that was starved counts as a run."""

    runs: int = 0
    disturbed: int = 0
    starved: int = 0

    def __str__(self) -> str:
        """For whoever runs the judge; empty for none."""
        if not self.disturbed:
            return ""
        said = f"{_of(self.disturbed, self.runs)} disturbed: others had the core for a fifth of the time or more"
        return said + (f"; {self.starved} got so little of it that there is no verdict" if self.starved else "")

    def to_student(self) -> str:
        """For whose submission it is; empty for none."""
        if not self.disturbed:
            return ""
        said = f"{_of(self.disturbed, self.runs)} disturbed by other work on this machine, whose time does not count."
        if self.starved:
            have = "has" if self.starved == 1 else "have"
            said += f" {self.starved} of them {have} no verdict yet, which costs no points."
        return said


def disturbance(judgements: Iterable[Judgement]) -> Disturbance:
    """That of all these judgements together."""
    runs = disturbed = starved = 0
    for judgement in judgements:
        lost = judgement.prepare.starved
        hungry = sum(run.starved for run in judgement.runs) + lost
        runs += len(judgement.runs) + lost
        disturbed += sum(run.disturbed and not run.starved for run in judgement.runs) + hungry
        starved += hungry
    return Disturbance(runs, disturbed, starved)


def _of(count: int, runs: int) -> str:
    return f"{count} of {runs} run{'s' * (runs != 1)} {'was' if count == 1 else 'were'}"
