"""The command `judge validate`: whether a package can be trusted, and the judge with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import click
import msgspec

from judge.cli.completion import problem_names
from judge.cli.declaration import argument, command, option
from judge.cli.options import JsonFile, RunOptions, run_options
from judge.cli.progress import follow
from judge.cli.running import refuse_untrusted, sandboxes
from judge.executors.program.commands import homes
from judge.judging.contest import Contest
from judge.judging.trials import answers_refused, status_of, trials
from judge.model import Entry, Judgement, Problem
from judge.model.package import Remark, Validated
from judge.problems.package import read_package
from judge.problems.places import package_folders
from judge.problems.spoil import spoil_package
from judge.problems.validation import validate_package
from judge.reports.export.atomic import write_json
from judge.reports.export.package_json import validation_json
from judge.reports.terminal.console import PlainConsole, plain_console
from judge.reports.terminal.progress import Live
from judge.reports.terminal.validation import trial_lines, validation
from judge.sandbox.pool import untimed
from judge.submissions.expected import FOLDER, NAME, unread_in


class _Way(msgspec.Struct, frozen=True):
    """Which packages are checked, what is done besides, and what is written."""

    packages: Annotated[tuple[str, ...], argument("[NAME|DIR]...", shell_complete=problem_names)]
    quick: Annotated[bool, option("--quick", "Do not run the submissions of the package.")]
    json_file: JsonFile


@command
def validate(way: _Way, options: Annotated[RunOptions, run_options()]) -> int:
    """Check problem packages and their answers.

    Check each file and answer, refuse spoilt answers, and run the package's own submissions. Exit status 2: a package
    is wrong, 1: a submission did other than expected. Default: all packages under testcases/.
    """
    console = plain_console()
    found: list[Validated] = []
    entries: dict[str, Entry] = {}
    for validated, entry in _checked(way.packages, options):
        found.append(validated)
        console.print(validation(validated, console.width, quick=way.quick))
        if entry.submissions and not (way.quick or validated.status):
            entries[entry.problem.path] = entry
    judgements = _run(list(entries.values()), options, console) if entries else []
    for place, one in enumerate(found):
        own = tuple(made for made in judgements if made.problem.path == one.problem.path)
        found[place] = msgspec.structs.replace(one, judgements=own)
        if own:
            console.print(trial_lines(found[place]))
    if way.json_file:
        write_json(way.json_file, validation_json(found))
    return max(status_of(judgements), *(one.status for one in found))


def _checked(packages: Sequence[str], options: RunOptions) -> Iterator[tuple[Validated, Entry]]:
    """Yield what is found in each package, and its submissions."""
    for folder in package_folders(packages):
        problem = read_package(folder)
        entry = trials(problem)
        unread = [Remark("", str(folder / FOLDER / NAME), what) for what in unread_in(folder)]
        remarks = [*validate_package(problem), *_by_validator(problem, options), *unread]
        rows, more = spoil_package(problem, remarks)
        yield Validated(problem, (*remarks, *more), rows, len(entry.submissions)), entry


def _by_validator(problem: Problem, options: RunOptions) -> list[Remark]:
    """Return what the validator of a package says of the package's own answers. It is a stranger's program too."""
    if not (problem.validator and problem.validator.files):
        return []
    with untimed(homes()) as sandbox:
        refuse_untrusted(sandbox.host(), options)
        return list(answers_refused(sandbox, problem))


def _run(entries: list[Entry], options: RunOptions, console: PlainConsole) -> list[Judgement]:
    """Run the submissions of packages that are right, and show it as it goes."""
    with sandboxes(options.shared, console) as (opened, _):
        contest = Contest(opened, entries, options.repeat)
        if not follow(contest.events(), Live(console, contest.total, entries, cases=False)):
            raise click.exceptions.Exit(130)
    return contest.judgements()
