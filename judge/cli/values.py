"""How words of a command line become values, such as a puzzle, a length of time, a moment; and how a shell completes
them."""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from judge.errors import meant, said_codes, verdicts

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
        if Path(value).name != value or Path(value).suffix:
            return self.fail(f"{value} is not there; name a puzzle, a package or a file with [puzzle]", param, ctx)
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


# --- how a shell completes them: by the names of packages, groups, cases, saved runs, codes and topics ----------------
_Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _completing(names: Callable[[click.Context], Iterable[str]], *, files: bool = False) -> _Complete:
    """Return what completes a word by these names; with `files`, by those of files where no name begins so. What can't
    be read completes nothing, and says nothing."""

    def complete(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
        found: list[str] = []
        with contextlib.suppress(Exception):  # a word is being typed: no place for a message
            found += [name for name in names(ctx) if name.lower().startswith(begun.lower())]
        if files and not found:
            return [CompletionItem(begun, type="file")]
        return [CompletionItem(name) for name in dict.fromkeys(found)]

    return complete


def _folders(ctx: click.Context) -> list[Path]:
    """Return the packages that the words so far name, else those that the files so far declare, else all."""
    from judge.problems import all_packages, package_folder
    from judge.submissions import declared_problem

    said = ctx.params
    words = [*(said.get("problems") or ()), *filter(None, (said.get("problem"), said.get("what")))]
    if not words:
        files = [*(said.get("submissions") or ()), *filter(None, (said.get("file"),))]
        files = files or ctx.args  # where the last word is an option that waits for its value, click stops before them
        words = [name for path in files if (name := declared_problem(Path(path)))]
    return [package_folder(word) for word in words] or all_packages()


def _packages(_: click.Context) -> Iterator[str]:
    from judge.problems import all_packages

    yield from (folder.name for folder in all_packages())


def _groups(ctx: click.Context) -> Iterator[str]:
    from judge.problems import read_manifest

    for folder in _folders(ctx):
        yield from read_manifest(folder).groups


def _cases(ctx: click.Context) -> Iterator[str]:
    """Yield names of cases, and with their groups, for who begins with a group."""
    from judge.text import natural

    for folder in _folders(ctx):
        found = sorted(folder.glob("*/*/input.txt"), key=lambda path: natural(path.parent.name))
        yield from (path.parent.name for path in found)
        yield from (f"{path.parts[-3]}/{path.parts[-2]}" for path in found)


def _saved(_: click.Context) -> Iterable[str]:
    from judge.store import saved_names

    return saved_names()


problem_names = _completing(_packages, files=True)
run_names = _completing(_saved, files=True)
group_names, case_names = _completing(_groups), _completing(_cases)
code_names = _completing(lambda _: (*said_codes(), *verdicts()))


def solution_names(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete files, and behind a first letter the names of shipped solutions."""
    from judge.submissions import solution_names as names

    found = [CompletionItem(name) for name in names() if begun and name.startswith(begun)]
    return found or [CompletionItem(begun, type="file")]


def topic_names(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete a topic of the manual, or a command."""
    from judge.cli.manual import TOPICS

    root = ctx.find_root()
    known = [name for names in TOPICS.values() for name in names]
    known += root.command.list_commands(root) if isinstance(root.command, click.Group) else []
    return [CompletionItem(name) for name in dict.fromkeys(known) if name.startswith(begun)]
