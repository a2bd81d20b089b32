"""`judge run --json`: everything a contest measured, as one object of the schema `judge.run/1`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from judge.model import Answer, Case, Finding, Given, Judgement, Problem, Run, RunRecord, Standing
from judge.schemas import Part, parts
from judge.scoring import Scaling

SCHEMA = "judge.run/1"
_NO_FINDING = Finding("", "")


def run_json(
    record: RunRecord,
    problems: Sequence[Problem] | None = None,
    packing: Packing | None = None,
    place: Part | UnsetType | None = UNSET,
) -> Part:
    """Return a run as judge.run/1. Times are seconds as measured, unrounded; rows and columns count from 1.

    `problems` are those of a run that goes on, also where nobody was judged yet; `packing` keeps their boards. How
    times grow with n is said of what is complete. `place` is one's own, where it is a student's.
    """
    packing, made = packing or Packing(), parts(SCHEMA)
    named = {one.name: one for one in (record.problems if problems is None else problems)}
    limits = {name: made["limits.NAME"].of(one.limits, one.programs) for name, one in named.items()}
    return made[""].of(
        record,
        record.measuring,
        limits=limits,
        problems={name: problem_json(one, packing) for name, one in named.items()},
        submissions=[_row(row, record, packing) for board in record.boards for row in board],
        place=place,
    )


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


def _row(row: Standing, record: RunRecord, packing: Packing) -> Part:
    made, judgement, submission = parts(SCHEMA), row.judgement, row.judgement.submission
    found, prepare = Scaling.of(judgement, record.clock) if record.complete else [], judgement.prepare
    broken = prepare.finding or _NO_FINDING
    return made["submissions[]"].of(
        submission,
        judgement,
        path=str(submission.path),
        score=Run.earned_by(judgement.runs) if judgement.problem.scored else None,
        **rank_json(row, ranked=record.ranked),
        disturbance=Judgement.Disturbance.of([judgement]),
        prepare=made["submissions[].prepare"].of(prepare, broken, help=broken.advice),
        runs=[_run(run, packing) for run in judgement.runs],
        scaling=list(map(_scaling, found)),
    )


def _run(run: Run, packing: Packing) -> Part:
    found = run.finding or _NO_FINDING
    return parts(SCHEMA)["submissions[].runs[]"].of(
        run,
        found,
        help=found.advice,
        refuted_by=run.refuter,
        board=packing.refused(run.board),
        given=run.given and run.given.text,
    )


def _scaling(scaling: Scaling) -> Part:
    """Return what a plot needs: the points, of which a time-out has no upper bound, and the lines through them."""
    made = parts(SCHEMA)
    point = made["submissions[].scaling[].points[]"].of
    points = [point(one, high_s=one.high_s if one.timed else None) for one in scaling.points]
    return made["submissions[].scaling[]"].of(scaling, scaling.family, points=points)


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


def problem_json(problem: Problem, packing: Packing) -> Part:
    """Return what reports need of a problem, one `problems.NAME`: how it is scored, and its cases with their boards."""
    made = parts(SCHEMA)
    groups = [made["problems.NAME.groups[]"].of(one, name=name) for name, one in problem.groups.items()]
    cases = [_case(case, packing, parted=problem.parted) for case in problem.cases]
    return made["problems.NAME"].of(problem, problem.scheme, verdict_rule="all", groups=groups, cases=cases)


def _case(case: Case, packing: Packing, *, parted: bool) -> Part:
    return parts(SCHEMA)["problems.NAME.cases[]"].of(
        case,
        case.board,
        answer=_answer(case.answer),
        known=_known(case.answer),
        board=packing.case(case.board.grid),
        regions=packing.refused(case.board.layer) if parted else None,
        weights=None if parted else packing.weights(case.board.layer),
    )


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
