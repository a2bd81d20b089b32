"""What a student reads beside the facts: what a code means, and what to do where nothing was judged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from judge.errors import codes, verdicts
from judge.model import Judgement, Verdict
from judge.model.classroom import Graded, shown_whole

_NOTHING_TO_DO: Final = "There is nothing that you have to do: it was handed in, and waits to be judged."
_HAND_IN: Final = (
    "Put right what the note above says and hand it in again, if that is still possible.",
    "What can be judged is one source file, or a folder of them in which it is clear which one is run: call that one"
    " homework or main.",
    "If you can't hand in again, or did hand something in, write to your instructor: say which file, and when.",
)
_JUDGED_AGAIN: Final = "There is nothing that you have to do: your instructor has it judged again."


class Meaning(msgspec.Struct, frozen=True):
    """A row of the table of codes."""

    code: str
    title: str
    why: str
    example: str
    mend: str


def next_steps(row: Graded) -> tuple[str, ...]:
    """Return what to do about the verdict, or to get one."""
    if row.excused:
        return ()
    if row.waits:
        return (_JUDGED_AGAIN,)
    if row.verdict is not None:
        return (verdicts()[row.verdict].mend,)
    if row.points is not None:
        return ()
    return (_NOTHING_TO_DO,) if row.sha256 else _HAND_IN


def meanings_of(made: Judgement) -> tuple[Meaning, ...]:
    """Return what the codes mean that the page names, in the order in which it does."""
    found = [made.prepare.finding.code] if made.prepare.finding and made.prepare.verdict is not Verdict.JE else []
    found += [run.code for run in made.runs if run.verdict not in (Verdict.AC, Verdict.JE)]
    found += [notice.code for run in made.runs if shown_whole(made.problem, run.group) for notice in run.notices]
    return meanings_for(found)


def meanings_for(found: Iterable[str]) -> tuple[Meaning, ...]:
    """Return what these codes mean, each once, in their order."""
    table = codes()
    return tuple(_meaning(code) for code in dict.fromkeys(found) if code in table)


def _meaning(code: str) -> Meaning:
    row = codes()[code]
    return Meaning(code, row.title, row.why.strip(), row.example.strip("\n"), row.mend.strip())
