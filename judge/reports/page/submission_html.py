"""The page of a submission as HTML: readable on a telephone, in the dark, on paper, and read aloud."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from judge.reports.page.html import Html
from judge.reports.page.marks import LIMIT_SIGN, MEDIAN_SIGN, legend_of, mark, share_bar
from judge.reports.page.style import style
from judge.reports.page.submission import SubmissionPage
from judge.reports.page.templates import render
from judge.reports.picture.svg import STYLE, board_svg

RESULT_STYLE: Final = """
.result{display:flex;gap:1rem;align-items:center}.result .mark{width:3rem;height:3rem}.result p{margin:0}
.result .words{font-size:1.35rem;font-weight:700;line-height:1.25}.points{font-size:1.1rem}
.score{margin:.9rem 0 .2rem}
.why{font-weight:600}.code{white-space:nowrap;font-weight:400}
details.fault{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0;max-width:60rem;background:var(--page)}
details.fault>summary{padding:.45rem .7rem}details.fault>summary:hover{background:var(--card)}
.inside{border-top:1px solid var(--line);padding:.5rem .9rem .8rem;scroll-margin-top:5rem}
.inside:target{background:var(--card)}.boards{display:flex;flex-wrap:wrap;gap:1rem 2rem;margin:.8rem 0}
.runs td,.runs th{overflow-wrap:normal;white-space:nowrap}tr:target>*{background:var(--card)}
figure{margin:0;flex:1 1 14rem;min-width:0;max-width:44rem}figcaption{font-weight:600;margin-bottom:.3rem}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}
dl.facts div{display:contents}dt{color:var(--soft)}dd{margin:0}
.meaning>summary{font-weight:600;padding:.3rem 0}
@media print{.astext{display:none}}
@media(max-width:30rem){body{padding:.7rem}dl.facts{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
"""


NO_FILES: Final[Mapping[str, str]] = {}
_CSS: Final = style(STYLE, RESULT_STYLE)


def student_html(page: SubmissionPage) -> str:
    """Return the page of a student, complete in itself."""
    return render("page/student.html", title=": ".join((page.title, *page.who[:1])), css=_CSS, **page_words(page))


def page_words(page: SubmissionPage, files: Mapping[str, str] = NO_FILES) -> dict[str, Any]:
    """Return what page/submission_body.html is rendered with: all that the page says below its heading. `files` are
    the pages of the cases, by their paths."""
    return {"page": page, "case_files": files, "legend": [*_legend(page)], **_IN_TEMPLATE}


def _legend(page: SubmissionPage) -> Iterator[tuple[Html, str]]:
    """Return the marks and signs that occur, each with what it means."""
    yield from legend_of(page.cases)
    if any(case.dots for case in page.cases):
        yield LIMIT_SIGN, "time limit"
    if any(case.median for case in page.cases):
        yield MEDIAN_SIGN, "median of the class"


_IN_TEMPLATE: Final = {"mark": mark, "share_bar": share_bar, "board_svg": board_svg}
