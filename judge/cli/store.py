"""The command `judge store`: what keeps a store in order over the years."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import click

from judge.cli.declaration import argument, declared, option
from judge.cli.machine import MachineGroup
from judge.cli.options import Flags
from judge.errors import JudgeError
from judge.reports import PlainConsole, contents_lines
from judge.store import Store, write_back
from judge.text import counted, room


@click.group(cls=MachineGroup)
def store() -> None:
    """Keep what was judged: count it, copy it, forget.

    The store is .judge/store.db in the current folder.
    """


@store.command()
def info() -> int:
    """Show what is in it, and how large it is."""
    with _open() as held:
        PlainConsole().print(contents_lines(held.upkeep.contents()))
    return 0


@store.command()
@declared
def backup(file: Annotated[Path, argument()]) -> int:
    """Copy it into a new file, and check the copy.

    Judges may go on writing meanwhile. To use a copy, move it to .judge/store.db.
    """
    with _open() as held:
        size = held.upkeep.backup(file)
    _say(f"{file}: {room(size)}, checked")
    return 0


def _day(_: click.Context, option: click.Parameter, text: str) -> datetime:
    """Read a date, at whose beginning in this place something ends."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").astimezone()
    except (ValueError, OverflowError):
        message = f"{text!r} is no date; write it as 2026-09-01"
        raise click.BadParameter(message, param=option) from None


@store.command()
@declared
def prune(
    before: Annotated[
        datetime,
        option("--before", "What was judged before: 2026-09-01.", callback=_day, required=True, metavar="DATE"),
    ],
    dry_run: Annotated[bool, Flags.DRY_RUN.saying("Only say what would go.")],
) -> int:
    """Remove what no rank and no total needs.

    That is each single repetition, with its board, of what is finished. Verdicts, times, points and code stay.
    """
    with _open() as held:
        runs, size = held.upkeep.prune(before.timestamp(), dry_run=dry_run)
        total = held.upkeep.contents().size_bytes
    done = "would be removed" if dry_run else "removed"
    _say(f"{counted(runs, 'repetition')} {done}: {room(size)}; the store has {room(total)}")
    return 0


@store.command()
@declared
def forget(
    student: Annotated[str, argument()],
    also: Annotated[
        tuple[str, ...], option("--also", "A full name or e-mail, to go too; may be given again.", metavar="WORDS")
    ],
    yes: Annotated[bool, option("--yes", "Do not ask.")],
) -> int:
    """Remove a student's name and code for good.

    Ranks and totals stay as they are, under a key that belongs to nobody.
    """
    with _open() as held:
        if not yes:
            click.confirm(f"Name and code of {student} will be gone for good. Go on?", abort=True, err=True)
        done = held.upkeep.forget(student, also)
    gone = f"{counted(done.judgements, 'judgement')} without a name, {counted(done.removed, 'source')} gone"
    _say(f"{student} is forgotten: {gone}")
    if done.shared:
        _say(f"{counted(done.shared, 'source')} kept, as others handed in the same bytes")
    for problem in done.uploads:
        _say(f"the class that was uploaded for {problem} is deleted, as it names {student}: upload it again without")
    left = "".join(f", the class that was uploaded for {problem}" for problem in done.left)
    _say(f"what was written elsewhere is not: gradebooks, feedback pages, backups, .judge/runs/{left}")
    return 0


@store.command()
@declared
def package(digest: Annotated[str, argument()], folder: Annotated[Path, argument()]) -> int:
    """Write a package as it was when it was judged.

    DIGEST is what `judge store info` shows. The package is written to FOLDER, which must be new.
    """
    with _open() as held:
        problem, whole = held.packages.find(digest)
        files = held.packages.files(whole)
    write_back(files, folder / problem)
    _say(f"{folder / problem}: {problem} with {whole[:12]}, {len(files)} files")
    return 0


def _say(text: str) -> None:
    PlainConsole().print(text, soft_wrap=True, markup=False, highlight=False)


def _open() -> Store:
    """Open the store of this folder; JudgeError E435 where there is none."""
    if not Store.PATH.exists():
        message = f"there is no store here: {Store.PATH} is made by the first judge submit or judge grade"
        raise JudgeError("E435", message, help="change to the folder in which you have judged")
    return Store()
