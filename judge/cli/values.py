"""How words of a command line become values: a puzzle, a length of time, a moment."""

from __future__ import annotations

import math
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from judge.errors import meant

PUZZLE_WORD = "judge.puzzle_word"  # how a puzzle was named on the command line


class PuzzleName(click.ParamType[str]):
    """The name of a puzzle. Which there are is looked up when it is asked for: `judge --help` loads none of them."""

    name = "puzzle"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return a name, or the words of a row that stands in a file or in a package."""
        if ctx is not None:
            ctx.meta[PUZZLE_WORD] = value
        if value in (known := self._known()):
            return value
        if Path(value).exists():
            from judge.problems import reference_in

            return reference_in(Path(value))
        near = meant(value, known)
        return self.fail(f"there is no puzzle {value!r}{near or '; puzzles are ' + ', '.join(known)}", param, ctx)

    def shell_complete(self, _: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self._known() if name.startswith(incomplete)]

    def to_info_dict(self) -> Any:
        """Return what click tells other tools of a choice."""
        return {**super().to_info_dict(), "choices": self._known()}

    def _known(self) -> tuple[str, ...]:
        from judge.problems import puzzle_names

        return puzzle_names()


class Duration(click.ParamType[float]):
    """A length of time such as 90, 60s or 2m; seconds."""

    name = "time"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,6})?) *(s|m|)", str(value).strip())
        if not found:
            self.fail(f"{value!r} is no time; write 90, 60s or 2m", param, ctx)
        return float(found[1]) * (60 if found[2] == "m" else 1)


class Amount(click.FloatRange):
    """A number of something. nan and infinity are none: every comparison with nan is false, a range's too."""

    def __init__(self, what: str, least: float, most: float | None = None) -> None:
        super().__init__(least, most)
        self._what = what

    def to_info_dict(self) -> Any:
        """Return what click tells other tools of a range."""
        return click.FloatRange(self.min, self.max).to_info_dict()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found = float(super().convert(value, param, ctx))
        return found if math.isfinite(found) else self.fail(f"it must be a number of {self._what}", param, ctx)


LIMIT = Amount("seconds", 0.01, 86400)  # that a case may take


def moment(_: click.Context, option: click.Parameter, text: str | None) -> datetime | None:
    """Read a time, by the clock of this place where it names no zone."""
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        message = f"{text!r} is no time; write it as '2026-11-21 18:00' or, with a zone, '2026-11-21 18:00+01:00'"
        raise click.BadParameter(message, param=option) from None
