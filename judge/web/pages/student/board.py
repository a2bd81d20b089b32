"""The leaderboard of a problem, or of one of its algorithms; it fills by itself."""

from __future__ import annotations

from functools import partial
from typing import Final, get_args

from judge.model import Algorithm, Problem
from judge.reports.page.html import Html
from judge.reports.web.board import HEADS, lines_for, lines_with_names
from judge.store import Store
from judge.web.ask import Ask
from judge.web.reply import Fragment, Live, Page, missing
from judge.web.site import Site
from judge.web.standings import Ranked

_EVERY_S: Final = 2.0


def board(ask: Ask) -> Page:
    """Show a leaderboard: to who grades with names, to all others with pseudonyms."""
    problem, algorithm = ask.problem, _algorithm(ask)
    found = _ranked(ask.site, problem, algorithm, ask.store)
    used = [name for name in problem.algorithms if any(case.board.algorithm == name for case in problem.cases)]
    return ask.page(
        "board.html",
        problem=problem,
        algorithm=algorithm or "",
        algorithms=used if len(used) > 1 else (),
        heads=HEADS,
        board=found.board,
        rows=_rows(found, _reader(ask), ask.store),
        frozen=ask.site.is_frozen(problem.name, ask.store),
    )


def events(ask: Ask) -> Live:
    """Send the rows anew when something was ranked."""
    problem, algorithm, site, reader = ask.problem, _algorithm(ask), ask.site, _reader(ask)
    return Live(
        topic=("board", problem.name, algorithm, reader),
        version=lambda store: _ranked(site, site.problem(problem.name), algorithm, store).version,
        render=partial(_fragments, site, problem.name, (algorithm, reader)),
        every_s=_EVERY_S,
    )


def _fragments(site: Site, name: str, asked: tuple[Algorithm | None, str], store: Store) -> list[Fragment]:
    algorithm, reader = asked
    found = _ranked(site, site.problem(name), algorithm, store)
    return [Fragment("rows", _rows(found, reader, store))]


def _reader(ask: Ask) -> str:
    """Return for whom the rows are: a student by the name in the store, "" for all who grade."""
    return "" if ask.viewer.may("grader") else ask.viewer.owner


def _rows(found: Ranked, reader: str, store: Store) -> Html:
    if reader:
        return lines_for(found.board, reader)
    return lines_with_names(found.board, {one.owner: one.student.name for one in store.accounts.everybody()})


def _ranked(site: Site, problem: Problem, algorithm: Algorithm | None, store: Store) -> Ranked:
    return site.standings.of(store, problem, site.frozen_s(problem.name, store), algorithm)


def _algorithm(ask: Ask) -> Algorithm | None:
    asked = ask.query.get("algorithm", "")
    found: Algorithm | None = next((one for one in get_args(Algorithm) if one == asked), None)
    if asked and (found is None or found not in ask.problem.algorithms):
        raise missing("leaderboard")
    return found
