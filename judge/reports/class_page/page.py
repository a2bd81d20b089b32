"""The page of a class: one file that loads nothing and runs nothing, whatever a student is called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.model.mark import Mark
from judge.model.overview import Overview, Reason
from judge.reports.class_page.elements import Column, bar, items, named, section, table, text
from judge.reports.class_page.grid import grid
from judge.reports.class_page.style import STYLE
from judge.reports.class_words import median, near, solved, span, summary

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def class_page(whole: Overview) -> str:
    """Return the page. Should a script get in all the same, the policy stops it."""
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="generator" content="judge report">\n<title>{text(whole.title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{text(whole.title)}</h1>\n"
    )
    return head + "\n".join(_sections(whole)) + "\n</main>\n</body>\n</html>\n"


def _sections(whole: Overview) -> Iterator[str]:
    yield items(map(text, summary(whole)))
    if whole.bins:
        yield section("Points", _histogram(whole))
    if whole.ungraded:
        yield section("Not graded", *map(_reason, whole.ungraded))
    if whole.unmatched:
        yield section("Unmatched", *map(_reason, whole.unmatched))
    yield section("Cases", _cases(whole))
    if whole.near:
        yield section("Close to a limit", items((named(near(one)) for one in whole.near), "cols"))
    if whole.disturbed:
        yield section("Disturbed runs", *_disturbed(whole))
    if whole.marks:
        yield section("By hand", _marks(whole.marks))
    yield section("Students and cases", grid(whole))


def _histogram(whole: Overview) -> str:
    most = max(one.count for one in whole.bins)
    rows = ((text(span(one)), f"{bar(one.count / most)}{one.count}") for one in whole.bins)
    return table("How many have which points", [Column("points", True), Column("students")], rows)


def _cases(whole: Overview) -> str:
    columns = [Column("case"), Column("solved by", True), Column("share"), Column("median time", True)]
    rows = (
        (named(case.path), solved(case), f"{bar(case.rate)}{100 * case.rate:.0f} %", median(case) or "-")
        for case in whole.cases
    )
    return table("How many solve each case", columns, rows)


def _reason(reason: Reason) -> str:
    """Return what is the matter, what is to be done, and with whom."""
    count = f" ({len(reason.about)})" if len(reason.about) > 1 else ""
    repair = f"<p>What to do: {text(reason.help)}</p>" if reason.help else ""
    names = (named(name) + (f": {named(own)}" if own else "") for name, own in reason.about)
    return f"<h3>{named(reason.what)}{count}</h3>\n{repair}\n{items(names, 'cols')}"


def _disturbed(whole: Overview) -> Iterator[str]:
    yield f"<p>{text(str(whole.disturbance))}</p>"
    yield f"<p>What to do: <code>judge regrade --problem {text(whole.problem)} --disturbed</code></p>"
    yield items((f"{named(student.id)}: {count}" for student, count in whole.disturbed), "cols")


def _marks(marks: Iterable[Mark]) -> str:
    columns = [Column("student"), Column("when"), Column("what was decided, by whom and why")]
    return table("What was decided by hand", columns, ((named(one.owner), one.day, named(str(one))) for one in marks))
