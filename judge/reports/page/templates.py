"""The templates of every page (reports/templates/), in which text is text: whatever is put in is cleaned and escaped,
unless it is mark-up of ours."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Undefined
from markupsafe import Markup

from judge.reports.sanitize import clean
from judge.reports.units import mebibytes, ratio, seconds

if TYPE_CHECKING:
    from judge.reports.plots.plot import Plot


def render(template: str, **words: object) -> str:
    """Return the text of a page. A name that a template uses and nobody gave is an error, never an empty text."""
    return _environment().get_template(template).render(words)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("judge.reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_clean,
        auto_reload=False,
    )
    environment.filters.update(seconds=seconds, mebibytes=mebibytes, ratio=ratio, plain=_plain, plot_json=_plot_json)
    return environment


def _plain(value: float | None) -> str:
    """Return a number for a script that sorts by it: four digits, empty where it is none."""
    return "" if value is None or not math.isfinite(value) else f"{value:.4g}"


def _plot_json(plot: Plot) -> Markup:
    from judge.reports.plots.data import as_json  # only pages with a plot need it

    return as_json(plot)


def _clean(value: Any) -> Any:
    """Return a text without what is no text, such as a character that turns the direction of writing. Mark-up is our
    own; None stands for nothing."""
    if isinstance(value, str) and not isinstance(value, Markup) and not hasattr(value, "__html__"):
        return clean(value)
    return "" if value is None and not isinstance(value, Undefined) else value
