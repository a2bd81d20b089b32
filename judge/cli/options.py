"""What the commands that run submissions and keep the results share: their options, and how the sandboxes open."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from judge.sandbox.tiers import TIERS, Tier

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from judge.judging.session import Again, Judged, Waits
    from judge.model import Host, Problem, Ran, Readied
    from judge.reports.terminal.console import PlainConsole
    from judge.sandbox.sandbox import Sandbox

    Happened = Readied | Ran | Judged


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


FILE, PUZZLE = click.Path(path_type=Path), PuzzleChoice()
_Command = TypeVar("_Command", bound=Callable[..., Any])


class RunOptions(msgspec.Struct, frozen=True):
    """How a command runs submissions, as the options of `on_a_bench` say."""

    jobs: int = 1
    cores: str = ""
    tier: Tier = "auto"
    share_core: bool = False


def whoever() -> str:
    """The user of the system, by name."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # in a container there may be none
        return "me"


as_name = click.option("--as", "name", default=whoever, metavar="NAME", help="Who you are. Default: the system's user.")
to_json = click.option("--json", "json_file", type=FILE, help="Write the result to this file as well.")
of_problem = click.option("--problem", required=True, metavar="NAME|DIR", help="A package, by name or by folder.")
from_roster = click.option("--roster", type=FILE, help="The class list as CSV: who each submission belongs to.")
trusting = click.option("--trust-submissions", "trust", is_flag=True, help="Run them even where no box can hold them.")
allowing = click.option(
    "--allow-judge-errors",
    is_flag=True,
    help="End with 0 though the judge itself failed on somebody: they have no points yet.",
)


repeating = click.option(
    "--repeat", type=click.IntRange(1, 1000), default=1, help="Run each case K times; the median counts."
)


def _take_table(_: click.Context, __: click.Parameter, path: Path | None) -> None:
    """Before anything is judged: the languages are those of this table, and one that lies where it was once read is
    told of, as nothing reads it any more."""
    from judge.submissions.languages import STALE_TABLE, own_table, use_table

    use_table(path)
    if path is None and STALE_TABLE.exists():
        from judge.reports.terminal.console import plain_console
        from judge.reports.terminal.ranking import warning_line

        mend = f"move it to {own_table()}, or name it with --languages"
        plain_console(True).print(warning_line(f"{STALE_TABLE} is no longer read: {mend}"), soft_wrap=True)


of_languages = click.option(
    "--languages",
    type=FILE,
    callback=_take_table,
    expose_value=False,
    help="A table of languages. Default: your own, languages.toml in your folder for configuration.",
)


sharing = click.option(
    "--share-core", is_flag=True, help="Do not wait for a core that another judge times attempts on."
)


def on_a_bench(command: _Command) -> _Command:
    """The options that say where and how many at once."""
    tier = click.option(
        "--sandbox", "tier", type=click.Choice(("auto", *TIERS)), default="auto", help="Default: the strongest."
    )
    cores = click.option("--cores", default="", metavar="LIST", help="Cores that time attempts, such as 1 or 0,2-3.")
    jobs = click.option("-j", "--jobs", type=click.IntRange(1, 1024), default=1, help="Attempts at once.")
    return jobs(cores(sharing(tier(of_languages(command)))))


@contextmanager
def sandboxes(words: dict[str, Any], console: PlainConsole, trust: bool) -> Iterator[tuple[list[Sandbox], Host]]:
    """Open the sandboxes that the options ask for, and say what they can't enforce.

    Strangers' code is not run without a sandbox unless somebody trusts it: JudgeError E463.
    """
    from judge.errors import JudgeError
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.ranking import host_line
    from judge.sandbox.pool import arena

    bench = msgspec.convert(words, RunOptions)
    with arena(bench.tier, bench.cores, bench.jobs, bench.share_core, plain_console(stderr=True).print) as opened:
        host = opened[0].host()
        if line := host_line(host):
            console.print(line)
        if host.sandbox == "plain" and not trust:
            raise JudgeError(
                "E463",
                "on this host nothing keeps a submission in its box, and these are not your own",
                note=f"what is missing: {', '.join(host.missing)}",
                help="judge doctor  says how to mend that; --trust-submissions  runs them all the same",
            )
        yield opened, host


def to_the_end(
    events: Iterator[Happened | Waits | Again],
    display: AbstractContextManager[object],
    show: Callable[[Happened], None],
    console: PlainConsole,
) -> bool:
    """Show the events on the display as they come; say whether they came to their end, or Ctrl-C did."""
    from judge.judging.session import Again, Waits
    from judge.reports.terminal.grading import again, waiting

    try:
        with display:
            for event in events:
                if isinstance(event, Waits):
                    console.print(waiting(event.tickets))
                elif isinstance(event, Again):
                    console.print(again(event.runs, event.tickets))
                else:
                    show(event)
    except KeyboardInterrupt:
        console.print("interrupted: the same command goes on where it stopped", style="bold yellow")
        return False
    return True


def read_problem(word: str) -> Problem:
    """The package of this name or in this folder."""
    from judge.problems.package import read_package
    from judge.submissions.choice import package_folders

    [folder] = package_folders([word])
    return read_package(folder)
