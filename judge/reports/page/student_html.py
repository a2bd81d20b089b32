"""The page of one student as HTML: readable on a telephone, in the dark, on paper, and read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from judge.reports.page.bars import LIMIT_SIGN, MEDIAN_SIGN, share_bar, time_bar
from judge.reports.page.html import Html
from judge.reports.page.marks import legend_of, mark
from judge.reports.page.student import CasePage, GroupPage, StudentPage, Timing
from judge.reports.page.style import style
from judge.reports.page.templates import render
from judge.reports.picture.svg import STYLE, board_svg
from judge.reports.units import number, seconds

STUDENT_STYLE: Final = """
.result{display:flex;gap:1rem;align-items:center}.result .mark{width:3rem;height:3rem}.result p{margin:0}
.result .words{font-size:1.35rem;font-weight:700;line-height:1.25}.points{font-size:1.1rem}
.score{margin:.9rem 0 .2rem}
.case{border:1px solid var(--line);border-radius:.5rem;margin:.4rem 0;background:var(--page)}
.case>summary{display:grid;grid-template-columns:1.6rem 1fr auto;gap:.1rem .7rem;padding:.45rem .7rem;
align-items:center;list-style:none}.took::after{content:" \\25b8"/""}.case[open] .took::after{content:" \\25be"/""}
.case>summary::-webkit-details-marker{display:none}
.case>summary:hover{background:var(--card)}.case .took{text-align:right;font-size:.9rem}
.case .bar{grid-column:2/-1}.inside{border-top:1px solid var(--line);padding:.5rem .9rem .8rem;scroll-margin-top:5rem}
.inside:target{background:var(--card)}.boards{display:flex;flex-wrap:wrap;gap:1rem 2rem;margin:.8rem 0}
figure{margin:0;flex:1 1 14rem;min-width:0;max-width:44rem}figcaption{font-weight:600;margin-bottom:.3rem}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}
dl.facts div{display:contents}dt{color:var(--soft)}dd{margin:0}
.meaning>summary{font-weight:600;padding:.3rem 0}
@media print{.astext{display:none}}
@media(max-width:30rem){body{padding:.7rem}dl.facts{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
"""


_CSS: Final = style(STYLE, STUDENT_STYLE)


def student_html(page: StudentPage) -> str:
    """Return the whole page."""
    return render("page/student.html", title=": ".join((page.title, *page.who[:1])), css=_CSS, **student_words(page))


def student_words(page: StudentPage) -> dict[str, Any]:
    """Return what page/student_body.html is rendered with: all that the page says below its heading."""
    return {
        "page": page,
        "remarks": [text for text in (page.why, *page.remarks) if text],
        "places": {f"{group.name}/{case.name}": f"case-{index}" for index, (group, case) in enumerate(_cases(page))},
        "opened": _first_to_look_at(page),
        "legend": [*_legend(page)],
        **_IN_TEMPLATE,
    }


def _cases(page: StudentPage) -> Iterator[tuple[GroupPage, CasePage]]:
    return ((group, case) for group in page.groups for case in group.cases)


def _first_to_look_at(page: StudentPage) -> CasePage | None:
    """Return the case that is open when the page is: the first missed one that shows its board."""
    missed = [case for _, case in _cases(page) if case.code]
    return next((case for case in missed if case.drawings), next((case for case in missed if case.details), None))


def _legend(page: StudentPage) -> Iterator[tuple[Html, str]]:
    """Return the marks and signs that occur, each with what it means."""
    yield from legend_of(case for _, case in _cases(page))
    if any(case.timing for _, case in _cases(page)):
        yield LIMIT_SIGN, "time limit"
    if any(case.timing and case.timing.median_s is not None for _, case in _cases(page)):
        yield MEDIAN_SIGN, "median of the class"


def _score(group: GroupPage) -> str:
    solved = f"{group.solved} of {len(group.cases)} solved"
    if not group.most:
        return f"{solved}, no points"
    return solved if group.earned is None else f"{solved}, {number(group.earned)} of {number(group.most)} points"


def _group_bar(group: GroupPage) -> Html:
    by_points = group.most > 0 and group.earned is not None
    return share_bar(group.earned or 0.0, group.most) if by_points else share_bar(group.solved, len(group.cases))


def _timed(timing: Timing) -> str:
    said = f"It took {timing.words}."
    if timing.median_s is None:
        return said
    return f"{said} The median of the {timing.solvers} in the class who solved it is {seconds(timing.median_s)}."


_IN_TEMPLATE: Final = {  # what makes pictures and sentences of a part of the page
    "mark": mark,
    "share_bar": share_bar,
    "time_bar": time_bar,
    "board_svg": board_svg,
    "score": _score,
    "group_bar": _group_bar,
    "timed": _timed,
}
