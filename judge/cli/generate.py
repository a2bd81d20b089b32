"""The command `judge generate`: the cases of a package, out of its recipes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

from judge.cli.declaration import Words, command, option
from judge.cli.options import JsonFile, PackageArgument
from judge.cli.values import Duration
from judge.model.package import Made
from judge.problems.generators.run import Wish
from judge.problems.generators.run import generate as make
from judge.problems.manifest import read_manifest
from judge.problems.places import package_folder, refuse_shipped
from judge.problems.puzzles import named
from judge.reports.export.atomic import write_json
from judge.reports.export.generate_json import generate_json
from judge.reports.terminal.console import plain_console
from judge.reports.terminal.package import closing_lines, made_line

_WISH: Final[Words] = {
    "check": [option("--check", "Write nothing; end with 1 if there is something to do.")],
    "only": [option("--only", "Only this case; or 'forest-*'.", metavar="NAME")],
    "remove_orphans": [option("--remove-orphans", "Remove the cases that no recipe makes.")],
    "seconds": [
        option("--seconds", "To find what a board holds. Default: 20s.", type=Duration(), default=20.0, metavar="TIME")
    ],
}


@command
def generate(problem: PackageArgument, wish: Annotated[Wish, _WISH], json_file: JsonFile) -> int:
    """Make the cases that generators.toml describes.

    Only input.txt is written. The same recipes give the same bytes on every machine, and a second run changes nothing.
    """
    package, console = package_folder(problem), plain_console()
    if not wish.check:
        refuse_shipped(package)
    made = list(_shown(package, wish))
    console.print(closing_lines(str(package), made, check=wish.check), soft_wrap=True)
    if json_file:
        write_json(json_file, generate_json(package.resolve().name, made))
    left = {"edited", "undecided", *(("new", "stale") if wish.check else ())}  # by a run that writes, or by hand
    return 1 if any(one.state in left for one in made) else 0


def _shown(package: Path, wish: Wish) -> Iterator[Made]:
    """Print and yield each case as it is made; those that are as they were are only counted."""
    console, words = plain_console(), named(read_manifest(package).puzzle).words
    for made in make(package, wish):
        if made.state not in ("same", "orphan"):
            console.print(made_line(made, (words.one, words.many)), soft_wrap=True)
        yield made
