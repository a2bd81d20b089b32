"""Nothing of a hidden case is in anything that a student or the public gets: its board, its answer, what was said of
it. One walk through all outputs; and one through those of a case that is shown whole, which finds it."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Iterator
from html import unescape
from typing import Any

import numpy as np
import pytest

from judge.classroom import Gradebook, web_class
from judge.files import as_json
from judge.model import Case, Conditions, Given, Prepared, Problem, RunRecord
from judge.problems import read_package
from judge.reports import EXPORTS, BoardsReport, OwnResult, ScoreboardReport, Sheet, make_export, published_run
from judge.scoring import Scoreboard
from judge.store import Store, run_json
from tests.make import replace
from tests.reports.make import as_text
from tests.reports.pages import pages
from tests.web.judged import HOST
from tests.web.sites import TestSite
from tests.web.strangers import WEIGHT, jobs_of, strangers
from tests.web.table import parts, readable

PACKED = Given.Packed.of(np.full((4, 4), WEIGHT), Given.Packed.WEIGHT).cells  # the same board in a document
POISON = ("zz-secret", str(WEIGHT), PACKED)  # what a case holds, and all that is said of it; its board
STAFF = {"junit"}  # exports that go to nobody else
Said = Iterator[tuple[str, str]]


def with_board(problem: Problem) -> Problem:
    """Return the problem; its hidden cases have boards with a number on every cell."""
    return replace(problem, cases=tuple(map(_with_board, problem.cases)))


def _with_board(case: Case) -> Case:
    weights = np.full(case.board.grid.shape or (4, 4), WEIGHT, np.int64)
    return case if case.group == "sample" else replace(case, board=replace(case.board, layer=weights))


def on_the_web(site: TestSite) -> Said:
    """Yield every page, stream and document of nobody, of who handed it in, and of another student."""
    for problem in ("quiz", "words"):
        words = parts(jobs_of(site, "ada", problem)[0], problem=problem, case="one")
        for reader in ("", "ada", "bob"):
            for row in readable(reader):
                browser = site.program(reader) if row.path.startswith("/api/") else site.browser(reader)
                yield f"{row.path} for {reader}", unescape(browser.ask(row, words).text)


def on_a_terminal(store: Store, problem: Problem, under: Conditions) -> Said:
    """Yield what commands print and write of a problem for students and for the public."""
    board = store.boards.board(store.boards.outline(problem, under))
    [record] = [one for one in store.records(problem) if one.owner == "ada"]
    place, _ = store.boards.place(problem, under, HOST, "ada")
    made_so = record.judgement
    own = OwnResult(replace(made_so, prepare=Prepared(), runs=made_so.runs[::-1]), place)  # a hidden case first
    assert board.rows
    assert place
    yield "own result", as_text(own, 200)
    yield "own document", as_json(own.document(HOST)).decode()
    report = BoardsReport([board])
    yield "boards", as_text(report, 200)
    yield "document of boards", as_json(report.document()).decode()
    everybody: RunRecord = published_run([board])
    yield "published document", as_json(run_json(everybody)).decode()
    yield from ((f"published {name}", unescape(text)) for name, text in pages(everybody).items())


def in_files(store: Store, problem: Problem) -> Said:
    """Yield what goes to an LMS, from where students may have it; of a zip each file."""
    problem, roll = web_class(store, problem)
    book = Gradebook.read(store, roll, problem)
    sheet = replace(Sheet.of(problem), shape=roll.shape, column="Quiz (1)")
    for name in {*EXPORTS} - STAFF:
        body = make_export(name, book.rows, sheet).body
        if zipfile.is_zipfile(io.BytesIO(body)):
            with zipfile.ZipFile(io.BytesIO(body)) as packed:
                body = b"\n".join(map(packed.read, packed.namelist()))
        yield name, unescape(body.decode(errors="replace"))


def of_the_contest(site: TestSite) -> Said:
    """Yield the scoreboard as everybody sees it: on a terminal, as JSON, and as the feed of events."""
    contest: Any = site.app.state.site.contest(site.store)
    tried = site.store.tries.of(contest.schedule, round(time.time() * 1000))
    report = ScoreboardReport(Scoreboard.of(contest.schedule, tried.tries, contest.as_of, tried.unknown))
    yield "scoreboard", as_text(report, 200)
    yield "document of the scoreboard", as_json(report.document()).decode()
    yield "event feed", report.feed()


def poisoned(site: TestSite) -> dict[str, set[str]]:
    """Return which poison is in which output; an output without any is not in it."""
    found = [*on_the_web(site), *of_the_contest(site)]
    for name in ("quiz", "words"):
        served = read_package(site.folder / name)
        problem, under = with_board(served), Conditions.of(served, HOST)
        found += [*on_a_terminal(site.store, problem, under), *in_files(site.store, problem)]
    told = [(name, {word for word in POISON if word in text}) for name, text in found]
    assert len({name for name, _ in told}) > 40
    return {name: words for name, words in told if words}


@pytest.fixture(name="shown", scope="module")
def _shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestSite]:
    with strangers(tmp_path_factory.mktemp("site"), more='visibility = "full"\n') as made_so:
        yield made_so


def test_nothing_of_a_hidden_case_is_in_any_output(strange: TestSite) -> None:
    assert poisoned(strange) == {}


def test_it_would_be_found_in_any_of_them(shown: TestSite) -> None:
    """Of a case that is shown whole."""
    found = poisoned(shown)
    for name in ("/submissions/{job} for ada", "/submissions/{job}/feedback for ada", "own result", "own document",
                 "/api/submissions/{job}/result for ada", "feedback", "gradescope", "published document"):  # fmt: skip
        assert name in found, name
    assert {"zz-secret", PACKED} <= set().union(*found.values())
