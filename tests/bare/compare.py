"""Compares: a file bare, and as the judge runs it in each mode."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from judge.model import Case, Instance, Limits, Problem, Submission
from tests.bare.bare import NAME, Bare
from tests.bare.generate import Generated
from tests.bare.inside.outcome import is_right
from tests.bare.judged import Judged, called

LIMITS: Final = Limits(time_limit=10.0, memory=512, output=4, compilation_time=60.0, processes=32)
SIZES: Final = (6, 8)


class Row(NamedTuple):
    """A case of a file: the outcome of its own process, and the judge's by tier and mode."""

    case: str
    bare: str
    judged: dict[str, str]

    @property
    def different(self) -> dict[str, str]:
        """Return the judge's outcomes that are others."""
        return {mode: said for mode, said in self.judged.items() if said != self.bare}


def queens(sizes: Sequence[int] = SIZES) -> Problem:
    """Return the problem of the generated files: an empty board of each size."""
    boards = [Instance("ANY", n, n, np.zeros((n, n), np.int8)) for n in sizes]
    cases = tuple(Case(f"n{board.n}", "secret", board) for board in boards)
    return Problem("queens", "Queens", "queens", ("ANY",), False, LIMITS, {"secret": Problem.Group(10)}, cases)


def submission(source: bytes) -> Submission:
    """Return a file as a submission."""
    return Submission(NAME, "queens", "function", Path(f"{NAME}.py"), source, "")


class Runners(NamedTuple):
    """What runs a file: its own process, and the judges with their modes."""

    bare: Bare
    judges: Sequence[Judged]
    modes: Sequence[str]


def compare(runners: Runners, mine: Submission, problem: Problem, cases: Sequence[Case]) -> list[Row]:
    """Run a file on the cases in all modes of all judges. Every second run takes the cases in the other order. Landlock
    refuses locks of multiprocessing, as `judge help program` says, so what has them is not run there."""
    rows = [Row(called(case), runners.bare.run(mine.source, problem, case, mine.path.stem), {}) for case in cases]
    for judge in runners.judges:
        if judge.tier == "landlock" and b"import multiprocessing" in mine.source:
            continue
        for turn, mode in enumerate(runners.modes):
            said = judge.run(mode, mine, problem, cases if turn % 2 == 0 else cases[::-1])
            for row in rows:
                row.judged[f"{judge.tier}, {mode}"] = said[row.case]
    return rows


def as_meant(file: Generated, problem: Problem, rows: Sequence[Row]) -> bool:
    """Say whether a file is right where nothing in it is wrong on purpose, and wrong where something is."""
    sizes = {called(case): case.board.n for case in problem.cases}
    return all(is_right(row.bare, sizes[row.case]) != file.wrong for row in rows)


def told(rows: Sequence[Row]) -> list[str]:
    """Return the lines of a table of one file: what the judge says the same, in one line."""
    lines = []
    for row in rows:
        lines.append(f"  {row.case:<14}  {'bare':<24} {row.bare}")
        same = [mode for mode in row.judged if mode not in row.different]
        lines += [f"  {'':<14}  the same: {'; '.join(same) if row.different else 'all'}"] if same else []
        lines += [f"  {'':<14}  {mode:<24} {said}   DIFFERENT" for mode, said in row.different.items()]
    return lines
