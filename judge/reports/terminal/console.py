"""Where reports are printed."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from judge.reports.commands import GLUE, glued, unglued

WIDE = 1000  # columns of a pipe: more than any table needs


class PlainConsole(Console):
    """A console that cuts no word and breaks no command. A reader that has enough is the caller's business."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError

    @property
    def encoding(self) -> str:
        """Return what our own marks are written in: plain ASCII where the user asked for the locale C."""
        return "ascii" if _asked_for_c() else super().encoding

    @property
    def table_width(self) -> int:
        """Return how wide a table may be: in a pipe as wide as it needs, unless COLUMNS says otherwise."""
        return self.width if self.is_terminal or os.environ.get("COLUMNS", "").isdigit() else WIDE

    def print(self, *objects: Any, **words: Any) -> None:
        super().print(*objects, **{"crop": False, "overflow": "ignore", **words})

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render it; a line is folded before or after a command that it holds, and not inside."""
        if not isinstance(renderable, Text) or (text := glued(renderable.plain)) == renderable.plain:
            return super().render(renderable, options)
        whole = renderable.copy()
        whole.plain = text
        return map(_unglued, super().render(whole, options))


class WideTable(Table):
    """A table that a pipe does not cut at the width that it is said to have."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = table_width(console, options)
        return super().__rich_console__(console, options.update(max_width=room))


def table_width(console: Console, options: ConsoleOptions) -> int:
    """Return the room for a table."""
    return max(options.max_width, console.table_width) if isinstance(console, PlainConsole) else options.max_width


def plain_console(stderr: bool = False) -> PlainConsole:
    """Return a console with colour on a terminal only. It reads nothing as markup, so no name can style itself."""
    return PlainConsole(stderr=stderr, markup=False, highlight=False, emoji=False)


def _unglued(segment: Segment) -> Segment:
    return Segment(unglued(segment.text), *segment[1:]) if GLUE in segment.text else segment


def _asked_for_c() -> bool:
    """Say whether the locale is C by name. Where none is set, as in many containers, the encoding of stdout counts."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "")
    return named in ("C", "POSIX")
