"""The command `judge generate`: the cases of a package, out of its recipes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from judge.cli.completion import problem_names
from judge.cli.machine import MachineCommand
from judge.cli.options import as_one, to_json
from judge.cli.values import Duration
from judge.model.package import Made
from judge.problems.generators.run import Wish
from judge.problems.generators.run import generate as make
from judge.problems.manifest import read_manifest
from judge.problems.places import package_folder, refuse_shipped
from judge.problems.puzzles import named
from judge.reports.export.atomic import write_json
from judge.reports.export.package_json import generate_json
from judge.reports.terminal.console import plain_console
from judge.reports.terminal.package import closing_lines, made_line

_SECONDS = 20.0


class _Words(msgspec.Struct, frozen=True):
    """The options, as they were given."""

    check: bool
    only: tuple[str, ...]
    remove_orphans: bool
    seconds: float

    def wish(self) -> Wish:
        return Wish(**msgspec.structs.asdict(self))


@click.command(cls=MachineCommand)
@click.argument("problem", metavar="NAME|DIR", shell_complete=problem_names)
@click.option("--check", is_flag=True, help="Write nothing; end with 1 if there is something to do.")
@click.option("--only", multiple=True, metavar="NAME", help="Only this case; or 'forest-*'.")
@click.option("--remove-orphans", is_flag=True, help="Remove the cases that no recipe makes.")
@click.option(
    "--seconds", type=Duration(), default=_SECONDS, metavar="TIME", help="To find what a board holds. Default: 20s."
)
@to_json
@as_one(_Words, "words")
def generate(problem: str, words: _Words, json_file: Path | None) -> int:
    """Make the cases that generators.toml describes.

    Only input.txt is written. The same recipes give the same bytes on every machine, and a second run changes nothing.
    """
    package, console = package_folder(problem), plain_console()
    if not words.check:
        refuse_shipped(package)
    made = list(_shown(package, words.wish()))
    console.print(closing_lines(str(package), made, check=words.check), soft_wrap=True)
    if json_file:
        write_json(json_file, generate_json(package.resolve().name, made))
    return 1 if _is_left(made, check=words.check) else 0


def _shown(package: Path, wish: Wish) -> Iterator[Made]:
    """Print and yield each case as it is made; those that are as they were are only counted."""
    console, words = plain_console(), named(read_manifest(package).puzzle).words
    for made in make(package, wish):
        if made.state not in ("same", "orphan"):
            console.print(made_line(made, (words.one, words.many)), soft_wrap=True)
        yield made


def _is_left(made: list[Made], *, check: bool) -> bool:
    """Say whether something is to be done yet: by a run that writes, or by hand."""
    left = ("edited", "undecided", *(("new", "stale") if check else ()))
    return any(one.state in left for one in made)
