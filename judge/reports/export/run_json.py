"""`judge run --json`: everything a contest measured, as one object of the schema `judge.run/1`."""

from __future__ import annotations

import contextlib
import math
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from judge.errors import JudgeError
from judge.model import CaseResult, Entry, Host, Judgement, Limits, Measuring, Standing
from judge.model.disturbance import disturbance
from judge.reports.export.atomic import as_json, write_json, write_whole
from judge.scoring.ranking import clock_of
from judge.scoring.scaling import Scaling, scalings
from judge.scoring.scores import score_of

SCHEMA = "judge.run/1"
STATE = Path(".judge")
EVERY_S = 1.0
UNMEASURED = Measuring()


class Rank(msgspec.Struct, frozen=True):
    """The keys of a rank in every JSON: null where nobody is ranked, or where nobody knows how sure the ratio is."""

    rank: int | None = None
    tied: bool = False
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None


class Journal:
    """The report of a running contest: on disk at most a second old, whatever becomes of the judge.

    Without a `path` it goes to .judge/last-run.json, or nowhere where that can't be made. JudgeError E435 at once
    when there is no place for the file that was asked for.
    """

    def __init__(
        self, path: Path | None, host: Host, entries: Sequence[Entry], judgements: Callable[[], list[Judgement]]
    ) -> None:
        self.path = path or (STATE / "last-run.json" if _make_state() else None)
        self._host, self._judgements = host, judgements
        self._limits = {entry.problem.name: entry.problem.limits for entry in entries}
        self._rest_until_s = 0.0
        self._written: dict[str, Any] = {}
        self.event()

    def event(self) -> None:
        """Write what has been judged so far; nobody has a rank yet. A report that takes long to write is written
        less often, once a second at least."""
        start_s = time.monotonic()
        if start_s >= self._rest_until_s:
            rows = [(judgement, Rank()) for judgement in self._judgements()]
            self._write(rows, complete=False)
            end_s = time.monotonic()
            self._rest_until_s = end_s + min(EVERY_S, 4 * (end_s - start_s))

    def close(
        self,
        boards: Sequence[Sequence[Standing]],
        *,
        complete: bool,
        ranked: bool = True,
        measuring: Measuring = UNMEASURED,
    ) -> None:
        """Write everything, with the ranks if there are any."""
        rows = [(row.judgement, rank_of(row) if ranked else Rank()) for board in boards for row in board]
        self._write(rows, complete=complete, measuring=measuring)

    def copy_to(self, path: Path) -> Path:
        """Write the same to another file, and make its folder; return its path. JudgeError E435 when it can't be
        written, or there was no place for the first."""
        if not self.path:
            message = f"{path} can't be written: there is no place for {STATE}/"
            raise JudgeError("E435", message, help="go to a folder that you may write to")
        write_whole(path, as_json(self._written).decode())
        return path

    def _write(
        self, rows: Sequence[tuple[Judgement, Rank]], *, complete: bool, measuring: Measuring = UNMEASURED
    ) -> None:
        if self.path:
            self._written = run_json(self._host, self._limits, rows, complete=complete, measuring=measuring)
            write_json(self.path, self._written)


def run_json(
    host: Host,
    limits: dict[str, Limits],
    rows: Sequence[tuple[Judgement, Rank]],
    *,
    complete: bool = True,
    measuring: Measuring = UNMEASURED,
) -> dict[str, Any]:
    """Return judgements with their ranks as one object. Times are seconds as measured, unrounded. `limits` go by
    problem; rows and columns in `cells` count from 1. How times grow with n is said of what is complete."""
    clock, factors = clock_of(host), {judgement.problem.name: judgement.problem.scaled_by for judgement, _ in rows}
    return {
        "schema": SCHEMA,
        "complete": complete,
        "host": {**msgspec.to_builtins(host), "host_class": host.host_class},
        "limits": {
            name: {**msgspec.to_builtins(one), "scaled_by": factors.get(name, 1.0)} for name, one in limits.items()
        },
        "noise": measuring.noise,
        "rounds": msgspec.to_builtins(measuring.rounds),
        "submissions": [
            _submission(judgement, rank)
            | {"scaling": [_scaling(one) for one in scalings(judgement, clock)] if complete else []}
            for judgement, rank in rows
        ],
    }


def rank_of(standing: Standing) -> Rank:
    """Return the rank of a row of a leaderboard. NaN has no place in JSON."""
    ratio = standing.ratio if math.isfinite(standing.ratio) else None
    within = standing.ratio_within
    low, high = (within.low, within.high) if within else (None, None)
    return Rank(standing.rank, standing.tied, ratio, low, high)


def _make_state() -> bool:
    with contextlib.suppress(OSError):
        STATE.mkdir(exist_ok=True)
    return STATE.is_dir() and os.access(STATE, os.W_OK)


def _submission(judgement: Judgement, rank: Rank) -> dict[str, Any]:
    submission, prepare = judgement.submission, judgement.prepare
    return {
        "name": submission.name,
        "problem": submission.problem,
        "contract": submission.contract,
        "sha256": submission.sha256,
        "expected": list(submission.expected),
        "verdict": judgement.verdict,
        "points": judgement.points,
        "score": score_of(judgement.runs) if judgement.problem.scored else None,
        **msgspec.structs.asdict(rank),
        "disturbance": msgspec.structs.asdict(disturbance([judgement])),
        "prepare": {
            "verdict": prepare.verdict,
            "wall_s": prepare.wall_s,
            "message": prepare.message,
            "traceback": prepare.finding.traceback if prepare.finding else "",
            "language": prepare.language,
            "startup_s": prepare.startup_s,
        },
        "runs": _runs(judgement.runs),
    }


def _runs(runs: Sequence[CaseResult]) -> list[dict[str, Any]]:
    return [
        {
            "case": run.case,
            "group": run.group,
            "algorithm": run.algorithm,
            "verdict": run.verdict,
            "score": run.score,
            "code": run.code,
            "message": run.message,
            "refuted_by": run.refuter,
            "traceback": run.finding.traceback if run.finding else "",
            "cells": run.cells,
            "wall_s": run.wall_s,
            "cpu_s": run.cpu_s,
            "memory_bytes": run.memory_bytes,
            "disturbed": run.disturbed,
            "samples": msgspec.to_builtins(run.samples),
        }
        for run in runs
    ]


def _scaling(scaling: Scaling) -> dict[str, Any]:
    """Return what a plot needs: the points, of which a time-out has no upper bound, and the lines through them."""
    return {
        **msgspec.to_builtins(scaling.family),
        "solved_to": scaling.solved_to,
        "reach": scaling.reach,
        "points": [
            {"n": one.n, "low_s": one.low_s, "high_s": one.high_s if one.timed else None} for one in scaling.points
        ],
        "laws": [msgspec.to_builtins(law) for law in scaling.laws],
    }
