"""The options that several commands share: each is declared once, with the type of the value that goes on. Those that
name a file or a folder stand beside what writes it."""

from __future__ import annotations

import getpass
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol

import click
import msgspec
from click.core import ParameterSource

from judge.cli.declaration import Declared, Words, argument, option
from judge.cli.machine import Machine, machine
from judge.cli.values import LIMIT, Duration, PuzzleName, case_names, group_names, problem_names, solution_names
from judge.errors import JudgeError

if TYPE_CHECKING:
    from judge.model import Problem, RunRecord
    from judge.reports import PlainConsole, Scene
    from judge.submissions import Choice

BUDGET_S: Final = 60.0
PUZZLE_NAME: Final = PuzzleName()


class Flags:
    """The options that several commands have, each with its own words: `Flags.CASE.saying("Only on this case.")`."""

    AGAIN = option("--again", "Run it even if the same bytes were judged before.")
    ALL = option("--all", "Run larger cases after two time-outs, too; show every mistake.")
    ALLOW = option(
        "--allow-judge-errors", "End with 0 though the judge itself failed on somebody: they have no points yet."
    )
    BUDGET = option("--budget", "For --rank: 90, 60s or 2m. Default: 60s.", type=Duration())
    CASE = option("--case", "Only this case; or 'crowd-*'.", metavar="NAME", shell_complete=case_names)
    CLUSTER = option(
        "--cluster", "Judge on the machines of this Dask scheduler.", default="", metavar="ADDRESS|local:N"
    )
    CONTEST = option("--contest", "The scoreboard of this contest.toml instead.", metavar="FILE")
    DRY_RUN = option("--dry-run", "Say who is who and what is not clear; run nothing.")
    HTML = option("--html", "Write it as a folder of pages as well.")
    JOBS = option("-j --jobs", "Attempts at once, each on its own core.", type=click.IntRange(1, 1024), default=1)
    JSON = option("--json", "Write the result to this file as well.")
    PUZZLE = option("--puzzle", "A puzzle, or a file with a table [puzzle].", type=PUZZLE_NAME)
    RANK = option("--rank", "Measure again, until the order is settled or --budget ends.")
    SECONDS = option("--seconds", "For each case. Default: 60s.", type=Duration(), default=60.0)
    TIME_LIMIT = option("--time-limit", "Seconds of CPU a case may take.", type=LIMIT)
    TO = option("--to", "Where packages lie. Default: testcases.", default=Path("testcases"))


class RunOptions(msgspec.Struct, frozen=True):
    """How a command runs submissions. With `trust` they run even where no box can hold them, as one's own always do."""

    repeat: int = 1
    jobs: int = 1
    trust: bool = True
    cluster: str = ""  # the address of a scheduler, or local:N; "" for this host
    machine: Machine = msgspec.field(default_factory=machine)

    @property
    def shared(self) -> RunOptions:
        """Return the same for what puts no time on a board: it waits for no core."""
        return msgspec.structs.replace(self, machine=msgspec.structs.replace(self.machine, share_core=True))


def run_options(*, strangers: bool = False, repeat: int = 1, what: str = "", far: bool = False) -> Words:
    """Return the words of RunOptions. The code of strangers needs somebody's trust where no box can hold it. `repeat`
    is how often a case is run by default, `what` is what --repeat does instead; `far` lets a cluster do it."""
    shown = "Run each case K times; the median counts." + (f" Default: {repeat}." if repeat > 1 else "")
    return {
        **({"trust": [_TRUST]} if strangers else {}),
        "repeat": [option("--repeat", what or shown, type=click.IntRange(1, 1000), default=repeat)],
        **({"cluster": [Flags.CLUSTER]} if far else {}),
        "jobs": [Flags.JOBS],
    }


_TRUST = option("--trust-submissions", "Run them even where no box can hold them.")


def solution(metavar: str | None = None) -> Declared:
    """Declare an argument that is a file, a folder, or a shipped solution by its name, such as lizards/champion."""
    return argument(metavar, callback=_solution, shell_complete=solution_names)


def _solution(_: click.Context, __: click.Parameter, value: Any) -> Any:
    from judge.submissions import solution_path

    if isinstance(value, tuple):
        return tuple(solution_path(str(one)) for one in value)
    return value and solution_path(str(value))


def package(help: str = "A package, by name or by folder.", **attributes: Any) -> Declared:  # noqa: A002
    """Declare the option --problem, which names a package."""
    return option("--problem", help, metavar="NAME|DIR", shell_complete=problem_names, **attributes)


def _system_user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # in a container there may be none
        return "me"


