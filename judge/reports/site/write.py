"""Write a run as a folder of pages, and beside them what they load: the style, the script, and the library that draws
plots, with its licence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Final

from judge.model import RunRecord
from judge.reports.page.style import style
from judge.reports.page.view import submission_html
from judge.reports.picture.svg import STYLE
from judge.reports.plots.plot import looks
from judge.reports.reader import Reader
from judge.reports.site import case, contest, problem
from judge.reports.site.contents import Contents, contents_of, crumbs, page_of
from judge.reports.site.folder import ASSETS
from judge.reports.views.submission import submission


def submission_pages(contents: Contents) -> Iterator[tuple[str, str]]:
    """Yield the name of the file of each submission, and its text."""
    clock = contents.record.clock
    for part in contents.parts:
        files = {shown.path: part.case_file(place) for place, shown in enumerate(part.cases)}
        for at, standing in enumerate(part.standings):
            view = submission(standing, Reader(), clock, part.anchors, at)
            words = {"body": submission_html(view, files), "plotted": view.growth is not None}
            yield part.submission_file(at), page_of(contents, "submission.html", view.title, crumbs(part), **words)


PAGES: Final[tuple[Callable[[Contents], Iterator[tuple[str, str]]], ...]] = (
    *(contest.pages, problem.pages, submission_pages, case.pages, contest.codes_page),
)


def files_of(record: RunRecord) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file of a folder of pages."""
    contents = contents_of(record)
    yield from assets()
    for pages in PAGES:
        for name, text in pages(contents):
            yield name, text.encode(errors="backslashreplace")


# --- the files beside the pages ---------------------------------------------------------------------------------------
_STATIC: Final = ("chart.js", "chart.LICENSE.txt")


def assets() -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file."""
    held = files("judge.reports.site") / "static"
    for name in _STATIC:
        yield f"{ASSETS}/{name}", (held / name).read_bytes()
    yield f"{ASSETS}/report.js", looks() + (held / "report.js").read_bytes()
    yield f"{ASSETS}/report.css", style(STYLE).encode()
