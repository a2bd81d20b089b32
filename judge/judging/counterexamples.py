"""Arrangements that refute a package are kept: the host needs them to correct it, and they are hard to come by."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from judge.model import Answer, CaseResult, Judgement
from judge.model.wrong_key import REFUTED, WrongKey, witness_path
from judge.problems.formats.answer import write_answer


def keep_refuted(judgements: Iterable[Judgement]) -> list[WrongKey]:
    """Return each case whose key is refuted, once; write the first arrangement of it as an answer.txt would have it."""
    found: dict[tuple[str, str, str], WrongKey] = {}
    for judgement in judgements:
        for run in (run for run in judgement.runs if run.code == REFUTED):
            place = judgement.problem.name, run.group, run.case
            key = found.get(place) or WrongKey(place[0], judgement.problem.path, run.group, run.case, ())
            found[place] = _with(key, run, judgement.submission.name)
    return list(found.values())


def _with(key: WrongKey, run: CaseResult, who: str) -> WrongKey:
    """Return it with one more who has refuted it, and with the arrangement if it is the first."""
    key = msgspec.structs.replace(key, by=(*key.by, who), note=key.note or (run.finding.note if run.finding else ""))
    if key.witness or run.board is None:
        return key
    path = witness_path(key.problem, key.group, key.case)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(write_answer(Answer(board=run.board)))
    return msgspec.structs.replace(key, witness=path)
