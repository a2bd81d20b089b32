"""Check one answer to one case, both given as Python values: what `judge.check` does."""

from __future__ import annotations

import msgspec

from judge.judging.check import Checked, check_answer
from judge.model import Finding, Verdict
from judge.problems import case_of_value


def check_values(board: object, answer: object, puzzle: str | None = None, pieces: int | None = None) -> Checked:
    """Judge an answer as `solve` returns it, or as a text or file, by a board or by the text or file of a case.

    A file is read by its package, as `check_files` does. Without `puzzle`, what lies in no package is a case of
    lizards. JudgeError E471 for what is no board, no answer or no puzzle, E401 to E410 for a case that is not as it
    should be.
    """
    one = case_of_value(board, pieces, puzzle)
    done = check_answer(one, answer)
    return msgspec.structs.replace(done, finding=done.finding and _in_words(done.finding, one.assumed))


def _in_words(finding: Finding, assumed: bool) -> Finding:
    """Say it in the words of somebody who has values and no package. Where the number of pieces was `assumed`, say
    that."""
    if finding.code == "E108" and assumed:
        finding = finding.noted("as many as rows are asked for, unless pieces says more or less", apart="; ")
    if finding.lacks_key:
        finding = Finding(
            "E302",
            "whether that is right can't be said: nobody knows what there is on this board",
            help="give the case as pathlib.Path('.../input.txt'), with an answer.txt beside it that says what is right",
            verdict=Verdict.JE,
        )
    return finding
