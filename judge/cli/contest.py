"""The options of `judge board` for a contest: its scoreboard, as of now or then, and its event feed. Runs nothing."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from click.core import ParameterSource

from judge.cli.options import FILE, with_options
from judge.cli.values import moment

_Command = TypeVar("_Command", bound=Callable[..., Any])
_OURS = ("contest", "final", "jury", "at", "event_feed")


class _Asked(msgspec.Struct, frozen=True):
    """Which contest to show, and how."""

    contest: Path | None
    final: bool
    jury: bool
    at: datetime | None
    event_feed: Path | None


def of_a_contest(command: _Command) -> _Command:
    """Give `judge board` the options of a contest; with --contest it shows that, and nothing else is asked for."""

    @functools.wraps(command)
    def called(**words: Any) -> Any:
        asked = _Asked(**{name: words.pop(name) for name in _OURS})
        named = _named(click.get_current_context())
        if asked.contest is None:
            if ours := [one for one in named if one in _OURS and one != "at"]:
                raise click.UsageError(f"{_option(ours[0])} is about a contest: give --contest FILE too")
            return command(**words, at=asked.at)
        if other := [one for one in named if one not in (*_OURS, "json_file")]:
            raise click.UsageError(f"--contest and {_option(other[0])} do not go together")
        if asked.final and asked.jury:
            raise click.UsageError("--final and --jury do not go together: --final is for everybody")
        return show_contest(asked.contest, asked, words["json_file"])

    return with_options(*_OPTIONS)(called)  # type: ignore[return-value]


def show_contest(path: Path, asked: _Asked, json_file: Path | None) -> int:
    """Print the scoreboard of a contest, and write what was asked for."""
    from judge.classroom.contest.schedule import read_schedule
    from judge.classroom.contest.state import adjusted_schedule, refuse_before_end, rights_at
    from judge.model.schedule import AsOf
    from judge.reports.export.atomic import write_json, write_whole
    from judge.reports.export.contest_json import contest_json
    from judge.reports.export.event_feed import event_feed
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.scoreboard import feed_line, scoreboard_lines
    from judge.scoring.standings import scoreboard
    from judge.store import Store

    schedule = read_schedule(path)
    now_ms = _now_ms(asked)
    with Store() as store:
        moments = [one for one in store.contest_words.of(schedule.id) if one.at_s * 1000 <= now_ms]
        schedule = adjusted_schedule(schedule, moments)
        if asked.final:
            refuse_before_end(schedule, now_ms)
        as_of = AsOf(now_ms, final=True) if asked.final else rights_at(schedule, moments, now_ms, jury=asked.jury)
        tried = store.tries.of(schedule, as_of.now_ms)
    board = scoreboard(schedule, tried.tries, as_of, tried.unknown)
    console = plain_console()
    console.print(scoreboard_lines(board))
    if json_file:
        write_json(json_file, contest_json(board))
    if asked.event_feed:
        write_whole(asked.event_feed, event_feed(board))
        console.print(feed_line(board, str(asked.event_feed)), soft_wrap=True)
    return 0


def _now_ms(asked: _Asked) -> int:
    """Return when somebody looks: now, or at the time that was asked for."""
    if asked.at and asked.at.timestamp() > time.time():
        raise click.BadParameter("that is in the future", param_hint="--at")
    return round((asked.at.timestamp() if asked.at else time.time()) * 1000)


def _named(ctx: click.Context) -> list[str]:
    """Return the options that were given on the command line."""
    given = ParameterSource.COMMANDLINE
    return [one.name for one in ctx.command.params if one.name and ctx.get_parameter_source(one.name) is given]


def _option(name: str) -> str:
    [found] = [one for one in click.get_current_context().command.params if one.name == name]
    return found.opts[0] if isinstance(found, click.Option) else f"the problem {found.human_readable_name}"


_OPTIONS = (
    click.option("--contest", type=FILE, metavar="FILE", help="The scoreboard of this contest.toml instead."),
    click.option("--final", is_flag=True, help="Of a contest that is over: show what was hidden since the freeze."),
    click.option("--jury", is_flag=True, help="Of a contest: show what is hidden, for the jury alone."),
    click.option("--at", callback=moment, metavar="TIME", help="As it stood then: '2026-11-21 18:00' here."),
    click.option("--event-feed", type=FILE, metavar="FILE", help="Of a contest: write the feed for scoreboards too."),
)
