"""Students to draw pages of: each verdict, boards small and large, many cases, and names that try to be more."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from judge.model import Case, Graded, Instance, Judgement, Limits, Problem, Verdict
from judge.reports import Sheet
from judge.scoring import Cohort
from tests.make import TLE, replace
from tests.make import judgement as of_runs
from tests.reports.graded import STRANGERS, graded
from tests.reports.make import result, trees, uncompiled

SIZES = {"sample": (4, 8), "open": (9, 60), "secret": (6, 7, 10, 11)}
GROUPS = {"sample": Problem.Group(0), "open": Problem.Group(20, visibility="full"), "secret": Problem.Group(80)}
ALGORITHMS: tuple[Instance.Algorithm, ...] = ("BFS", "DFS", "SA")
VECTORS = tuple(text for kind, text in STRANGERS if kind == "page")  # what tries to be more than text
SEVERAL = tuple("".join(VECTORS[at::5]) for at in range(5))  # each in one of these, which no page cuts


def board(n: int) -> np.ndarray:
    """Return one with trees, but none on the diagonal."""
    grid = trees(n)
    grid[np.diag_indices(n)] = 0
    return grid


def problem(text: str = "") -> Problem:
    cases = tuple(
        Case(f"{text or 'nursery'}-{n:02}", group, Instance(ALGORITHMS[n % 3], n, n, board(n)))
        for group, sizes in SIZES.items()
        for n in sizes
    )
    return Problem("lizards", "Lizards", "lizards", ALGORITHMS, False, Limits(), GROUPS, cases, piece="lizard")


def judged(words: str, points: float | None, text: str = "") -> Judgement:
    """One verdict for each case, in order; the last goes on, and `-` is one that was not run."""
    chosen, given = problem(text), words.split()
    runs = []
    for at, case in enumerate(chosen.cases):
        word = given[min(at, len(given) - 1)]
        verdict = TLE if word == "-" else Verdict(word)
        run = result(case, verdict, 5.4 if verdict is TLE else 0.004 * case.board.n**1.9, text=text)
        runs.append(replace(run, samples=(), code="E209") if word == "-" else run)
    mine = {"path": Path(text.replace("/", "_") or "homework.py"), "sha256": "5f3a" * 16}
    return replace(of_runs(chosen, runs, submission=mine), points=points)


def row(name: str, made: Judgement | None, note: str = "", late: bool = False) -> Graded:
    judged_s = 1_764_000_000.0 if made else None
    return replace(graded(len(name), made, name, note), max_points=100.0, late=late, judged_s=judged_s)


def students() -> dict[str, Graded]:
    """Return one of each kind, by what it shows."""
    return {
        "right": row("Ольга Петрова", judged("AC", 100.0)),
        "wrong": row("José Ñúñez", judged("AC WA WA WA WA TLE RTE -", 61.25), late=True),
        "missing": row("محمد الفارسي", judged("RTE", 0.0)),
        "waits": row("Ada Lovelace", judged("AC AC AC AC AC AC JE AC", None), "no points yet: the judge itself failed"),
        "uncompiled": row("李小龍", uncompiled(problem())),
        "nothing": row("Sean O'Neil", None, "there is no source file in it: notes.pdf"),
    }


def sheet(rows: list[Graded]) -> Sheet:
    scheme = (
        "sample: no points. open: 20 points, shared evenly by 2 cases. secret: 80 points, shared evenly by 4 cases."
    )
    return Sheet(
        "Homework 1: Save the lizards", scheme, cohort=Cohort.of([one.judgement for one in rows if one.judgement])
    )
