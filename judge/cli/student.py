"""The commands of a student, or of a contest's host, that keep no result: init, run and check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from judge.cli.failing import UntilFailure, chosen_entries, remember
from judge.cli.keeping import Keep, keeping
from judge.cli.options import FILE, PUZZLE, RunOptions, as_one, chosen_cases, run_options, to_settle
from judge.cli.running import follow, rounds_of, sandboxes

if TYPE_CHECKING:
    from judge.model import Judgement
    from judge.reports.export.run_json import Journal
    from judge.reports.terminal.console import PlainConsole


class _Way(msgspec.Struct, frozen=True):
    """How a contest is run, and for how long it is measured again; None: not at all."""

    symmetric: bool
    hopeless: bool
    budget_s: float | None
    last_failed: bool
    first_failure: bool

    def __post_init__(self) -> None:
        if self.symmetric and self.budget_s is not None:
            raise click.UsageError("--symmetric ranks nobody: leave it or --rank out")


@click.command()
@click.argument("problem", type=PUZZLE)
@click.argument("file", type=FILE)
def init(problem: str, file: Path) -> int:
    """Write a first solution to begin with.

    FILE will hold a solution of PROBLEM. A file that is there already is never overwritten.
    """
    from judge.reports.terminal.console import plain_console
    from judge.submissions.starter import write_starter

    write_starter(problem, file)
    console = plain_console()
    console.print(f"{file} is written. Judge it:  judge run {file}", soft_wrap=True)
    console.print(f"judge show {problem}  tells the problem", soft_wrap=True)
    return 0


@click.command()
@click.argument("submissions", nargs=-1, type=FILE)
@chosen_cases
@click.option("--symmetric", is_flag=True, help="Also on each case's rotations and reflections; not ranked.")
@click.option("--all", "hopeless", is_flag=True, help="Also the larger cases of a group after two time-outs in it.")
@click.option("--last-failed", is_flag=True, help="Only what failed last; of the files given, or of all.")
@click.option("-x", "--exitfirst", "first_failure", is_flag=True, help="Stop at the first case that fails.")
@to_settle
@run_options()
@keeping
@as_one(_Way, "way")
def run(way: _Way, options: RunOptions, keep: Keep, **choice: object) -> int:
    """Judge solutions and print the leaderboards.

    SUBMISSIONS are files and folders. Default: all under solutions/.
    """
    from judge.judging.contest import Contest
    from judge.model import Measuring
    from judge.reports.export.run_json import Journal
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.contest import View, results
    from judge.reports.terminal.progress import Live
    from judge.reports.terminal.rounds import measuring_lines
    from judge.scoring import ranking
    from judge.scoring.verdict import exit_status
    from judge.submissions.choice import Choice

    console = plain_console()
    if not (chosen := chosen_entries(msgspec.convert(choice, Choice), console, last_failed=way.last_failed)):
        return 0
    with sandboxes(options, console) as (opened, host):
        clock = ranking.clock_of(host)
        contest = Contest(opened, chosen, options.repeat, symmetric=way.symmetric, hopeless=way.hopeless)
        journal = Journal(keep.json_file, host, chosen, contest.judgements)
        live = Live(console, contest.total)
        rounds = rounds_of(contest, clock, way.budget_s, live)
        until = UntilFailure(contest.events(rounds, probing=None if rounds else clock), wanted=way.first_failure)
        interrupted = not follow(until, live, journal.event)
    boards = ranking.boards(contest.judgements(), clock, contest.noise)
    measuring = Measuring(contest.noise, tuple(rounds.settled) if rounds else ())
    journal.close(boards, complete=not (interrupted or until.stopped), ranked=not way.symmetric, measuring=measuring)
    console.print(results(boards, View(clock, way.symmetric, interrupted, console.width)))
    console.print(measuring_lines(measuring))
    _afterwards(contest.judgements(), console, stopped=until.stopped)
    if keep.name:
        console.print(_saved(journal, keep.name, whole=not (interrupted or until.stopped)))
    return 130 if interrupted else exit_status(contest.judgements())


def _afterwards(judgements: list[Judgement], console: PlainConsole, *, stopped: bool) -> None:
    """Remember what failed, say why the run was `stopped`, if it was, and keep what refutes a package."""
    from judge.judging.counterexamples import keep_refuted

    remember(judgements)
    if stopped:
        console.print("stopped at the first failure, as -x asks; judge run --last-failed  runs it again", style="bold")
    for path in keep_refuted(judgements):
        console.print(f"kept: {path}")


def _saved(journal: Journal, name: str, *, whole: bool) -> str:
    """Keep a whole run by its name, and say where."""
    from judge.store.saved import run_path

    if not whole:
        return f"not saved as {name}: it was stopped before its end"
    return f"saved: {name}, in {journal.copy_to(run_path(name))}"


@click.command()
@click.argument("case", type=FILE, metavar="INPUT")
@click.argument("answer", type=FILE, metavar="OUTPUT")
@click.option("--puzzle", type=PUZZLE, help="Default: what the package of INPUT says, else lizards.")
@click.option("--strict", is_flag=True, help="Refuse what is only read tolerantly.")
def check(case: Path, answer: Path, puzzle: str | None, strict: bool) -> int:
    """Check an answer that is in a file.

    Say whether the file OUTPUT answers the case in the file INPUT. Exit status 0: yes, 1: no.
    """
    from judge.model import Verdict
    from judge.problems.check import check_files, word
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.diagnostic import finding_lines, notice_lines

    console = plain_console()
    checked = check_files(case, answer, puzzle, strict)
    for notices, path in ((checked.case_notices, case), (checked.answer_notices, answer)):
        if notices:
            console.print(notice_lines(notices, str(path), console.width))
    if checked.finding is None:
        console.print("OK", style="bold green")
        return 0
    console.print(finding_lines(checked.finding, checked.board, word(checked.puzzle), width=console.width))
    return 3 if checked.finding.verdict is Verdict.JE else 1
