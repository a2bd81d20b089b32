"""The commands of a student, or of a contest's host, that keep no result: init, run and check."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click
import msgspec

from judge.cli.completion import problem_names
from judge.cli.html_option import to_pages, write_pages
from judge.cli.last_failed import UntilFailure, chosen_entries, remember
from judge.cli.machine import MachineCommand
from judge.cli.options import FILE, PUZZLE, RunOptions, as_one, chosen_cases, run_options, solution_argument, to_settle
from judge.cli.running import follow, rounds_of, start_workers, watch_workers
from judge.cli.svg_option import to_svg, write_picture
from judge.cli.values import PUZZLE_WORD
from judge.errors import JudgeError
from judge.model import Finished
from judge.text import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from judge.judging.check import Checked
    from judge.judging.contest import Contest
    from judge.judging.crew import Hands
    from judge.model import Entry, Event, Standing
    from judge.reports.export.journal import Journal
    from judge.reports.terminal.closing import Stopped
    from judge.reports.terminal.console import PlainConsole
    from judge.reports.terminal.contest import View
    from judge.reports.terminal.progress import Live

_Command = TypeVar("_Command", bound=Callable[..., Any])


class _Way(msgspec.Struct, frozen=True):
    """How a contest is run, and for how long it is measured again; None: not at all."""

    hopeless: bool
    budget_s: float | None
    last_failed: bool
    first_failure: bool


@click.command(cls=MachineCommand)
@click.argument("puzzle", type=PUZZLE, metavar="PROBLEM")
@click.argument("file", type=FILE)
@click.pass_context
def init(context: click.Context, puzzle: str, file: Path) -> int:
    """Write a first solution to begin with.

    FILE will hold a solution of PROBLEM, such as lizards, queens or spies, or a package with a puzzle of its own.
    A file that is there already is never overwritten.
    """
    from judge.problems.puzzles import is_row
    from judge.reports.terminal.console import plain_console
    from judge.submissions.starter import write_starter

    problem, own = str(context.meta[PUZZLE_WORD]), is_row(puzzle)
    write_starter(puzzle, file, Path(problem).resolve().name if own else "")
    console = plain_console()
    where = f" --problem {problem}" if own else ""
    console.print(f"{file} is written. Judge it:  judge run {file}{where}", soft_wrap=True)
    console.print(f"judge show {problem}  tells the problem", soft_wrap=True)
    return 0


class Keep(msgspec.Struct, frozen=True):
    """Where `judge run` writes what it measured: files for the run, a name under which it is kept, and a folder for its
    pages; all may be missing."""

    json_file: Path | None = None
    name: str | None = None
    html_folder: Path | None = None
    junit_file: Path | None = None


def _checked_name(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    """Refuse what is no name before anything is judged."""
    if name is not None:
        from judge.store.saved import run_path

        run_path(name)
    return name


keeping = as_one(
    Keep,
    "keep",
    click.option(
        "--json", "json_file", type=FILE, help="Write all that was measured here, not to .judge/last-run.json."
    ),
    click.option("--junit", "junit_file", type=FILE, help="Write the verdicts as JUnit XML, for CI systems."),
    click.option(
        "--save", "name", metavar="NAME", callback=_checked_name, help="Keep it by this name, for judge diff."
    ),
    to_pages,
)


@click.command(cls=MachineCommand)
@solution_argument("submissions", nargs=-1)
@chosen_cases
@click.option(
    "--all",
    "hopeless",
    is_flag=True,
    help="Run larger cases after two time-outs, too; show every mistake.",
)
@click.option("--last-failed", is_flag=True, help="Only what failed last; of the files given, or of all.")
@click.option("-x", "--exitfirst", "first_failure", is_flag=True, help="Stop at the first case that fails.")
@to_settle
@run_options(far=True)
@keeping
@as_one(_Way, "way")
def run(way: _Way, options: RunOptions, keep: Keep, submissions: tuple[Path, ...], **narrowed: object) -> int:
    """Judge solutions and print the leaderboards.

    SUBMISSIONS are files, folders, or shipped solutions by name: lizards/champion, or lizards for all of them.
    Default: all under solutions/.
    """
    chosen = cache(lambda: _entries({"submissions": submissions, **narrowed}, last_failed=way.last_failed))
    if way.budget_s is None and _is_one(submissions, chosen):
        options = options.shared
    with starting(options, chosen, submissions) as start:
        return _contest(way, options, keep, start, chosen()) if chosen() else 0


def _is_one(submissions: tuple[Path, ...], chosen: Callable[[], list[Entry]]) -> bool:
    """Say whether this is one submission, which ranks nobody. A file is known to be one before anything is imported."""
    if len(submissions) == 1 and submissions[0].is_file():
        return True
    return len(submissions) <= 1 and sum(len(entry.submissions) for entry in chosen()) == 1


def _entries(choice: dict[str, object], *, last_failed: bool) -> list[Entry]:
    """Return who competes; JudgeError E4xx when a word names nothing."""
    from judge.reports.terminal.console import plain_console
    from judge.submissions.choice import Choice

    return chosen_entries(msgspec.convert(choice, Choice), plain_console(), last_failed=last_failed)


class Start(msgspec.Struct):
    """The start of `judge run`, up to its first event: the sandboxes, and whether it is over. From then on whoever
    shows the contest says how it was stopped."""

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
        _say_stopped()
        raise click.exceptions.Exit(130) from None


def _say_stopped() -> None:
    from judge.reports.terminal.console import plain_console

    console = plain_console(stderr=True)
    if console.is_terminal:
        console.print()  # what was typed stands at the end of a line
    console.print("interrupted before anything was compiled or run, so nothing was judged", style="bold yellow")


def _contest(way: _Way, options: RunOptions, keep: Keep, start: Start, chosen: list[Entry]) -> int:
    """Run a contest, show it, and keep it; return the exit status. It is imported while the sandboxes start."""
    from judge.judging.contest import Contest
    from judge.judging.sequence import AS_PACKAGED
    from judge.model import Measuring
    from judge.reports.export.atomic import write_whole
    from judge.reports.export.journal import Journal
    from judge.reports.export.junit import run_junit_xml
    from judge.reports.recorded import recorded
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.contest import View
    from judge.reports.terminal.progress import Live
    from judge.reports.terminal.rounds import measuring_lines
    from judge.reports.terminal.validation import unanswered_line
    from judge.scoring import ranking
    from judge.scoring.verdict import exit_status

    console = plain_console()
    with watch_workers(start.opened, options, console) as host:
        clock = ranking.clock_of(host)
        contest = Contest(start.opened, chosen, options.repeat, hopeless=way.hopeless)
        if way.first_failure:
            contest.seed = AS_PACKAGED  # the first that fails is that of the report
        journal = Journal(keep.json_file, host, chosen, contest.judgements, contest.seed)
        live = Live(console, contest.total, chosen, budget_s=way.budget_s)
        if way.hopeless:
            live.expect_all()
        live.machines, live.clock = contest.machines, clock
        boards = Boards(contest, View(clock, width=console.width, every_case=way.hopeless), console)
        rounds = rounds_of(contest, clock, way.budget_s, live)
        events = contest.events(rounds, probing=None if rounds else clock)
        until = UntilFailure(events, wanted=way.first_failure)
        for problem in (entry.problem for entry in chosen if entry.problem.unanswered):
            console.print(unanswered_line(problem), soft_wrap=True)
        start.over = True
        interrupted = not follow(until, live, _telling(journal, boards, live))
    stopped = _stopped(live, contest.total, interrupted=interrupted, failed=until.stopped)
    boards.end(stopped)
    measuring = Measuring(contest.noise, tuple(rounds.settled) if rounds else (), contest.seed)
    record = recorded(boards.made, host, measuring, complete=stopped is None)
    journal.close(record)
    console.print(measuring_lines(measuring))
    remember(contest.judgements())
    _say_kept(journal, boards, console)
    if keep.junit_file:
        write_whole(keep.junit_file, run_junit_xml(contest.judgements()))
    if keep.name:
        console.print(_saved(journal, keep.name, whole=stopped is None))
    if keep.html_folder:
        write_pages(record, keep.html_folder, console)
    return 130 if interrupted else exit_status(contest.judgements())


def _stopped(live: Live, total: int, *, interrupted: bool, failed: bool) -> Stopped | None:
    """Return where a contest was stopped, and why; None where it came to its end."""
    from judge.reports.terminal.closing import Stopped

    if not (interrupted or failed):
        return None
    why: Literal["interrupted", "failed"] = "interrupted" if interrupted else "failed"
    return Stopped(live.course.ran, total, live.course.at_work, why=why)


def _telling(journal: Journal, boards: Boards, live: Live) -> Callable[[Event], None]:
    """Return what takes each event: the file, and the leaderboard of a problem that is over."""

    def told(event: Event) -> None:
        journal.event()
        if boards.event(event):
            live.said()

    return told


def _say_kept(journal: Journal, boards: Boards, console: PlainConsole) -> None:
    """Say where everything is, if several leaderboards have gone by, and where the boards are that refute a package."""
    from judge.judging.counterexamples import keep_refuted
    from judge.reports.terminal.wrong_keys import wrong_key_lines

    if len(boards.made) > 1 and journal.path:
        console.print(f"every run: {journal.path}", style="dim")
    console.print(wrong_key_lines(keep_refuted(row.judgement for board in boards.made for row in board)))


def _saved(journal: Journal, name: str, *, whole: bool) -> str:
    """Keep a whole run by its name, and say where."""
    from judge.store.saved import run_path

    if not whole:
        return f"not saved as {name}: it was stopped before its end"
    return f"saved: {name}, in {journal.copy_to(run_path(name))}"


class Boards:
    """The leaderboards of a contest, each made and printed as soon as its problem is over. It takes the events of the
    contest; `made` holds the standings of each problem that somebody was judged on."""

    def __init__(self, contest: Contest, view: View, console: PlainConsole) -> None:
        self.made: list[list[Standing]] = []
        self._contest, self._view, self._console = contest, view, console
        self._over = 0

    def event(self, event: Event) -> bool:
        """Take an event; say whether a leaderboard was printed."""
        if not isinstance(event, Finished):
            return False
        self._over += 1
        return self._print(self._contest.entries[self._over - 1 : self._over])

    def end(self, stopped: Stopped | None) -> None:
        """Print what there is of the problem in which the contest was stopped, if it was, and the last lines."""
        from judge.reports.terminal.closing import closing

        if stopped:
            rest = self._contest.entries[self._over :]
            unjudged = tuple(one.problem.name for one in rest if not self._contest.judged(one))
            stopped = msgspec.structs.replace(stopped, unjudged=unjudged)
            self._view = msgspec.structs.replace(self._view, stopped=stopped)
            self._print(rest)
        self._console.print(closing(self.made, self._view.ranked, stopped))

    def _print(self, entries: Sequence[Entry]) -> bool:
        from judge.reports.terminal.contest import board_report
        from judge.scoring.ranking import standings

        made = [rows for entry in entries if (rows := self._contest.judged(entry))]
        for rows in made:
            self.made.append(standings(rows, self._view.clock, self._contest.noise))
            self._console.print(board_report(self.made[-1], self._view))
        return bool(made)


@click.command(cls=MachineCommand)
@click.argument("words", nargs=-1, metavar="{PROBLEM CASE|INPUT}", shell_complete=problem_names)
@click.argument("answer", type=FILE, metavar="OUTPUT")
@click.option("--puzzle", type=PUZZLE, help="Default: what the package of INPUT says, else lizards.")
@click.option("--strict", is_flag=True, help="Refuse what is only read tolerantly.")
@to_svg
def check(words: tuple[str, ...], answer: Path, puzzle: str | None, strict: bool, svg: Path | None) -> int:
    """Check an answer that is in a file.

    Say whether the file OUTPUT answers a case: a CASE of a PROBLEM, as in "judge check lizards assignment-8
    output.txt", or the file INPUT. A case of a package is judged as judge run does: by all that problem.toml says of
    answers, and by the package's own validator. Any other INPUT is judged by the rules of its puzzle, and OUTPUT must
    be in the exact form. Exit status 0: yes, 1: no.
    """
    from judge.judging.check import check_files
    from judge.problems.check import word
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.diagnostic import finding_lines, notice_lines

    console, case = plain_console(), _case_file(words)
    checked = check_files(case, answer, puzzle, strict)
    for notices, path in ((checked.case_notices, case), (checked.answer_notices, answer)):
        if notices:
            console.print(notice_lines(notices, str(path), console.width))
    if checked.finding is None:
        console.print("OK", style="bold green")
    else:
        console.print(finding_lines(checked.finding, checked.board, word(checked.puzzle), width=console.width))
    if svg:
        console.print(_pictured(checked, svg), style="dim", markup=False, soft_wrap=True)
    return _status(checked)


def _case_file(words: Sequence[str]) -> Path:
    """Return the file of the case that the words name: its path, or a problem and the name of a case."""
    from judge.cli.options import read_problem
    from judge.problems.cases import chosen_cases, path_of

    if len(words) == 1:
        return Path(words[0])
    if not words:
        raise click.UsageError("OUTPUT is missing")
    if len(words) > 2:
        raise click.UsageError("name a case by one file, or by a problem and a case: three words at most")
    problem = read_problem(words[0])
    [case, *more] = chosen_cases(problem, (), words[1:])
    if more:
        names = listed([path_of(one) for one in (case, *more)])
        raise JudgeError("E433", f"{words[1]} names several cases: {names}", help="name one of them")
    return Path(problem.path) / path_of(case) / "input.txt"


def _pictured(checked: Checked, svg: Path) -> str:
    """Write the board with what is wrong on it, and say so; or say why there is none."""
    from judge.problems.check import word
    from judge.reports.picture.scene import drawable, given_on, scene_of

    if not drawable(checked.shown):
        return f"not written: {svg}; the answer can't be drawn as a board"
    cells = checked.finding.cells if checked.finding else ()
    scene = scene_of(checked.shown, word(checked.puzzle), cells, given_on(checked.grid), checked.layer)
    return write_picture(svg, scene)


def _status(checked: Checked) -> int:
    from judge.model import Verdict

    if checked.finding is None:
        return 0
    return 3 if checked.finding.verdict is Verdict.JE else 1
