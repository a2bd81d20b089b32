"""Where reports are printed."""

from __future__ import annotations

from rich.console import Console


class PlainConsole(Console):
    """A reader that has enough is the caller's business."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def plain_console(stderr: bool = False) -> PlainConsole:
    """Return a console with colour on a terminal only. It reads nothing as markup, so no name can style itself."""
    return PlainConsole(stderr=stderr, markup=False, highlight=False, emoji=False)
