"""The options that several commands share. Each is declared once, and converted once to the value that goes on."""

from __future__ import annotations

import functools
import getpass
import math
import re
from collections.abc import Callable, Collection
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec
from click.core import ParameterSource

from judge.cli.completion import case_names, group_names, problem_names
from judge.errors import meant
from judge.sandbox.corelocks import WAIT_S
from judge.sandbox.tiers import TIERS, Tier

if TYPE_CHECKING:
    from judge.model import Problem


class PuzzleChoice(click.Choice[str]):
    """The name of a puzzle. Which there are is looked up when it is asked for: `judge --help` loads none of them."""

    def __init__(self) -> None:
        super().__init__(())

    @property
    def choices(self) -> tuple[str, ...]:
        from judge.problems.puzzles import names

        return names()

    @choices.setter
    def choices(self, _: object) -> None:
        """Ignore what a Choice is made with."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """Return click's words, and which puzzle was meant."""
        return super().get_invalid_choice_message(value, ctx).rstrip(".") + meant(str(value), self.choices)


BUDGET_S = 60.0
FILE, PUZZLE = click.Path(path_type=Path), PuzzleChoice()
_Command = TypeVar("_Command", bound=Callable[..., Any])


class RunOptions(msgspec.Struct, frozen=True):
    """How a command runs submissions. With `trust` they run even where no box can hold them, as one's own always do."""

    repeat: int = 1
    jobs: int = 1
    cores: str = ""
    share_core: bool = False
    tier: Tier = "auto"
    trust: bool = True
    cache: bool = True
    cluster: str = ""  # the address of a scheduler, or local:N; "" for this host
    wait_s: float = WAIT_S  # for a core

    @property
    def shared(self) -> RunOptions:
        """Return the same for what puts no time on a board: it waits for no core."""
        return msgspec.structs.replace(self, share_core=True)


def as_one(shape: type[msgspec.Struct], name: str) -> Callable[[_Command], _Command]:
    """Hand a command those of its words that are fields of `shape` as one value, called `name`."""

    def decorated(command: _Command) -> _Command:
        @functools.wraps(command)
        def called(**words: Any) -> Any:
            own = {field: words.pop(field) for field in shape.__struct_fields__ if field in words}
            return command(**words, **{name: shape(**own)})

        return called  # type: ignore[return-value]

    return decorated


def run_options(
    *, strangers: bool = False, repeat: int = 1, what: str = "", far: bool = False
) -> Callable[[_Command], _Command]:
    """Give a command the options of a run, as one value `options`. The code of strangers needs somebody's trust where
    no box can hold it. `repeat` is how often a case is run by default, `what` is what --repeat does instead; `far` lets
    a cluster do it."""
    shown = "Run each case K times; the median counts." + (f" Default: {repeat}." if repeat > 1 else "")
    times = click.option("--repeat", type=click.IntRange(1, 1000), default=repeat, help=what or shown)
    declared = [*([_trust] if strangers else []), times, *([_cluster] if far else []), *_RUN]

    def decorated(command: _Command) -> _Command:
        command = as_one(RunOptions, "options")(command)
        for option in reversed(declared):
            command = option(command)
        return command

    return decorated


class Duration(click.ParamType[float]):
    """A length of time such as 90, 60s or 2m; seconds."""

    name = "duration"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,6})?) *(s|m|)", str(value).strip())
        if not found:
            self.fail(f"{value!r} is no time; write 90, 60s or 2m", param, ctx)
        return float(found[1]) * (60 if found[2] == "m" else 1)


def to_settle(command: _Command) -> _Command:
    """Give a command --rank and --budget, as one value `budget_s`: None where it is not to measure more."""

    @functools.wraps(command)
    def called(*, rank: bool, budget: float | None, **words: Any) -> Any:
        if budget is not None and not rank:
            raise click.UsageError("--budget says how long --rank may measure: give --rank too")
        return command(**words, budget_s=(BUDGET_S if budget is None else budget) if rank else None)

    more = click.option("--rank", is_flag=True, help="Measure again, until the order is settled or --budget ends.")
    until = click.option("--budget", type=Duration(), metavar="TIME", help="For --rank: 90, 60s or 2m. Default: 60s.")
    return more(until(called))  # type: ignore[return-value]


