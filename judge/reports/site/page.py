"""What every page of a run has: its title, where it stands, and who made it when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from judge.reports.page.templates import render
from judge.reports.site.contents import Contents
from judge.text import counted

_NAMED = 3


def page_of(
    contents: Contents, template: str, title: str, crumbs: Sequence[tuple[str, str]] = (), **words: object
) -> str:
    """Return the text of a page. `crumbs` are the pages above it: a name and a file each."""
    return render(f"run/{template}", title=title, crumbs=crumbs, footer=footer(contents), **words)


def run_title(contents: Contents) -> str:
    """Return what was judged: the titles of the problems."""
    titles = [part.problem.title for part in contents.parts]
    if len(titles) > _NAMED:
        return counted(len(titles), "problem")
    return " and ".join([", ".join(titles[:-1]), *titles[-1:]] if len(titles) > 2 else titles) or "A run"


def footer(contents: Contents) -> str:
    """Return who made the pages, and when the run ended."""
    by = f"judge {contents.record.judge}".strip()
    return ", ".join(filter(None, (by, made(contents))))


def made(contents: Contents) -> str:
    """Return when the run ended; empty where nobody has written that down."""
    made_s = contents.record.made_s
    return f"{datetime.fromtimestamp(made_s, UTC):%Y-%m-%d %H:%M} UTC" if made_s is not None else ""
