"""Nothing of a hidden case is in anything that a student or the public gets: its board, its answer, what was said of
it; nor is a name, a source or an id of another student on the web. One walk through all outputs; and one through those
of a case that is shown whole, which finds it."""

from __future__ import annotations

import io
import itertools
import time
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from judge.classroom import Gradebook, web_class
from judge.files import as_json
from judge.model import Conditions, Given, Prepared, Problem, RunRecord
from judge.problems import read_package
from judge.reports import EXPORTS, BoardsReport, OwnResult, ScoreboardReport, Sheet, make_export
from judge.scoring import Scoreboard
from judge.store import Store, run_json
from tests.make import replace
from tests.reports.make import as_text
from tests.reports.pages import pages
from tests.web.judged import HOST
from tests.web.sites import TestSite
from tests.web.strangers import WEIGHT, jobs_of, others_of, strangers
from tests.web.table import parts, readable

PACKED = Given.Packed.of(np.full((4, 4), WEIGHT), Given.Packed.WEIGHT).cells  # the same board in a document
POISON = ("zz-secret", str(WEIGHT), PACKED)  # what a case holds, and all that is said of it; its board
STAFF = {"junit"}  # exports that go to nobody else
Said = Iterator[tuple[str, str]]


def with_board(problem: Problem) -> Problem:
    """Return the problem; its hidden cases have boards with a number on every cell."""
    boards = [replace(one.board, layer=np.full(one.board.grid.shape or (4, 4), WEIGHT)) for one in problem.cases]
    pairs = zip(problem.cases, boards, strict=True)
    return replace(problem, cases=tuple(one if one.group == "sample" else replace(one, board=it) for one, it in pairs))


def on_the_web(site: TestSite, reader: str) -> Said:
    """Yield every page, stream and document of this reader, about what they have handed in."""
    browser, program = site.browser(reader), site.program(reader)
    for problem, case in (("quiz", "tiny"), ("words", "one")):
        words = parts(jobs_of(site, reader or "ada", problem)[0], problem=problem, case=case)
        for row in readable(reader):
            asking = program if row.for_programs else browser
            yield f"{row.path} of {problem} for {reader}", unescape(asking.ask(row, words).text)


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
    everybody: RunRecord = report.published()
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


def elsewhere(site: TestSite) -> Said:
    """Yield all outputs that are no pages of the site."""
    yield from of_the_contest(site)
    for name in ("quiz", "words"):
        served = read_package(site.folder / name)
        problem, under = with_board(served), Conditions.of(served, HOST)
        yield from on_a_terminal(site.store, problem, under)
        yield from in_files(site.store, problem)


def poisoned(said: Said) -> dict[str, set[str]]:
    """Return which poison is in which output; an output without any is not in it."""
    told = [(name, {word for word in POISON if word in text}) for name, text in said]
    assert len({name for name, _ in told}) > 15
    return {name: words for name, words in told if words}


def test_nothing_of_a_hidden_case_is_in_any_output(strange: TestSite) -> None:
    assert poisoned(elsewhere(strange)) == {}


@pytest.mark.parametrize("reader", ["", "ada", "bob"])
def test_no_page_holds_what_is_secret_or_another_s(strange: TestSite, reader: str) -> None:
    unwanted, said = others_of(strange, reader), dict(on_the_web(strange, reader))
    found = {name: [one for one in unwanted if one in text] for name, text in said.items()}
    assert not {name: one for name, one in found.items() if one}
    if reader:  # what is looked for would be found
        assert f"zz-{reader}-source" in said[f"/submissions/{{job}} of quiz for {reader}"]
        assert f"zz-{reader}-sample" in said[f"/submissions/{{job}}/feedback of words for {reader}"]


def test_a_secret_would_be_found_in_any_output(tmp_path: Path) -> None:
    with strangers(tmp_path, more='visibility = "full"\n') as site:  # of a case that is shown whole
        found = poisoned(itertools.chain(elsewhere(site), on_the_web(site, "ada")))
    pages = ("/submissions/{job}", "/submissions/{job}/feedback", "/api/submissions/{job}/result")
    for name in (*(f"{page} of words for ada" for page in pages), "own result", "own document", "feedback",
                 "gradescope", "published document"):  # fmt: skip
        assert name in found, name
    assert {"zz-secret", PACKED} <= set().union(*found.values())
