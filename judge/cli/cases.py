"""The commands that fill a package: generate makes its cases, answers finds what answers them."""

from __future__ import annotations

from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Annotated, Final

import msgspec

from judge.cli.declaration import Words, command, option
from judge.cli.options import Flags, JsonFile, PackageArgument, RunOptions, read_problem, write_json_of
from judge.cli.running import sandboxes
from judge.judging import Answering
from judge.problems import chosen_cases, package_folder, puzzle_named, read_manifest
from judge.problems.generators import GenerateWish
from judge.problems.generators import generate as make
from judge.reports import AnswersReport, GenerateReport, PlainConsole
from judge.sandbox import Sandbox

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
    words = puzzle_named(read_manifest(package).puzzle).words
    report = GenerateReport(package, (words.one, words.many), wish.check)
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
            report.complete = False
    for name, finding in answering.unfit.items():
        console.warn(f"{name} was not asked: {finding.message}", soft_wrap=True)
    console.print(report, soft_wrap=True)
    write_json_of(report, way.json_file)
    if not report.complete:
        console.print("interrupted: the same command goes on where it stopped", style="bold yellow")
        return 130
    states = {one.state for one in report.done}
    return 2 if "refuted" in states else 1 if "undecided" in states else 0
