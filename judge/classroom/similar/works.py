"""What is compared: the submissions of a class, those of earlier classes, and what was given to all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from judge.errors import JudgeError, Place
from judge.model.classroom import Member, Roll
from judge.model.similarity import Work
from judge.problems import puzzles
from judge.submissions.folder import FILES_LIMIT, SOURCE_LIMIT
from judge.submissions.languages import endings

HEADERS = (".h", ".hh", ".hpp", ".hxx")
_REPAIR = "name a source file or a folder of them"


def works_of(roll: Roll, past: str = "") -> list[Work]:
    """Return what was handed in, each folder once, in the order of the class."""
    teams: dict[str, list[Member]] = {}
    for member in roll.members:
        if member.main:
            teams.setdefault(member.folder, []).append(member)
    return [_work(team, past) for team in teams.values()]


def unclear(roll: Roll) -> list[tuple[str, str]]:
    """Return who has nothing that could be compared, and why."""
    return [(one.student.id, one.doubt.what if one.doubt else "nothing to run") for one in roll.members if not one.main]


def given_to_all(paths: Iterable[Path]) -> list[tuple[str, str]]:
    """Return the starters, path and text: those of `judge init`, and these. JudgeError E494 when one can't be read."""
    own = [(f"{name}.py", puzzles.named(name).starter) for name in puzzles.names()]
    return own + [file for path in paths for file in _starter(path)]


def _work(team: Sequence[Member], past: str) -> Work:
    first = team[0]
    files = tuple((path, text) for path, data in first.files if _compared(path) and (text := _text(data)))
    return Work(tuple(one.student.id for one in team), files, past, first.student.group)


def _compared(path: str) -> bool:
    return path.lower().endswith((*endings(), *HEADERS))


def _text(data: bytes) -> str:
    """Return a source as text; nothing where it is no text at all."""
    if b"\0" in data:
        return ""
    return data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\r", "\n")


def _starter(path: Path) -> list[tuple[str, str]]:
    try:
        if path.is_dir():
            found = sorted(file for file in path.rglob("*") if _compared(file.name) and file.is_file())[:FILES_LIMIT]
        else:
            found = [path]
        texts = []
        for file in found:
            with file.open("rb") as opened:
                texts.append((PurePosixPath(file.name).name, _text(opened.read(SOURCE_LIMIT))))
    except OSError as error:
        message = f"the starter can't be read: {error.strerror}"
        raise JudgeError("E494", message, Place(str(path)), help=_REPAIR) from error
    if not any(text for _, text in texts):
        raise JudgeError("E494", "the starter has no source file", Place(str(path)), help=_REPAIR)
    return texts
