"""`judge run --json`: everything a contest measured, as one object of the schema `judge.run/1`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from judge.model import Finding, Judgement, Problem, Run, RunRecord, Standing
from judge.model.given import given_text
from judge.model.judgement import disturbance
from judge.reports.export.problem_json import Packing, problem_json
from judge.scoring.points import score_of
from judge.scoring.scaling import Scaling, scalings

SCHEMA = "judge.run/1"
_NO_FINDING = Finding("", "")


class Rank(msgspec.Struct, frozen=True):
    """The keys of a rank in every JSON: null where nobody is ranked, or where nobody knows how sure the ratio is."""

    rank: int | None = None
    tied: bool = False
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None


def run_json(
    record: RunRecord, problems: Sequence[Problem] | None = None, packing: Packing | None = None
) -> dict[str, Any]:
    """Return a run as one object. Times are seconds as measured, unrounded; rows and columns count from 1.

    `problems` are those of a run that goes on, also where nobody was judged yet; `packing` keeps their boards. How
    times grow with n is said of what is complete.
    """
    packing = packing or Packing()
    named = {one.name: one for one in (record.problems if problems is None else problems)}
    return {
        "schema": SCHEMA,
        "complete": record.complete,
        "ranked": record.ranked,
        "made_s": record.made_s,
        "judge": record.judge,
        "host": {**msgspec.to_builtins(record.host), "host_class": record.host.host_class},
        "limits": {
            name: {**msgspec.to_builtins(one.limits), "multipliers": dict(one.programs.multipliers)}
            for name, one in named.items()
        },
        "problems": {name: problem_json(one, packing) for name, one in named.items()},
        "noise": record.measuring.noise,
        "rounds": msgspec.to_builtins(record.measuring.rounds),
        "seed": record.measuring.seed,
        "submissions": [_row(row, record, packing) for board in record.boards for row in board],
    }


def rank_of(standing: Standing) -> Rank:
    """Return the rank of a row of a leaderboard. NaN has no place in JSON."""
    ratio = standing.ratio if math.isfinite(standing.ratio) else None
    within = standing.ratio_within
    low, high = (within.low, within.high) if within else (None, None)
    return Rank(standing.rank, standing.tied, ratio, low, high)


def _row(row: Standing, record: RunRecord, packing: Packing) -> dict[str, Any]:
    found = scalings(row.judgement, record.clock) if record.complete else []
    said = _submission(row.judgement, rank_of(row) if record.ranked else Rank(), packing)
    return said | {"scaling": [_scaling(one) for one in found]}


def _submission(judgement: Judgement, rank: Rank, packing: Packing) -> dict[str, Any]:
    submission, prepare = judgement.submission, judgement.prepare
    return {
        "name": submission.name,
        "problem": submission.problem,
        "contract": submission.contract,
        "path": str(submission.path),
        "words": submission.words,
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
            "code": prepare.finding.code if prepare.finding else "",
            "message": prepare.message,
            **_found(prepare.finding),
            "language": prepare.language,
            "startup_s": prepare.startup_s,
        },
        "runs": [_run(run, packing) for run in judgement.runs],
    }


def _run(run: Run, packing: Packing) -> dict[str, Any]:
    return {
        "case": run.case,
        "group": run.group,
        "algorithm": run.algorithm,
        "verdict": run.verdict,
        "score": run.score,
        "code": run.code,
        "message": run.message,
        **_found(run.finding),
        "refuted_by": run.refuter,
        "cells": run.cells,
        "notices": msgspec.to_builtins(run.notices),
        "board": packing.refused(run.board),
        "given": given_text(run.given),
        "wall_s": run.wall_s,
        "cpu_s": run.cpu_s,
        "memory_bytes": run.memory_bytes,
        "disturbed": run.disturbed,
        "samples": msgspec.to_builtins(run.samples),
    }


def _found(finding: Finding | None) -> dict[str, Any]:
    """Return what a finding says beside its code, sentence and cells."""
    finding = finding or _NO_FINDING
    return {
        "where": finding.where,
        "note": finding.note,
        "help": finding.help,
        "excerpt": msgspec.to_builtins(finding.excerpt),
        "traceback": finding.traceback,
    }


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
