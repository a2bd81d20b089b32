"""The command `judge run`: solutions against one another, in one contest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
import msgspec

from judge.cli.declaration import command, option
from judge.cli.options import BUDGET_S, Chosen, Flags, HtmlFolder, RunOptions, run_options, solution
from judge.cli.running import start_workers

if TYPE_CHECKING:
    from judge.judging import Hands
    from judge.model import Entry


class Way(msgspec.Struct, frozen=True):
    """How a contest is run, and whether and for how long it is measured again."""

    hopeless: Annotated[bool, Flags.ALL]
    last_failed: Annotated[bool, option("--last-failed", "Only what failed last; of the files given, or of all.")]
    first_failure: Annotated[bool, option("-x --exitfirst", "Stop at the first case that fails.")]
    rank: Annotated[bool, Flags.RANK]
    budget: Annotated[float | None, Flags.BUDGET]

    @property
    def budget_s(self) -> float | None:
        """Return how long to measure again; None where it is not asked for."""
        if self.budget is not None and not self.rank:
            raise click.UsageError("--budget says how long --rank may measure: give --rank too")
        return (BUDGET_S if self.budget is None else self.budget) if self.rank else None


def _check_name(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    """Refuse what is no name before anything is judged."""
    if name is not None:
        from judge.store import run_path

        run_path(name)
    return name


class Keep(msgspec.Struct, frozen=True):
    """Where `judge run` writes what it measured: files for the run, a name under which it is kept, and a folder for its
    pages; all may be missing."""

    json_file: Annotated[
        Path | None, Flags.JSON.saying("Write all that was measured here, not to .judge/last-run.json.")
    ]
    junit_file: Annotated[Path | None, option("--junit", "Write the verdicts as JUnit XML, for CI systems.")]
    name: Annotated[
        str | None, option("--save", "Keep it by this name, for judge diff.", metavar="NAME", callback=_check_name)
    ]
    html_folder: HtmlFolder


@command
def run(
    submissions: Annotated[tuple[Path, ...], solution()],
    choice: Chosen,
    way: Way,
    options: Annotated[RunOptions, run_options(far=True)],
    keep: Keep,
) -> int:
    """Judge solutions and print the leaderboards.

    SUBMISSIONS are files, folders, or shipped solutions by name: lizards/champion, or lizards for all of them.
    Default: all under solutions/.
    """

    @cache
    def chosen() -> list[Entry]:
        from judge.cli.last_failed import chosen_entries

        return chosen_entries(choice.of(*submissions), last_failed=way.last_failed)

    if way.budget_s is None and _is_one(submissions, chosen):
        options = options.shared
    with starting(options, chosen, submissions) as start:
        if not chosen():
            return 0
        from judge.cli.contest import judge_contest

        return judge_contest(way, options, keep, start, chosen())


def _is_one(submissions: tuple[Path, ...], chosen: Callable[[], list[Entry]]) -> bool:
    """Say whether this is one submission, which ranks nobody. A file is known to be one before anything is imported."""
    if len(submissions) == 1 and submissions[0].is_file():
        return True
    return len(submissions) <= 1 and sum(len(entry.submissions) for entry in chosen()) == 1


class Start(msgspec.Struct):
    """The start of `judge run`, up to its first event: the workers, and whether it is over. From then on the contest
    says how it was stopped."""

    opened: Hands
    over: bool = False


@contextmanager
def starting(options: RunOptions, check: Callable[[], object], files: Sequence[Path]) -> Iterator[Start]:
    """Open the sandboxes, or a cluster, as `start_workers` does. Where Ctrl-C comes before the start is over, say that
    nothing was judged, and end with status 130."""
    start = Start([])
    try:
        with start_workers(options, check, files) as start.opened:
            yield start
    except KeyboardInterrupt:
        if start.over:
            raise
        from judge.reports import PlainConsole

        console = PlainConsole(stderr=True)
        if console.is_terminal:
            console.print()  # what was typed stands at the end of a line
        console.print("interrupted before anything was compiled or run, so nothing was judged", style="bold yellow")
        raise click.exceptions.Exit(130) from None
