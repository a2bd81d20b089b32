"""The page of one student as HTML: readable on a telephone, in the dark, on paper, and read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from judge.reports.page.bars import LIMIT_SIGN, MEDIAN_SIGN, share_bar, time_bar
from judge.reports.page.html import Html, document, element, joined, named, prose
from judge.reports.page.marks import mark
from judge.reports.page.student import CasePage, GroupPage, Shared, StudentPage, Timing
from judge.reports.page.style import style
from judge.reports.picture.svg import STYLE, board_svg
from judge.reports.student_view import Drawing
from judge.reports.units import number, seconds

_STYLE: Final = """
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
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1rem;padding:0;font-size:.9rem}
.legend li{display:flex;gap:.35rem;align-items:center}.legend .mark{width:1.2rem;height:1.2rem}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{color:var(--soft)}dd{margin:0}
.meaning>summary{font-weight:600;padding:.3rem 0}
@media print{.astext{display:none}}
@media(max-width:30rem){body{padding:.7rem}dl.facts{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
"""


def student_html(page: StudentPage) -> str:
    """Return the whole page."""
    places = {_key(group, case): f"case-{index}" for index, (group, case) in enumerate(_cases(page))}
    parts = [
        *_head(page),
        *_prepare(page),
        *_shared(page.shared, places),
        *_strips(page, places),
        *(_group(group, places, opened=_first_to_look_at(page)) for group in page.groups),
        *_meanings(page),
        *_facts(page),
    ]
    return document(": ".join((page.title, *page.who[:1])), _CSS, element("main", *parts))


_CSS: Final = style(STYLE, _STYLE)


def _key(group: GroupPage, case: CasePage) -> str:
    return f"{group.name}/{case.name}"


def _cases(page: StudentPage) -> Iterable[tuple[GroupPage, CasePage]]:
    return ((group, case) for group in page.groups for case in group.cases)


def _first_to_look_at(page: StudentPage) -> CasePage | None:
    """Return the case that is open when the page is: the first missed one that shows its board."""
    missed = [case for _, case in _cases(page) if case.code]
    return next((case for case in missed if case.drawings), next((case for case in missed if case.details), None))


# --- the result ----------------------------------------------------------------------------------------------------
def _head(page: StudentPage) -> Iterable[Html]:
    yield element("h1", page.title, dir="auto")
    if page.who:
        yield element("p", joined(*(joined(named(who), " ") for who in page.who)), class_="soft")
    words = [element("p", page.headline, _short(page), class_="words")]
    if page.points:
        words.append(element("p", page.points, class_="points"))
    icon = [mark(page.verdict)] if page.verdict else []
    inside = [element("div", *icon, element("div", *words), class_="result")]
    if page.share:
        inside.append(share_bar(*page.share))
    inside += [element("p", text) for text in (page.why, *page.remarks) if text]
    if page.steps:
        inside += [element("h2", "What to do"), *_list([prose(step) for step in page.steps])]
    yield element("section", *inside, class_="card", aria_label="Result")


def _list(items: Sequence[Html]) -> list[Html]:
    """Return one as a paragraph, more as a list."""
    if len(items) == 1:
        return [element("p", items[0])]
    return [element("ul", *(element("li", item) for item in items))]


def _short(page: StudentPage) -> str:
    return f" ({page.verdict})" if page.verdict else ""


def _prepare(page: StudentPage) -> Iterable[Html]:
    if page.prepare:
        first, *more = page.prepare
        yield element("h2", "It could not be compiled")
        yield element("p", first)
        if more:
            yield element("pre", "\n".join(more), dir="auto")


def _shared(shared: Iterable[Shared], places: dict[str, str]) -> Iterable[Html]:
    rows = [
        joined(
            element("a", one.case, href=f"#{places[one.case]}"),
            f" shows a fault that {one.count} hidden {'cases have' if one.count > 1 else 'case has'} too: ",
            element("strong", one.words, dir="auto"),
        )
        for one in shared
    ]
    if rows:
        yield element("section", element("h2", "Begin here"), *_list(rows), class_="card")


# --- cases ---------------------------------------------------------------------------------------------------------
def _strips(page: StudentPage, places: dict[str, str]) -> Iterable[Html]:
    if not page.groups:
        return
    yield element("h2", "All cases at a glance")
    for group in page.groups:
        yield element("p", element("strong", group.name), f": {_score(group)}", class_="score")
        yield _group_bar(group)
        links = [_link(group, case, places) for case in group.cases]
        yield element("ul", *links, class_="strip", aria_label=f"cases of {group.name}")
    seen = {(case.verdict, case.not_run): case.title for _, case in _cases(page)}
    legend = [element("li", mark(verdict, not_run=not_run), title) for (verdict, not_run), title in seen.items()]
    if any(case.timing for _, case in _cases(page)):
        legend.append(element("li", LIMIT_SIGN, "time limit"))
    if any(case.timing and case.timing.median_s is not None for _, case in _cases(page)):
        legend.append(element("li", MEDIAN_SIGN, "median of the class"))
    yield element("ul", *legend, class_="legend", aria_label="what the marks mean")


def _link(group: GroupPage, case: CasePage, places: dict[str, str]) -> Html:
    said = f"{case.name}: {case.title}"
    shape = mark(case.verdict, not_run=case.not_run, said=said)
    return element("li", element("a", shape, href=f"#{places[_key(group, case)]}", title=said))


def _score(group: GroupPage) -> str:
    solved = f"{group.solved} of {len(group.cases)} solved"
    if not group.most:
        return f"{solved}, no points"
    return solved if group.earned is None else f"{solved}, {number(group.earned)} of {number(group.most)} points"


def _group(group: GroupPage, places: dict[str, str], *, opened: CasePage | None) -> Html:
    cases = [_case(case, places[_key(group, case)], places, opened=case is opened) for case in group.cases]
    return element("section", element("h2", f"Cases of {group.name}"), *cases)


def _group_bar(group: GroupPage) -> Html:
    by_points = group.most > 0 and group.earned is not None
    return share_bar(group.earned or 0.0, group.most) if by_points else share_bar(group.solved, len(group.cases))


def _case(case: CasePage, place: str, places: dict[str, str], *, opened: bool) -> Html:
    took = case.timing.words if case.timing else ""
    name = element("span", element("strong", case.name, dir="auto"), " ", element("span", case.title, class_="soft"))
    head = [mark(case.verdict, not_run=case.not_run), name, element("span", took, class_="took soft")]
    if case.timing:
        head.append(time_bar(case.timing.time_s, case.timing.limit_s, case.timing.median_s))
    inside = element("div", *_inside(case, places), id=place, class_="inside")
    kind = "case told" if case.code or case.details else "case"  # on paper, what says more than the time is open
    return element("details", element("summary", *head), inside, class_=kind, open="" if opened else None)


def _inside(case: CasePage, places: dict[str, str]) -> Iterable[Html]:
    if case.about:
        yield element("p", case.about, class_="soft")
    if case.why:
        yield element("p", _explained(case), dir="auto")
    if case.like:
        yield element("p", "The same fault in public: ", element("a", case.like, href=f"#{places[case.like]}"), ".")
    for name, text in case.details:
        yield from _detail(name, text)
    if case.drawings:
        yield element("div", *map(_figure, case.drawings), class_="boards")
    if case.timing:
        yield element("p", _timed(case.timing), class_="soft")


def _detail(name: str, text: str) -> Iterable[Html]:
    """Return a line behind its name; several lines, such as a traceback, keep their shape."""
    if "\n" not in text:
        yield element("p", element("span", f"{name}: ", class_="soft"), element("span", text, dir="auto"))
    else:
        yield element("p", f"{name}:", class_="soft")
        yield _drawn(text, name) if name == "where" else element("pre", text, dir="auto")


def _explained(case: CasePage) -> Html:
    """Return why, with a link from the code to what it means."""
    before, bracket, code = case.why.rpartition(f"[{case.code}]")
    if not (case.code and bracket):
        return joined(case.why)
    return joined(before, element("a", bracket, href=f"#{case.code}"), code)


def _figure(drawing: Drawing) -> Html:
    text = element("details", element("summary", "as text"), _drawn(drawing.text, drawing.caption), class_="astext")
    shown = board_svg(drawing.board, drawing.piece, drawing.cells)
    return element("figure", element("figcaption", drawing.caption), shown, text)


def _drawn(text: str, label: str) -> Html:
    """Return text whose lines are not folded: where they are too long they are scrolled, with the keyboard too."""
    return element("pre", text, class_="drawn", tabindex=0, role="group", aria_label=label)


def _timed(timing: Timing) -> str:
    said = f"It took {timing.words}."
    if timing.median_s is None:
        return said
    return f"{said} The median of the {timing.solvers} in the class who solved it is {seconds(timing.median_s)}."


# --- what it means -------------------------------------------------------------------------------------------------
def _meanings(page: StudentPage) -> Iterable[Html]:
    if page.meanings:
        yield element("h2", "What the codes mean, and what to do")
    for index, one in enumerate(page.meanings):
        inside = [element("p", prose(one.why), id=one.code)]
        if one.example:
            inside += [element("p", "An example:", class_="soft"), _drawn(one.example, f"example of {one.code}")]
        inside.append(element("p", element("strong", "What to do: "), prose(one.mend)))
        head = element("summary", f"{one.code}: {one.title}")
        yield element("details", head, *inside, class_="meaning", open="" if index == 0 else None)


def _facts(page: StudentPage) -> Iterable[Html]:
    rows = [part for fact in page.facts for part in (element("dt", fact.name), element("dd", fact.text, dir="auto"))]
    if rows:
        yield element("h2", "What was judged" if page.groups or page.prepare else "How points are given")
        yield element("dl", *rows, class_="facts")
