"""`judge validate --json`: what was found of packages, as one object of the schema `judge.validate/1`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.model import Finding, Judgement
from judge.model.validation import Remark, SpoiltKind, Validated
from judge.scoring.verdict import as_expected, is_skipped

SCHEMA = "judge.validate/1"


def in_json(found: Sequence[Validated]) -> dict[str, Any]:
    """Return all of it as one object."""
    return {"schema": SCHEMA, "packages": [_package(one) for one in found]}


def _package(found: Validated) -> dict[str, Any]:
    problem = found.problem
    return {
        "problem": problem.name,
        "path": problem.path,
        "puzzle": problem.puzzle,
        "cases": len(problem.cases),
        "without_answer": [f"{case.group}/{case.name}" for case in problem.cases if case.answer is None],
        "valid": not found.faults,
        "remarks": [_remark(one) for one in found.remarks],
        "spoilt": [_kind(row) for row in found.spoilt],
        "trials": found.trials,
        "submissions": [_submission(one) for one in found.judgements],
    }


def _remark(remark: Remark) -> dict[str, Any]:
    what = remark.what
    fault = isinstance(what, Finding)
    return {
        "case": remark.case,
        "file": remark.file,
        "fault": fault,
        "code": what.code,
        "message": what.message,
        "line": 0 if isinstance(what, Finding) else what.line,
        "cells": what.cells if isinstance(what, Finding) else (),
    }


def _kind(row: SpoiltKind) -> dict[str, Any]:
    return {
        "kind": row.kind,
        "made": row.made,
        "refused": row.refused,
        "accepted": row.accepted,
        "where": row.where,
    }


def _submission(judgement: Judgement) -> dict[str, Any]:
    return {
        "name": judgement.submission.name,
        "expected": list(judgement.submission.expected),
        "verdict": judgement.verdict,
        "as_expected": as_expected(judgement),
        "skipped": is_skipped(judgement),
        "cases": [{"case": f"{run.group}/{run.case}", "verdict": run.verdict} for run in judgement.runs],
    }
