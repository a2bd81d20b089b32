"""One page for each student, complete in itself: HTML that loads nothing and runs nothing, or Markdown.

Both are made from the same few blocks, so that neither shows what the other hides. Texts of strangers are cleaned when
a block is made and escaped when it is written.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from judge.model import CaseResult, Judgement, Verdict
from judge.model.classroom import Graded, shown_whole
from judge.reports.export.exporter import Exported, Form, Sheet
from judge.reports.export.former_pages import remove_former
from judge.reports.export.pages import Written, left_out, write_each
from judge.reports.sanitize import clean_line
from judge.reports.student_view import details, drawings, prepare_lines, sentence, times
from judge.reports.units import number

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "pre{background:#f4f4f4;padding:.7rem;overflow-x:auto;line-height:1.2}"
    "table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2rem .6rem;text-align:left}"
)
_MARKED = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|&~$:@=])")


class _Block(msgspec.Struct, frozen=True):
    """A heading, a paragraph, a picture or output as it is, or a table with its head as the first row."""

    kind: Literal["h1", "h2", "h3", "p", "pre", "table"]
    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


def export_pages(rows: Sequence[Graded], sheet: Sheet, path: Path) -> Exported:
    """Write the page of each student below the folder `path`, and remove those of students who are gone."""
    written = write_pages(rows, sheet, path, sheet.form)
    failed = {student for student, _ in written.failed}
    made = [page_path(row, sheet.form) for row in rows if row.page and row.student.id not in failed]
    removed = remove_former(path, made, {row.page for row in rows if row.page})
    gone = f"; {removed} of students who are gone removed" if removed else ""
    return Exported(f"{written.count} feedback pages{gone}", left_out("page", written))


def page(row: Graded, sheet: Sheet, form: Form = "html") -> str:
    """Return the feedback for one student. It shows boards and diagnostics of samples, and of groups with
    visibility = "full"; of every other case the verdict, the time and one sentence."""
    blocks = [
        _Block("h1", clean_line(sheet.title)),
        _Block("p", clean_line(" ".join(dict.fromkeys(filter(None, (row.student.name, row.student.id)))))),
        _Block("p", _result(row)),
        *(_Block("p", clean_line(text, 1000)) for text in (sheet.scheme, row.note) if text),
    ]
    if row.judgement is not None:
        blocks += _judged(row.judgement)
    return _html(blocks) if form == "html" else "\n".join(_markdown(block) for block in blocks)


def page_path(row: Graded, form: Form = "html") -> str:
    """Return the path of the page in the folder of all pages: as the export had it, to be uploaded as it is."""
    return f"{row.page}.{form}"


def write_pages(rows: Iterable[Graded], sheet: Sheet, folder: Path, form: Form = "html") -> Written:
    """Write every page below `folder`; who has no page in the export gets none.

    A page that the judge itself fails to draw is left out, and the others are written. JudgeError E435 when the folder
    can't be written to.
    """
    return write_each(rows, folder, lambda row: page_path(row, form), lambda row: page(row, sheet, form))


def _result(row: Graded) -> str:
    if row.waits:
        return "The judge itself failed on this submission. That costs no points: they wait until it is judged again."
    parts = [f"Verdict {row.verdict}." if row.verdict else "Nothing was judged."]
    if row.points is not None:
        parts.append(f"{number(row.points)} of {number(row.max_points)} points.")
    if row.late:
        parts.append("Handed in late.")
    return " ".join(parts)


def _judged(judgement: Judgement) -> Iterable[_Block]:
    if judgement.prepare.verdict is not Verdict.AC:
        first, *more = prepare_lines(judgement) or [""]
        yield _Block("h2", "It could not be compiled")
        yield _Block("p", first)
        if more:
            yield _Block("pre", "\n".join(more))
    for group in judgement.problem.groups:
        runs = [run for run in judgement.runs if run.group == group]
        if not runs:
            continue
        solved = sum(run.verdict is Verdict.AC for run in runs)
        yield _Block("h2", f"{group}: {solved} of {len(runs)} solved")
        head = ("case", "verdict", "time", "why")
        yield _Block("table", rows=(head, *(_row(judgement, run) for run in runs)))
        if shown_whole(judgement.problem, group):
            for run in runs:
                yield from _whole(judgement, run)


def _row(judgement: Judgement, run: CaseResult) -> tuple[str, ...]:
    return run.case, str(run.verdict), times(judgement, run), sentence(judgement, run).replace("\n", " ")


def _whole(judgement: Judgement, run: CaseResult) -> Iterable[_Block]:
    lines, drawn = details(run), drawings(judgement, run)
    if lines or drawn:
        yield _Block("h3", run.case)
    if lines:
        yield _Block("pre", "\n".join(lines))
    for caption, text in drawn:
        yield _Block("p", caption)
        yield _Block("pre", text)


# --- HTML -------------------------------------------------------------------------------------------------------------
def _html(blocks: Iterable[_Block]) -> str:
    """Return a page without a script, a link or a picture; should one get in all the same, the policy stops it."""
    first, *_ = blocks = list(blocks)
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{html.escape(first.text)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
    )
    return head + "\n".join(map(_element, blocks)) + "\n</body>\n</html>\n"


def _element(block: _Block) -> str:
    if block.kind != "table":
        return f'<{block.kind} dir="auto">{html.escape(block.text)}</{block.kind}>'
    rows = [_table_row(row, "th" if number == 0 else "td", html.escape) for number, row in enumerate(block.rows)]
    return "<table>\n" + "\n".join(rows) + "\n</table>"


def _table_row(row: tuple[str, ...], tag: str, escape: Callable[[str], str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>"


# --- Markdown ---------------------------------------------------------------------------------------------------------
def _markdown(block: _Block) -> str:
    match block.kind:
        case "pre":
            # No run of backticks in the text may end the fence.
            longest = max(map(len, re.findall("`+", block.text)), default=0)
            fence = "`" * max(3, longest + 1)
            return f"{fence}text\n{block.text}\n{fence}\n"
        case "table":
            lines = ["| " + " | ".join(map(_escape, row)) + " |" for row in block.rows]
            return "\n".join([lines[0], "|" + " --- |" * len(block.rows[0]), *lines[1:]]) + "\n"
        case "p":
            return f"{_escape(block.text)}\n"
    return f"{'#' * int(block.kind[1])} {_escape(block.text)}\n"


def _escape(text: str) -> str:
    """Return text without mark-up or HTML, on one line, so that nothing begins a list or a heading."""
    return _MARKED.sub(r"\\\1", " ".join(text.split()))
