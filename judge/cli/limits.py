"""The command of a contest's host that measures a time limit: limits. What it needs is imported inside."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click
import msgspec

from judge.cli.declaration import command, option
from judge.cli.options import JsonFile, PackageArgument, RunOptions, read_problem, run_options, solution
from judge.cli.progress import follow
from judge.cli.running import sandboxes
from judge.errors import JudgeError
from judge.judging.limits import Candidates, LimitRuns, Measured
from judge.model import Problem, Submission
from judge.problems.manifest import with_limit
from judge.reports.export.atomic import write_json, write_whole
from judge.reports.export.package_json import limits_json
from judge.reports.terminal.console import plain_console
from judge.reports.terminal.diagnostic import error_lines
from judge.reports.terminal.limits import contradiction, limits_lines
from judge.reports.terminal.progress import Live
from judge.scoring.limits import Proposal
from judge.scoring.ranking import clock_of
from judge.submissions.choice import Choice, entries
from judge.submissions.expected import expected_in
from judge.submissions.shipped import solutions_of


class _Asked(msgspec.Struct, frozen=True):
    """Of which package, by which files, and what becomes of it."""

    problem: PackageArgument
    submissions: Annotated[tuple[Path, ...], solution()]
    write: Annotated[bool, option("--write", "Put the limit into problem.toml.")]
    force: Annotated[bool, option("--force", "Write it although the machine was disturbed.")]
    most: Annotated[
        float, option("--at-most", "Seconds for a case; 60.", type=click.FloatRange(0.1, 86400), default=60.0)
    ]


@command
def limits(asked: _Asked, options: Annotated[RunOptions, run_options(repeat=3)], json_file: JsonFile) -> int:
    """Measure which time limit fits a package.

    Run the submissions that are to be accepted, and those that are to be too slow. They lie in its folder
    submissions/ and in solutions/, or are named. The limit is the smallest that leaves both their margin.
    """
    console, problem = plain_console(), read_problem(asked.problem, to_write=asked.write)
    candidates = _candidates(asked, problem)
    with sandboxes(options.shared, console) as (opened, host):
        runs = LimitRuns(problem, candidates, Measured(options.repeat, asked.most, clock_of(host)))
        for contest in runs.contests(opened):
            if not follow(contest.events(), Live(console, contest.total, contest.entries, cases=False)):
                return 130
    proposal = runs.proposal()
    console.print(limits_lines(proposal, problem.limits, console.width))
    if json_file:
        write_json(json_file, limits_json(proposal, host))
    if proposal.contradicts:
        repair = "add cases on which the slow one is slower still, or make the accepted one faster"
        if proposal.coarse:
            repair = "there is room for a limit between two whole seconds: write it as time_limit into problem.toml"
        error = JudgeError("E445", contradiction(proposal), help=repair)
        console.print(error_lines(error, console.width))
    if not proposal.fits:
        return 1
    if asked.write:
        _write(problem, proposal, force=asked.force)
        said = f"written: time_limit = {proposal.time_limit:g} in {problem.path}/problem.toml"
        console.print(said, soft_wrap=True)
    return 0


def _candidates(asked: _Asked, problem: Problem) -> Candidates:
    """Return who says something about the limit. JudgeError E445 where nobody is to be accepted."""
    found: list[Submission] = []
    if not asked.submissions:
        found += [submission for submission, _ in expected_in(Path(problem.path), problem.programs)]
    files = asked.submissions or tuple(solutions_of(problem))
    if files:
        [entry] = entries(Choice(files, (problem.path,)))
        found += entry.submissions
    candidates = Candidates.of(found)
    if not candidates.accepted:
        raise JudgeError(
            "E445",
            "no submission says which limit is long enough: none is to be accepted",
            help=f"put one into {problem.path}/submissions/accepted/, or name files behind the package",
        )
    return candidates


def _write(problem: Problem, proposal: Proposal, *, force: bool) -> None:
    """Put the limit into problem.toml. JudgeError E446 where the machine was too disturbed, E435 where it can't be
    written."""
    if proposal.noise and not force:
        raise JudgeError(
            "E446",
            f"nothing is written, as the times are not to be relied on: {proposal.noise}",
            help="run it again on a quiet machine, with more --repeat; or --force",
        )
    assert proposal.time_limit is not None
    path = Path(problem.path, "problem.toml")
    text = path.read_bytes().decode()  # it was read before; its line ends stay
    write_whole(path, with_limit(text, proposal.time_limit))
