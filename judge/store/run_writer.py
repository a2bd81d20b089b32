"""`judge run --json`: everything a contest measured, as one object of the schema `judge.run/1`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from judge.files import fields
from judge.model import Answer, Case, Finding, Given, Judgement, Problem, Run, RunRecord, Standing
from judge.scoring import Scaling

SCHEMA = "judge.run/1"
_NO_FINDING = Finding("", "")
_asdict = msgspec.structs.asdict


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
        **fields(record, "complete ranked made_s judge"),
        "host": {**_asdict(record.host), "host_class": record.host.host_class},
        "limits": {
            name: {**_asdict(one.limits), "multipliers": dict(one.programs.multipliers)} for name, one in named.items()
        },
        "problems": {name: problem_json(one, packing) for name, one in named.items()},
        **fields(record.measuring, "noise rounds seed"),
        "submissions": [_row(row, record, packing) for board in record.boards for row in board],
    }


def rank_json(row: Standing, *, ranked: bool = True) -> dict[str, Any]:
    """Return the keys of a rank in every JSON: null where nobody is ranked, or where nobody knows how sure the ratio
    is. NaN has no place in JSON."""
    within = row.ratio_within if ranked else None
    return {
        "rank": row.rank if ranked else None,
        "tied": ranked and row.tied,
        "ratio": row.ratio if ranked and math.isfinite(row.ratio) else None,
        "ratio_low": within and within.low,
        "ratio_high": within and within.high,
    }


def _row(row: Standing, record: RunRecord, packing: Packing) -> dict[str, Any]:
    judgement, submission, prepare = row.judgement, row.judgement.submission, row.judgement.prepare
    found = Scaling.of(judgement, record.clock) if record.complete else []
    return {
        **fields(submission, "name problem contract"),
        "path": str(submission.path),
        **fields(submission, "words sha256 expected"),
        **fields(judgement, "verdict points"),
        "score": Run.earned_by(judgement.runs) if judgement.problem.scored else None,
        **rank_json(row, ranked=record.ranked),
        "disturbance": Judgement.Disturbance.of([judgement]),
        "prepare": {
            **fields(prepare, "verdict wall_s"),
            "code": prepare.finding.code if prepare.finding else "",
            "message": prepare.message,
            **_found(prepare.finding),
            **fields(prepare, "language startup_s"),
        },
        "runs": [_run(run, packing) for run in judgement.runs],
        "scaling": [_scaling(one) for one in found],
    }


def _run(run: Run, packing: Packing) -> dict[str, Any]:
    return {
        **fields(run, "case group algorithm verdict score code message"),
        **_found(run.finding),
        "refuted_by": run.refuter,
        **fields(run, "cells notices"),
        "board": packing.refused(run.board),
        "given": run.given and run.given.text,
        **fields(run, "wall_s cpu_s memory_bytes disturbed samples"),
    }


def _found(finding: Finding | None) -> dict[str, Any]:
    """Return what a finding says beside its code, sentence and cells."""
    return fields(finding or _NO_FINDING, "where note help excerpt traceback")


def _scaling(scaling: Scaling) -> dict[str, Any]:
    """Return what a plot needs: the points, of which a time-out has no upper bound, and the lines through them."""
    points = [{"n": one.n, "low_s": one.low_s, "high_s": one.high_s if one.timed else None} for one in scaling.points]
    return {**_asdict(scaling.family), **fields(scaling, "solved_to reach"), "points": points, "laws": scaling.laws}


# --- a problem --------------------------------------------------------------------------------------------------------
LARGEST = 256  # side of a refused board that is written; the cells of a larger one say enough


class Packing:
    """Keeps the text of each board that it was given, and so the board: it is packed once, however often a running
    contest is written."""

    def __init__(self) -> None:
        self._texts: dict[int, tuple[Any, str]] = {}

    def case(self, board: Any) -> str | None:
        """Return the board of a case, of any size; None where there is none."""
        return self._text(board) if board.size else None

    def weights(self, numbers: Any) -> str | None:
        """Return the weights of the cells of a board, of any size; None where there are none."""
        return None if numbers is None else self._text(numbers, Given.Packed.WEIGHT)

    def refused(self, board: Any) -> str | None:
        """Return a refused board; None where there is none, or it is too large."""
        if board is None or board.ndim != 2 or not 0 < min(board.shape) <= max(board.shape) <= LARGEST:
            return None
        return self._text(board)

    def _text(self, board: Any, *kind: str) -> str:
        kept = self._texts.get(id(board))
        if kept is None:  # the board is kept, so that its id stays its own
            kept = self._texts[id(board)] = board, Given.Packed.of(board, *kind).text
        return kept[1]


def problem_json(problem: Problem, packing: Packing) -> dict[str, Any]:
    """Return what reports need of a problem, one `problems.NAME`: how it is scored, and its cases with their boards."""
    return {
        **fields(problem, "title puzzle piece algorithms strict path"),
        "verdict_rule": "all",
        "rule": problem.scheme.rule,
        **fields(problem, "scored parted"),
        "bonus": problem.scheme.bonus,
        "groups": [{"name": name, **_asdict(one)} for name, one in problem.groups.items()],
        "cases": [_case(case, packing, parted=problem.parted) for case in problem.cases],
    }


def _case(case: Case, packing: Packing, *, parted: bool) -> dict[str, Any]:
    return {
        **fields(case, "name group"),
        **fields(case.board, "algorithm n pieces"),
        "answer": _answer(case.answer),
        "known": _known(case.answer),
        "why_fail": case.why_fail,
        "board": packing.case(case.board.grid),
        "regions": packing.refused(case.board.layer) if parted else None,
        "weights": None if parted else packing.weights(case.board.layer),
    }


def _answer(answer: Answer | None) -> str:
    """Return in a word what answer.txt says."""
    if answer is None:
        return "unknown"
    if answer.fail:
        return "fail"
    if answer.text is not None:
        return "text"
    return "arrangement" if _known(answer) is None else "count"


def _known(answer: Answer | None) -> int | None:
    """Return the number that answer.txt says, or how many arrangements it lists."""
    if answer is None or answer.count is not None or answer.columns is None:
        return answer.count if answer else None
    return len(answer.columns) if len(answer.columns) != 1 else None
