"""The commands of a package: generate makes its cases, answers finds what answers them, validate tries it, limits
measures its time limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Annotated, Final

import click
import msgspec

from judge.cli.declaration import Words, argument, command, option
from judge.cli.following import follow
from judge.cli.options import (
    Flags,
    JsonFile,
    PackageArgument,
    RunOptions,
    read_problem,
    run_options,
    solution,
    write_json_of,
)
from judge.cli.running import refuse_untrusted, sandboxes
from judge.cli.values import problem_names
from judge.errors import JudgeError
from judge.executors import open_untimed
from judge.files import write_whole
from judge.judging import Answering, Contest, LimitRuns, refused_answers, status_of
from judge.model import Entry, Judgement, Problem, Submission, Validated
from judge.problems import (
    chosen_cases,
    package_folder,
    package_folders,
    puzzle_named,
    read_manifest,
    read_package,
    spoil_package,
    validate_package,
    with_limit,
)
from judge.problems.generators import GenerateWish
from judge.problems.generators import generate as make
from judge.reports import AnswersReport, GenerateReport, LimitsReport, Live, PlainConsole, ValidationReport
from judge.sandbox import Sandbox
from judge.submissions import Choice, entries, expected_submissions, solutions_of, unread_remarks

_WISH: Final[Words] = {
    "check": [option("--check", "Write nothing; end with 1 if there is something to do.")],
    "only": [option("--only", "Only this case; or 'forest-*'.", metavar="NAME")],
    "remove_orphans": [option("--remove-orphans", "Remove the cases that no recipe makes.")],
    "seconds": [Flags.SECONDS.saying("To find what a board holds. Default: 20s.", default=20.0)],
}


@command
def generate(problem: PackageArgument, wish: Annotated[GenerateWish, _WISH], json_file: JsonFile) -> int:
    """Make the cases that generators.toml describes.

    Only input.txt is written. The same recipes give the same bytes on every machine, and a second run changes nothing.
    """
    package, console = package_folder(problem, to_write=not wish.check), PlainConsole()
    row = puzzle_named(read_manifest(package).puzzle).row
    report = GenerateReport(package, (row.one, row.many), wish.check)
    for one in make(package, wish):  # each is shown as it is made; those that are as they were are only counted
        report.made.append(one)
        if one.state not in ("same", "orphan"):
            console.print(report.line(one), soft_wrap=True)
    console.print(report, soft_wrap=True)
    write_json_of(report, json_file)
    left = {"edited", "undecided", *(("new", "stale") if wish.check else ())}  # by a run that writes, or by hand
    return 1 if any(one.state in left for one in report.made) else 0


class _Answering(msgspec.Struct, frozen=True):
    """Which cases are answered, and how."""

    seconds: Annotated[float, Flags.SECONDS]
    cases: Annotated[tuple[str, ...], Flags.CASE]
    by: Annotated[tuple[Path, ...], option("--by", "Ask this solution. Default: those that the package accepts.")]
    again: Annotated[bool, Flags.AGAIN.saying("Look at each FAIL that nothing proves, too.")]
    json_file: JsonFile


@command
def answers(problem: PackageArgument, way: _Answering) -> int:
    """Write the answers that cases lack, with proofs.

    An arrangement, or FAIL with the strongest proof that is found. An answer that is there is never changed.
    """
    package, console = read_problem(problem, to_write=True), PlainConsole()
    chosen = chosen_cases(package, (), way.cases)
    answering = Answering(package, chosen, way.by, way.seconds, again=way.again)
    report = AnswersReport(package, len(chosen) - len(answering.due))
    with ExitStack() as stack:

        @cache
        def sandbox() -> Sandbox:
            opened, _ = stack.enter_context(sandboxes(RunOptions().shared, console))
            return opened[0]

        try:
            for one in answering.events(sandbox):
                report.done.append(one)
                console.print(report.line(one), soft_wrap=True)
        except KeyboardInterrupt:
            report = msgspec.structs.replace(report, complete=False)
    for name, finding in answering.unfit.items():
        console.warn(f"{name} was not asked: {finding.message}", soft_wrap=True)
    console.print(report, soft_wrap=True)
    write_json_of(report, way.json_file)
    if not report.complete:
        console.print("interrupted: the same command goes on where it stopped", style="bold yellow")
        return 130
    states = {one.state for one in report.done}
    return 2 if "refuted" in states else 1 if "undecided" in states else 0


# --- its submissions -------------------------------------------------------------------------------------------------
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
    for validated, entry in _validate_each(packages, options):
        report.found.append(validated)
        console.print(report.part(validated))
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
            console.print(report.part(report.found[place]))
    write_json_of(report, json_file)
    return max(status_of(judgements), *(one.status for one in report.found))


def _validate_each(packages: Sequence[str], options: RunOptions) -> Iterator[tuple[Validated, Entry]]:
    """Yield what is found in each package, and its submissions."""
    for folder in package_folders(packages):
        problem = read_package(folder)
        entry = Entry(problem, tuple(expected_submissions(Path(problem.path), problem.programs)))
        remarks = [*validate_package(problem), *_by_validator(problem, options), *unread_remarks(folder)]
        rows, more = spoil_package(problem, remarks)
        yield Validated(problem, (*remarks, *more), rows, len(entry.submissions)), entry


def _by_validator(problem: Problem, options: RunOptions) -> list[Validated.Remark]:
    """Return what the validator of a package says of the package's own answers. It is a stranger's program too."""
    if not (problem.validator and problem.validator.files):
        return []
    with open_untimed() as sandbox:
        refuse_untrusted(sandbox.host(), options)
        return list(refused_answers(sandbox, problem))


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
        found += expected_submissions(Path(problem.path), problem.programs)
    files = asked.submissions or tuple(solutions_of(problem))
    if files:
        [entry] = entries(Choice(files, (problem.path,)))
        found += entry.submissions
    return found
