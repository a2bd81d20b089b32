"""What `judge hack` shows: how far it is, the board that was found, what each submission did there, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from judge.model import Hunt, Instance, Problem, Submission, Verdict
from judge.reports.documents import hack_document
from judge.reports.palette import LOOKS
from judge.reports.picture.words import caption
from judge.reports.terminal.console import PlainConsole
from judge.reports.terminal.diagnostic import finding_lines, indented
from judge.reports.terminal.progress import EVERY_S, Heartbeat
from judge.schemas import Part
from judge.text import clean_line, counted

_INDENT = "   "  # of a line of a case
_LINES = 20  # of a case
_SIZES = 25  # of boards that are listed


class HuntReport(msgspec.Struct, frozen=True, eq=False):
    """What came of a hunt: to print, and as JSON. `replay` is the command that runs the board again, if it was kept,
    `text` the case that was found, where a drawing of its cells would not show it whole."""

    hunt: Hunt
    problem: Problem
    replay: str = ""
    text: str = ""

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        hunt = self.hunt
        yield from _found(self, hunt.hack, options.max_width) if hunt.hack else _nothing(hunt)

    def document(self, submissions: Sequence[Submission], added: Path | None) -> Part:
        """Return it as judge.hack/1, with who was hunted, and where the board was added."""
        return hack_document(self.hunt, self.problem, submissions, added)


class HuntProgress:
    """Says on a terminal what was tried so far; in a pipe now and then that it goes on."""

    def __init__(self, console: PlainConsole, seconds: float) -> None:
        self._console, self._seconds, self._last = console, seconds, "getting ready"
        self._status = console.status(self._last) if console.is_terminal else None
        self._shown = self._status or Heartbeat(self._say, EVERY_S)

    def __enter__(self) -> HuntProgress:
        self._shown.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._shown.stop()

    def tell(self, hunt: Hunt) -> None:
        """Take note of what was tried."""
        smaller = f", and {hunt.shrunk:,} to make what was found smaller" if hunt.shrunk else ""
        self._last = f"tried {_tried(hunt)}, of {self._seconds:g} s{smaller}"
        if self._status:
            self._status.update(self._last)

    def interrupted(self, hunt: Hunt) -> None:
        """Say what was tried before Ctrl-C came."""
        self._console.print(f"interrupted, nothing was found: {_tried(hunt)}", style="bold yellow")

    def _say(self) -> None:
        self._console.print(self._last, style="dim")


def _tried(hunt: Hunt) -> str:
    """Return how many boards were tried, and of which sizes."""
    if not hunt.tried:
        return "no board was tried"
    least, most = min(hunt.tried), max(hunt.tried)
    sizes = f"n = {least}" if least == most else f"n = {least} to {most}"
    return f"{counted(hunt.boards, 'board', ',d')} in {hunt.found_s:.1f} s, {sizes}"


def _nothing(hunt: Hunt) -> Iterator[RenderableType]:
    yield Text(f"nothing was found: {_tried(hunt)}", "green")
    sizes = ", ".join(f"{number:,} with n = {n}" for n, number in hunt.tried.items())
    if 0 < len(hunt.tried) <= _SIZES:
        yield Text(f"boards: {sizes}", "dim")
    if hunt.complete:
        yield Text("there is no other board to try: raise --max-n for larger ones")
    else:
        yield Text(f"--seconds gives it more time, --seed {hunt.seed + 1} other boards")
    if hunt.late:
        words = "of these was hard and too" if hunt.late == 1 else "of these were hard and too"
        yield Text(f"{hunt.late:,} {words} slow for a submission: that says nothing", "dim")
    if hunt.failed:
        yield Text(f"the judge itself failed on {counted(hunt.failed, 'board', ',d')}: judge doctor", "yellow")
    if hunt.unconfirmed:
        what = counted(hunt.unconfirmed, "difference")
        yield Text(f"{what} did not show again: a timeout on a busy machine, or chance in a submission", "yellow")


def _found(shown: HuntReport, hack: Hunt.Hack, width: int) -> Iterator[RenderableType]:
    end = ":" if shown.text else f", {hack.board.algorithm}"
    yield Text(f"found a board: {_in_words(hack.board, shown)}{end}", "bold")
    yield from _board(shown, hack, width)
    for said in hack.said:
        yield Text()
        yield _said(hack, said, shown.problem.piece, width)
    yield Text()
    yield _steadiness(hack)
    if shown.replay:
        yield Text(f"run it again:  {shown.replay}")


def _board(shown: HuntReport, hack: Hunt.Hack, width: int) -> Iterator[RenderableType]:
    """Draw the board; say how it was found, and what is right on it."""
    if shown.text:
        yield _listed(shown.text)
    elif hack.board.grid.any():
        yield indented(hack.board.grid, shown.problem.piece, width)
    searched = f"searched {_tried(shown.hunt)}"
    if hack.first is not hack.board:
        searched += f"; made smaller from {_in_words(hack.first, shown)}"
    yield Text(searched, "dim")
    if hack.proof:
        yield Text(f"FAIL is right: {hack.proof}")


def _said(hack: Hunt.Hack, said: Hunt.Hack.Said, piece: str, width: int) -> Text:
    """Return what a submission did there."""
    name, attempt = clean_line(said.submission.name), said.attempt
    if attempt is None:
        return Text(f"{name} was not run")
    if (found := attempt.finding) and not (found.refutes_key or found.lacks_key):
        headline = f"{attempt.verdict}  {name}"
        return finding_lines(found, attempt.board, piece, headline, width)
    text = Text(Verdict.AC, LOOKS[Verdict.AC].style).append(f"  {name}", "bold")
    board = said.board if said.board is not None else attempt.board
    if hack.answer and hack.answer.fail:
        return text.append("\nit says FAIL, which is right")
    said_right = "\nits answer is right"
    if attempt.earned < 1:
        said_right += f", and worth {attempt.earned:.0%} of the most that is possible"
    if board is None:
        return text.append(said_right)
    return text.append(f"{said_right}:\n").append_text(indented(board, piece, width))


def _in_words(board: Instance, shown: HuntReport) -> str:
    if shown.text:
        return caption(board.grid, shown.problem.piece)
    return f"{counted(board.pieces, shown.problem.piece, ',d')} on {caption(board.grid)}"


def _listed(text: str) -> Text:
    """Return the lines of a case, as many as fit on a screen."""
    lines = text.splitlines()
    more = [f"and {len(lines) - _LINES:,} lines more"] if len(lines) > _LINES else []
    return Text("\n").join(Text(f"{_INDENT}{clean_line(line, 200)}") for line in [*lines[:_LINES], *more])


def _steadiness(hack: Hunt.Hack) -> Text:
    again = counted(hack.runs, "further run")
    if hack.flaky:
        said = f"flaky: {hack.confirmed} of {again} showed it, so the time of a run or chance decides"
        return Text(said, "bold yellow")
    return Text(f"confirmed by {again}", "green")
