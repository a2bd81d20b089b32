"""The options that several commands share. Each is declared once, and converted once to the value that goes on."""

from __future__ import annotations

import functools
import getpass
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click
import msgspec
from click.core import ParameterSource

from judge.cli.completion import case_names, group_names, problem_names, solution_names
from judge.cli.machine import Machine, machine
from judge.cli.values import Duration, PuzzleChoice, finite

if TYPE_CHECKING:
    from judge.model import Problem


BUDGET_S = 60.0
FILE, PUZZLE = click.Path(path_type=Path), PuzzleChoice()
_Command = TypeVar("_Command", bound=Callable[..., Any])


def solution_argument(name: str, **attributes: Any) -> Callable[[_Command], _Command]:
    """Return an argument that is a file, a folder, or a shipped solution by its name, such as lizards/champion."""
    return click.argument(name, type=FILE, callback=_solution, shell_complete=solution_names, **attributes)


def _solution(_: click.Context, __: click.Parameter, value: Any) -> Any:
    from judge.submissions.shipped import solution_path

    if isinstance(value, tuple):
        return tuple(solution_path(str(one)) for one in value)
    return value and solution_path(str(value))


class Decorator(Protocol):
    """What gives a command its options, and changes nothing of its type."""

    def __call__(self, command: _Command, /) -> _Command: ...


class RunOptions(msgspec.Struct, frozen=True):
    """How a command runs submissions. With `trust` they run even where no box can hold them, as one's own always do."""

    repeat: int = 1
    jobs: int = 1
    trust: bool = True
    cluster: str = ""  # the address of a scheduler, or local:N; "" for this host
    machine: Machine = Machine()

    @property
    def shared(self) -> RunOptions:
        """Return the same for what puts no time on a board: it waits for no core."""
        return msgspec.structs.replace(self, machine=msgspec.structs.replace(self.machine, share_core=True))


def as_one(shape: type[msgspec.Struct], name: str, *options: Decorator) -> Decorator:
    """Give a command these options, and hand it those of its words that are fields of `shape` as one value `name`."""

    def decorated(command: _Command) -> _Command:
        @functools.wraps(command)
        def called(**words: Any) -> Any:
            own = {field: words.pop(field) for field in shape.__struct_fields__ if field in words}
            return command(**words, **{name: shape(**own)})

        return with_options(*options)(called)  # type: ignore[return-value]

    return decorated


def with_options(*options: Decorator) -> Decorator:
    """Give a command these options; its help lists them in this order."""

    def decorated(command: _Command) -> _Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


def package_option(*names: str, help: str = "A package, by name or by folder.", **kind: Any) -> Decorator:  # noqa: A002
    """Return the option --problem, which names a package; `kind` is what click is told besides."""
    return click.option(*names, metavar="NAME|DIR", help=help, shell_complete=problem_names, **kind)


def run_options(*, strangers: bool = False, repeat: int = 1, what: str = "", far: bool = False) -> Decorator:
    """Give a command the options of a run, as one value `options`. The code of strangers needs somebody's trust where
    no box can hold it. `repeat` is how often a case is run by default, `what` is what --repeat does instead; `far` lets
    a cluster do it."""
    shown = "Run each case K times; the median counts." + (f" Default: {repeat}." if repeat > 1 else "")
    times = click.option("--repeat", type=click.IntRange(1, 1000), default=repeat, help=what or shown)
    declared = [*([_trust] if strangers else []), times, *([_cluster] if far else []), _jobs]

    def decorated(command: _Command) -> _Command:
        @functools.wraps(command)
        def called(**words: Any) -> Any:
            own = {field: words.pop(field) for field in RunOptions.__struct_fields__ if field in words}
            return command(**words, options=RunOptions(**own, machine=machine()))

        return with_options(*declared)(called)  # type: ignore[return-value]

    return decorated


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


as_name = click.option(
    "--as", "name", default=_system_user, metavar="NAME", help="Your name. Default: the system's user."
)
to_json = click.option("--json", "json_file", type=FILE, help="Write the result to this file as well.")
of_problem = package_option("--problem", required=True)
of_main = click.option("--main", default="", metavar="NAME", help="The file that is run, such as hw1.py.")
from_roster = click.option("--roster", type=FILE, help="The class list as CSV: who each submission belongs to.")
allowing = click.option(
    "--allow-judge-errors",
    is_flag=True,
    help="End with 0 though the judge itself failed on somebody: they have no points yet.",
)
chosen_cases = with_options(  # which choose problems, main files, cases and their limit: words of a Choice
    package_option("--problem", "problems", multiple=True),
    of_main,
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
_jobs = click.option(
    "-j", "--jobs", type=click.IntRange(1, 1024), default=1, help="Attempts at once, each on its own core."
)


def read_problem(name: str, *, to_write: bool = False) -> Problem:
    """Return the package of this name or in this folder; `to_write` refuses those that came with the judge."""
    from judge.problems.package import read_package
    from judge.problems.places import package_folders, refuse_shipped

    [folder] = package_folders([name])
    if to_write:
        refuse_shipped(folder)
    return read_package(folder)
