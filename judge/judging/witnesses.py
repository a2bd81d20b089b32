"""Witness exchange: an arrangement that one submission has found refutes each FAIL on that board, those of other
submissions and the key's.

Pure, and the same in whatever order the submissions stand: a board is refuted or it is not, and who says FAIL there is
wrong. Only whose arrangement is named depends on the order. An image of a board (`forest~rot90`) is one of its own.

A witness is an answer that the rules accept: AC that is no FAIL, or E301 where the key says FAIL. The finder of E301
keeps it, whatever else it answered there: the package has to be corrected before anybody knows more. Such arrangements
are written down: the host needs them to correct the package, and they are hard to come by.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
from msgspec import UNSET

from judge.files import write_file
from judge.model import Answer, Judgement, Problem, Run, Verdict, WrongKey
from judge.problems import puzzle_named

Attempts = Mapping[str, Sequence[Run]]  # of one submission, by group/case
Found = Mapping[str, str]  # group/case, and who has found an arrangement


def witnesses(rows: Iterable[tuple[str, Attempts]]) -> dict[str, str]:
    """Return on which boards somebody has found an arrangement, each with the first who did."""
    found: dict[str, str] = {}
    for who, attempts in rows:
        for board, runs in attempts.items():
            if any(run.refutes_key or (run.verdict is Verdict.AC and run.if_refuted is UNSET) for run in runs):
                found.setdefault(board, who)
    return found


def exchanged(runs: Sequence[Run], who: str | None) -> list[Run]:
    """Return the attempts at one board, on which `who` has found an arrangement; None for nobody. Where one of them
    refutes the key, it comes first, so that it decides."""
    if who is None:
        return list(runs)
    return sorted((_refuted(run, who) for run in runs), key=lambda run: not run.refutes_key)


class Pictures:
    """Keeps one arrangement of each board to look at: those of all others would only take memory."""

    def __init__(self) -> None:
        self._kept: set[tuple[str, str]] = set()

    def take(self, problem: str, run: Run) -> Run:
        """Return an attempt, without its board where one of this board is kept already."""
        if run.verdict is not Verdict.AC or run.board is None:
            return run
        board = problem, run.path
        if board in self._kept:
            return msgspec.structs.replace(run, board=None)
        self._kept.add(board)
        return run


def forgotten(run: Run) -> Run:
    """Return an attempt without what only an exchange needs."""
    board = None if run.verdict is Verdict.AC else run.board
    return msgspec.structs.replace(run, board=board, if_refuted=UNSET)


def _refuted(run: Run, who: str) -> Run:
    """Return a FAIL as it is judged once an arrangement is known; anything else as it is."""
    finding = run.if_refuted
    if finding is UNSET:
        return run
    return msgspec.structs.replace(
        run,
        verdict=finding.verdict,
        code=finding.code,
        message=finding.message,
        cells=finding.cells,
        finding=finding.noted(before=f"in this contest, {who} found an arrangement"),
        samples=tuple(msgspec.structs.replace(one, verdict=finding.verdict) for one in run.samples),
        found_by=who,
        if_refuted=UNSET,
    )


# --- what refutes a key -----------------------------------------------------------------------------------------------
_Found = list[tuple[Judgement, Run]]  # of one case


def keep_refuted(judgements: Iterable[Judgement]) -> list[WrongKey]:
    """Return each case whose key is refuted, once; write one arrangement of it as an answer.txt would have it."""
    cases: dict[tuple[str, str, str], _Found] = defaultdict(list)
    for judgement in judgements:
        for run in (run for run in judgement.runs if run.refutes_key):
            cases[judgement.problem.name, run.group, run.case].append((judgement, run))
    return [_kept(found) for found in cases.values()]


def _kept(found: _Found) -> WrongKey:
    """Return who has refuted a key, and write the first arrangement of most pieces."""
    (first, run), who = found[0], tuple(judgement.submission.name for judgement, _ in found)
    problem, notes = first.problem, (run.finding.note for _, run in found if run.finding)
    boards = [run.board for _, run in found if run.board is not None]
    most = max(boards, key=lambda board: np.count_nonzero(board == 1), default=None)
    path = None if most is None else write_witness(problem, run.group, run.case, Answer(board=most))
    note = next(filter(None, notes), "")
    return WrongKey(problem.name, problem.path, run.group, run.case, who, note, path, problem.scored)


def write_witness(problem: Problem, group: str, case: str, answer: Answer) -> Path:
    """Write an arrangement that refutes a key as an answer.txt would have it. JudgeError E435 where that can't be."""
    path = WrongKey.witness_path(problem.name, group, case)
    write_file(path, puzzle_named(problem.puzzle).answers.write(answer))
    return path
