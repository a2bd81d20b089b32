"""What a run is divided into for its pages: problems, their submissions and cases, and the name
of each page's file and where a page leads: its links, and the crumbs above it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Final

import msgspec

from judge.model import Case, Judgement, Problem, Run, RunRecord, Standing
from judge.reports.page.templates import render
from judge.text import all_of, counted

_LONGEST = 40  # of a name in the name of a file


class Contents(msgspec.Struct, frozen=True, eq=False):
    """A run and its parts, in the order of the record."""

    record: RunRecord
    parts: tuple[Part, ...]


class Part(msgspec.Struct, frozen=True, eq=False, dict=True):
    """One problem of a run. `cases` are those of the package, and what else was run: images of cases, or all cases of
    a record that does not hold the package."""

    number: int  # from 1
    standings: tuple[Standing, ...]
    cases: tuple[Shown, ...]

    @property
    def problem(self) -> Problem:
        """Return the problem."""
        return self.standings[0].judgement.problem

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """Return what was judged, best first."""
        return tuple(row.judgement for row in self.standings)

    @property
    def file(self) -> str:
        """Return the name of the problem's page."""
        return f"{self.number}-{_slug(self.problem.name)}.html"

    def submission_file(self, at: int) -> str:
        """Return the name of the page of the submission in this row, from 0."""
        return f"{self.number}-s{at + 1:02}-{_slug(self.standings[at].judgement.submission.name)}.html"

    def case_file(self, at: int) -> str:
        """Return the name of the page of the case at this place, from 0: short, as pages link to it 20,000 times."""
        return f"{self.number}-c{at + 1:03}.html"

    def case_anchor(self, at: int) -> str:
        """Return the id of a case's row on the page of each submission."""
        return f"case-{at + 1:03}"

    @property
    def anchors(self) -> dict[tuple[str, str], str]:
        """Return these of all cases, by group and name."""
        return {(one.group, one.name): self.case_anchor(at) for at, one in enumerate(self.cases)}

    def result(self, at: int, case: int) -> Run | None:
        """Return what came of a case; None where this submission has not run it."""
        shown = self.cases[case]
        return self._results[at].get((shown.group, shown.name))

    @cached_property
    def _results(self) -> list[dict[tuple[str, str], Run]]:
        return [{run.place: run for run in row.runs} for row in self.judgements]


class Shown(msgspec.Struct, frozen=True, eq=False):
    """A case by its group and name; `case` is None where the record does not hold it."""

    group: str
    name: str
    case: Case | None = None

    @property
    def path(self) -> str:
        """Return group and name as one text."""
        return f"{self.group}/{self.name}"


def contents_of(record: RunRecord) -> Contents:
    """Return the parts of a run; a problem on which nobody was judged is none."""
    boards = [board for board in record.boards if board]
    return Contents(record, tuple(Part(number, board, _cases(board)) for number, board in enumerate(boards, 1)))


def _cases(board: tuple[Standing, ...]) -> tuple[Shown, ...]:
    found = {case.place: Shown(case.group, case.name, case) for case in board[0].judgement.problem.cases}
    for row in board:
        for run in row.judgement.runs:
            found.setdefault(run.place, Shown(run.group, run.case))
    return tuple(found.values())


def _slug(name: str) -> str:
    """Return a name as every file system takes it; numbers before it tell names apart that become the same."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()[: 4 * _LONGEST])[:_LONGEST].strip("-") or "x"


_NAMED = 3


def page_of(
    contents: Contents, template: str, title: str, crumbs: Sequence[tuple[str, str]] = (), **words: object
) -> str:
    """Return the text of a page. `crumbs` are the pages above it: a name and a file each. Its footer says who made it,
    and when the run ended."""
    by = f"judge {contents.record.judge}".strip()
    footer = ", ".join(filter(None, (by, made(contents))))
    return render(f"run/{template}", title=title, crumbs=crumbs, footer=footer, **words)


def run_title(contents: Contents) -> str:
    """Return what was judged: the titles of the problems."""
    titles = [part.problem.title for part in contents.parts]
    if len(titles) > _NAMED:
        return counted(len(titles), "problem")
    return all_of(titles) or "A run"


def made(contents: Contents) -> str:
    """Return when the run ended; empty where nobody has written that down."""
    made_s = contents.record.made_s
    return f"{datetime.fromtimestamp(made_s, UTC):%Y-%m-%d %H:%M} UTC" if made_s is not None else ""


# --- links ------------------------------------------------------------------------------------------------------------
Crumb = tuple[str, str]  # a name, and the file of a page
TOP: Final[Crumb] = ("All problems", "index.html")


class Link(msgspec.Struct, frozen=True):
    """A name and the file that it leads to; "" for none."""

    name: str
    file: str = ""


def crumbs(part: Part) -> tuple[Crumb, ...]:
    """Return the pages above a page of a problem."""
    return TOP, (part.problem.title, part.file)


def submission_link(part: Part, at: int) -> Link:
    """Return the link to the page of a row."""
    return Link(part.judgements[at].submission.name, part.submission_file(at))
