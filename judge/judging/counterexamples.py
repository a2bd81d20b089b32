"""Arrangements that refute a package are kept: the host needs them to correct it, and they are hard to come by."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from judge.model import Answer, Judgement
from judge.problems.formats.answer import write_answer

REFUTED = "E301"
FOLDER = Path(".judge/refuted")


def keep_refuted(judgements: Iterable[Judgement]) -> list[Path]:
    """Write each refuting arrangement as an answer.txt would have it; the files."""
    kept: list[Path] = []
    for judgement in judgements:
        for run in judgement.runs:
            if run.code == REFUTED and run.board is not None:
                FOLDER.mkdir(parents=True, exist_ok=True)
                path = FOLDER / f"{judgement.problem.name}-{run.group}-{run.case}.txt"
                path.write_bytes(write_answer(Answer(board=run.board)))
                kept.append(path)
    return list(dict.fromkeys(kept))
