"""The first page: the problems, and for each what one has on it."""

from __future__ import annotations

from judge.web.ask import Ask
from judge.web.reply import Page


def home(ask: Ask) -> Page:
    """Show the problems to who is signed in, and to others how to come in."""
    return ask.page("home.html", problems=ask.site.open_problems(ask.store, ask.seen.viewer))
