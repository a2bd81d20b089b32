"""What was found of packages, as JSON: `judge limits --json`, `judge validate --json`, `judge hack --json`, and what
`judge generate --json` has made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from judge.model import Answer, Finding, Host, Instance, Judgement, Problem, Submission
from judge.model.hack import Hack, Hunt, Said
from judge.model.package import Made, Remark, SpoiltKind, Validated
from judge.scoring.limits import MARGINS, Proposal, Worst
from judge.scoring.verdict import as_expected, is_skipped

LIMITS = "judge.limits/1"


def limits_json(proposal: Proposal, host: Host) -> dict[str, Any]:
    """Return the proposal. Times are seconds as measured, unrounded."""
    machine = host.machine
    return {
        "schema": LIMITS,
        "problem": proposal.problem,
        "time_limit": proposal.time_limit if proposal.fits else None,
        "margins": MARGINS,
        "slowest": _time(proposal.slowest),
        "fastest": _time(proposal.fastest),
        "languages": [{"language": name, **_time(worst)} for name, worst in proposal.languages.items()],
        "memory_bytes": int(proposal.memory.time_s) if proposal.memory else None,
        "noise": proposal.noise,
        "disturbance": msgspec.to_builtins(proposal.disturbance),
        "faults": msgspec.to_builtins(proposal.faults),
        "host_class": host.host_class,
        "calibration_s": machine.calibration_s if machine else None,
    }


def _time(worst: Worst | None) -> Any:
    if worst is None:
        return None
    return {**msgspec.to_builtins(worst), "spread": worst.spread}


VALIDATE = "judge.validate/1"


def validation_json(found: Sequence[Validated]) -> dict[str, Any]:
    """Return all of it as one object."""
    return {"schema": VALIDATE, "packages": [_package(one) for one in found]}


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
        "submissions": [_trial(one) for one in found.judgements],
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


def _trial(judgement: Judgement) -> dict[str, Any]:
    return {
        "name": judgement.submission.name,
        "expected": list(judgement.submission.expected),
        "verdict": judgement.verdict,
        "as_expected": as_expected(judgement),
        "skipped": is_skipped(judgement),
        "cases": [{"case": f"{run.group}/{run.case}", "verdict": run.verdict} for run in judgement.runs],
    }


HACK = "judge.hack/1"


def hack_json(hunt: Hunt, problem: Problem, submissions: tuple[Submission, ...], added: Path | None) -> dict[str, Any]:
    """Return the whole hunt; `found` is null where nothing was."""
    return {
        "schema": HACK,
        "problem": problem.name,
        "puzzle": problem.puzzle,
        "submissions": [{"name": one.name, "sha256": one.sha256} for one in submissions],
        "seed": hunt.seed,
        "seconds": hunt.seconds,
        "tried": [{"n": n, "boards": number} for n, number in hunt.tried.items()],
        "complete": hunt.complete,
        "unconfirmed": hunt.unconfirmed,
        "late": hunt.late,
        "failed": hunt.failed,
        "found": _found(hunt.hack, hunt.shrunk, added) if hunt.hack else None,
    }


def _found(hack: Hack, shrunk: int, added: Path | None) -> dict[str, Any]:
    return {
        "board": _board(hack.board),
        "first": _board(hack.first),
        "shrunk": shrunk,
        "answer": _answer(hack.answer),
        "proof": hack.proof,
        "runs": hack.runs,
        "confirmed": hack.confirmed,
        "submissions": [_said(said) for said in hack.said],
        "added": str(added) if added else None,
    }


def _board(board: Instance) -> dict[str, Any]:
    layer = None if board.layer is None else board.layer.tolist()
    return {
        "algorithm": board.algorithm, "n": board.n, "pieces": board.pieces, "rows": _rows(board.grid), "layer": layer
    }  # fmt: skip


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
    attempt = said.attempt
    return {
        "name": said.submission.name,
        "verdict": attempt.verdict if attempt else None,
        "code": attempt.code if attempt else "",
        "message": attempt.message if attempt else "",
        "board": _rows(said.board) if said.board is not None else None,
    }


SCHEMA = "judge.generate/1"


def generate_json(package: str, made: Sequence[Made]) -> dict[str, Any]:
    """Return each case with its state. What is not decided, or was not asked, is null."""
    return {"schema": SCHEMA, "package": package, "cases": [_case(one) for one in made]}


def _case(made: Made) -> dict[str, Any]:
    return {
        "case": made.case,
        "state": made.state,
        "n": made.n or None,
        "columns": made.columns or None,
        "trees": made.trees if made.n else None,
        "pieces": made.pieces or None,
        "most": made.most or None,
        "most_proven": made.most_proven,
        "note": made.note,
    }
