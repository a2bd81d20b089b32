"""The command `judge diff`: two submissions, run side by side, or two runs that were kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated

import click
import msgspec

from judge.cli.declaration import argument, command, option
from judge.cli.following import follow
from judge.cli.options import Chosen, JsonFile, RunOptions, missing, refuse_given, run_options, write_json_of
from judge.cli.running import sandboxes
from judge.cli.values import run_names
from judge.errors import JudgeError
from judge.files import is_there
from judge.judging import Contest
from judge.model import Entry
from judge.reports import DiffReport, Live, PlainConsole
from judge.scoring import Difference
from judge.store import SavedRun, StoredRun, read_run, run_path, saved_names
from judge.submissions import entries, solution_path
from judge.text import counted

REPEAT = 5
_OF_FILES = ("main", "cases", "groups", "time_limit", "repeat", "jobs")
_OF_RUNS = ("names",)


class Percent(click.ParamType[float]):
    """A share such as 5% or 2.5; 0.05."""

    name = "percent"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            found = float(str(value).strip().removesuffix("%"))
        except ValueError:
            found = -1.0
        if not 0 <= found <= 1e6:
            self.fail(f"{value!r} is no percentage; write 5%", param, ctx)
        return found / 100


class _Asked(msgspec.Struct, frozen=True):
    """What is compared: two words, of runs only these submissions; and how the command is to end."""

    before: Annotated[str | None, argument("[A]", shell_complete=run_names)]
    after: Annotated[str | None, argument("[B]", shell_complete=run_names)]
    names: Annotated[tuple[str, ...], option("--submission", "Of two runs, only this submission.", metavar="NAME")]
    fail_above: Annotated[
        float, option("--fail-above", "How much slower fails. Default 5%.", type=Percent(), default="5%")
    ]


@command
def diff(
    choice: Chosen, asked: _Asked, options: Annotated[RunOptions, run_options(repeat=REPEAT)], json_file: JsonFile
) -> int:
    """Compare two solutions or two saved runs.

    A and B are two submissions, which are run side by side. Or they are two runs, each by the name of judge run
    --save or as the file of judge run --json. Without both, the saved runs are listed. Exit status 1: B is wrong
    where A was right, or slower beyond noise by more than --fail-above.
    """
    console = PlainConsole()
    if asked.before is None:
        console.print(_saved_lines(SavedRun.latest()))
        return 0
    if asked.after is None:
        raise missing("after")
    one, other = _side(asked.before), _side(asked.after)
    if isinstance(one, Path) and isinstance(other, Path):
        report, interrupted = _of_files((one, other), options, choice, console)
    elif isinstance(one, Path) or isinstance(other, Path):
        repair = f"run it first:  judge run {one if isinstance(one, Path) else other} --save NAME"
        raise JudgeError("E441", "one of the two is a file, the other a run", help=repair)
    else:
        report, interrupted = _of_runs(one, other, asked.names, choice), False
    report = msgspec.structs.replace(report, fail_above=asked.fail_above)
    if report.found or not interrupted:
        console.print(report)
    if interrupted:
        rest = "only the cases that both have run are compared" if report.found else "nothing was compared"
        console.print(f"interrupted: {rest}", style="bold yellow")
    write_json_of(report, json_file)
    return 130 if interrupted else max((one.exit_status(report.fail_above) for one in report.found), default=0)


def _side(word: str) -> Path | StoredRun:
    """Return what a word names: a file or folder to run, or a run that was kept."""
    if word.endswith(".json"):
        return read_run(Path(word), word)
    kept, path = saved_names(), Path(word)
    if word in kept and is_there(path):
        help_ = f"write ./{word} for the file, {run_path(word)} for the run"
        raise JudgeError("E441", f"{word!r} is both a file and a saved run", help=help_)
    if word in kept:
        return read_run(run_path(word), word)
    if is_there(solution := solution_path(word)):
        return solution
    raise JudgeError(
        "E441",
        f"{word!r} is neither a file nor a saved run",
        note=f"saved runs: {', '.join(kept) or 'none here'}",
        help="keep one:  judge run mine.py --save NAME",
    )


def _of_files(
    paths: Sequence[Path], options: RunOptions, choice: Chosen, console: PlainConsole
) -> tuple[DiffReport, bool]:
    """Run two submissions side by side; say too whether Ctrl-C ended it."""
    refuse_given(_OF_RUNS, "two runs")
    chosen = entries(choice.of(*paths))
    _check_two(chosen, paths)
    with sandboxes(options, console) as (opened, host):
        contest = Contest(opened, chosen, options.repeat)
        interrupted = not follow(contest.events(), Live(console, contest.total, chosen))
    clock, rows = host.ranks_by, contest.judgements()
    pairs = zip(rows[::2], rows[1::2], strict=False)  # of a contest that was stopped one may be missing
    found = Difference.of([*pairs], clock)
    first, second = chosen[0].submissions
    return DiffReport(first.name, second.name, found, clock), interrupted


def _check_two(chosen: Sequence[Entry], paths: Sequence[Path]) -> None:
    """Refuse what is not two submissions for the same problems."""
    if all(len(entry.submissions) == 2 for entry in chosen):
        first, second = chosen[0].submissions
        if (first.sha256, first.run_as) != (second.sha256, second.run_as):
            return
    elif len(chosen) > 1:
        names = " and ".join(entry.problem.name for entry in chosen)
        raise JudgeError("E443", f"they are for different problems: {names}", help="name one:  --problem NAME")
    elif paths[0].resolve() != paths[1].resolve():
        raise JudgeError("E443", "one of the two holds several submissions", help="name two files")
    raise JudgeError("E443", "both are the same bytes: there is nothing to compare", help="name two files that differ")


def _of_runs(one: StoredRun, other: StoredRun, names: Sequence[str], choice: Chosen) -> DiffReport:
    """Compare what two runs have in common."""
    refuse_given(_OF_FILES, "two files; a run is measured already")
    wanted = {Path(word).resolve().name for word in choice.problems}
    rows = [[row for row in run.judgements if not wanted or row.problem.name in wanted] for run in (one, other)]
    chosen = Difference.pairs(rows[0], rows[1], names)
    if not chosen:
        named = [[f"{row.problem.name}/{row.submission.name}" for row in run.judgements] for run in (one, other)]
        first, second = (", ".join(each) or "none" for each in named)
        raise JudgeError(
            "E443",
            f"{one.name} and {other.name} have no submission in common",
            note=f"in {one.name}: {first}; in {other.name}: {second}",
            help="judge diff MAIN MINE --submission NAME  needs that name in both, on the same problem",
        )
    differs = one.host.unlike(other.host)
    for before, after in chosen:
        differs += before.problem.limits.unlike(after.problem.limits)
    if differs:
        raise JudgeError(
            "E443",
            f"{one.name} and {other.name} were not judged alike: {'; '.join(dict.fromkeys(differs))}",
            help="run both on one host, side by side:  judge diff A.py B.py",
        )
    clock = one.host.ranks_by
    noises = [run.noise for run in (one, other) if run.noise]
    found = Difference.of(chosen, clock, max(noises, default=None), side_by_side=False)
    return DiffReport(one.name, other.name, found, clock)


def _saved_lines(runs: Sequence[SavedRun]) -> str:
    """Return name, time and size of each run, or how to keep one."""
    if not runs:
        return "no run is kept here; keep one:  judge run mine.py --save NAME"
    names = max(len(run.name) for run in runs)
    times = (datetime.fromtimestamp(run.saved_s).astimezone() for run in runs)
    rows = zip(runs, times, strict=True)
    return "\n".join(f"{run.name:<{names}}  {time:%Y-%m-%d %H:%M}  {_what(run)}" for run, time in rows)


def _what(run: SavedRun) -> str:
    if run.submissions is None:
        return "can't be read"
    return f"{counted(run.submissions, 'submission')} on {', '.join(run.problems) or 'nothing'}"
