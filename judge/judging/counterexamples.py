"""Arrangements that refute a package are kept: the host needs them to correct it, and they are hard to come by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from judge.model import Answer, Judgement, Run
from judge.model.wrong_key import WrongKey, witness_path
from judge.problems.puzzles import write_answer

_Found = Sequence[tuple[Judgement, Run]]  # of one case


def keep_refuted(judgements: Iterable[Judgement]) -> list[WrongKey]:
    """Return each case whose key is refuted, once; write one arrangement of it as an answer.txt would have it."""
    cases: dict[tuple[str, str, str], list[tuple[Judgement, Run]]] = defaultdict(list)
    for judgement in judgements:
        for run in (run for run in judgement.runs if run.refutes_key):
            cases[judgement.problem.name, run.group, run.case].append((judgement, run))
    return [_kept(found) for found in cases.values()]


def _kept(found: _Found) -> WrongKey:
    """Return who has refuted a key, and write the first arrangement of most pieces."""
    (first, run), who = found[0], tuple(judgement.submission.name for judgement, _ in found)
    problem, notes = first.problem, (run.finding.note for _, run in found if run.finding)
    boards = [run.board for _, run in found if run.board is not None]
    path = witness_path(problem.name, run.group, run.case) if boards else None
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        best = max(boards, key=lambda board: np.count_nonzero(board == 1))
        path.write_bytes(write_answer(Answer(board=best), problem.puzzle))
    note = next(filter(None, notes), "")
    return WrongKey(problem.name, problem.path, run.group, run.case, who, note, path, problem.scored)
