"""The leaderboard of a problem, or of one of its algorithms; it fills by itself."""

from __future__ import annotations

import math
from typing import Final, get_args

from judge.model import Algorithm
from judge.model.account import Account
from judge.reports.page.html import Html
from judge.reports.web.board import lines_for, lines_with_names
from judge.store import Store
from judge.web.ask import Ask, Fragment, Live, Page, missing
from judge.web.shared import Asked, Ranked

_EVERY_S: Final = 2.0


def board(ask: Ask) -> Page:
    """Show a leaderboard: to who grades with names, to all others with pseudonyms."""
    problem, algorithm = ask.problem, _algorithm(ask)
    before_s = ask.site.hidden_from_s(problem.name, ask.store, ask.viewer)
    found = ask.site.standings.of(ask.store, problem, Asked(problem.name, before_s, algorithm))
    used = [name for name in problem.algorithms if any(case.board.algorithm == name for case in problem.cases)]
    return ask.page(
        "board.html",
        problem=problem,
        algorithm=algorithm or "",
        algorithms=used if len(used) > 1 else (),
        board=found.board,
        rows=_rows(found, _reader(ask.viewer), ask.store),
        frozen=math.isfinite(before_s),
    )


def events(ask: Ask) -> Live:
    """Send the rows anew when something was ranked."""
    site, viewer, name, algorithm = ask.site, ask.viewer, ask.problem.name, _algorithm(ask)
    reader = _reader(viewer)

    def lately(store: Store) -> Ranked:
        asked = Asked(name, site.hidden_from_s(name, store, viewer), algorithm)
        return site.standings.lately(store, site.problem(name), asked)

    def rendered(store: Store) -> list[Fragment]:
        return [Fragment("rows", _rows(lately(store), reader, store))]

    return Live(("board", name, algorithm, reader), lately, rendered, _EVERY_S)


def _reader(viewer: Account) -> str:
    """Return for whom the rows are: a student by the name in the store, "" for all who grade."""
    return "" if viewer.may("grader") else viewer.owner


def _rows(found: Ranked, reader: str, store: Store) -> Html:
    if reader:
        return lines_for(found.board, reader)
    return lines_with_names(found.board, {one.owner: one.student.name for one in store.accounts.everybody()})


def _algorithm(ask: Ask) -> Algorithm | None:
    asked = ask.query.get("algorithm", "")
    found: Algorithm | None = next((one for one in get_args(Algorithm) if one == asked), None)
    if asked and (found is None or found not in ask.problem.algorithms):
        raise missing("leaderboard")
    return found
