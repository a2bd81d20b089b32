"""The templates of every page (reports/templates/), in which text is text: whatever is put in is cleaned and escaped,
unless it is mark-up of ours.

Jinja2 is loaded with the first page: who writes none does not wait for it.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from judge.reports.page.html import prose
from judge.reports.page.pieces import met
from judge.reports.verdict_words import Kind
from judge.text import clean, clean_line, counted, day, exact_moment, moment

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

    from judge.reports.plots.plot import Plot

_LONGEST = 1000  # characters of a word or sentence that stays on one line


def render(template: str, **words: object) -> str:
    """Return the text of a page. A name that a template uses and nobody gave is an error, never an empty text."""
    return _environment().get_template(template).render(words)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    """Return what knows all templates. Beside Jinja2's own filters there are `line`, for a text that stays on one line,
    `prose`, for a text of ours with commands, and for a verdict `met`, its mark and word; `moment`,
    `exact_moment` and `day` say a time, `counted` a number of things."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("judge.reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_clean,
        auto_reload=False,
    )
    line = partial(clean_line, limit=_LONGEST)
    made.filters["met"] = lambda verdict, note="", not_run=False: met(Kind(verdict, not_run, note))
    made.filters.update(line=line, prose=prose, plot_json=_plot_json)
    made.globals.update(moment=moment, exact_moment=exact_moment, day=day, counted=counted)
    return made


def _plot_json(plot: Plot) -> Markup:
    from judge.reports.plots.plot import as_json  # only pages with a plot need it

    return as_json(plot)


def _clean(value: Any) -> Any:
    """Return a text without what is no text, such as a character that turns the direction of writing. Mark-up is our
    own; None stands for nothing."""
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return clean(value)
    return "" if value is None else value
