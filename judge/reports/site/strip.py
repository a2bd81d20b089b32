"""The times of all repetitions of a case as dots on a logarithmic scale. The median stands beside them in words."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from judge.reports.page.html import Html

_FIRST_S: Final = 1e-4  # the left end: below, the clock says nothing
_BEYOND: Final = 1.2  # the right end, in limits: a run is ended a little above the limit
_WIDTH: Final = 120


def strip(times_s: Iterable[float], limit_s: float) -> Html:
    """Return the dots, and a line at the limit; nothing without a time. One path draws all dots: a page has many."""
    places = dict.fromkeys(_place(time_s, limit_s) for time_s in times_s)
    if not places:
        return Html()
    dots = "".join(f"M{place} 6h0" for place in places)
    line = f'<path class="limit" d="M{_place(limit_s, limit_s)} 0v12"/>'
    return Html(f'<svg class="dots" viewBox="0 0 {_WIDTH} 12" aria-hidden="true">{line}<path d="{dots}"/></svg>')


def _place(time_s: float, limit_s: float) -> int:
    whole = math.log(_BEYOND * max(limit_s, 2 * _FIRST_S) / _FIRST_S)
    share = math.log(max(time_s, _FIRST_S) / _FIRST_S) / whole
    return round(4 + (_WIDTH - 8) * min(share, 1.0))


def bar(time_s: float, limit_s: float) -> Html:
    """Return a time as a bar, and a line at the limit."""
    share = min(max(time_s / limit_s, 0.01), 1.2) if limit_s > 0 else 0.0
    used = f'<path class="{"late" if share > 1 else "used"}" d="M0 3h{100 * share:.0f}v6H0z"/>'
    line = '<path class="limit" d="M100 0v12"/>'
    return Html(f'<svg class="dots" viewBox="0 0 {_WIDTH} 12" aria-hidden="true">{used}{line}</svg>')
