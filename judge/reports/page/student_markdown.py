"""The page of one student as Markdown: the same in words and letters. Every mark in it that is not ours is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from judge.reports.page.student import CasePage, GroupPage, StudentPage
from judge.reports.terminal.letters import LETTERS, NOT_RUN
from judge.reports.units import number, seconds

_MARKED: Final = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|&~$:@=])")
_TEN: Final = 10


def student_markdown(page: StudentPage) -> str:
    """Return the whole page."""
    blocks = [*_head(page), *_prepare(page), *_shared(page), *_strips(page)]
    for group in page.groups:
        blocks += _group(group)
    return "\n".join([*blocks, *_meanings(page), *_facts(page)])


def _head(page: StudentPage) -> Iterable[str]:
    verdict = f" ({page.verdict})" if page.verdict else ""
    yield _heading(1, page.title)
    said = [
        " ".join(page.who),
        f"{page.headline}{verdict}. {page.points + '.' if page.points else ''}",
        page.why,
        *page.remarks,
    ]
    yield from (_paragraph(text) for text in said if text)
    if page.steps:
        yield _heading(2, "What to do")
        yield _list(page.steps)


def _prepare(page: StudentPage) -> Iterable[str]:
    if page.prepare:
        first, *more = page.prepare
        yield _heading(2, "It could not be compiled")
        yield _paragraph(first)
        if more:
            yield _fenced("\n".join(more))


def _shared(page: StudentPage) -> Iterable[str]:
    if page.shared:
        yield _heading(2, "Begin here")
        yield _list(
            f"{one.case} shows a fault that {one.count} hidden {'cases have' if one.count > 1 else 'case has'} too:"
            f" {one.words}"
            for one in page.shared
        )


def _strips(page: StudentPage) -> Iterable[str]:
    if not page.groups:
        return
    yield _heading(2, "All cases at a glance")
    width = max(len(group.name) for group in page.groups)
    yield _fenced("\n".join(f"{group.name:<{width}}  {_letters(group)}" for group in page.groups))
    seen = {_letter(case): case.title for group in page.groups for case in group.cases}
    yield _paragraph(", ".join(f"{letter} {title}" for letter, title in seen.items()))


def _letters(group: GroupPage) -> str:
    found = "".join(map(_letter, group.cases))
    return " ".join(found[start : start + _TEN] for start in range(0, len(found), _TEN))


def _letter(case: CasePage) -> str:
    return NOT_RUN if case.not_run else LETTERS[case.verdict]


def _group(group: GroupPage) -> Iterable[str]:
    worth = f", {number(group.earned)} of {number(group.most)} points" if group.earned is not None else ""
    yield _heading(2, f"{group.name}: {group.solved} of {len(group.cases)} solved{worth if group.most else ''}")
    rows = [("case", "verdict", "time", "median", "why"), *(_row(case) for case in group.cases)]
    lines = ["| " + " | ".join(map(_escape, row)) + " |" for row in rows]
    yield "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]]) + "\n"
    for case in group.cases:
        yield from _whole(case)


def _row(case: CasePage) -> tuple[str, ...]:
    like = f"; the same fault in public: {case.like}" if case.like else ""
    took = case.timing.words if case.timing else ""
    median = case.timing.median_s if case.timing else None
    name = f"{case.name} ({case.about})" if case.about else case.name
    return name, str(case.verdict), took, "" if median is None else seconds(median), f"{case.why}{like}"


def _whole(case: CasePage) -> Iterable[str]:
    if case.details or case.drawings:
        yield _heading(3, case.name)
    for name, text in case.details:
        lines = "\n" in text
        yield _paragraph(f"{name}:" if lines else f"{name}: {text}")
        if lines:
            yield _fenced(text)
    for drawing in case.drawings:
        yield _paragraph(drawing.caption)
        yield _fenced(drawing.text)


def _meanings(page: StudentPage) -> Iterable[str]:
    if page.meanings:
        yield _heading(2, "What the codes mean, and what to do")
    for one in page.meanings:
        yield _heading(3, f"{one.code}: {one.title}")
        yield _paragraph(one.why)
        if one.example:
            yield _fenced(one.example)
        yield _paragraph(f"What to do: {one.mend}")


def _facts(page: StudentPage) -> Iterable[str]:
    if page.facts:
        yield _heading(2, "What was judged" if page.groups or page.prepare else "How points are given")
        yield _list(f"{fact.name}: {fact.text}" for fact in page.facts)


# --- marks ---------------------------------------------------------------------------------------------------------
def _heading(level: int, text: str) -> str:
    return f"{'#' * level} {_escape(text)}\n"


def _paragraph(text: str) -> str:
    return f"{_escape(text)}\n"


def _list(items: Iterable[str] | Sequence[str]) -> str:
    return "".join(f"- {_escape(item)}\n" for item in items)


def _fenced(text: str) -> str:
    """Return text as it is. No run of backticks in it may end the fence."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}\n"


def _escape(text: str) -> str:
    """Return text without mark-up or HTML, on one line, so that nothing begins a list or a heading."""
    return _MARKED.sub(r"\\\1", " ".join(text.split()))
