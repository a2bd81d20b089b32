"""Runs of every kind, and what a page of one is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from judge.model import Judgement, Prepared, RunRecord, Standing, Verdict
from judge.reports import SiteFolder
from judge.scoring import boards, judgement_of
from tests.reports.make import alone, judged, problem, record, uncompiled

VOID = {"meta", "link", "br", "hr", "img", "input", "wbr", "use", "rect", "path", "line", "circle", "image", "polygon"}
OPTIONAL = {"td", "th", "tr", "tbody", "thead", "li", "p", "dt", "dd", "option"}  # that the next one closes


def ranked(rows: list[Judgement]) -> RunRecord:
    return msgspec.structs.replace(record(1, 3), boards=tuple(map(tuple, boards(rows, "cpu", 0.01))))


def _stopped() -> RunRecord:
    chosen = problem(12)
    rows = [judged(chosen, number) for number in range(3)]
    rows[2] = msgspec.structs.replace(rows[2], runs=rows[2].runs[:5])
    return msgspec.structs.replace(ranked(rows), complete=False)


def _images() -> RunRecord:
    made = ranked([judged(problem(6), number) for number in range(2)])

    def turned(row: Standing) -> Standing:
        runs = row.judgement.runs
        images = tuple(msgspec.structs.replace(run, case=f"{run.case}~r90", verdict=Verdict.WA) for run in runs[3:])
        made = msgspec.structs.replace(row.judgement, runs=(*runs, *images))
        return msgspec.structs.replace(row, judgement=made, rank=None)

    return msgspec.structs.replace(made, ranked=False, boards=tuple(tuple(map(turned, one)) for one in made.boards))


def _without_cases() -> RunRecord:
    """Return a run as one from a file without its package: results, and no case."""
    bare = msgspec.structs.replace(problem(6), cases=())
    rows = [msgspec.structs.replace(judged(problem(6), number), problem=bare) for number in range(2)]
    return msgspec.structs.replace(ranked(rows), made_s=None, judge="")


def _failed() -> RunRecord:
    chosen = problem(6)
    fault = uncompiled(chosen).prepare.finding
    assert fault is not None
    one, other = judged(chosen, 0), judged(chosen, 1)
    runs = (msgspec.structs.replace(one.runs[0], verdict=Verdict.JE, code="E307"), *one.runs[1:])
    mended = msgspec.structs.replace(one, runs=runs, verdict=Verdict.JE, points=None)
    failed = Prepared.failed(msgspec.structs.replace(fault, verdict=Verdict.JE))
    return ranked([mended, judgement_of(other.submission, chosen, failed)])


def _uncompiled() -> RunRecord:
    chosen = problem(6)
    return ranked([msgspec.structs.replace(uncompiled(chosen), prepare=Prepared(Verdict.CE, 0.1, "no"))])


KINDS: dict[str, Callable[[], RunRecord]] = {
    "usual": lambda: record(6, 12),
    "one": lambda: alone(record(1, 1)),
    "many rows": lambda: record(25, 4),
    "stopped": _stopped,
    "images": _images,
    "without cases": _without_cases,
    "judge failed": _failed,
    "uncompiled": _uncompiled,
    "empty": lambda: msgspec.structs.replace(record(1, 1), boards=()),
}


def pages(made: RunRecord) -> dict[str, str]:
    """Return the text of each page by the name of its file."""
    with TemporaryDirectory() as folder:
        SiteFolder(Path(folder)).write(made)
        return {path.name: path.read_text("utf-8") for path in sorted(Path(folder).glob("*.html"))}


class Page(HTMLParser):
    """A page, read strictly: each element is closed in its turn, but for those that HTML closes itself."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags = list[str]()
        self.seen = list[tuple[str, dict[str, str | None]]]()
        self.kinds = set[str]()
        self.text = ""
        self.texts = dict[str, str]()  # of each kind of element, what stands in it
        self.ids = list[str]()
        self.links = list[str]()
        self.scripts = list[dict[str, str | None]]()
        self.attributes = set[str]()
        self.rows = dict[str, list[list[str]]]()  # of each table by its id, without what no screen reader says
        self._said = True
        self._open = list[str]()
        self.feed(text)
        self.close()
        self.rows = {
            name: [[" ".join(cell.split()) for cell in row] for row in rows] for name, rows in self.rows.items()
        }
        assert not set(self._open) - OPTIONAL

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        words = dict(attrs)
        assert len(words) == len(attrs), (tag, attrs)
        self.tags.append(" ".join([tag, *sorted(words)]))
        self.seen.append((tag, words))
        self.kinds.add(tag)
        self.attributes |= set(words)
        self.ids += [words["id"] or ""] if "id" in words else []
        self.links += [value for name in ("href", "src") if (value := words.get(name))]
        if tag == "script":
            self.scripts.append(words)
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
        tag = self._open[-1] if self._open else ""
        self.text += data
        self.texts[tag] = self.texts.get(tag, "") + data
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
