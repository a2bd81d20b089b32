"""The command `judge new`: a package to begin with, or an example class."""

from __future__ import annotations

from pathlib import Path

import click

from judge.classroom.example import write_example
from judge.cli.machine import MachineCommand
from judge.cli.options import FILE, PUZZLE
from judge.problems.manifest import NAME, NAME_HELP
from judge.problems.puzzles import title
from judge.problems.skeleton import write_skeleton
from judge.reports.terminal.console import plain_console
from judge.reports.terminal.package import new_lines


@click.command(cls=MachineCommand)
@click.argument("name", required=False)
@click.option("--puzzle", type=PUZZLE, help="A puzzle, or a file with a table [puzzle].")
@click.option("--dir", "folder", type=FILE, default=Path(), metavar="DIR", help="Where. Default: the current folder.")
@click.option("--example", type=click.Choice(("class",)), help="Write a small class to grade, in place of a package.")
def new(name: str | None, puzzle: str | None, folder: Path, example: str | None) -> int:
    """Write a problem package to begin with.

    It has a statement, settings, recipes of cases, a sample, and two solutions: a right one and a wrong one. With
    --example class it is a class of four students, their roster and a quiz. Files that are there already are never
    changed.
    """
    if example:
        if name or puzzle:
            raise click.UsageError("--example has its own names: leave NAME and --puzzle out")
        return _example(folder, example)
    if not name:
        raise click.UsageError("NAME is missing: judge new NAME --puzzle PUZZLE")
    if not puzzle:
        raise click.UsageError("--puzzle is missing")
    return _package(name, puzzle, folder)


def _package(name: str, puzzle: str, folder: Path) -> int:
    if not NAME.fullmatch(name):
        raise click.BadParameter(f"{name!r} can't be the name of a package: {NAME_HELP}", param_hint="NAME")
    package = write_skeleton(folder / name, puzzle)
    plain_console().print(new_lines(str(package), title(puzzle)), soft_wrap=True)
    return 0


def _example(folder: Path, example: str) -> int:
    written = write_example(folder, example)
    console = plain_console()
    console.print(f"written: {', '.join(map(str, written))}", soft_wrap=True)
    if folder == Path():
        console.print("grade it:  judge grade class --problem quiz --roster roster.csv", soft_wrap=True)
    else:
        console.print(f"grade it in {folder}:  judge grade class --problem quiz --roster roster.csv", soft_wrap=True)
    return 0
