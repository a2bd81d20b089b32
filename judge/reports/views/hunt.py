"""A hunt for a board on which submissions are wrong: what was tried, the board that was found, what each submission did
there, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from judge.model import Answer, Hunt, Instance, Problem, Submission, Verdict
from judge.reports.blocks import Block, Diagnostic, Para, Picture, Report, Verbatim, para
from judge.reports.lines import Span, line
from judge.reports.picture.words import caption
from judge.reports.verdict_words import Kind
from judge.schemas import Part, parts
from judge.text import clean_line, counted

_SIZES = 25  # of boards that are listed


class HuntReport(Report, frozen=True, eq=False):
    """What came of a hunt. `replay` is the command that runs the board again, if it was kept, `text` the case that was
    found, where a drawing of its cells would not show it whole."""

    hunt: Hunt
    problem: Problem
    replay: str = ""
    text: str = ""

    def blocks(self) -> Iterator[Block]:
        if self.hunt.hack is None:
            yield from _nothing(self.hunt)
            return
        yield from _found(self.hunt, self.hunt.hack, self.problem, self.text)
        if self.replay:
            yield para(f"run it again:  {self.replay}")

    def document(self, submissions: Sequence[Submission], added: Path | None) -> Part:
        """Return it as judge.hack/1, with who was hunted, and where the board was added."""
        made, hack = parts("judge.hack/1"), self.hunt.hack

        def board_of(name: str, board: Instance) -> Part:
            layer = None if board.layer is None else board.layer.tolist()
            return made[f"found.{name}"].of(board, rows=_rows(board.grid), layer=layer)

        def said_of(said: Hunt.Hack.Said) -> Part:
            attempt, board = said.attempt, None if said.board is None else _rows(said.board)
            words = {} if attempt else {"verdict": None, "code": "", "message": ""}
            return made["found.submissions[]"].of(attempt, name=said.submission.name, board=board, **words)

        found = hack and made["found"].of(
            hack,
            board=board_of("board", hack.board),
            first=board_of("first", hack.first),
            shrunk=self.hunt.shrunk,
            answer=_answer(hack.answer),
            submissions=list(map(said_of, hack.said)),
            added=str(added) if added else None,
        )
        tried = [made["tried[]"](n=n, boards=number) for n, number in self.hunt.tried.items()]
        return made[""].of(
            self.hunt,
            problem=self.problem.name,
            puzzle=self.problem.puzzle,
            submissions=submissions,
            tried=tried,
            found=found,
        )


def tried(hunt: Hunt) -> str:
    """Return how many boards were tried, and of which sizes."""
    if not hunt.tried:
        return "no board was tried"
    least, most = min(hunt.tried), max(hunt.tried)
    sizes = f"n = {least}" if least == most else f"n = {least} to {most}"
    return f"{counted(hunt.boards, 'board', ',d')} in {hunt.found_s:.1f} s, {sizes}"


def _nothing(hunt: Hunt) -> Iterator[Para]:
    yield para(f"nothing was found: {tried(hunt)}", "good")
    if 0 < len(hunt.tried) <= _SIZES:
        yield para(f"boards: {', '.join(f'{number:,} with n = {n}' for n, number in hunt.tried.items())}", "soft")
    if hunt.complete:
        yield para("there is no other board to try: raise --max-n for larger ones")
    else:
        yield para(f"--seconds gives it more time, --seed {hunt.seed + 1} other boards")
    if hunt.late:
        were = "was" if hunt.late == 1 else "were"
        yield para(
            f"{hunt.late:,} of these {were} too hard for a submission within its time limit: that refutes nothing",
            "soft",
        )
    if hunt.failed:
        yield para(f"the judge itself failed on {counted(hunt.failed, 'board', ',d')}: judge doctor", "warn")
    if hunt.unconfirmed:
        what = counted(hunt.unconfirmed, "difference")
        yield para(f"{what} did not show again: a timeout on a busy machine, or chance in a submission", "warn")


def _found(hunt: Hunt, hack: Hunt.Hack, problem: Problem, text: str) -> Iterator[Block]:
    board = _in_words(hack.board, problem, text)
    words = (f"{board}:",) if text else (board, hack.board.wanted_algorithm)
    yield para(f"found a board: {', '.join(filter(None, words))}", "strong")
    if text:
        yield Verbatim(text, "the case")
    elif hack.board.grid.any():
        yield Picture("the board", hack.board.grid, problem.piece)
    first = "" if hack.first is hack.board else f"; made smaller from {_in_words(hack.first, problem, text)}"
    yield para(f"searched {tried(hunt)}{first}", "soft")
    if hack.proof:
        yield para(f"FAIL is right: {hack.proof}")
    for said in hack.said:
        yield para()
        yield from _said(hack, said, problem.piece)
    yield para()
    again = counted(hack.runs, "further run")
    if hack.flaky:
        flaky = f"flaky: {hack.confirmed} of {again} showed it, so the time of a run or chance decides"
        yield para(flaky, "alert")
    else:
        yield para(f"confirmed by {again}", "good")


def _said(hack: Hunt.Hack, said: Hunt.Hack.Said, piece: str) -> Iterator[Block]:
    """Yield what a submission did there."""
    name, attempt = clean_line(said.submission.name), said.attempt
    if attempt is None:
        yield para(f"{name} was not run")
        return
    if (found := attempt.finding) and not (found.refutes_key or found.lacks_key):
        shown = Picture("its answer", attempt.board, piece, found.cells)
        yield Diagnostic(found, Kind(attempt.verdict), name, pictures=(shown,))
        return
    yield Para(line(Kind(Verdict.AC), Span(f"  {name}", "strong")))
    board = said.board if said.board is not None else attempt.board
    if hack.answer and hack.answer.fail:
        yield para("it says FAIL, which is right")
        return
    worth = f", and worth {attempt.earned:.0%} of the most that is possible" if attempt.earned < 1 else ""
    yield para(f"its answer is right{worth}{'' if board is None else ':'}")
    if board is not None:
        yield Picture("its answer", board, piece)


def _in_words(board: Instance, problem: Problem, text: str) -> str:
    if text:
        return caption(board.grid, problem.piece)
    return f"{counted(board.pieces, problem.piece, ',d')} on {caption(board.grid)}"


def _rows(grid: Any) -> list[str]:
    return ["".join(map(str, row)) for row in grid.tolist()]


def _answer(answer: Answer | None) -> str | list[str] | int | None:
    """Return FAIL, the rows of an arrangement, a number of them, or null where nobody knows."""
    if answer is None:
        return None
    if answer.fail:
        return "FAIL"
    if answer.board is not None:
        return _rows(answer.board)
    return answer.count if answer.columns is None else len(answer.columns)