PackageArgument = Annotated[str, argument("NAME|DIR", shell_complete=problem_names)]
AS: Final = option("--as", "Your name. Default: the system's user.", default=_system_user, metavar="NAME")
AsName = Annotated[str, AS]
JsonFile = Annotated[Path | None, Flags.JSON]
ProblemName = Annotated[str, package(required=True)]
MainName = Annotated[str, option("--main", "The file that is run, such as hw1.py.", default="", metavar="NAME")]
RosterFile = Annotated[Path | None, option("--roster", "The class list as CSV: who each submission belongs to.")]
AllowJudgeErrors = Annotated[bool, Flags.ALLOW]


class Chosen(msgspec.Struct, frozen=True):
    """Which problems, main file and cases are judged, within which limit: all words of a Choice but the submissions."""

    problems: Annotated[tuple[str, ...], package()]
    main: MainName
    cases: Annotated[tuple[str, ...], Flags.CASE]
    groups: Annotated[
        tuple[str, ...], option("--group", "Only this group of cases.", metavar="NAME", shell_complete=group_names)
    ]
    time_limit: Annotated[float | None, Flags.TIME_LIMIT]

    def of(self, *submissions: Path) -> Choice:
        """Return the choice of these submissions."""
        from judge.submissions import Choice

        return Choice(submissions, **msgspec.structs.asdict(self))


def refuse_given(names: Collection[str], of: str) -> None:
    """Refuse options that would do nothing."""
    for param in words_given():
        if param.name in names:
            raise click.UsageError(f"{param.opts[-1]} is an option for {of}")


def words_given() -> list[click.Parameter]:
    """Return what stands on the command line, in the order of the help."""
    context = click.get_current_context()
    said = ParameterSource.COMMANDLINE
    return [one for one in context.command.params if one.name and context.get_parameter_source(one.name) is said]


def missing(name: str) -> click.MissingParameter:
    """Return the error for an option that must be given with these words."""
    context = click.get_current_context()
    return click.MissingParameter(ctx=context, param=next(one for one in context.command.params if one.name == name))


def read_problem(name: str, *, to_write: bool = False) -> Problem:
    """Return the package of this name or in this folder; `to_write` refuses those that came with the judge."""
    from judge.problems import package_folder, read_package

    return read_package(package_folder(name, to_write=to_write))


# --- what is written besides ------------------------------------------------------------------------------------------
class _Report(Protocol):
    def document(self) -> object: ...


def write_json_of(report: _Report, file: Path | None) -> None:
    """Write a report as JSON where --json asks for it. JudgeError E435 when it can't be written."""
    if file:
        from judge.files import write_json

        write_json(file, report.document())


# --- pages and pictures ----------------------------------------------------------------------------------------------
def check_folder_of(folder: Path | None) -> None:
    """Refuse a folder that can't be written to: JudgeError E435 or E475."""
    if folder is not None:
        from judge.reports import SiteFolder

        SiteFolder(folder).check()


def _check(context: click.Context, _: click.Parameter, folder: Path | None) -> Path | None:
    """Refuse it before anything is judged."""
    if not context.resilient_parsing:
        check_folder_of(folder)
    return folder


def write_pages(record: RunRecord, folder: Path, console: PlainConsole) -> None:
    """Write the pages of a run, and say where they are. Of nothing there are none."""
    from judge.reports import SiteFolder
    from judge.text import counted, room

    if not record.judgements:
        console.print(f"{folder}: no report is written, as nothing was judged", soft_wrap=True)
        return
    site = SiteFolder(folder).write(record)
    said = f"{site.index}: the report, {counted(site.pages, 'page')}, {room(site.size_bytes)}"
    console.print(said, soft_wrap=True)


def _drawable(_: click.Context, __: click.Parameter, path: Path | None) -> Path | None:
    """Refuse a name that is none of a picture: JudgeError E468."""
    if path is not None and path.suffix.lower() != ".svg" and not _is_device(path):
        message = f"{path} does not end in .svg, and is to hold a picture"
        raise JudgeError("E468", message, help="name a file such as board.svg")
    return path


def _is_device(path: Path) -> bool:
    """Say whether it is there and no file, such as /dev/stdout."""
    try:
        return path.exists() and not path.is_file()
    except OSError:  # a name that is longer than any path
        return False


def write_picture(path: Path, scene: Scene, console: PlainConsole) -> None:
    """Write a picture, and say so. JudgeError E435 when it can't be written."""
    from judge.files import write_whole
    from judge.reports import svg_file

    write_whole(path, svg_file(scene))
    console.print(f"written: {path}", style="dim", markup=False, soft_wrap=True)


HtmlFolder = Annotated[
    Path | None, Flags.HTML.saying("Write it as a folder of pages as well.", metavar="DIR", callback=_check)
]
SvgFile = Annotated[
    Path | None,
    option(
        "--svg",
        "Write the board as SVG, light and dark.",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        callback=_drawable,
    ),
]
