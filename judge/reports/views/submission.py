"""The words of a submission's result: why cases were missed, each reason once, and what stands with it.

Who may see what is decided before (reader.py): all of it is said of what is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from judge.errors import codes, verdicts
from judge.model import Finding, Instance, Judgement, ReadWarning, Run, Verdict
from judge.reports.verdict_words import title_of
from judge.text import clean, clean_line, counted, number, seconds

WIDTH, HEIGHT = 100, 60  # of a picture, in characters
NOT_RUN: Final = "not run, after two time-outs on smaller cases"
_LONGEST: Final = 1000  # characters of a message
_LINE: Final = 200  # characters of a line of a note
Detail = tuple[str, str]  # where, note or help, and a text of one or more lines
Fact = tuple[str, str]  # a name, and what it stands for


class Drawing(msgspec.Struct, frozen=True, eq=False):
    """A board with the cells that are marked on it."""

    caption: str
    board: Any
    piece: str
    cells: tuple[tuple[int, int], ...] = ()
    given: tuple[tuple[int, int], ...] = ()  # the pieces that the case itself has
    layer: Instance.Layer | None = None  # the region or the weight of each cell

    @property
    def text(self) -> str:
        """Return it drawn in characters."""
        from judge.reports.picture.scene import Scene
        from judge.reports.picture.text import drawn

        return drawn(Scene.of(self.board, self.piece, self.cells, (), self.layer), WIDTH, HEIGHT).plain


class Meaning(msgspec.Struct, frozen=True):
    """A row of the table of codes."""

    code: str
    title: str
    why: str
    example: str
    mend: str


# --- reasons -------------------------------------------------------------------------------------------------------
def missed(judgement: Judgement) -> Iterator[Run]:
    """Yield the cases that were run and are not right."""
    return (run for run in judgement.runs if run.verdict is not Verdict.AC and not run.not_run)


def alike(runs: Iterable[Run]) -> list[list[Run]]:
    """Return missed cases by their reason, in the order of the first of each; a picture is of one case alone."""
    groups: dict[tuple[object, ...], list[Run]] = {}
    for run in runs:
        finding = run.finding
        where = str(finding.excerpt or "") if finding else ""
        reason = (run.verdict, run.code, run.message, where)
        groups.setdefault((*reason, run.group, run.case) if run.cells else reason, []).append(run)
    return list(groups.values())


def notices(runs: Iterable[Run]) -> Iterator[tuple[Run, ReadWarning, str]]:
    """Yield what was read tolerantly, each kind once: the first of its cases, the notice, and how many others have
    it."""
    kinds: dict[str, list[tuple[Run, ReadWarning]]] = {}
    for run in runs:
        for notice in run.notices:
            kinds.setdefault(notice.code, []).append((run, notice))
    for found in kinds.values():
        yield *found[0], f", the first of {counted(len(found), 'case')}" if len(found) > 1 else ""


def finding_of(run: Run) -> Finding:
    """Return why a case was missed, also where only a sentence was kept."""
    return run.finding or Finding(run.code, run.message or str(run.verdict), run.cells, verdict=run.verdict)


def uncompiled(judgement: Judgement) -> Finding | None:
    """Return why nothing was run; None where it was compiled."""
    prepare = judgement.prepare
    if prepare.verdict is Verdict.AC:
        return None
    return prepare.finding or Finding("", prepare.message or "nothing is known of why", verdict=prepare.verdict)


def message_of(finding: Finding) -> str:
    """Return its sentence, clean."""
    return clean(finding.message, _LONGEST).strip()


def details(finding: Finding) -> list[Detail]:
    """Return its place with the line of the submission, its note and its repair, clean, those that there are. Of a
    long note, which may be all that was written to stderr, the beginning and the end are left."""
    from judge.reports.quoted import quoted, shortened

    source = quoted(finding.excerpt, WIDTH).plain.rstrip("\n") if finding.excerpt else ""
    note = [one[:_LINE] for one in clean(finding.note).strip().split("\n")]
    found = [
        ("where", "\n".join(filter(None, (clean_line(finding.where, 500), source)))),
        ("note", "\n".join(shortened(note))),
        ("help", clean(finding.help, _LONGEST).strip()),
    ]
    return [(name, text) for name, text in found if text]


def repeated(run: Run) -> str:
    """Return how many repetitions were right, where not all went the same way."""
    right = sum(sample.verdict is Verdict.AC for sample in run.samples)
    return f"right {right} of {len(run.samples)}" if 0 < right < len(run.samples) else ""


def times(judgement: Judgement, run: Run) -> str:
    """Return `0.41 s of 5 s`, or nothing where nothing ran."""
    return f"{seconds(run.cpu_s)} of {judgement.limits.time_limit:g} s" if run.samples else ""


def rerun(judgement: Judgement, run: Run) -> str:
    """Return the command that runs one case alone; empty where nobody knows how the submission was named."""
    words = judgement.submission.words
    return f"judge run {words} --case {run.case}" if words else ""


def board_of(judgement: Judgement, run: Run) -> Instance | None:
    """Return the board of a case; None where the package no longer has it, or the problem is about none."""
    cases = [] if judgement.problem.validator else judgement.problem.cases
    return next((case.board for case in cases if case.place == run.place), None)


# --- what a student reads of a case --------------------------------------------------------------------------------
def sentence(run: Run) -> str:
    """Return in one sentence why the case is not AC; empty for AC."""
    if run.verdict is Verdict.AC:
        return ""
    if run.not_run:
        return NOT_RUN
    message = clean(run.message or title_of(run.code)).strip()
    code = run.finding.code if run.finding else run.code
    return f"{message} [{code}]" if code else message


def prepare_lines(judgement: Judgement) -> list[str]:
    """Return why a submission could not be compiled. It is about its own text alone, so it is shown whole."""
    prepare = judgement.prepare
    if prepare.finding is None:
        return [clean(prepare.message).strip()] if prepare.message else []
    return [message_of(prepare.finding), *(text for _, text in details(prepare.finding))]


def answer_of(run: Run) -> Any:
    """Return the board that was answered; None where it is none, or was not kept."""
    from judge.reports.picture.scene import drawable

    if drawable(run.board):
        return run.board
    return run.given.board() if run.given else None


def drawings(judgement: Judgement, run: Run, whose: str = "your answer") -> list[Drawing]:
    """Return board and answer of a case that was missed, those that are kept."""
    if run.verdict in (Verdict.AC, Verdict.JE):
        return []
    from judge.reports.picture.scene import drawable, given_on

    piece, board = judgement.problem.piece, board_of(judgement, run)
    given, layer = given_on(board.grid) if board else (), Instance.Layer.of(board, parted=judgement.problem.parted)
    shown = [Drawing("the board", board.grid, piece, given=given, layer=layer)] if board else []
    shown.append(Drawing(whose, answer_of(run), piece, run.cells, given, layer))
    return [one for one in shown if drawable(one.board)]


def case_text(judgement: Judgement, run: Run) -> str:
    """Return all of one case as plain text."""
    parts = [sentence(run), times(judgement, run)]
    if run.finding:
        parts += [text if name == "where" else f"{name}: {text}" for name, text in details(run.finding)]
    parts += [f"{one.caption}:\n{one.text}" for one in drawings(judgement, run)]
    return "\n".join(filter(None, parts))


# --- the whole of it -----------------------------------------------------------------------------------------------
def title_words(verdict: Verdict) -> str:
    """Return a verdict in words that begin a sentence."""
    title = verdicts()[verdict].title
    return f"{title[0].upper()}{title[1:]}"


def points_words(points: float, most: float) -> str:
    """Return `25 of 50 points`."""
    return f"{number(points)} of {number(most)} points"


def meanings_of(judgement: Judgement, *, terminal: bool = True) -> tuple[Meaning, ...]:
    """Return what the codes of a result mean, in the order in which it names them, for who has a terminal or has
    none."""
    prepare, missed_runs = judgement.prepare, [run for run in judgement.runs if run.verdict is not Verdict.AC]
    found = [prepare.finding.code] if prepare.finding and prepare.verdict is not Verdict.AC else []
    found += [finding_of(run).code for run in missed_runs]
    found += [notice.code for run in judgement.runs for notice in run.notices]
    return meanings_for(found, terminal=terminal)


def meanings_for(found: Sequence[str], *, terminal: bool = True) -> tuple[Meaning, ...]:
    """Return what these codes mean, each once, in their order."""
    rows = [(code, codes()[code]) for code in dict.fromkeys(found) if code in codes()]
    return tuple(
        Meaning(code, row.title, row.why.strip(), row.example.strip("\n"), row.steps(terminal=terminal))
        for code, row in rows
    )
