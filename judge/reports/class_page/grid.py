"""Students x cases: a row for each student, a letter for each case, and the word of the letter for who hears it."""

from __future__ import annotations

from collections.abc import Iterator

from judge.errors import verdicts
from judge.model.overview import Line, Overview, Tried
from judge.reports.class_page.elements import boxed, items, named, text
from judge.reports.class_words import points_of, who
from judge.reports.terminal.letters import LETTERS, NOT_RUN, mark

SKIPPED = "not run after two time-outs"


def grid(whole: Overview) -> str:
    """Return the table of all students, and what its letters mean."""
    heads = ["<th scope='col'>student</th>", "<th scope='col' class='num'>points</th>", "<th scope='col'>verdict</th>"]
    heads += [f"<th scope='col' class='case'>{named(case.path)}</th>" for case in whole.cases]
    rows = "\n".join(map(_row, whole.lines))
    inner = f"<thead><tr>{''.join(heads)}</tr></thead>\n<tbody>\n{rows}\n</tbody>".replace("'", '"')
    return items(_legend(whole), "legend") + "\n" + boxed("Students and cases", inner, "grid")


def _row(line: Line) -> str:
    verdict = str(line.verdict or "")
    cells = f'<td class="num">{text(points_of(line))}</td><td>{text(verdict) or "not graded"}</td>'
    return f'<tr><th scope="row">{named(who(line))}</th>{cells}{"".join(map(_cell, line.tried))}</tr>'


def _cell(one: Tried | None) -> str:
    if one is None:
        return "<td></td>"
    letter, verdict = mark(one.verdict, not_run=one.not_run)
    said = SKIPPED if one.not_run else verdicts()[verdict].title
    return f'<td class="c {verdict}">{_letter(letter, said)}</td>'


def _letter(letter: str, said: str) -> str:
    return f'<span aria-hidden="true">{text(letter)}</span><span class="said">{text(said)}</span>'


def _legend(whole: Overview) -> Iterator[str]:
    tried = [one for line in whole.lines for one in line.tried if one]
    seen = {one.verdict for one in tried if not one.not_run}
    for verdict, letter in LETTERS.items():
        if verdict in seen:
            yield f'<span class="key {verdict}">{text(letter)}</span>{text(verdicts()[verdict].title)} ({verdict})'
    if any(one.not_run for one in tried):
        yield f'<span class="key TLE">{NOT_RUN}</span>{SKIPPED}'
    if any(line.by_hand for line in whole.lines):
        yield '<span class="key">*</span>points by hand'
