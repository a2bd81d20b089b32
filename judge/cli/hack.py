"""The command `judge hack`: search for a small board on which a submission is wrong, or two differ."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import click
import msgspec

from judge.cli.declaration import command, option
from judge.cli.options import Flags, JsonFile, RunOptions, package, run_options, solution
from judge.cli.running import sandboxes
from judge.cli.values import group_names
from judge.errors import JudgeError
from judge.files import write_json
from judge.judging import Hunter, add_hacked, write_board
from judge.model import Entry, Hunt, Verdict
from judge.problems import OneCase, chosen_cases, package_folder, puzzle_fits, puzzle_named, puzzle_names
from judge.reports import HuntProgress, HuntReport, PlainConsole, finding_lines
from judge.submissions import Choice, entries
from judge.text import listed

DEFAULT_GROUP = "-"  # of --add without a group


class _Asked(msgspec.Struct, frozen=True):
    """Who is tried, on which boards, and what becomes of what is found."""

    first: Annotated[Path, solution("A")]
    second: Annotated[Path | None, solution("[B]")]
    problem: Annotated[str | None, package("The package they solve.")]
    seconds: Annotated[float, Flags.SECONDS.saying("How long to search. Default: 60s.", default="60s")]
    max_n: Annotated[int, option("--max-n", "The largest board. Default: 65.", type=click.IntRange(1, 200), default=65)]
    seed: Annotated[int, option("--seed", "Choose other random boards.", type=click.IntRange(0, 2**63 - 1), default=0)]
    board: Annotated[Path | None, option("--board", "Try this one board, an input.txt, in place of a search.")]
    add: Annotated[
        str | None,
        option(
            "--add",
            "Add the board to the package. Default group: secret.",
            is_flag=False,
            flag_value=DEFAULT_GROUP,
            metavar="[GROUP]",
            shell_complete=group_names,
        ),
    ]

    @property
    def files(self) -> tuple[Path, ...]:
        return (self.first, self.second) if self.second else (self.first,)


_OPTIONS = run_options(repeat=3, what="Run the board that is found K times more. Default: 3.")


@command
def hack(asked: _Asked, options: Annotated[RunOptions, _OPTIONS], json_file: JsonFile) -> int:
    """Search for a board on which solutions are wrong.

    A and B are submissions: one finds an arrangement where the other says FAIL, crashes, or is out of time. Of A
    alone, whatever the rules refuse counts. Exit status 1: a board was found, 0: none was, 3: the judge itself failed.
    """
    console, entry = PlainConsole(), _entry(asked)
    problem = entry.problem
    board = OneCase.alone(asked.board, problem.puzzle).case.board if asked.board else None
    plan = Hunter.Plan(asked.seconds, asked.max_n, asked.seed, options.repeat, board)
    group = _group(asked, entry)
    hunt = _hunt(entry, plan, options, console)
    replay, text, added, unkept = "", "", None, None
    if hunt.hack:
        puzzle, found = puzzle_named(problem.puzzle), hunt.hack.board
        drawn = puzzle.row.names_algorithm  # else a drawing of its cells would not show all
        text = "" if drawn else puzzle.cases.write(found).decode()
        try:
            replayed = asked.board or write_board(problem, found)
            of = ["--problem", asked.problem] if asked.problem else []
            replay = shlex.join(["judge", "hack", *map(str, asked.files), *of, "--board", str(replayed)])
        except JudgeError as error:  # it is told once the board is shown
            unkept = error
    report = HuntReport(hunt, problem, replay, text)
    console.print(report)
    if unkept:
        raise unkept
    if hunt.hack and group is not None:
        added = add_hacked(problem, hunt, group)
        console.print(f"added: {added}", style="green", soft_wrap=True)
    if json_file:
        write_json(json_file, report.document(entry.submissions, added))
    return 1 if hunt.hack else 3 if hunt.failed == hunt.boards > 0 else 0


def _entry(asked: _Asked) -> Entry:
    """Return the submissions and their problem. JudgeError E443 where these are not one problem's, E448 for a
    problem without boards."""
    found = entries(Choice(asked.files, (asked.problem,) if asked.problem else ()))
    if len(found) > 1 or len(found[0].submissions) != len(asked.files):
        raise JudgeError("E443", "these are not submissions for one problem", help="name one file each, and --problem")
    problem = found[0].problem
    if problem.validator:
        message = f"judge hack has no boards to search for {problem.name}"
        repair = f"it searches boards of {listed(puzzle_names(), 3)} (judge help authoring)"
        raise JudgeError("E448", message, help=repair)
    return found[0]


def _group(asked: _Asked, entry: Entry) -> str | None:
    """Return the group that the board is added to, "" for the usual one; None where it is not added. JudgeError E433
    where there is no such group."""
    if not asked.add:
        return None
    package_folder(entry.problem.path, to_write=True)
    if asked.add == DEFAULT_GROUP:
        return ""
    chosen_cases(entry.problem, [asked.add], ())
    return asked.add


def _hunt(entry: Entry, plan: Hunter.Plan, options: RunOptions, console: PlainConsole) -> Hunt:
    """Hunt, and show how far it is. At Ctrl-C say what was tried, and end with status 130."""
    if plan.board:
        puzzle_fits(plan.board, entry.problem.puzzle)
    with sandboxes(options.shared, console) as (opened, _):
        progress = HuntProgress(console, plan.seconds)
        hunter = Hunter(entry, plan, opened, progress.tell)
        prepared = hunter.prepare()
        for submission, one in zip(entry.submissions, prepared, strict=True):
            if one.finding:
                headline = f"{one.verdict}  {submission.name}"
                console.print(finding_lines(one.finding, headline=headline, width=console.width))
        if any(one.finding for one in prepared):  # it can't be run at all, so nothing can be compared
            raise click.exceptions.Exit(3 if any(one.verdict is Verdict.JE for one in prepared) else 1)
        with progress:
            try:
                return hunter.run()
            except KeyboardInterrupt:
                progress.interrupted(hunter.so_far())
                raise click.exceptions.Exit(130) from None
