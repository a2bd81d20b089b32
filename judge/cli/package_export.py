"""`judge export --icpc`: a problem package as other judges read it. What it needs is imported inside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import click
import msgspec

from judge.cli.class_argument import ClassArgument
from judge.cli.declaration import option
from judge.cli.options import RunOptions, read_problem
from judge.cli.progress import follow
from judge.cli.running import sandboxes
from judge.cli.values import LIMIT, finite
from judge.judging.elsewhere import ElsewhereRuns
from judge.model import Problem, Submission
from judge.problems.icpc.whole import check_target, write_target
from judge.problems.icpc.write import LEGACY, Version, Wish, package_files, remarks
from judge.reports.terminal.console import plain_console
from judge.reports.terminal.package import exported_lines
from judge.reports.terminal.progress import Live
from judge.submissions.expected import expected_in
from judge.submissions.export import Exported, exported, limit_elsewhere, program_files
from judge.submissions.read import read_submission
from judge.submissions.shipped import solutions_of

_VERSIONS = ("2025-09", "2023-07", "legacy")
_ALONE = ("--icpc-version", "--with-solutions", "--time-limit")


class PackageExport(msgspec.Struct, frozen=True):
    """Where a package is written, and how; nowhere without `icpc`."""

    icpc: Annotated[
        Path | None,
        option("--icpc", "Write the problem as an ICPC package; no FOLDER|ZIP.", is_eager=True, metavar="DIR|FILE.zip"),
    ]
    icpc_version: Annotated[
        Version,
        option(
            "--icpc-version",
            "2023-07 for problemtools, legacy for DOMjudge. Default: 2025-09.",
            type=click.Choice(_VERSIONS),
            default=_VERSIONS[0],
        ),
    ]
    with_solutions: Annotated[
        bool, option("--with-solutions", "Into that package, also what is in solutions/NAME; runs it.")
    ]
    time_limit: Annotated[
        float | None,
        option(
            "--time-limit",
            "For that package, instead of its own limit.",
            type=LIMIT,
            metavar="SECONDS",
            callback=finite,
        ),
    ]
    scoring: Annotated[bool, option("--scoring", "Into that package, the points of groups.")]

    def wanted(self, handed_in: ClassArgument, others: Sequence[str]) -> bool:
        """Say whether a package is asked for. A UsageError where a class is asked for too."""
        if self.icpc is None:
            if self.with_solutions or self.scoring or self.time_limit or self.icpc_version != _VERSIONS[0]:
                raise click.UsageError(f"{', '.join(_ALONE)} and --scoring are for --icpc DIR")
            return False
        if handed_in.path != Path():
            raise click.UsageError("--icpc writes a package, not a class: leave the FOLDER|ZIP out")
        if others:
            raise click.UsageError(f"--icpc writes a package, and --{others[0]} a class: give one of them")
        return True

    def write(self, word: str) -> int:
        """Write the package that the word names, and say what it has become."""
        assert self.icpc is not None
        check_target(self.icpc)
        package, wish = read_problem(word), Wish(self.icpc_version, self.scoring)
        found, limit_s = self._programs(package)
        problem, longer = self._limited(package, limit_s)
        programs, unknown = program_files(found.programs, wish.version)
        files = package_files(problem, programs, wish)
        write_target(self.icpc, files, bare=wish.version == LEGACY)
        said = [*remarks(problem, wish), *found.left_out, *unknown, *longer]
        plain_console().print(exported_lines(str(self.icpc), files, said), soft_wrap=True)
        return 0

    def _limited(self, problem: Problem, limit_s: float) -> tuple[Problem, list[str]]:
        """Return the problem with the time limit that is asked for or that functions need, and what is said of it."""
        own_s = problem.limits.time_limit
        said = f"the time limit is {limit_s:g} s in place of {own_s:g} s, so that functions can compile within it"
        limits = msgspec.structs.replace(problem.limits, time_limit=limit_s)
        unasked = self.time_limit is None and limit_s != own_s
        return msgspec.structs.replace(problem, limits=limits), [said] if unasked else []

    def _programs(self, problem: Problem) -> tuple[Exported, float]:
        """Return the programs of the package, and the time limit for them: measured where solutions go along."""
        found = expected_in(Path(problem.path), problem.programs)
        files = solutions_of(problem)
        if self.with_solutions and not files:
            raise click.UsageError(f"--with-solutions takes what is in solutions/{problem.name}/, and nothing is there")
        if not self.with_solutions:
            made = exported(problem, found)
            return made, self.time_limit or limit_elsewhere(problem.limits.time_limit, made.programs)
        read = [read_submission(path, problem.name, rules=problem.programs) for path in files]
        measured = self._measured(problem, [*(one for one, _ in found), *read])
        return exported(problem, measured.expected()), measured.limit_s

    def _measured(self, problem: Problem, submissions: Sequence[Submission]) -> ElsewhereRuns:
        """Run the submissions, to see what other judges will say of them."""
        console, runs = plain_console(), ElsewhereRuns(problem, submissions, self.time_limit)
        with sandboxes(RunOptions(), console) as (opened, _):
            for contest in runs.contests(opened):
                if not follow(contest.events(), Live(console, contest.total, contest.entries, cases=False)):
                    raise click.exceptions.Exit(130)
        return runs
