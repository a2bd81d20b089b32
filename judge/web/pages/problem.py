"""The page of a problem: what is asked, samples, limits, and the form to hand in; and the files to begin with."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from judge.classroom.contest_state import contest_refusal
from judge.model import Case, Problem
from judge.model.package import About
from judge.model.problem import SAMPLES, layer_of
from judge.model.schedule import Schedule
from judge.problems import puzzles
from judge.problems.about import about_of
from judge.problems.program_input import text_of
from judge.reports.page.html import Html
from judge.reports.picture import around
from judge.reports.picture.scene import drawable, given_on
from judge.reports.picture.svg import board_svg
from judge.reports.sanitize import clean
from judge.reports.scheme_words import deadline_words, scheme_words
from judge.reports.terminal.problem import contract, groups
from judge.reports.web.markdown import markdown_html
from judge.reports.web.student_work import rule
from judge.submissions.languages import endings
from judge.submissions.shipped import starter_text
from judge.text import counted, plural
from judge.web.ask import Ask, Download, Page, missing
from judge.web.pages.home import decided_of
from judge.web.site import dated, deadline_of

TEXT = "text/plain; charset=utf-8"


def starter(ask: Ask) -> Download:
    """Return the file that `judge init` writes for its puzzle."""
    found = ask.problem
    if not _has_starter(found):
        raise missing("file")
    name = f"{found.name}.py"
    return Download(name, starter_text(found.puzzle, name, found.name).encode(), TEXT)


def sample(ask: Ask) -> Download:
    """Return input.txt of a sample, or its answer.txt with `?file=answer`."""
    found = ask.problem
    cases = (one for one in found.cases if (one.group, one.name) == (SAMPLES, ask.path["case"]))
    case = next(cases, None)
    if case is None:
        raise missing("sample")
    if ask.query.get("file") != "answer":
        return Download("input.txt", text_of(found, case), TEXT)
    return Download("answer.txt", _answer(found, case), TEXT)


def _has_starter(problem: Problem) -> bool:
    """Say whether there is something to begin with: not for programs that are called in ways of their own."""
    return not (problem.validator or problem.programs.only)


def problem(ask: Ask) -> Page:
    """Show a problem, with the form to hand in."""
    found = dated(ask.problem, ask.store)
    about, undated = about_of(found, found.name), msgspec.structs.replace(found, deadline=None)
    own = deadline_of(found, ask.viewer.student, ask.store)
    contest = ask.site.contest_of(found.name, ask.store)
    return ask.page(
        "problem.html",
        problem=found,
        statement=_statement(about, found),
        samples=samples_of(found, about),
        contract=markdown_html(contract(found, about)),
        groups=markdown_html(groups(undated)),
        due=deadline_words(own) if own else "",
        longer=own != found.deadline,
        contest=contest,
        starter=_has_starter(found),
        endings=endings(),
        scheme=scheme_words(undated),
        decided=decided_of(ask, found.name, ask.viewer.owner),
        main=found.main,
        rule="" if contest else rule(found),
        closed=refusal_of(ask, contest),
        doubt=None,  # what is not clear of what was sent, and the text of it
        typed=None,
    )


def refusal_of(ask: Ask, contest: Schedule | None) -> str:
    """Return why who asks can't hand in for a problem of this contest; "" where they can."""
    if contest is None or ask.viewer.may("grader"):
        return ""
    return contest_refusal(contest, int(ask.at_s * 1000))


def _statement(about: About, problem: Problem) -> str:
    if about.elsewhere:
        return markdown_html("The statement is a file that this page can't show: ask for it.")
    return markdown_html(about.statement, problem.title)


def _answer(problem: Problem, case: Case) -> bytes:
    if case.answer is None:
        raise missing("answer")
    if case.text is not None:
        return case.answer.text or b""
    return puzzles.named(problem.puzzle).answers.write(case.answer)


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
    pictures, answer = tuple(_pictures(case, problem)), _answer_words(case, problem, about)
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


def _answer_words(case: Case, problem: Problem, about: About) -> str:
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
