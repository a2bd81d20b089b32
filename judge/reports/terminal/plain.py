"""What a console would print, as a text: for what is no terminal, such as a notebook."""

from __future__ import annotations

import io

from rich.console import RenderableType

from judge.reports.terminal.console import CleanConsole


def as_text(what: RenderableType, width: int) -> str:
    """Return it without colour, in lines of `width`, wherever the judge runs."""
    page = io.StringIO()
    console = CleanConsole(
        file=page, width=width, force_terminal=False, force_jupyter=False, markup=False, highlight=False, emoji=False
    )
    console.print(what)
    return page.getvalue()
