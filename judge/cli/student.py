"""The commands of a student, or of a contest's host, that keep no result: init, run, check and show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.keeping import Keep, keeping
from judge.cli.options import FILE, PUZZLE, RunOptions, chosen_cases, run_options
from judge.cli.running import sandboxes

if TYPE_CHECKING:
    from judge.judging.contest import Contest
    from judge.reports.export.run_json import Journal
    from judge.reports.terminal.progress import Live


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
    plain_console().print(f"{file} is written. Judge it:  judge run {file}", markup=False, highlight=False)
    return 0


@click.command()
@click.argument("submissions", nargs=-1, type=FILE)
@chosen_cases
@click.option("--symmetric", is_flag=True, help="Also on each case's rotations and reflections; not ranked.")
@click.option("--all", "hopeless", is_flag=True, help="Also the larger cases of a group after two time-outs in it.")
@run_options()
@keeping
def run(options: RunOptions, keep: Keep, symmetric: bool, hopeless: bool, **choice: object) -> int:
    """Judge solutions and print the leaderboards.

    SUBMISSIONS are files and folders. Default: all under solutions/.
    """
    import msgspec

    from judge.judging.contest import Contest
    from judge.judging.counterexamples import keep_refuted
    from judge.reports.export.run_json import Journal
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.contest import View, results
    from judge.reports.terminal.progress import Live
    from judge.scoring import ranking
    from judge.scoring.verdict import exit_status
    from judge.store.saved import run_path
    from judge.submissions.choice import Choice, entries

    chosen, console = entries(msgspec.convert(choice, Choice)), plain_console()
    with sandboxes(options, console) as (opened, host):
        contest = Contest(opened, chosen, options.repeat, symmetric=symmetric, hopeless=hopeless)
        journal = Journal(keep.json_file, host, chosen, contest.judgements)
        interrupted = _follow(contest, Live(console, contest.total), journal)
    clock = ranking.clock_of(host)
    boards = ranking.boards(contest.judgements(), clock)
    journal.close(boards, complete=not interrupted, ranked=not symmetric)
    console.print(results(boards, View(clock, symmetric, interrupted, console.width)))
    for path in keep_refuted(contest.judgements()):
        console.print(f"kept: {path}")
    if keep.name:
        saved = None if interrupted else journal.copy_to(run_path(keep.name))
        console.print(f"saved: {keep.name}, in {saved}" if saved else f"not saved as {keep.name}: it was interrupted")
    return 130 if interrupted else exit_status(contest.judgements())


def _follow(contest: Contest, live: Live, journal: Journal) -> bool:
    """Run the contest; say whether Ctrl-C ended it. What was judged until then is kept."""
    try:
        with live:
            for event in contest.events():
                live.event(event)
                journal.event()
    except KeyboardInterrupt:
        return True
    return False


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


@click.command()
@click.argument("case", type=FILE, metavar="INPUT")
def show(case: Path) -> int:
    """Draw a case: the file INPUT."""
    from judge.problems.check import load_case, puzzle_of, word
    from judge.reports.picture import caption, picture
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.diagnostic import notice_lines

    console = plain_console()
    board, notices = load_case(case)
    if notices:
        console.print(notice_lines(notices, str(case), console.width))
    console.print(picture(board.grid, word(puzzle_of(case)), (), console.width, max(10, console.height - 4)))
    console.print(f"{board.algorithm}: {board.pieces} to place on {caption(board.grid)}")
    return 0
