"""Unusually alike submissions side by side: one page, complete in itself, that loads nothing and runs nothing."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Final

from judge.model.similarity import Circle, Pair, Part, Similarities, Work
from judge.reports.export.similar_source import Marked, side
from judge.reports.export.similar_style import style
from judge.reports.sanitize import clean_line
from judge.reports.similar_words import METHOD, NO_VERDICT, percent, shared, summary, usual
from judge.reports.units import counted

MOST_PAIRS: Final = 100  # side by side on one page
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def similar_page(found: Similarities) -> str:
    """Return the page: what was compared, every circle with its members, and the pairs that join them."""
    title = f"Alike in {clean_line(found.title)}"
    body = [f'<h1 dir="auto">{html.escape(title)}</h1>', f'<p class="card"><strong>{NO_VERDICT}</strong></p>']
    body += [f"<p>{METHOD}</p>", f"<p>{summary(found)}</p>"]
    body.append(_contents(found))
    left = MOST_PAIRS
    for number, circle in enumerate(found.circles, 1):
        body.append(_circle(found.works, circle, number, left))
        left = max(0, left - len(circle.shown))
    body.append(_left_out(found.left_out))
    return _document(title, body)


def _document(title: str, body: Iterable[str]) -> str:
    """Return a page without a script; should one get in all the same, the policy stops it."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{html.escape(title)}</title>\n<style>{style()}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(filter(None, body))
        + "\n</main>\n</body>\n</html>\n"
    )


def _contents(found: Similarities) -> str:
    if not found.circles:
        return ""
    rows = "\n".join(_row(found.works, circle, number) for number, circle in enumerate(found.circles, 1))
    head = "".join(f'<th scope="col">{word}</th>' for word in ("#", "who", "shared", "usual up to"))
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"


def _row(works: Sequence[Work], circle: Circle, number: int) -> str:
    who = ", ".join(_name(works[one]) for one in circle.works)
    link = f'<a href="#group-{number}">{number}</a>'
    return f"<tr><td>{link}</td><td>{who}</td><td>{shared(circle)}</td><td>{usual(circle)}</td></tr>"


def _circle(works: Sequence[Work], circle: Circle, number: int, most: int) -> str:
    """Return a circle, with at most so many of the pairs that join it side by side."""
    pairs = [_pair(works, pair, f"{number}-{at}") for at, pair in enumerate(circle.shown[:most], 1)]
    rest = len(circle.shown) - len(pairs)
    who = ", ".join(_name(works[one]) for one in circle.works)
    more = [f"<p>{counted(rest, 'pair')} more, not shown side by side.</p>"] if rest else []
    return "\n".join([f'<h2 id="group-{number}">{number}. {who}</h2>', *pairs, *more])


def _pair(works: Sequence[Work], pair: Pair, key: str) -> str:
    """Return two works side by side; `key` makes their anchors their own."""
    left, right = works[pair.left], works[pair.right]
    sides = "\n".join(
        f'<section aria-label="{where}"><h4>{_name(work)}</h4>\n{side(work, parts)}</section>'
        for where, work, parts in (
            ("left side", left, _marked(pair.parts, key, left=True)),
            ("right side", right, _marked(pair.parts, key, left=False)),
        )
    )
    head = f"<h3>{_name(left)} and {_name(right)}: {percent(pair.share)} shared</h3>"
    words = f"Up to {percent(pair.limit)} is usual for these two. {counted(len(pair.parts), 'shared part')} in all."
    return f'<article class="pair">\n{head}\n<p>{words}</p>\n<div class="sides">\n{sides}\n</div>\n</article>'


def _marked(parts: Sequence[Part], key: str, *, left: bool) -> list[Marked]:
    """Return the parts of one side, with their anchors."""
    here, there = ("l", "r") if left else ("r", "l")
    return [
        Marked(number, part.left if left else part.right, f"p{key}{here}{number}", f"p{key}{there}{number}")
        for number, part in enumerate(parts, 1)
    ]


def _left_out(left_out: Sequence[tuple[str, str]]) -> str:
    if not left_out:
        return ""
    rows = "\n".join(f"<li><bdi>{_line(who)}</bdi>: {_line(why)}</li>" for who, why in left_out)
    return f"<h2>Not compared</h2>\n<ul>\n{rows}\n</ul>"


def _name(work: Work) -> str:
    return f'<bdi dir="auto">{_line(work.name)}</bdi>'


def _line(text: str) -> str:
    return html.escape(clean_line(text))
