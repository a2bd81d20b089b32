"""What went wrong, as a page shows it: the finding of the terminal, with links to the case and to its code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from judge.model import Finding, Judgement, Run, Verdict
from judge.reports.page.html import Html, prose
from judge.reports.quoted import quoted
from judge.reports.sanitize import clean, clean_line
from judge.reports.site.drawn import answer_drawn, seen
from judge.reports.site.places import Link, code_of
from judge.reports.student_view import board_of, times
from judge.reports.terminal.alike import alike

OPEN: Final = 3  # faults that are open when the page is; the others open with a click
_WIDTH: Final = 100  # of a line of source, in characters
_DRAWN: Final = 40  # of the others the pages of their cases have the picture
_LONGEST: Final = 1000  # characters of a message
_LINE: Final = 200  # characters of a line of a note
_FIRST, _LAST = 5, 20  # lines of a long note: a traceback has its message at the end


class Fault(msgspec.Struct, frozen=True, eq=False):
    """A reason for which cases were missed, with the first of them; the others are alike."""

    anchor: str
    case: Link | None  # None where it could not be compiled
    verdict: Verdict
    took: str
    message: str
    seen: str = ""  # which pieces are in each other's sight
    code: str = ""
    where: str = ""
    source: str = ""
    note: str = ""
    help: Html = Html()
    rerun: str = ""
    picture: Html = Html()
    same: tuple[Link, ...] = ()
    opened: bool = False

    @property
    def long_note(self) -> bool:
        """Say whether the note has several lines, such as a traceback, whose shape matters."""
        return "\n" in self.note


def faults_of(judgement: Judgement, links: dict[tuple[str, str], Link]) -> tuple[Fault, ...]:
    """Return why cases were missed, each reason once, in the order of the cases."""
    missed = (run for run in judgement.runs if run.verdict is not Verdict.AC and not run.not_run)
    return tuple(_fault(judgement, number, same, links) for number, same in enumerate(alike(missed), 1))


def uncompiled(judgement: Judgement) -> Fault | None:
    """Return why nothing was run; None where it was compiled."""
    prepare = judgement.prepare
    if prepare.verdict is Verdict.AC:
        return None
    found = prepare.finding or Finding("", prepare.message or "nothing is known of why", verdict=prepare.verdict)
    return _of(found, Fault("fault-1", None, prepare.verdict, "", "", opened=True))


def places(faults: Iterable[Fault], judgement: Judgement) -> dict[tuple[str, str], str]:
    """Return of each missed case the anchor of its fault."""
    missed = alike(run for run in judgement.runs if run.verdict is not Verdict.AC and not run.not_run)
    pairs = zip(faults, missed, strict=True)
    return {(run.group, run.case): fault.anchor for fault, same in pairs for run in same}


def _fault(judgement: Judgement, number: int, same: Sequence[Run], links: dict[tuple[str, str], Link]) -> Fault:
    run = same[0]
    named = [links[one.group, one.case] for one in same]
    took = times(judgement, run)
    right = sum(sample.verdict is Verdict.AC for sample in run.samples)
    if 0 < right < len(run.samples):
        took += f", right {right} of {len(run.samples)}"
    found = run.finding or Finding(run.code, run.message or str(run.verdict), run.cells, verdict=run.verdict)
    board = board_of(judgement, run)
    fault = _of(found, Fault(f"fault-{number}", named[0], run.verdict, took, ""))
    rerun = f"judge run {judgement.submission.words} --case {run.case}"
    return msgspec.structs.replace(
        fault,
        rerun=rerun if judgement.submission.words else "",
        seen=seen(judgement.problem, run),
        picture=answer_drawn(judgement.problem, run, board) if number <= _DRAWN else Html(),
        same=tuple(named[1:]),
        opened=number <= OPEN,
    )


def _of(found: Finding, fault: Fault) -> Fault:
    """Return the fault with the words of a finding, all of them clean."""
    source = quoted(found.excerpt, _WIDTH).plain.rstrip("\n") if found.excerpt else ""
    return msgspec.structs.replace(
        fault,
        message=clean(found.message, _LONGEST).strip(),
        code=code_of(found.code),
        where=clean_line(found.where, 500),
        source=source,
        note=_cut(clean(found.note).strip()),
        help=prose(clean(found.help, _LONGEST).strip()),
    )


def _cut(note: str) -> str:
    """Return of a long note its beginning and its end: it may be all that a submission wrote to stderr."""
    lines = [line[:_LINE] for line in note.split("\n")]
    if len(lines) <= _FIRST + _LAST:
        return "\n".join(lines)
    return "\n".join([*lines[:_FIRST], f"... {len(lines) - _FIRST - _LAST:,} lines ...", *lines[-_LAST:]])
