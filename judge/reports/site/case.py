"""The page of a case: the board, who solved it in which time, and every answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from judge.model import Answer, Case, Clock, Problem, Run, Verdict
from judge.reports.page.html import Html
from judge.reports.page.marks import bar
from judge.reports.picture.scene import TREE, drawable
from judge.reports.site.answers import Answered, answers
from judge.reports.site.contents import Contents, Link, Part, Shown, code_of, crumbs, page_of, submission_link
from judge.reports.units import ratio, seconds
from judge.reports.views.submission import Fact
from judge.scoring.times import time_of
from judge.text import counted

_NOT_THERE: Final = "This record does not hold the board."


class Row(msgspec.Struct, frozen=True, eq=False):
    """A submission on the case. `ratio` is to the fastest who solved it."""

    submission: Link
    verdict: Verdict
    not_run: bool
    time: str
    time_s: float | None
    bar: Html
    ratio: str
    code: str


class CasePage(msgspec.Struct, frozen=True, eq=False):
    """All that the page says. `missing` says why there is no board."""

    title: str
    headline: str
    facts: tuple[Fact, ...]
    board: Html
    missing: str
    time: str
    rows: tuple[Row, ...]
    ground: Html
    answers: tuple[Answered, ...]
    before: Link | None
    after: Link | None


def pages(contents: Contents) -> Iterator[tuple[str, str]]:
    """Yield the name of each file and its text."""
    for part in contents.parts:
        for at in range(len(part.cases)):
            page = case_page(part, at, contents.record.clock)
            yield part.case_file(at), page_of(contents, "case.html", page.title, crumbs(part), page=page)


def case_page(part: Part, at: int, clock: Clock) -> CasePage:
    """Return what the page of a case says."""
    shown, problem = part.cases[at], part.problem
    ran = [(row, run) for row in range(len(part.standings)) if (run := part.result(row, at))]
    ran.sort(key=lambda pair: _order(pair[1], clock))
    rows = tuple(_row(part, (row, at), run, clock) for row, run in ran)
    best = min((row.time_s or 0.0 for row in rows if row.verdict is Verdict.AC), default=0.0)
    drawn = answers(problem, shown, [(_link(part, row, at), run) for row, run in ran])
    return CasePage(
        title=shown.path,
        headline=_headline(rows),
        facts=tuple(_facts(shown, problem)),
        board=drawn.board,
        missing="" if problem.validator or (shown.case and drawable(shown.case.board.grid)) else _NOT_THERE,
        time="CPU time" if clock == "cpu" else "wall time",
        rows=tuple(msgspec.structs.replace(row, ratio=_ratio(row, best)) for row in rows),
        ground=drawn.ground,
        answers=() if problem.validator else drawn.answers,
        before=_neighbour(part, at - 1),
        after=_neighbour(part, at + 1),
    )


def _neighbour(part: Part, at: int) -> Link | None:
    return Link(part.cases[at].path, part.case_file(at)) if 0 <= at < len(part.cases) else None


def _link(part: Part, row: int, at: int) -> Link:
    """Return the link to the case's row on the page of a submission."""
    link = submission_link(part, row)
    return Link(link.name, f"{link.file}#{part.case_anchor(at)}")


# --- the head ------------------------------------------------------------------------------------------------------
def _headline(rows: tuple[Row, ...]) -> str:
    """Return how many solve it, and who is the fastest."""
    solved = [row for row in rows if row.verdict is Verdict.AC]
    if not rows:
        return "Nobody has run it."
    if not solved:
        return f"Solved by none of {counted(len(rows), 'submission')}."
    fastest = f"the fastest is {solved[0].submission.name} in {solved[0].time}"
    return f"Solved by {len(solved)} of {counted(len(rows), 'submission')}; {fastest}."


def _facts(shown: Shown, problem: Problem) -> Iterator[Fact]:
    case = shown.case
    if case is None:
        image = shown.name.partition("~")[2]
        yield "what", f"an image of a case ({image})" if image else "no case of the package"
        return
    if case.text is not None:
        yield "input", f"{len(case.text):,} bytes"
        known = case.answer.text if case.answer else None
        yield "known answer", "none" if known is None else f"{len(known):,} bytes"
        return
    board = case.board
    if board.algorithm != "ANY":
        yield "algorithm", board.algorithm
    yield "n", str(board.n)
    yield "to place", _wanted(board.pieces, problem)
    if drawable(board.grid):
        yield "on the board", counted(int((board.grid == TREE).sum()), "tree", ",d")
        yield "known answer", _known(case)


def _wanted(pieces: int, problem: Problem) -> str:
    """Return how many pieces are asked for."""
    piece = problem.piece
    return f"as many {counted(2, piece).partition(' ')[2]} as fit" if problem.scored else counted(pieces, piece, ",d")


def _known(case: Case) -> str:
    """Return what answer.txt says."""
    answer: Answer | None = case.answer
    if answer is None:
        return "nobody knows: neither an arrangement nor FAIL is written"
    if answer.fail:
        return f"FAIL: there is no arrangement{f' ({case.why_fail})' if case.why_fail else ''}"
    if answer.count is not None or (answer.columns is not None and len(answer.columns) != 1):
        return "a number is known"
    return "an arrangement is known"


# --- who solved it -------------------------------------------------------------------------------------------------
def _order(run: Run, clock: Clock) -> tuple[bool, bool, float]:
    return run.verdict is not Verdict.AC, not run.samples, time_of(run, clock)


def _row(part: Part, place: tuple[int, int], run: Run, clock: Clock) -> Row:
    timed = bool(run.samples) and run.verdict is not Verdict.JE
    time_s = time_of(run, clock)
    return Row(
        submission=_link(part, *place),
        verdict=run.verdict,
        not_run=run.not_run,
        time=seconds(time_s) if timed else "",
        time_s=time_s if timed else None,
        bar=bar(time_s, part.judgements[place[0]].limits.time_limit) if timed else Html(),
        ratio="",
        code=code_of(run.code) if run.verdict is not Verdict.AC else "",
    )


def _ratio(row: Row, best_s: float) -> str:
    """Return how many times as long as the fastest it took; empty for whom it was not solved by."""
    solved = row.verdict is Verdict.AC and row.time_s is not None and best_s > 0
    return ratio((row.time_s or 0.0) / best_s) if solved else ""
