"""The command `judge new`: a package to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.machine import MachineCommand
from judge.cli.options import FILE, PUZZLE


@click.command(cls=MachineCommand)
@click.argument("name")
@click.option("--puzzle", type=PUZZLE, required=True, help="What is played.")
@click.option("--dir", "folder", type=FILE, default=Path(), metavar="DIR", help="Where. Default: the current folder.")
def new(name: str, puzzle: str, folder: Path) -> int:
    """Write a problem package to begin with.

    It has a statement, settings, recipes of cases, a sample, and two solutions: a right one and a wrong one. A folder
    that is there already is never changed.
    """
    from judge.problems.manifest import NAME, NAME_HELP
    from judge.problems.skeleton import write_skeleton
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.generate import new_lines

    if not NAME.fullmatch(name):
        raise click.BadParameter(f"{name!r} can't be the name of a package: {NAME_HELP}", param_hint="NAME")
    package = write_skeleton(folder / name, puzzle)
    recipes = (package / "generators.toml").is_file()
    plain_console().print(new_lines(str(package), puzzle, recipes=recipes), soft_wrap=True)
    return 0
