"""Where a page leads: its links, and the crumbs above it."""

from __future__ import annotations

from typing import Final

import msgspec

from judge.errors import codes
from judge.reports.site.contents import Part

Crumb = tuple[str, str]  # a name, and the file of a page
TOP: Final[Crumb] = ("All problems", "index.html")


class Link(msgspec.Struct, frozen=True):
    """A name and the file that it leads to; "" for none."""

    name: str
    file: str = ""


def crumbs(part: Part) -> tuple[Crumb, ...]:
    """Return the pages above a page of a problem."""
    return TOP, (part.problem.title, part.file)


def case_link(part: Part, at: int) -> Link:
    """Return the link to the page of a case."""
    return Link(part.cases[at].path, part.case_file(at))


def code_of(code: str) -> str:
    """Return a code that can be looked up; nothing for another, such as of another version of the judge."""
    return code if code in codes() else ""


def submission_link(part: Part, at: int) -> Link:
    """Return the link to the page of a row."""
    return Link(part.judgements[at].submission.name, part.submission_file(at))
