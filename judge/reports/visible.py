"""What may be seen of a judgement: of a case that is not shown whole the verdict, the times and a sentence of ours."""

from __future__ import annotations

import msgspec
import numpy as np

from judge.errors import codes
from judge.model import Case, Finding, Instance, Judgement, Problem, Run
from judge.model.classroom import shown_whole


def as_visible(judgement: Judgement) -> Judgement:
    """Return the judgement without what a student may not see of it."""
    problem, prepare = judgement.problem, judgement.prepare
    runs = tuple(_whole(run) if shown_whole(problem, run.group) else veiled(run) for run in judgement.runs)
    prepare = msgspec.structs.replace(prepare, finding=_traceless(prepare.finding))
    return msgspec.structs.replace(judgement, prepare=prepare, runs=runs)


def as_published(problem: Problem) -> Problem:
    """Return the problem, and of the cases that are not shown whole neither the board nor what is right."""
    cases = tuple(case if shown_whole(problem, case.group) else _blank(case) for case in problem.cases)
    return msgspec.structs.replace(problem, cases=cases)


def veiled(run: Run) -> Run:
    """Return a result with the sentence of its code: that of the diagnostic may quote the case."""
    message = title_of(run.code) if run.code else ""
    finding = Finding(run.code, message, verdict=run.verdict) if run.finding else None
    return msgspec.structs.replace(run, message=message, finding=finding, notices=(), board=None, given=None, cells=())


def title_of(code: str) -> str:
    """Return what a code says of every case alike."""
    row = codes().get(code)
    return row.title if row else "not accepted"


def _whole(run: Run) -> Run:
    return msgspec.structs.replace(run, finding=_traceless(run.finding))


def _traceless(finding: Finding | None) -> Finding | None:
    """Return it without the traceback of an error of the judge: that names folders of the host."""
    return msgspec.structs.replace(finding, traceback="") if finding and finding.traceback else finding


def _blank(case: Case) -> Case:
    """Return a case made anew of what everybody may know: so what a case has more can't be forgotten here."""
    board = case.board
    return Case(case.name, case.group, Instance(board.algorithm, board.n, board.pieces, np.zeros((0, 0), np.int8)))
