"""The pages of a run, a file each, and beside them what they load: the style, the script, and the library that draws
plots, with its licence. What a page says is a view."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib.resources import files
from typing import Final

from judge.errors import codes
from judge.model import RunRecord
from judge.reports.blocks import Page
from judge.reports.lines import Link, Place
from judge.reports.page.html import Html
from judge.reports.page.pieces import line_html
from judge.reports.page.style import style
from judge.reports.page.templates import render
from judge.reports.page.view import blocks_html, submission_html
from judge.reports.picture.svg import STYLE
from judge.reports.plots.plot import looks
from judge.reports.reader import Reader
from judge.reports.site.folder import ASSETS, INDEX
from judge.reports.views import record as views
from judge.reports.views.case import case
from judge.reports.views.submission import submission

CODES: Final = "codes.html"
_LONGEST: Final = 40  # of a name in the name of a file
_STATIC: Final = ("chart.js", "chart.LICENSE.txt")


def files_of(record: RunRecord) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file of a folder of pages."""
    yield from assets()
    for name, text in pages(record):
        yield name, text.encode(errors="backslashreplace")


def assets() -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file beside the pages."""
    held = files("judge.reports.site") / "static"
    for name in _STATIC:
        yield f"{ASSETS}/{name}", (held / name).read_bytes()
    yield f"{ASSETS}/report.js", looks() + (held / "report.js").read_bytes()
    yield f"{ASSETS}/report.css", style(STYLE).encode()


def pages(record: RunRecord) -> Iterator[tuple[str, str]]:
    """Yield the name of the file of each page, and its text."""
    clock, parts = record.clock, views.parts(record)
    boards = [views.board(part, record) for part in parts]
    site = _Site(record, parts)
    yield INDEX, site.index(views.run(record, boards), parts)
    yield CODES, site.page(views.meanings(record), views.ALL)
    for board in boards:
        part, above = board.part, (views.ALL, board.part.link)
        resolve = partial(site.resolve, part=part.number)
        yield resolve(part.link.to), site.page(views.problem(board, clock), views.ALL, part=part.number)
        for at, standing in enumerate(part.standings):
            view = submission(standing, Reader(), clock, part.anchors, at)
            body = submission_html(view, resolve)
            yield resolve(part.submission(at).to), site.page(view, *above, body=body, part=part.number)
        for at in range(len(part.cases)):
            yield resolve(part.case(at).to), site.page(case(part, at, clock), *above, part=part.number)


class _Site:
    """Where each page is, and how a view becomes one."""

    def __init__(self, record: RunRecord, parts: Sequence[views.Part]) -> None:
        self._footer, self._files = views.made_by(record), {part.number: _files(part) for part in parts}

    def index(self, view: Page, parts: Sequence[views.Part]) -> str:
        """Return the page of the run, whose sections of problems lead to the pages of these parts."""
        part_of = {id(one): part.number for one, part in zip(view.blocks("problems"), parts, strict=True)}
        found = (
            blocks_html((one,), partial(self.resolve, part=part_of.get(id(one), 0)), sorts=True)
            for one in view.blocks()
        )
        return self.page(view, body=Html("\n".join(found)))

    def page(self, view: Page, *above: Link, body: Html | None = None, part: int = 0) -> str:
        """Return the text of a page of a part, below these others. Its `body` is that of its view, where it is not made
        yet."""
        resolve = partial(self.resolve, part=part)
        body = blocks_html(view.blocks(), resolve, sorts=True) if body is None else body
        return render(
            "run/base.html",
            title=view.title,
            above=above,
            line=partial(line_html, resolve=resolve),
            plotted='<figure class="plot">' in body,
            body=body,
            footer=self._footer,
        )

    def resolve(self, to: Place, part: int = 0) -> str:
        """Return where a link of a part leads; empty for no page. Several parts may have a problem of one name, such as
        those of its algorithms: a link by that name leads to its own part."""
        if to.kind == "code":
            return f"{CODES}#{to.key}" if to.key in codes() else ""
        if to.kind == "run":
            return INDEX
        own = self._files.get(part, {})
        held = (files.get((to.kind, to.key), "") for files in (own, *self._files.values()))
        file = next(filter(None, held), "")
        return f"{file}#{to.anchor}" if file and to.anchor else file


def _files(part: views.Part) -> Mapping[tuple[str, str], str]:
    """Return the name of the file of each page of a part: short for cases, as pages link to them 20,000 times. The
    first case of a name is known by that alone too. A leaderboard knows its part by the name of the problem."""
    found: dict[tuple[str, str], str] = {}
    for name in (part.problem.name, part.key):
        found["problem", name] = f"{part.number}-{_slug(part.problem.name)}.html"
        for at, row in enumerate(part.judgements):
            found["submission", f"{name}/{at}"] = f"{part.number}-s{at + 1:02}-{_slug(row.submission.name)}.html"
        for at, shown in reversed([*enumerate(part.cases)]):
            file = f"{part.number}-c{at + 1:03}.html"
            found["case", f"{name}/{shown.path}"] = found["case", f"{name}/{shown.name}"] = file
    return found


def _slug(name: str) -> str:
    """Return a name as every file system takes it; numbers before it tell names apart that become the same."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()[: 4 * _LONGEST])[:_LONGEST].strip("-") or "x"
