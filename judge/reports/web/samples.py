"""The samples of a problem as pictures: the board, and an answer to it. Of a problem about no board, as text."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from judge.model import Case, Problem
from judge.model.about import About
from judge.model.layer import layer_of
from judge.reports.page.html import Html
from judge.reports.picture import around
from judge.reports.picture.scene import drawable, given_on
from judge.reports.picture.svg import board_svg
from judge.reports.sanitize import clean
from judge.text import counted, plural

SAMPLES = "sample"
_SHOWN = 2000  # bytes of a text


class Sample(msgspec.Struct, frozen=True):
    """A case of the group `sample`. `answer` is what it says that is no board."""

    name: str
    about: str
    pictures: tuple[tuple[str, Html], ...] = ()
    texts: tuple[tuple[str, str], ...] = ()
    answer: str = ""
    answered: bool = False  # there is an answer to download


def samples_of(problem: Problem, about: About) -> tuple[Sample, ...]:
    """Return the samples, in their order."""
    return tuple(_sample(case, problem, about) for case in problem.cases if case.group == SAMPLES)


def _sample(case: Case, problem: Problem, about: About) -> Sample:
    known = case.answer is not None
    if case.text is not None:
        told = {"input": case.text, "answer": (case.answer.text or b"") if case.answer else b""}
        texts = tuple((name, _text(data)) for name, data in told.items() if data)
        return Sample(case.name, "", texts=texts, answered=known)
    asked = (
        f"as many {plural(problem.piece)} as possible" if problem.scored else counted(case.board.pieces, problem.piece)
    )
    words = f"{case.board.algorithm}, {asked} on {around(case.board.grid)}"
    pictures, answer = tuple(_pictures(case, problem)), _answer(case, problem, about)
    return Sample(case.name, words, pictures, answer=answer, answered=known)


def _pictures(case: Case, problem: Problem) -> Iterator[tuple[str, Html]]:
    board, layer = case.board, layer_of(case.board, parted=problem.parted)
    given = given_on(board.grid)
    boards = [("the board", board.grid)]
    if case.answer is not None and case.answer.board is not None:
        boards.append(("an answer", case.answer.board))
    for caption, one in boards:
        if drawable(one):
            yield caption, board_svg(one, problem.piece, (), given, layer)


def _answer(case: Case, problem: Problem, about: About) -> str:
    said = about.answers.get(f"{case.group}/{case.name}")
    if said:
        return said
    if case.answer and case.answer.fail:
        return "FAIL: there is no arrangement"
    if case.answer and case.answer.count is not None:
        return f"{case.answer.count:,d}" if problem.scored else counted(case.answer.count, "arrangement", ",d")
    return ""


def _text(data: bytes) -> str:
    shown = clean(data[:_SHOWN].decode(errors="replace"))
    return shown if len(data) <= _SHOWN else f"{shown}\n... ({len(data):,} bytes)"
