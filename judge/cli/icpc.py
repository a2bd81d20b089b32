"""Packages of the ICPC: the command `judge import`, and `judge export --icpc`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Annotated

import click
import msgspec

from judge.cli.class_argument import ClassArgument
from judge.cli.declaration import argument, declared, option
from judge.cli.following import follow
from judge.cli.machine import MachineCommand
from judge.cli.options import Flags, RunOptions, read_problem
from judge.cli.running import sandboxes
from judge.errors import JudgeError, Place
from judge.judging import ElsewhereRuns
from judge.model import Problem
from judge.problems.icpc import Version, check_target, export_package, name_of
from judge.problems.icpc import import_package as read_icpc
from judge.reports import Live, PlainConsole, notice_lines
from judge.submissions import Exported, expected_submissions, languages, read_submission, solutions_of
from judge.text import counted

_LINES = 8  # of what BAPCtools said last
_VERSIONS = ("2025-09", "2023-07", "legacy")
_ALONE = ("--icpc-version", "--with-solutions", "--time-limit")


@click.command("import", cls=MachineCommand)
@declared
def import_package(
    source: Annotated[Path, argument("DIR|ZIP")],
    folder: Annotated[Path, Flags.TO],
    name: Annotated[str | None, option("--name", "Its name here. Default: as its folder or zip.")],
    generate: Annotated[bool, option("--generate", "Have BAPCtools make its cases first. It runs programs in no box.")],
) -> int:
    """Take over a package of the ICPC: Kattis, DOMjudge.

    DIR or ZIP is the package, in the older form or that of 2025-09. Its cases, groups, limits, statement, submissions
    and its output validator become a package in testcases/. Nothing in DIR is changed. Nothing of it runs yet, but for
    --generate.
    """
    console = PlainConsole()
    with _generate_cases(source) if generate else nullcontext(source) as read:
        made = read_icpc(read, folder / (name or name_of(source)), languages().endings)
    problem, path = made.problem, made.problem.path
    if made.notices:
        console.print(notice_lines(made.notices, path, console.width))
    groups = [f"{name} {sum(case.group == name for case in problem.cases)}" for name in problem.groups]
    judged = "a validator of its own" if problem.validator and problem.validator.files else "compared by words"
    cases = f"{counted(len(problem.cases), 'case')} ({', '.join(groups)}), {judged}"
    limits = f"{problem.limits.time_limit:g} s, {problem.limits.memory} MiB"
    console.print(f"{path}: {problem.title}, {cases}, {limits}, {counted(made.submissions, 'submission')}")
    console.print(f"next:  judge validate {path}")
    return 0


@contextmanager
def _generate_cases(source: Path) -> Iterator[Path]:
    """Have BAPCtools make the cases in a copy of a package; yield the copy. JudgeError E428 where they can't be made,
    E439 without BAPCtools."""
    tool = shutil.which("bt", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if tool is None:
        raise JudgeError("E439", "BAPCtools, which makes the cases, is not installed", help="pip install bapctools")
    if not source.is_dir():
        raise JudgeError(
            "E428", "cases are made in a folder alone", Place(str(source)), help="unpack it, and name that"
        )
    with TemporaryDirectory() as scratch:
        copy = Path(scratch, "package", source.resolve().name)
        shutil.copytree(source, copy, symlinks=True)
        for command in ("upgrade", "generate"):  # it makes no cases of a package of the older form
            done = subprocess.run(
                [tool, command],
                cwd=copy,
                env={**os.environ, "TMPDIR": scratch},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
            )
        if done.returncode and not any((copy / "data/secret").rglob("*.in")):  # it fails for a missing statement too
            said = done.stdout.decode(errors="replace").replace("\r", "\n").split("\n")
            note = "\n".join([line for line in said if line.strip()][-_LINES:])
            message = f"its cases can't be made: bt generate ended with exit status {done.returncode}"
            raise JudgeError("E428", message, Place(str(source)), note, "run  bt generate  in the package, and see")
        yield copy


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
        Flags.TIME_LIMIT.saying("For that package, instead of its own limit.", metavar="SECONDS"),
    ]
    scoring: Annotated[bool, option("--scoring", "Into that package, the points of groups.")]

    def is_wanted(self, handed_in: ClassArgument, others: Sequence[str]) -> bool:
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
        package = read_problem(word)
        found, limit_s = self._programs(package)
        limits, own_s = msgspec.structs.replace(package.limits, time_limit=limit_s), package.limits.time_limit
        problem = msgspec.structs.replace(package, limits=limits)
        longer = f"the time limit is {limit_s:g} s in place of {own_s:g} s, so that functions can compile within it"
        unasked = self.time_limit is None and limit_s != own_s
        programs, unknown = found.files(self.icpc_version)
        files, lost = export_package(problem, programs, self.icpc, self.icpc_version, scoring=self.scoring)
        said = [*lost, *found.left_out, *unknown, *([longer] if unasked else [])]
        _tell(self.icpc, files, said)
        return 0

    def _programs(self, problem: Problem) -> tuple[Exported, float]:
        """Return the programs of the package, and the time limit for them: measured where solutions go along."""
        found = expected_submissions(Path(problem.path), problem.programs)
        files = solutions_of(problem)
        if self.with_solutions and not files:
            message = f"--with-solutions takes what is in solutions/{problem.name}/, and nothing is there"
            repair = "leave it out: what is in the package's own submissions/ goes along without it"
            raise JudgeError("E430", message, help=repair)
        if not self.with_solutions:
            made = Exported.of(problem, found)
            return made, self.time_limit or made.limit_s(problem.limits.time_limit)
        read = [read_submission(path, problem.name, rules=problem.programs) for path in files]
        console = PlainConsole()
        runs = ElsewhereRuns(problem, [*found, *read], self.time_limit)
        with sandboxes(RunOptions(), console) as (opened, _):
            for contest in runs.contests(opened):
                if not follow(contest.events(), Live(console, contest.total, contest.entries, cases=False)):
                    raise click.exceptions.Exit(130)
        return Exported.of(problem, runs.expected()), runs.limit_s


def _tell(target: Path, files: Mapping[str, bytes], said: Sequence[str]) -> None:
    """Say in a line what was written where, and in one each what is lost or missing there."""
    console, paths = PlainConsole(), [PurePosixPath(name) for name in files]
    cases = sum(path.suffix == ".in" for path in paths)
    programs = {path.parts[:3] for path in paths if path.parts[0] == "submissions" and len(path.parts) > 2}
    size = sum(map(len, files.values())) / (1 << 20)
    head = f"{target}: {counted(cases, 'case')}, {counted(len(programs), 'submission')}, {size:.1f} MiB"
    console.print(head, soft_wrap=True)
    accepted = any(parts[1] == "accepted" for parts in programs)
    for one in (*said, *([] if accepted else ["there is no accepted submission, and the format asks for one"])):
        console.warn(one, soft_wrap=True)
