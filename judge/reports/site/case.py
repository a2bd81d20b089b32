"""The page of a case: the board, who solved it in which time, and every answer, drawn once, the wrong ones first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from judge.errors import codes
from judge.model import Answer, Case, Given, Host, Instance, Problem, Run, Verdict
from judge.reports.page.html import Html
from judge.reports.page.marks import bar
from judge.reports.picture.scene import TREE, Scene, drawable, given_on
from judge.reports.picture.svg import answers_svg
from judge.reports.site.contents import Contents, Link, Part, Shown, crumbs, page_of, submission_link
from judge.reports.views.submission import Fact, answer_of
from judge.text import clean, clean_line, counted, ratio, seconds

_NOT_THERE: Final = "This record does not hold the board."


class Row(msgspec.Struct, frozen=True, eq=False):
    """A submission on the case. `ratio` is to the fastest who solved it."""

    submission: Link
    verdict: Verdict
    not_run: bool
    time: str
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


def case_page(part: Part, at: int, clock: Host.Clock) -> CasePage:
    """Return what the page of a case says."""
    shown, problem = part.cases[at], part.problem
    ran = [(row, run) for row in range(len(part.standings)) if (run := part.result(row, at))]
    ran.sort(key=lambda pair: (pair[1].verdict is not Verdict.AC, not pair[1].samples, pair[1].time_s(clock)))
    best_s = min((run.time_s(clock) for _, run in ran if run.verdict is Verdict.AC), default=0.0)
    rows = tuple(_row(part, (row, at), run, clock, best_s) for row, run in ran)
    ground, board, given = answers(problem, shown, [(_link(part, row, at), run) for row, run in ran])
    return CasePage(
        title=shown.path,
        headline=_headline(rows),
        facts=tuple(_facts(shown, problem)),
        board=board,
        missing="" if problem.validator or (shown.case and drawable(shown.case.board.grid)) else _NOT_THERE,
        time="CPU time" if clock == "cpu" else "wall time",
        rows=rows,
        ground=ground,
        answers=() if problem.validator else given,
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
    every = f"as many {counted(2, problem.piece).partition(' ')[2]} as fit"
    yield "to place", every if problem.scored else counted(board.pieces, problem.piece, ",d")
    if drawable(board.grid):
        yield "on the board", counted(int((board.grid == TREE).sum()), "tree", ",d")
        yield "known answer", _known(case)


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


def _known_code(code: str) -> str:
    """Return a code that the pages explain; nothing for another, such as of another version of the judge."""
    return code if code in codes() else ""


# --- who solved it -------------------------------------------------------------------------------------------------
def _row(part: Part, place: tuple[int, int], run: Run, clock: Host.Clock, best_s: float) -> Row:
    timed = bool(run.samples) and run.verdict is not Verdict.JE
    time_s = run.time_s(clock)
    return Row(
        submission=_link(part, *place),
        verdict=run.verdict,
        not_run=run.not_run,
        time=seconds(time_s) if timed else "",
        bar=bar(time_s, part.judgements[place[0]].limits.time_limit) if timed else Html(),
        ratio=ratio(time_s / best_s) if timed and run.verdict is Verdict.AC and best_s > 0 else "",
        code=_known_code(run.code) if run.verdict is not Verdict.AC else "",
    )


# --- answers ----------------------------------------------------------------------------------------------------------
MOST_DRAWN: Final = 8  # different answers to one case; more of them, nobody tells apart
_ANSWERED: Final = (Verdict.AC, Verdict.WA)
_LONGEST: Final = 1000  # characters of a message
Came = tuple[Link, Run]  # who, and what came of it


class Answered(msgspec.Struct, frozen=True, eq=False):
    """One answer, and all who gave it. `what` says what it is, where that is no picture."""

    verdict: Verdict
    who: tuple[Link, ...]
    what: str = ""
    where: str = ""
    message: str = ""
    note: str = ""
    code: str = ""
    picture: Html = Html()


def answers(problem: Problem, shown: Shown, rows: Sequence[Came]) -> tuple[Html, Html, tuple[Answered, ...]]:
    """Return the ground, to which pictures refer and which the page holds once, the board, and the answers: wrong ones
    first, then what most gave."""
    alike: dict[tuple[object, ...], list[Came]] = {}
    for link, run in rows:
        if run.verdict in _ANSWERED:
            alike.setdefault(_key(run), []).append((link, run))
    groups = sorted(alike.values(), key=lambda same: (same[0][1].verdict is Verdict.AC, -len(same)))
    ground, board, pictures = _drawn(problem, shown, [same[0][1] for same in groups])
    found = (_answered(same, picture) for same, picture in zip(groups, pictures, strict=True))
    return ground, board, tuple(found)


def _key(run: Run) -> tuple[object, ...]:
    """Return what is the same of two answers that are alike."""
    board = answer_of(run)
    cells = b"" if board is None else board.tobytes()
    given = (run.given.fail, run.given.count) if run.given else ()
    return run.verdict, run.code, run.cells, run.message if run.verdict is Verdict.WA else "", given, cells


def _drawn(problem: Problem, shown: Shown, runs: Sequence[Run]) -> tuple[Html, Html, list[Html]]:
    """Return the ground, the board, and a picture for each answer; nothing for what can't be drawn."""
    chosen = [at for at, run in enumerate(runs) if worth_drawing(run)][:MOST_DRAWN]
    boards = [answer_of(runs[at]) for at in chosen]
    case = shown.case.board if shown.case else None
    grid = case.grid if case and drawable(case.grid) else None
    under = [grid] if grid is not None else boards[:1]
    if not under:
        return Html(), Html(), [Html() for _ in runs]
    every = [(under[0], ()), *((board, runs[at].cells) for at, board in zip(chosen, boards, strict=True))]
    scene = Scene.of(under[0], problem.piece, (), given_on(grid), Instance.Layer.of(case, parted=problem.parted))
    ground, (board, *pictures) = answers_svg(scene, every, "ground")
    found = dict(zip(chosen, pictures, strict=True))
    return ground, Html() if grid is None else board, [found.get(at, Html()) for at in range(len(runs))]


def _answered(same: Sequence[Came], picture: Html) -> Answered:
    run = same[0][1]
    wrong, finding = run.verdict is Verdict.WA, run.finding
    return Answered(
        run.verdict,
        tuple(link for link, _ in same),
        what=", ".join(_what(run, picture)),
        where=clean_line(finding.where, 500) if wrong and finding else "",
        message=clean(finding.message if finding else run.message, _LONGEST).strip() if wrong else "",
        note=clean(finding.note, _LONGEST).strip() if wrong and finding else "",
        code=_known_code(run.code) if wrong else "",
        picture=picture,
    )


def _what(run: Run, picture: Html) -> Iterator[str]:
    """Yield what the answer is, where no picture shows it."""
    given = run.given
    if given is not None and given.fail:
        yield "FAIL: it says that there is no arrangement"
        if run.refuter:
            yield f"but {run.refuter} has found one"
    elif given is not None and given.count is not None:
        yield f"the number {given.count:,d}"
    elif not picture and worth_drawing(run):
        yield f"not drawn: {MOST_DRAWN} other answers are"
    elif not picture:
        too_large = given is not None or answer_of(run) is not None
        yield "not drawn, as it is too large" if too_large else "not kept"


# --- pictures ---------------------------------------------------------------------------------------------------------
def worth_drawing(run: Run) -> bool:
    """Say whether an answer can be drawn and is read: of a large board only a part with a conflict is."""
    board = answer_of(run)
    return drawable(board) and (bool(run.cells) or max(board.shape) <= Given.MOST_SIDE)
