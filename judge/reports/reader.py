"""Who reads a result, and what is left of it for them: the only place where that is decided.

What a reader may not see is taken out of a judgement before anything is said of it, on a terminal, a page or in a
file. Of a case that is not shown whole the verdict, the times and the sentence of the code's own row are left. Not the
diagnostic's message, which may quote the answer or an exception: a submission could hand out the case in it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import UNSET

from judge.model import Case, Finding, Instance, Judgement, Problem, Run, Submission, Verdict
from judge.reports.verdict_words import title_of

Audience = Literal["host", "student", "public"]  # whoever runs the judge; who handed it in; everybody else
_replace = msgspec.structs.replace
_AGAIN: Final = "it is judged again, and costs no points"
_COSTS_NOTHING: Final = "which costs no points: it is judged again"


class Reader(msgspec.Struct, frozen=True):
    """Who reads, whether on a host of their `own`, where they typed what was judged, and whether on a `terminal`."""

    audience: Audience = "host"
    own: bool = True
    terminal: bool = True


HOST: Final = Reader()
STAFF: Final = Reader(own=False, terminal=False)  # of a site, on its pages


def cut(judgement: Judgement, audience: Audience) -> Judgement:
    """Return what is left of a judgement for others than its host. For the public there is no word of a submission: no
    path, no source, nothing that a compiler quotes; of a case that is shown whole the answer, and the pieces in
    conflict."""
    problem, prepare, submission = as_published(judgement.problem), judgement.prepare, judgement.submission
    runs = (run if problem.shows(run.group) else _veiled(run) for run in judgement.runs)
    if audience == "student":
        prepare = _replace(prepare, finding=_traceless(prepare.finding))
        runs = (_replace(run, finding=_traceless(run.finding)) for run in runs)
    else:
        found = _bare(prepare.finding.code, prepare.verdict) if prepare.finding else None
        prepare = _replace(prepare, message=found.message if found else "", finding=found)
        runs = (_wordless(run) for run in runs)
        problem = _replace(problem, path=problem.name, validator=None)
        name, expected = submission.name, submission.expected  # made anew, so nothing else can be left in it
        submission = Submission(name, submission.problem, submission.contract, Path(name), b"", "", expected)
    return _replace(judgement, submission=submission, problem=problem, prepare=prepare, runs=tuple(runs))


def told(judgement: Judgement, reader: Reader) -> Judgement:
    """Return what its student reads of a judgement: what `cut` leaves, and one sentence wherever the judge itself
    failed, as its own words may name a file of the host. On a host of their own they read these of all but hidden
    cases. Without a terminal nothing of it tells them to type a command."""
    made = cut(judgement, "student")
    prepare, shows = made.prepare, made.problem.shows
    runs = tuple(run if reader.own and shows(run.group) else _of_failure(run) for run in made.runs)
    if not reader.terminal:
        prepare = _replace(prepare, finding=_commandless(prepare.finding))
        runs = tuple(_replace(run, finding=_commandless(run.finding)) for run in runs)
    if prepare.verdict is Verdict.JE and not reader.own:
        lost = "other work on this machine kept it from being compiled"
        said = f"{lost}: {_AGAIN}" if prepare.starved else f"the judge itself failed to compile it, {_COSTS_NOTHING}"
        prepare = _replace(prepare, message=said, finding=Finding("", said, verdict=Verdict.JE))
    return _replace(made, prepare=prepare, runs=runs)


def _of_failure(run: Run) -> Run:
    """Return the run; where the judge failed on it, with a sentence in place of a diagnostic."""
    if run.verdict is not Verdict.JE:
        return run
    said = f"the judge itself failed on this case, {_COSTS_NOTHING}"
    if run.starved:
        said = f"other work on this machine kept it from running: {_AGAIN}"
    return _replace(run, message=said, finding=Finding("", said, verdict=Verdict.JE))


def as_published(problem: Problem) -> Problem:
    """Return the problem, and of the cases that are not shown whole neither the board nor what is right."""
    cases = tuple(case if problem.shows(case.group) else _blank(case) for case in problem.cases)
    return _replace(problem, cases=cases)


def _veiled(run: Run) -> Run:
    message = title_of(run.code) if run.code else ""
    finding = _bare(run.code, run.verdict) if run.finding else None
    hidden = {"notices": (), "board": None, "given": None, "cells": (), "found_by": UNSET, "if_refuted": UNSET}
    return _replace(run, message=message, finding=finding, **hidden)


def _wordless(run: Run) -> Run:
    """Return a result for everybody: what names other submissions goes too."""
    run = _replace(run, found_by=UNSET, if_refuted=UNSET, notices=())
    if run.finding is None:
        return _replace(run, message=title_of(run.code) if run.code else "")
    finding = _bare(run.code, run.verdict)
    if run.verdict is Verdict.WA and run.cells:  # then the sentence is about cells, and has no word of the submission
        finding = _replace(finding, message=run.message, cells=run.cells)
    return _replace(run, message=finding.message, finding=finding)


def _bare(code: str, verdict: Verdict) -> Finding:
    return Finding(code, title_of(code), verdict=verdict)


def _traceless(finding: Finding | None) -> Finding | None:
    """Return it without the traceback of an error of the judge: that names folders of the host."""
    return _replace(finding, traceback="") if finding and finding.traceback else finding


def _commandless(finding: Finding | None) -> Finding | None:
    """Return it without what is done in a terminal."""
    return _replace(finding, command=UNSET) if finding else None


def _blank(case: Case) -> Case:
    """Return a case made anew of what everybody may know: so what a case has more can't be forgotten here."""
    import numpy as np  # the manual does without

    board = case.board
    return Case(case.name, case.group, Instance(board.algorithm, board.n, board.pieces, np.zeros((0, 0), np.int8)))