def finite(_: click.Context, option: click.Parameter, value: float | None) -> float | None:
    """Refuse nan and infinity: every comparison with nan is false, a range's too."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("it must be a number of seconds", param=option)
    return value


def moment(_: click.Context, option: click.Parameter, text: str | None) -> datetime | None:
    """Read a time, by the clock of this place where it names no zone."""
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        message = f"{text!r} is no time; write it as '2026-11-21 18:00' or, with a zone, '2026-11-21 18:00+01:00'"
        raise click.BadParameter(message, param=option) from None


def chosen_cases(command: _Command) -> _Command:
    """Give a command the options that choose problems, cases and their limit, as words of a Choice."""
    for option in reversed(_CASES):
        command = option(command)
    return command


def refuse_given(names: Collection[str], of: str) -> None:
    """Refuse options that would do nothing."""
    context = click.get_current_context()
    for param in context.command.params:
        if param.name in names and context.get_parameter_source(param.name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{param.opts[-1]} is an option for {of}")


def missing(name: str) -> click.MissingParameter:
    """Return the error for an option that must be given with these words."""
    context = click.get_current_context()
    return click.MissingParameter(ctx=context, param=next(one for one in context.command.params if one.name == name))


def _system_user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # in a container there may be none
        return "me"


def _take_table(ctx: click.Context, _: click.Parameter, path: Path | None) -> None:
    """Read the languages from this table, before anything is judged. Warn of a table that lies where nothing reads it
    any more."""
    from judge.problems.language_rows import own_table
    from judge.submissions.languages import STALE_TABLE, use_table

    if ctx.resilient_parsing:  # a word is being completed: no place for a warning
        return
    use_table(path)
    if path is None and STALE_TABLE.exists():
        from judge.reports.terminal.console import plain_console
        from judge.reports.terminal.ranking import warning_line

        fix = f"move it to {own_table()}, or name it with --languages"
        plain_console(True).print(warning_line(f"{STALE_TABLE} is no longer read: {fix}"), soft_wrap=True)


as_name = click.option(
    "--as", "name", default=_system_user, metavar="NAME", help="Who you are. Default: the system's user."
)
to_json = click.option("--json", "json_file", type=FILE, help="Write the result to this file as well.")
of_problem = click.option(
    "--problem",
    required=True,
    metavar="NAME|DIR",
    help="A package, by name or by folder.",
    shell_complete=problem_names,
)
from_roster = click.option("--roster", type=FILE, help="The class list as CSV: who each submission belongs to.")
allowing = click.option(
    "--allow-judge-errors",
    is_flag=True,
    help="End with 0 though the judge itself failed on somebody: they have no points yet.",
)
of_languages = click.option(
    "--languages",
    type=FILE,
    callback=_take_table,
    expose_value=False,
    help="A table of languages. Default: your own, languages.toml in your folder for configuration.",
)
_CASES = (
    click.option(
        "--problem",
        "problems",
        multiple=True,
        metavar="NAME|DIR",
        help="A package, by name or by folder.",
        shell_complete=problem_names,
    ),
    click.option(
        "--case",
        "cases",
        multiple=True,
        metavar="NAME",
        help="Only this case; or 'crowd-*'.",
        shell_complete=case_names,
    ),
    click.option(
        "--group",
        "groups",
        multiple=True,
        metavar="NAME",
        help="Only this group of cases.",
        shell_complete=group_names,
    ),
    click.option(
        "--time-limit", type=click.FloatRange(0.01, 86400), callback=finite, help="Seconds of CPU a case may take."
    ),
)
_trust = click.option("--trust-submissions", "trust", is_flag=True, help="Run them even where no box can hold them.")
_cluster = click.option(
    "--cluster",
    default="",
    metavar="ADDRESS|local:N",
    help="Judge on the machines of this Dask scheduler.",
)
share_option = click.option("--share-core", is_flag=True, help="Share a core rather than wait: times are rough.")
wait_option = click.option(
    "--wait", "wait_s", type=Duration(), default=WAIT_S, metavar="TIME", help="Longest wait for a core. Default: 10m."
)
_RUN = (
    click.option(
        "-j", "--jobs", type=click.IntRange(1, 1024), default=1, help="Attempts at once, each on its own core."
    ),
    click.option("--cores", default="", metavar="LIST", help="Cores that time attempts, such as 1 or 0,2-3."),
    share_option,
    wait_option,
    click.option(
        "--sandbox", "tier", type=click.Choice(("auto", *TIERS)), default="auto", help="Default: the strongest."
    ),
    click.option("--no-cache", "cache", flag_value=False, default=True, help="Compile all anew, and keep nothing."),
    of_languages,
)


def read_problem(name: str, *, to_write: bool = False) -> Problem:
    """Return the package of this name or in this folder; `to_write` refuses those that came with the judge."""
    from judge.problems.package import read_package
    from judge.problems.places import package_folders, refuse_shipped

    [folder] = package_folders([name])
    if to_write:
        refuse_shipped(folder)
    return read_package(folder)
