"""What a student sees of one case.

Of a case that is not shown whole: the verdict, the time, and the sentence of the code's own row in the table. Not the
diagnostic's message, which may quote the answer or an exception: a submission could hand out the case in it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from judge.errors import codes
from judge.model import Finding, Instance, Judgement, Layer, Run, Verdict
from judge.model.classroom import shown_whole
from judge.model.problem import layer_of
from judge.reports.picture import drawn
from judge.reports.picture.scene import drawable, given_on, scene_of
from judge.reports.quoted import quoted
from judge.reports.sanitize import clean
from judge.reports.units import seconds

WIDTH, HEIGHT = 100, 60  # of a picture, in characters


class Drawing(msgspec.Struct, frozen=True, eq=False):
    """A board that a student may see, with the cells that are marked on it."""

    caption: str
    board: Any
    piece: str
    cells: tuple[tuple[int, int], ...] = ()
    given: tuple[tuple[int, int], ...] = ()  # the pieces that the case itself has
    layer: Layer | None = None  # the region or the weight of each cell

    @property
    def text(self) -> str:
        """Return it drawn in characters."""
        return drawn(scene_of(self.board, self.piece, self.cells, (), self.layer), WIDTH, HEIGHT).plain


def sentence(judgement: Judgement, run: Run) -> str:
    """Return in one sentence why the case is not AC; empty for AC."""
    if run.verdict is Verdict.AC:
        return ""
    if run.not_run:
        return "not run, after two time-outs on smaller cases"
    if run.starved:
        return "other work on this machine kept it from running: it is judged again, and costs no points"
    if run.verdict is Verdict.JE:
        return "the judge itself failed on this case, which costs no points: it is judged again"
    row = codes().get(run.code)
    title = row.title if row else "not accepted"
    message = run.message if shown_whole(judgement.problem, run.group) and run.message else title
    return f"{clean(message).strip()} [{run.code}]" if run.code else clean(message).strip()


def times(judgement: Judgement, run: Run) -> str:
    """Return `0.41 s of 5 s`, or nothing where nothing ran."""
    return f"{seconds(run.cpu_s)} of {judgement.limits.time_limit:g} s" if run.samples else ""


def prepare_lines(judgement: Judgement) -> list[str]:
    """Return why a submission could not be compiled. It is about its own text alone, so it is shown whole."""
    prepare = judgement.prepare
    if prepare.starved:
        return ["other work on this machine kept it from being compiled: it is judged again, and costs no points"]
    if prepare.verdict is Verdict.JE:
        return ["the judge itself failed to compile it, which costs no points: it is judged again"]
    finding = prepare.finding
    if finding is None:
        return [clean(prepare.message).strip()] if prepare.message else []
    return [clean(finding.message).strip(), *details_of(finding)]


def details(run: Run) -> list[str]:
    """Return the place, note and repair of a case that is shown whole."""
    return details_of(run.finding, "note: ", "help: ") if run.finding else []


def details_of(finding: Finding, note: str = "", help_: str = "") -> list[str]:
    """Return its place with the line of the submission, its note and its repair, these after a word each."""
    named = (("", finding.where), (note, finding.note), (help_, finding.help))
    said = [f"{name}{clean(text).strip()}" for name, text in named if text]
    source = _source(finding)
    return [*said[:1], source, *said[1:]] if source else said


def _source(finding: Finding) -> str:
    """Return the line of the submission, with a caret below the place; it is clean."""
    return quoted(finding.excerpt, WIDTH).plain.rstrip("\n") if finding.excerpt else ""


def drawings(judgement: Judgement, run: Run) -> list[Drawing]:
    """Return board and answer of a case that is shown whole and was missed."""
    if run.verdict in (Verdict.AC, Verdict.JE) or not shown_whole(judgement.problem, run.group):
        return []
    piece, board = judgement.problem.piece, board_of(judgement, run)
    given, layer = given_on(board.grid) if board else (), layer_of(board, parted=judgement.problem.parted)
    shown = [Drawing("the board", board.grid, piece, given=given, layer=layer)] if board else []
    shown.append(Drawing("your answer", run.board, piece, run.cells, given, layer))
    return [one for one in shown if drawable(one.board)]


def board_of(judgement: Judgement, run: Run) -> Instance | None:
    """Return the board of a case; None where the package no longer has it, or the problem is about none."""
    cases = [] if judgement.problem.validator else judgement.problem.cases
    return next((case.board for case in cases if (case.group, case.name) == (run.group, run.case)), None)


def notices(run: Run) -> list[tuple[str, str]]:
    """Return how the answer to a case that is shown whole was read, where that was not as it should be written."""
    return [(f"read tolerantly [{notice.code}]", clean(notice.message).strip()) for notice in run.notices]


def case_text(judgement: Judgement, run: Run) -> str:
    """Return all that a student sees of one case, as plain text."""
    parts = [sentence(judgement, run), times(judgement, run)]
    if shown_whole(judgement.problem, run.group):
        parts += details(run)
        parts += [f"{one.caption}:\n{one.text}" for one in drawings(judgement, run)]
    return "\n".join(filter(None, parts))
