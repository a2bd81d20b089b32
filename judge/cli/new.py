"""The commands that write something to begin with: init a solution, new a package or an example class."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import click

from judge.classroom import write_example
from judge.cli.declaration import argument, command, option
from judge.cli.options import PUZZLE_NAME, Flags
from judge.cli.values import PUZZLE_WORD
from judge.errors import JudgeError, ValueFault, room_or
from judge.model import ReadWarning
from judge.problems import puzzle_named, read_package, validate_package, write_skeleton
from judge.reports import PlainConsole, notice_lines


@command
def init(
    puzzle: Annotated[str, argument("PROBLEM", type=PUZZLE_NAME)],
    file: Annotated[Path, argument()],
) -> int:
    """Write a first solution to begin with.

    FILE will hold a solution of PROBLEM, such as lizards, queens or spies, or a package with a puzzle of its own.
    A file that is there already is never overwritten.
    """
    problem, own = str(click.get_current_context().meta[PUZZLE_WORD]), puzzle_named(puzzle).called != puzzle
    _write_starter(puzzle, file, Path(problem).resolve().name if own else "")
    console = PlainConsole()
    where = f" --problem {problem}" if own else ""
    console.print(f"{file} is written. Judge it:  judge run {file}{where}", soft_wrap=True)
    console.print(f"judge show {problem}  tells the problem", soft_wrap=True)
    return 0


def _write_starter(puzzle: str, path: Path, problem: str = "") -> None:
    """Write the starter of `puzzle`, which names its `problem` where that has a puzzle of its own.

    JudgeError E436 when the file is there, E435 when it can't be written.
    """
    if path.suffix != ".py":
        raise JudgeError("E438", f"{path} is not the name of a Python file", help=f"judge init {puzzle} {path}.py")
    text = puzzle_named(puzzle).starter_in(str(path), problem)
    try:
        with path.open("x", encoding="utf-8") as file, _whole(path):
            file.write(text)
            file.flush()
    except FileExistsError as error:
        raise JudgeError("E436", f"{path} is there already", help="name another file; nothing was changed") from error
    except OSError as error:
        message = f"{path} can't be written: {error.strerror}"
        raise JudgeError("E435", message, help=room_or(error, "name a folder that you may write to")) from error


@contextmanager
def _whole(path: Path) -> Iterator[None]:
    """Remove a new file that could not be written to its end."""
    try:
        yield
    except OSError:
        path.unlink(missing_ok=True)
        raise


@command
def new(
    name: Annotated[str | None, argument()],
    puzzle: Annotated[str | None, Flags.PUZZLE],
    folder: Annotated[Path, option("--dir", "Where. Default: the current folder.", default=Path(), metavar="DIR")],
    example: Annotated[
        str | None,
        option("--example", "Write a small class to grade, in place of a package.", type=click.Choice(("class",))),
    ],
) -> int:
    """Write a problem package to begin with.

    It has a statement, settings, recipes of cases, a sample, and two solutions: a right one and a wrong one. With
    --example class it is a class of four students, their roster and a quiz. Files that are there already are never
    changed.
    """
    console = PlainConsole()
    if example:
        if name or puzzle:
            raise click.UsageError("--example has its own names: leave NAME and --puzzle out")
        console.print(f"written: {', '.join(map(str, write_example(folder, example)))}", soft_wrap=True)
        where = "" if folder == Path() else f" in {folder}"
        console.print(f"grade it{where}:  judge grade class --problem quiz --roster roster.csv", soft_wrap=True)
        return 0
    if not name:
        raise click.UsageError("NAME is missing: judge new NAME --puzzle PUZZLE")
    if not puzzle:
        raise click.UsageError("--puzzle is missing")
    try:
        package = write_skeleton(folder, name, puzzle)
    except ValueFault as fault:
        raise click.BadParameter(f"{fault.what}: {fault.help}", param_hint=fault.key) from None
    said = (
        f"{package} is written, a package of {puzzle_named(puzzle).called}. Make its cases:  judge generate {package}"
    )
    console.print(said, soft_wrap=True)
    console.print(f"{package}/generators.toml says which; judge help authoring  says what to do then", soft_wrap=True)
    for remark in validate_package(read_package(package)):
        if isinstance(remark.what, ReadWarning):  # its answers come later
            console.print(notice_lines([remark.what], remark.file, console.width))
    return 0
