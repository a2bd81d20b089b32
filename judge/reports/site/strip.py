"""The times of all repetitions of a case as dots on a logarithmic scale. The median stands beside them in words."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from judge.reports.page.html import Html

_FIRST_S: Final = 1e-4  # the left end: below, the clock says nothing
_LIMIT: Final = 110  # where the limit is: the style draws a line there, at the right side of the picture
_MOST: Final = 118  # where what took longer is: a run is ended a little above the limit
_BEFORE: Final = 5


def strip(times_s: Iterable[float], limit_s: float) -> Html:
    """Return the dots; nothing without a time. One path draws all of them: a page has many."""
    places = dict.fromkeys(_place(time_s, limit_s) for time_s in times_s)
    return _svg(f'<path d="{"".join(f"M{place} 6h0" for place in places)}"/>') if places else Html()


def bar(time_s: float, limit_s: float) -> Html:
    """Return a time as a bar."""
    share = time_s / limit_s if limit_s > 0 else 0.0
    kind = "late" if share > 1 else "used"
    return _svg(f'<path class="{kind}" d="M0 3h{min(max(_LIMIT * share, 1), _MOST):.0f}v6H0z"/>')


def _svg(inside: str) -> Html:
    return Html(f'<svg class="dots" aria-hidden="true">{inside}</svg>')


def _place(time_s: float, limit_s: float) -> int:
    whole = math.log(max(limit_s, 2 * _FIRST_S) / _FIRST_S)
    share = math.log(max(time_s, _FIRST_S) / _FIRST_S) / whole
    return min(round(_BEFORE + (_LIMIT - _BEFORE) * share), _MOST)
