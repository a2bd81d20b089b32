"""Runs of every kind, and what a page of one is made of."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

from judge.model import Judgement, Prepared, RunRecord
from judge.reports import SiteFolder
from judge.scoring import boards
from tests.make import CE, JE, WA, replace
from tests.make import judgement as of_runs
from tests.reports.make import alone, judged, problem, record, uncompiled

VOID = {"meta", "link", "br", "hr", "img", "input", "wbr", "use", "rect", "path", "line", "circle", "image", "polygon"}
WHEN = re.compile(r"2025-11-2\d( \d\d:\d\d [\w+-]+)?")  # in the zone of the host
OPTIONAL = {"td", "th", "tr", "tbody", "thead", "li", "p", "dt", "dd", "option"}  # that the next one closes


def ranked(*rows: Judgement) -> RunRecord:
    return replace(record(1, 3), boards=tuple(map(tuple, boards(rows, "cpu", 0.01))))


SIX = problem(6)
FIRST, SECOND = (judged(SIX, number) for number in range(2))


def _stopped() -> RunRecord:
    *rows, last = (judged(problem(12), number) for number in range(3))
    return replace(ranked(*rows, replace(last, runs=last.runs[:5])), complete=False)


def _images() -> RunRecord:
    [made] = ranked(FIRST, SECOND).boards
    turned = []
    for row in made:
        runs = row.judgement.runs
        images = (replace(run, case=f"{run.case}~r90", verdict=WA) for run in runs[3:])
        turned.append(replace(row, judgement=replace(row.judgement, runs=(*runs, *images)), rank=None))
    return replace(ranked(), ranked=False, boards=(tuple(turned),))


def _failed() -> RunRecord:
    fault = uncompiled(SIX).prepare.finding
    assert fault is not None
    runs = (replace(FIRST.runs[0], verdict=JE, code="E307"), *FIRST.runs[1:])
    failed = of_runs(SIX, [], "annealing", prepare=Prepared.failed(replace(fault, verdict=JE)))
    return ranked(replace(FIRST, runs=runs, verdict=JE, points=None), failed)


BARE = [replace(row, problem=replace(SIX, cases=())) for row in (FIRST, SECOND)]  # a file without its package
KINDS: dict[str, Callable[[], RunRecord]] = {
    "usual": lambda: record(4, 6),
    "one": lambda: alone(record(1, 1)),
    "many rows": lambda: record(25, 1),
    "stopped": _stopped,
    "images": _images,
    "without cases": lambda: replace(ranked(*BARE), made_s=None, judge=""),
    "judge failed": _failed,
    "uncompiled": lambda: ranked(replace(uncompiled(SIX), prepare=Prepared(CE, 0.1, "no"))),
    "empty": ranked,
}


def pages(made: RunRecord) -> dict[str, str]:
    """Return the text of each page by the name of its file."""
    with TemporaryDirectory() as folder:
        SiteFolder(Path(folder)).write(made)
        return {path.name: path.read_text("utf-8") for path in sorted(Path(folder).glob("*.html"))}


def said_on(page: str) -> str:
    """What the main part of a page says, a line each: a link with where it leads, a picture by its label, a fold with
    whether it is open, what is marked in brackets, and by which number a cell is sorted."""
    text = WHEN.sub("WHEN", page)
    for pattern, shown in (
        (r"^.*<main\b[^>]*>", ""),
        (r"<(style|script)\b.*?</\1>|<svg[^>]*aria-hidden.*?</svg>", ""),
        (r'<svg[^>]*aria-label="([^"]*)".*?</svg>', r"[\1]"),
        (r'<a\b[^>]*href="([^"]*)"[^>]*>(.*?)</a>', r"\2 (\1)"),
        (r"<mark[^>]*>(.*?)</mark>", r"«\1»"),
        (r"<details[^>]*open[^>]*>", "open: "),
        (r'<td\b[^>]*data-value="([^"]{1,8})[^"]*"[^>]*>(.*?)</td>', r"<td>\2 {\1}</td>"),
        (r"</(?:t[dh]|dt)>\s*<(?:t[dh]|dd)[^>]*>", " | "),
        (r"</dd>|</tr>|</figcaption>|</li>", "\n"),
        (r"<[^>]*>", ""),
    ):
        text = re.sub(pattern, shown, text, flags=re.DOTALL)
    return "\n".join(" ".join(line.split()) for line in html.unescape(text).split("\n") if line.strip())


class Page(HTMLParser):
    """A page, read strictly: each element is closed in its turn, but for those that HTML closes itself."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen = list[tuple[str, dict[str, str | None]]]()
        self.text = ""
        self.rows = dict[str, list[list[str]]]()  # of each table by its id, without what no screen reader says
        self._said = True
        self._open = list[str]()
        self.feed(text)
        self.close()
        self.rows = {
            name: [[" ".join(cell.split()) for cell in row] for row in rows] for name, rows in self.rows.items()
        }
        assert not set(self._open) - OPTIONAL
        self.tags = [" ".join([tag, *sorted(words)]) for tag, words in self.seen]
        self.kinds = {tag for tag, _ in self.seen}
        self.attributes = {name for _, words in self.seen for name in words}
        self.ids = [words["id"] or "" for _, words in self.seen if "id" in words]
        self.links = [value for _, words in self.seen for name in ("href", "src") if (value := words.get(name))]
        self.scripts = [words for tag, words in self.seen if tag == "script"]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        words = dict(attrs)
        assert len(words) == len(attrs), (tag, attrs)
        self.seen.append((tag, words))
        if tag not in VOID:
            self._open.append(tag)
        self._said = tag not in ("script", "style") and "aria-hidden" not in words
        if tag == "table":
            self.rows[words.get("id") or ""] = []
        elif tag == "tr":
            self._table.append([])
        elif tag in ("td", "th"):
            self._table[-1].append("")

    @property
    def _table(self) -> list[list[str]]:
        return [*self.rows.values()][-1]

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.text += "" if {"style", "script"} & {*self._open} else data
        if self._said and {"td", "th"} & {*self._open} and "svg" not in self._open:  # of a picture its label is said
            self._table[-1][-1] += data

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element of SVG that holds nothing."""
        self.handle_starttag(tag, attrs)
        self._said = True
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost element, which must be this one."""
        self._said = True
        if tag not in VOID:
            while self._open[-1] != tag and self._open[-1] in OPTIONAL:
                self._open.pop()
            assert self._open.pop() == tag, self.getpos()


def broken_links(read: dict[str, Page], folder: Path | None = None) -> Iterator[str]:
    """Yield each link that leads to no page, or to no place of it."""
    for name, page in read.items():
        for link in page.links:
            file, _, place = link.partition("#")
            file = file or name
            held = file.startswith(("assets/", "data:")) or file in read
            if not held or (place and place not in read[file].ids):
                yield f"{name}: {link}"
