"""`judge run --json`: everything a contest measured, as one object of the schema `judge.run/1`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from judge.errors import JudgeError
from judge.model import Host, Judgement, Limits, Run, Standing

SCHEMA = "judge.run/1"


def check_writable(path: Path | None) -> None:
    """JudgeError E435 now rather than after the contest, when there is no place for the report."""
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        what = "is a folder" if path.is_dir() else "lies in a folder that does not exist"
        raise JudgeError("E435", f"{path} can't be written: it {what}", help="name a file in a folder that is there")


def run_json(host: Host, problems: dict[str, Limits], standings: Iterable[Standing]) -> dict[str, Any]:
    """Times are seconds as measured, unrounded; rows and columns in `cells` count from 1."""
    return {
        "schema": SCHEMA,
        "host": msgspec.to_builtins(host),
        "limits": {name: msgspec.to_builtins(limits) for name, limits in problems.items()},
        "submissions": [_submission(standing.judgement, standing.rank) for standing in standings],
    }


def write_json(path: Path, value: dict[str, Any]) -> None:
    """Write whole or not at all: a reader never sees half a file. JudgeError E435 when it can't be written."""
    scratch = path.with_name(f".{path.name}.part")
    try:
        scratch.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")
        scratch.replace(path)
    except OSError as error:
        raise JudgeError("E435", f"{path} can't be written: {error.strerror}") from error


def _submission(judgement: Judgement, rank: int | None) -> dict[str, Any]:
    submission, prepare = judgement.submission, judgement.prepare
    return {
        "name": submission.name,
        "problem": submission.problem,
        "contract": submission.contract,
        "sha256": submission.sha256,
        "expected": list(submission.expected),
        "verdict": judgement.verdict,
        "points": judgement.points,
        "rank": rank,
        "prepare": {"verdict": prepare.verdict, "wall_s": prepare.wall_s, "message": prepare.message},
        "runs": _runs(judgement.runs),
    }


def _runs(runs: Sequence[Run]) -> list[dict[str, Any]]:
    return [
        {
            "case": run.case,
            "group": run.group,
            "algorithm": run.algorithm,
            "verdict": run.verdict,
            "code": run.code,
            "message": run.message,
            "cells": run.cells,
            "wall_s": run.wall_s,
            "cpu_s": run.cpu_s,
            "memory_bytes": run.memory_bytes,
            "samples": msgspec.to_builtins(run.samples),
        }
        for run in runs
    ]
