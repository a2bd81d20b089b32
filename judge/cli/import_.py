"""The command `judge import`: a problem package of the ICPC becomes one of the judge."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import click

from judge.cli.declaration import argument, declared, option
from judge.cli.machine import MachineCommand
from judge.errors import JudgeError, Place
from judge.problems.icpc.read import import_package as taken_over
from judge.problems.icpc.read import name_of
from judge.reports.terminal.console import plain_console
from judge.reports.terminal.package import imported_lines
from judge.submissions.languages import endings

_LINES = 8  # of what BAPCtools said last


@click.command("import", cls=MachineCommand)
@declared
def import_package(
    source: Annotated[Path, argument("DIR|ZIP")],
    folder: Annotated[Path, option("--to", "Where packages lie. Default: testcases.", default=Path("testcases"))],
    name: Annotated[str | None, option("--name", "Its name here. Default: as its folder or zip.")],
    generate: Annotated[bool, option("--generate", "Have BAPCtools make its cases first. It runs programs in no box.")],
) -> int:
    """Take over a package of the ICPC: Kattis, DOMjudge.

    DIR or ZIP is the package, in the older form or that of 2025-09. Its cases, groups, limits, statement, submissions
    and its output validator become a package in testcases/. Nothing in DIR is changed. Nothing of it runs yet, but for
    --generate.
    """
    console = plain_console()
    with _generated(source) if generate else nullcontext(source) as read:
        made = taken_over(read, folder / (name or name_of(source)), endings())
    console.print(imported_lines(made.problem, made.submissions, made.notices, console.width))
    return 0


@contextmanager
def _generated(source: Path) -> Iterator[Path]:
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
        done = subprocess.run(
            [tool, "generate"],
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
