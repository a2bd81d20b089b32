"""A case of a run: its board, who solved it in which time, and every answer, drawn once, the wrong ones first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from judge.errors import codes
from judge.model import Case, Given, Host, Instance, Problem, Run, Verdict
from judge.reports.blocks import Beside, Diagnostic, Facts, Figure, Head, Page, Para, Picture, Row, Section, Table, para
from judge.reports.lines import Bar, Link, Links, Place, Span, line
from judge.reports.measuring_words import TIMES
from judge.reports.picture.scene import TREE, drawable, given_on
from judge.reports.verdict_words import Kind
from judge.reports.views.faults import answer_of, finding_of
from judge.reports.views.record import Named, Part
from judge.text import counted, plural, ratio, seconds

MOST_DRAWN: Final = 8  # different answers to one case; more of them, nobody tells apart
_GROUND: Final = "ground"
_SAID: Final = "Who solved it: the bar goes to the limit, the ratio is to the fastest."


class Came(msgspec.Struct, frozen=True, eq=False):
    """Who has run the case, what came of it, and the limit of their language."""

    who: Link
    run: Run
    limit_s: float


def case(part: Part, at: int, clock: Host.Clock) -> Page:
    """Return what is said of the case at this place."""
    shown, problem = part.cases[at], part.problem
    came = [
        Came(part.submission(row, at), run, judged.limits.time_limit)
        for row, judged in enumerate(part.judgements)
        if (run := part.result(row, at))
    ]
    came.sort(key=lambda one: (one.run.verdict is not Verdict.AC, not one.run.samples, one.run.time_s(clock)))
    board, answers = _pictures(problem, shown, came)
    columns = tuple((one,) for one in (_times(came, clock), board) if one)
    missing = not problem.validator and not (shown.case and drawable(shown.case.board.grid))
    beside = [
        Link(said + link.text, to=link.to)
        for said, near in (("before: ", at - 1), ("next: ", at + 1))
        if 0 <= near < len(part.cases)
        for link in [part.case(near)]
    ]
    return Page(
        shown.path,
        lead=_lead(came, clock),
        facts=Facts(tuple(_facts(shown, problem)), brief=True),
        shown=Beside(columns) if columns else None,
        missing=para("This record does not hold the board.") if missing else None,
        answers=Section("Every answer", (answers,)) if answers and not problem.validator else None,
        neighbours=Para(line(*beside), "neighbours") if beside else None,
    )


# --- the head ---------------------------------------------------------------------------------------------------------
def _lead(came: Sequence[Came], clock: Host.Clock) -> Para:
    """Return how many solve it, and who is the fastest."""
    solved = [one for one in came if one.run.verdict is Verdict.AC]
    if not came:
        return Para(line("Nobody has run it."), "lead")
    count = counted(len(came), "submission")
    if not solved:
        return Para(line(f"Solved by none of {count}."), "lead")
    best, time = Span(solved[0].who.text, "name"), seconds(solved[0].run.time_s(clock))
    return Para(line(f"Solved by {len(solved)} of {count}; the fastest is ", best, f" in {time}."), "lead")


def _facts(shown: Named, problem: Problem) -> Iterator[tuple[str, str]]:
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
    if board.wanted_algorithm:
        yield "algorithm", board.wanted_algorithm
    yield "n", str(board.n)
    every = f"as many {plural(problem.piece)} as fit"
    yield "to place", every if problem.scored else counted(board.pieces, problem.piece, ",d")
    if drawable(board.grid):
        yield "on the board", counted(int((board.grid == TREE).sum()), "tree", ",d")
        yield "known answer", _known(case)


def _known(case: Case) -> str:
    """Return what answer.txt says."""
    answer = case.answer
    if answer is None:
        return "nobody knows: neither an arrangement nor FAIL is written"
    if answer.fail:
        return f"FAIL: there is no arrangement{f' ({case.why_fail})' if case.why_fail else ''}"
    if answer.count is not None or (answer.columns is not None and len(answer.columns) != 1):
        return "a number is known"
    return "an arrangement is known"


# --- who solved it ----------------------------------------------------------------------------------------------------
def _times(came: Sequence[Came], clock: Host.Clock) -> Table | None:
    """Return who has run it, best first; nothing where nobody has."""
    heads = (
        Head("submission", "submission"),
        Head("verdict", "verdict"),
        Head("time", TIMES[clock], "right"),
        Head("limit", "of the limit", sorts=False),
        Head("ratio", "ratio", "right"),
        Head("why", "why"),
    )
    best_s = min((one.run.time_s(clock) for one in came if one.run.verdict is Verdict.AC), default=0.0)
    return Table(heads, tuple(_row(one, best_s, clock) for one in came), _SAID, "times") if came else None


def _row(came: Came, best_s: float, clock: Host.Clock) -> Row:
    run, time_s = came.run, came.run.time_s(clock)
    timed, right = bool(run.samples) and run.verdict is not Verdict.JE, run.verdict is Verdict.AC
    why = "" if right or run.code not in codes() else run.code
    return Row(
        (
            line(came.who),
            (Kind.of(run),),
            line(seconds(time_s) if timed else ""),
            (Bar(time_s, came.limit_s, limit=True),) if timed else (),
            line(ratio(time_s / best_s) if timed and right and best_s > 0 else ""),
            line(Link(why, to=Place("code", why))) if why else (),
        )
    )


# --- answers ----------------------------------------------------------------------------------------------------------
def _pictures(problem: Problem, shown: Named, came: Sequence[Came]) -> tuple[Picture | None, Beside | None]:
    """Return the board, and each different answer with all who gave it: wrong ones first, then what most gave."""
    alike: dict[tuple[object, ...], list[Came]] = {}
    for one in came:
        if one.run.verdict in (Verdict.AC, Verdict.WA):
            alike.setdefault(_key(one.run), []).append(one)
    groups = sorted(alike.values(), key=lambda same: (same[0].run.verdict is Verdict.AC, -len(same)))
    case = shown.case.board if shown.case else None
    grid = case.grid if case and drawable(case.grid) else None
    given, layer = given_on(grid), Instance.Layer.of(case, parted=problem.parted)

    def picture(board: Any, caption: str = "", cells: Sequence[tuple[int, int]] = ()) -> Picture:
        return Picture(caption, board, problem.piece, tuple(cells), given, layer, summary="", ground=_GROUND)

    drawn = [at for at, same in enumerate(groups) if _worth_drawing(same[0].run)][:MOST_DRAWN]
    answers = {at: picture(answer_of(groups[at][0].run), cells=groups[at][0].run.cells) for at in drawn}
    figures = tuple((_figure(same, answers.get(at)),) for at, same in enumerate(groups))
    return None if grid is None else picture(grid, "The board"), Beside(figures, "even") if figures else None


def _key(run: Run) -> tuple[object, ...]:
    """Return what is the same of two answers that are alike."""
    board = answer_of(run)
    cells = b"" if board is None else board.tobytes()
    given = (run.given.fail, run.given.count) if run.given else ()
    return run.verdict, run.code, run.cells, run.message if run.verdict is Verdict.WA else "", given, cells


def _figure(same: Sequence[Came], picture: Picture | None) -> Figure:
    run = same[0].run
    kind, what = Kind(run.verdict), ", ".join(_what(run, drawn=picture is not None))
    missed = run.verdict is Verdict.WA and (run.finding or run.message)
    wrong = Diagnostic(finding_of(run), kind) if missed else None
    inside = (wrong, para(what) if what else None, picture)
    return Figure(line(kind, " ", Links(tuple(one.who for one in same))), tuple(one for one in inside if one))


def _what(run: Run, *, drawn: bool) -> Iterator[str]:
    """Yield what the answer is, where no picture shows it."""
    given = run.given
    if given is not None and given.fail:
        yield "FAIL: it says that there is no arrangement"
        if run.refuter:
            yield f"but {run.refuter} has found one"
    elif given is not None and given.count is not None:
        yield f"the number {given.count:,d}"
    elif not drawn and _worth_drawing(run):
        yield f"not drawn: {MOST_DRAWN} other answers are"
    elif not drawn:
        too_large = given is not None or answer_of(run) is not None
        yield "not drawn, as it is too large" if too_large else "not kept"


def _worth_drawing(run: Run) -> bool:
    """Say whether an answer can be drawn and is read: of a large board only a part with a conflict is."""
    board = answer_of(run)
    return drawable(board) and (bool(run.cells) or max(board.shape) <= Given.MOST_SIDE)
