"""The commands that run the submissions of a package: validate tries the package, limits measures its time limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import click
import msgspec

from judge.cli.completion import problem_names
from judge.cli.declaration import argument, command, option
from judge.cli.following import follow
from judge.cli.options import JsonFile, PackageArgument, RunOptions, read_problem, run_options, solution, write_json_of
from judge.cli.running import refuse_untrusted, sandboxes
from judge.errors import JudgeError
from judge.executors import open_untimed
from judge.files import write_whole
from judge.judging import Contest, LimitRuns, answers_refused, status_of
from judge.model import Entry, Judgement, Problem, Submission, Validated
from judge.problems import package_folders, read_package, spoil_package, validate_package, with_limit
from judge.reports import LimitsReport, Live, PlainConsole, ValidationReport
from judge.submissions import Choice, entries, expected_in, solutions_of, unread_in


@command
def validate(
    packages: Annotated[tuple[str, ...], argument("[NAME|DIR]...", shell_complete=problem_names)],
    quick: Annotated[bool, option("--quick", "Do not run the submissions of the package.")],
    json_file: JsonFile,
    options: Annotated[RunOptions, run_options()],
) -> int:
    """Check problem packages and their answers.

    Check each file and answer, refuse spoilt answers, and run the package's own submissions. Exit status 2: a package
    is wrong, 1: a submission did other than expected. Default: all packages under testcases/.
    """
    console = PlainConsole()
    report = ValidationReport(quick)
    tried: dict[str, Entry] = {}
    for validated, entry in _checked(packages, options):
        report.found.append(validated)
        console.print(report.part(validated, console.width))
        if entry.submissions and not (quick or validated.status):
            tried[entry.problem.path] = entry
    judgements: list[Judgement] = []
    if chosen := list(tried.values()):
        with sandboxes(options.shared, console) as (opened, _):
            contest = Contest(opened, chosen, options.repeat)
            if not follow(contest.events(), Live(console, contest.total, chosen, cases=False)):
                raise click.exceptions.Exit(130)
        judgements += contest.judgements()
    for place, one in enumerate(report.found):
        own = tuple(made for made in judgements if made.problem.path == one.problem.path)
        report.found[place] = msgspec.structs.replace(one, judgements=own)
        if own:
            console.print(report.part(report.found[place], console.width))
    write_json_of(report, json_file)
    return max(status_of(judgements), *(one.status for one in report.found))


def _checked(packages: Sequence[str], options: RunOptions) -> Iterator[tuple[Validated, Entry]]:
    """Yield what is found in each package, and its submissions."""
    for folder in package_folders(packages):
        problem = read_package(folder)
        entry = Entry(problem, tuple(expected_in(Path(problem.path), problem.programs)))
        remarks = [*validate_package(problem), *_by_validator(problem, options), *unread_in(folder)]
        rows, more = spoil_package(problem, remarks)
        yield Validated(problem, (*remarks, *more), rows, len(entry.submissions)), entry


def _by_validator(problem: Problem, options: RunOptions) -> list[Validated.Remark]:
    """Return what the validator of a package says of the package's own answers. It is a stranger's program too."""
    if not (problem.validator and problem.validator.files):
        return []
    with open_untimed() as sandbox:
        refuse_untrusted(sandbox.host(), options)
        return list(answers_refused(sandbox, problem))


class _Wanted(msgspec.Struct, frozen=True):
    """Of which package, by which files, and what becomes of it."""

    problem: PackageArgument
    submissions: Annotated[tuple[Path, ...], solution()]
    write: Annotated[bool, option("--write", "Put the limit into problem.toml.")]
    force: Annotated[bool, option("--force", "Write it although the machine was disturbed.")]
    most: Annotated[
        float, option("--at-most", "Seconds for a case; 60.", type=click.FloatRange(0.1, 86400), default=60.0)
    ]


@command
def limits(asked: _Wanted, options: Annotated[RunOptions, run_options(repeat=3)], json_file: JsonFile) -> int:
    """Measure which time limit fits a package.

    Run the submissions that are to be accepted, and those that are to be too slow. They lie in its folder
    submissions/ and in solutions/, or are named. The limit is the smallest that leaves both their margin.
    """
    console, problem = PlainConsole(), read_problem(asked.problem, to_write=asked.write)
    runs = LimitRuns(problem, _candidates(asked, problem), asked.most, options.repeat)
    with sandboxes(options.shared, console) as (opened, host):
        for contest in runs.contests(opened, host.ranks_by):
            if not follow(contest.events(), Live(console, contest.total, contest.entries, cases=False)):
                return 130
    proposal = runs.proposal()
    report = LimitsReport(proposal, problem.limits, host)
    console.print(report)
    write_json_of(report, json_file)
    if not proposal.fits:
        return 1
    if asked.write:
        if proposal.noise and not asked.force:
            message = f"nothing is written, as the times are not to be relied on: {proposal.noise}"
            repair = "run it again on a quiet machine, with more --repeat; or --force"
            raise JudgeError("E446", message, help=repair)
        assert proposal.time_limit is not None
        path = Path(problem.path, "problem.toml")
        text = path.read_bytes().decode()  # it was read before; its line ends stay
        write_whole(path, with_limit(text, proposal.time_limit))
        said = f"written: time_limit = {proposal.time_limit:g} in {problem.path}/problem.toml"
        console.print(said, soft_wrap=True)
    return 0


def _candidates(asked: _Wanted, problem: Problem) -> list[Submission]:
    """Return who may say something about the limit."""
    found: list[Submission] = []
    if not asked.submissions:
        found += expected_in(Path(problem.path), problem.programs)
    files = asked.submissions or tuple(solutions_of(problem))
    if files:
        [entry] = entries(Choice(files, (problem.path,)))
        found += entry.submissions
    return found
