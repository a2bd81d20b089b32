"""The answers to a case as pictures and sentences: who gave the same one, drawn once, the wrong ones first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from judge.model import Problem, Run, Verdict
from judge.model.given import MOST_SIDE
from judge.model.problem import layer_of
from judge.reports.page.html import Html
from judge.reports.picture.scene import LETTERS, PIECE, drawable, given_on, scene_of
from judge.reports.picture.svg import answers_svg
from judge.reports.sanitize import clean
from judge.reports.site.contents import Link, Shown, code_of
from judge.reports.views.submission import answer_of

MOST_DRAWN: Final = 8  # different answers to one case; more of them, nobody tells apart
_ANSWERED: Final = (Verdict.AC, Verdict.WA)
_LONGEST: Final = 1000  # characters of a message
Given = tuple[Link, Run]  # who, and what came of it


class Answered(msgspec.Struct, frozen=True, eq=False):
    """One answer, and all who gave it. `what` says what it is, where that is no picture."""

    verdict: Verdict
    who: tuple[Link, ...]
    what: str = ""
    seen: str = ""
    message: str = ""
    note: str = ""
    code: str = ""
    picture: Html = Html()


class Drawn(msgspec.Struct, frozen=True, eq=False):
    """The board of a case and every answer to it. The pictures refer to `ground`, which the page holds once."""

    board: Html
    ground: Html
    answers: tuple[Answered, ...]


def answers(problem: Problem, shown: Shown, rows: Sequence[Given]) -> Drawn:
    """Return the board, and the answers: wrong ones first, then what most gave."""
    alike: dict[tuple[object, ...], list[Given]] = {}
    for link, run in rows:
        if run.verdict in _ANSWERED:
            alike.setdefault(_key(run), []).append((link, run))
    groups = sorted(alike.values(), key=lambda same: (same[0][1].verdict is Verdict.AC, -len(same)))
    ground, board, pictures = _drawn(problem, shown, [same[0][1] for same in groups])
    found = (_answered(problem, same, picture) for same, picture in zip(groups, pictures, strict=True))
    return Drawn(board, ground, tuple(found))


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
    scene = scene_of(under[0], problem.piece, (), given_on(grid), layer_of(case, parted=problem.parted))
    ground, (board, *pictures) = answers_svg(scene, every, "ground")
    found = dict(zip(chosen, pictures, strict=True))
    return ground, Html() if grid is None else board, [found.get(at, Html()) for at in range(len(runs))]


def _answered(problem: Problem, same: Sequence[Given], picture: Html) -> Answered:
    run = same[0][1]
    wrong, finding = run.verdict is Verdict.WA, run.finding
    return Answered(
        run.verdict,
        tuple(link for link, _ in same),
        what=", ".join(_what(run, picture)),
        seen=seen(problem, run),
        message=clean(finding.message if finding else run.message, _LONGEST).strip() if wrong else "",
        note=clean(finding.note, _LONGEST).strip() if wrong and finding else "",
        code=code_of(run.code) if wrong else "",
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


# --- pictures and sentences -------------------------------------------------------------------------------------------
def worth_drawing(run: Run) -> bool:
    """Say whether an answer can be drawn and is read: of a large board only a part with a conflict is."""
    board = answer_of(run)
    return drawable(board) and (bool(run.cells) or max(board.shape) <= MOST_SIDE)


def seen(problem: Problem, run: Run) -> str:
    """Return which pieces are in each other's sight, by the letters of the picture; empty where none are."""
    board = answer_of(run)
    if not run.cells or not drawable(board):
        return ""
    scene = scene_of(board, problem.piece, run.cells)
    marks = scene.marks
    if not scene.line or any(board[row - 1, column - 1] != PIECE for row, column in marks):
        return ""
    piece = problem.piece
    places = zip(LETTERS, marks, strict=False)
    named = [f"{piece} {letter} in row {row}, column {column}" for letter, (row, column) in places]
    what = "see each other" if len(named) == 2 else "stand in one line"
    return f"{', '.join(named[:-1])} and {named[-1]} {what}"
