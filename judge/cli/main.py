"""The commands: each parses its words, calls one function, renders what it returns. The only place that exits.

0 as expected; 1 a verdict that was not expected; 2 wrong use, or a file that can't be read; 3 a judge error;
130 interrupted. What a command needs is imported inside it: `judge --help` loads neither numpy nor numba.
"""

from __future__ import annotations

import math
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli import instructor, student
from judge.cli.manual import ByReader, show_help
from judge.cli.options import FILE, PUZZLE, of_languages, sharing
from judge.errors import JudgeError, keep_trace
from judge.sandbox.tiers import TIERS

if TYPE_CHECKING:
    from judge.judging.contest import Contest
    from judge.reports.export.run_json import Journal
    from judge.reports.terminal.console import PlainConsole
    from judge.reports.terminal.progress import Live
    from judge.sandbox.tiers import Tier


def main() -> None:
    """The entry point of the command `judge`."""
    try:
        status = commands(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        status = 2
    except (click.Abort, KeyboardInterrupt):
        status = 130
    except JudgeError as error:
        status = _tell(error)
    except BrokenPipeError:  # `judge run | head`: the reader has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 141
    except Exception as error:
        status = _tell(_own_fault(error))
    sys.exit(status)


def _finite(_: click.Context, option: click.Parameter, value: float | None) -> float | None:
    """Every comparison with nan is false, a range's too."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("it must be a number of seconds", param=option)
    return value


@click.group(
    cls=ByReader,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="judge help TOPIC is the manual; judge COMMAND --help lists the options.",
)
@click.version_option(package_name="judge")
def commands() -> None:
    """A contest harness for placement puzzles: lizards, queens and spies.

    \b
    Begin with:
      judge init lizards mine.py
      judge run mine.py --group sample
    """


@commands.command()
@click.argument("submissions", nargs=-1, type=FILE)
@click.option("--problem", "problems", multiple=True, metavar="NAME|DIR", help="A package, by name or by folder.")
@click.option("--case", "cases", multiple=True, metavar="NAME", help="Only this case; may be given again.")
@click.option("--group", "groups", multiple=True, metavar="NAME", help="Only this group of cases; may be given again.")
@click.option(
    "--time-limit", type=click.FloatRange(0.01, 86400), callback=_finite, help="Seconds of CPU a case may take."
)
@click.option("--repeat", type=click.IntRange(1, 1000), default=1, help="Run each case K times; the median counts.")
@click.option("--symmetric", is_flag=True, help="Also on each case's rotations and reflections; not ranked.")
@click.option("--all", "hopeless", is_flag=True, help="Also the larger cases of a group after two time-outs in it.")
@click.option("-j", "--jobs", type=click.IntRange(1, 1024), default=1, help="Attempts at once, each on its own core.")
@click.option("--cores", default="", metavar="LIST", help="Cores that time attempts, such as 1 or 0,2-3.")
@sharing
@click.option("--sandbox", "tier", type=click.Choice(("auto", *TIERS)), default="auto", help="Default: the strongest.")
@of_languages
@click.option("--json", "json_file", type=FILE, help="Write all that was measured here, not to .judge/last-run.json.")
def run(json_file: Path | None, tier: Tier, cores: str, jobs: int, **words: object) -> int:
    """Judge solutions and print the leaderboards.

    SUBMISSIONS are files and folders. Default: all under solutions/.
    """
    import msgspec

    from judge.judging.contest import Contest
    from judge.judging.counterexamples import keep_refuted
    from judge.reports.export.run_json import Journal
    from judge.reports.terminal.contest import View, results
    from judge.reports.terminal.progress import Live
    from judge.reports.terminal.ranking import host_line
    from judge.sandbox.pool import arena
    from judge.scoring import ranking
    from judge.scoring.verdict import exit_status
    from judge.submissions.choice import Choice, entries

    repeat, symmetric, hopeless = (
        int(str(words.pop("repeat"))),
        bool(words.pop("symmetric")),
        bool(words.pop("hopeless")),
    )
    share_core = bool(words.pop("share_core"))
    chosen = entries(msgspec.convert(words, Choice))
    console = _console()
    with arena(tier, cores, jobs, share_core, _console(stderr=True).print) as sandboxes:
        host = sandboxes[0].host()
        if line := host_line(host):
            console.print(line)
        contest = Contest(sandboxes, chosen, repeat, symmetric=symmetric, hopeless=hopeless)
        journal = Journal(json_file, host, chosen, contest.judgements)
        interrupted = _follow(contest, Live(console, contest.total), journal)
    clock = ranking.clock_of(host)
    boards = ranking.boards(contest.judgements(), clock)
    journal.close(boards, complete=not interrupted, ranked=not symmetric)
    words_of = {entry.problem.puzzle: entry.problem.piece for entry in chosen}
    console.print(results(boards, words_of, View(clock, symmetric, interrupted, console.width)))
    for path in keep_refuted(contest.judgements()):
        console.print(f"kept: {path}")
    return 130 if interrupted else exit_status(contest.judgements())


def _follow(contest: Contest, live: Live, journal: Journal) -> bool:
    """Run the contest; whether Ctrl-C ended it. What was judged until then is kept."""
    try:
        with live:
            for event in contest.events():
                live.event(event)
                journal.event()
    except KeyboardInterrupt:
        return True
    return False


@commands.command()
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
    from judge.reports.terminal.diagnostic import finding_lines, notice_lines

    console = _console()
    checked = check_files(case, answer, puzzle, strict)
    for notices, path in ((checked.case_notices, case), (checked.answer_notices, answer)):
        if notices:
            console.print(notice_lines(notices, str(path), console.width))
    if checked.finding is None:
        console.print("OK", style="bold green")
        return 0
    console.print(finding_lines(checked.finding, checked.board, word(checked.puzzle), width=console.width))
    return 3 if checked.finding.verdict is Verdict.JE else 1


@commands.command()
@click.argument("case", type=FILE, metavar="INPUT")
def show(case: Path) -> int:
    """Draw a case: the file INPUT."""
    from judge.problems.check import load_case, puzzle_of, word
    from judge.reports.picture import caption, picture
    from judge.reports.terminal.diagnostic import notice_lines

    console = _console()
    board, notices = load_case(case)
    if notices:
        console.print(notice_lines(notices, str(case), console.width))
    console.print(picture(board.grid, word(puzzle_of(case)), (), console.width, max(10, console.height - 4)))
    console.print(f"{board.algorithm}: {board.pieces} to place on {caption(board.grid)}")
    return 0


@commands.command()
@click.argument("problem", type=PUZZLE)
@click.argument("file", type=FILE)
def init(problem: str, file: Path) -> int:
    """Write a first solution to begin with.

    FILE will hold a solution of PROBLEM. A file that is there already is never overwritten.
    """
    from judge.submissions.starter import write_starter

    write_starter(problem, file)
    _console().print(f"{file} is written. Judge it:  judge run {file}", markup=False, highlight=False)
    return 0


@commands.command()
@click.argument("code")
def explain(code: str) -> int:
    """Explain an error code, such as E106.

    CODE is what a message has in brackets. There is an example, and what to do.
    """
    from judge.errors import codes
    from judge.reports.terminal.diagnostic import explain_lines

    row = codes().get(code.upper())
    if row is None:
        known = ", ".join(codes())
        raise JudgeError("E434", f"there is no code {code!r}", note=f"the codes are {known}")
    console = _console()
    console.print(explain_lines(code.upper(), row, min(console.width, 100)))
    return 0


@commands.command()
@click.argument("packages", nargs=-1, metavar="[NAME|DIR]...")
def validate(packages: tuple[str, ...]) -> int:
    """Check problem packages and their answers.

    Check the form of each file, and every answer.txt by the rules. Default: all packages under testcases/.
    """
    from judge.problems.package import read_package, validate_package
    from judge.reports.terminal.validation import is_fault, validation
    from judge.submissions.choice import package_folders

    console, faults = _console(), 0
    for folder in package_folders(packages):
        problem = read_package(folder)
        remarks = validate_package(problem)
        console.print(validation(problem, [(remark.file, remark.what) for remark in remarks], console.width))
        faults += sum(is_fault(remark.what) for remark in remarks)
    return 2 if faults else 0


@commands.command()
@of_languages
def doctor() -> int:
    """Examine this host: what it enforces, how noisy it is.

    Each line that is not ok says how to fix it. The last lines take a few seconds.
    """
    from judge.judging.doctor import examine
    from judge.reports.terminal.doctor import check_line

    console = _console()
    missing = 0
    for found in examine():
        console.print(check_line(found), soft_wrap=True)
        missing += found.state == "missing"
    return 1 if missing else 0


def _own_fault(error: Exception) -> JudgeError:
    """Our own mistake: its traceback goes into a file, for whoever mends it."""
    return JudgeError(
        "E304", "the judge itself failed", note=f"the details are in {keep_trace(error)}", help="please report them"
    )


def _tell(error: JudgeError) -> int:
    from judge.reports.terminal.diagnostic import error_lines

    console = _console(stderr=True)
    console.print(error_lines(error, console.width))
    return 3 if error.code.startswith("E3") else 2


def _console(stderr: bool = False) -> PlainConsole:
    from judge.reports.terminal.console import plain_console

    return plain_console(stderr)


for _command in (student.submit, student.board, instructor.grade, instructor.export, instructor.regrade, show_help):
    commands.add_command(_command)
