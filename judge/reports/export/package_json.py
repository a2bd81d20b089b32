"""What was found of packages, as JSON: `judge limits --json`, `judge validate --json`, `judge hack --json`, and what
`judge generate --json` has made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from judge.model import (
    Answer,
    Finding,
    Hack,
    Host,
    Hunt,
    Instance,
    Judgement,
    Made,
    Problem,
    Remark,
    Said,
    Submission,
    Validated,
)
from judge.reports.export.atomic import fields
from judge.scoring import MARGINS, Proposal, Worst


def limits_json(proposal: Proposal, host: Host) -> dict[str, Any]:
    """Return the proposal. Times are seconds as measured, unrounded."""
    return {
        "schema": "judge.limits/1",
        "problem": proposal.problem,
        "time_limit": proposal.time_limit if proposal.fits else None,
        "margins": asdict(MARGINS),
        "slowest": proposal.slowest and _time(proposal.slowest),
        "fastest": proposal.fastest and _time(proposal.fastest),
        "languages": [{"language": name, **_time(worst)} for name, worst in proposal.languages.items()],
        "memory_bytes": int(proposal.memory.time_s) if proposal.memory else None,
        **fields(proposal, "noise disturbance faults"),
        "host_class": host.host_class,
        "calibration_s": host.machine.calibration_s if host.machine else None,
    }


def _time(worst: Worst) -> dict[str, Any]:
    return {**asdict(worst), "spread": worst.spread}


def validation_json(found: Sequence[Validated]) -> dict[str, Any]:
    """Return all of it as one object."""
    return {"schema": "judge.validate/1", "packages": [_package(one) for one in found]}


def _package(found: Validated) -> dict[str, Any]:
    problem = found.problem
    return {
        "problem": problem.name,
        **fields(problem, "path puzzle"),
        "cases": len(problem.cases),
        "without_answer": [case.path for case in problem.cases if case.answer is None],
        "valid": not found.faults,
        "remarks": [_remark(one) for one in found.remarks],
        **fields(found, "spoilt trials"),
        "submissions": [_trial(one) for one in found.judgements],
    }


def _remark(remark: Remark) -> dict[str, Any]:
    what = remark.what
    line, cells = (0, what.cells) if isinstance(what, Finding) else (what.line, ())
    fault = {"fault": isinstance(what, Finding)}
    return {**fields(remark, "case file"), **fault, **fields(what, "code message"), "line": line, "cells": cells}


def _trial(judgement: Judgement) -> dict[str, Any]:
    return {
        **fields(judgement.submission, "name expected"),
        "verdict": judgement.verdict,
        "as_expected": judgement.as_expected,
        "skipped": judgement.skipped,
        "cases": [{"case": run.path, "verdict": run.verdict} for run in judgement.runs],
    }


def hack_json(hunt: Hunt, problem: Problem, submissions: Sequence[Submission], added: Path | None) -> dict[str, Any]:
    """Return the whole hunt; `found` is null where nothing was."""
    return {
        "schema": "judge.hack/1",
        "problem": problem.name,
        "puzzle": problem.puzzle,
        "submissions": [fields(one, "name sha256") for one in submissions],
        **fields(hunt, "seed seconds"),
        "tried": [{"n": n, "boards": number} for n, number in hunt.tried.items()],
        **fields(hunt, "complete unconfirmed late failed"),
        "found": _found(hunt.hack, hunt.shrunk, added) if hunt.hack else None,
    }


def _found(hack: Hack, shrunk: int, added: Path | None) -> dict[str, Any]:
    return {
        "board": _board(hack.board),
        "first": _board(hack.first),
        "shrunk": shrunk,
        "answer": _answer(hack.answer),
        **fields(hack, "proof runs confirmed"),
        "submissions": [_said(said) for said in hack.said],
        "added": str(added) if added else None,
    }


def _board(board: Instance) -> dict[str, Any]:
    layer = None if board.layer is None else board.layer.tolist()
    return {**fields(board, "algorithm n pieces"), "rows": _rows(board.grid), "layer": layer}


def _rows(grid: Any) -> list[str]:
    return ["".join(map(str, row)) for row in grid.tolist()]


def _answer(answer: Answer | None) -> str | list[str] | int | None:
    """Return FAIL, the rows of an arrangement, a number of them, or null where nobody knows."""
    if answer is None:
        return None
    if answer.fail:
        return "FAIL"
    if answer.board is not None:
        return _rows(answer.board)
    return answer.count if answer.columns is None else len(answer.columns)


def _said(said: Said) -> dict[str, Any]:
    nothing = {"verdict": None, "code": "", "message": ""}
    return {
        "name": said.submission.name,
        **(fields(said.attempt, "verdict code message") if said.attempt else nothing),
        "board": None if said.board is None else _rows(said.board),
    }


def generate_json(package: str, made: Sequence[Made]) -> dict[str, Any]:
    """Return each case with its state. What is not decided, or was not asked, is null."""
    return {"schema": "judge.generate/1", "package": package, "cases": [_case(one) for one in made]}


def _case(made: Made) -> dict[str, Any]:
    return {
        **fields(made, "case state"),
        "n": made.n or None,
        "columns": made.columns or None,
        "trees": made.trees if made.n else None,
        "pieces": made.pieces or None,
        "most": made.most or None,
        **fields(made, "most_proven note"),
    }
