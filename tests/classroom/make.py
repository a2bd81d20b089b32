"""A class on the disk, and what is read of it: the furniture of this folder's tests."""

from __future__ import annotations

import contextlib
import tracemalloc
from collections.abc import Iterator, Mapping
from pathlib import Path

from judge.classroom import Roster, read_match, read_roll, read_roster
from judge.classroom.file import File
from judge.classroom.shapes.pile import Pile
from judge.model import Doubt, Member, Roll
from tests.classes import RIGHT, write_zip

SOURCE = RIGHT.format("mine").encode()


def write_folder(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write files; a name that ends in a slash is a folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(exist_ok=True) if name.endswith("/") else path.write_bytes(data)
    return folder


def packed(path: Path, files: Mapping[str, bytes], kind: str) -> Path:
    """Write files as a zip or as a folder."""
    return write_zip(path.with_suffix(".zip"), files) if kind == "zip" else write_folder(path, files)


def pile_of(files: Mapping[str, bytes], name: str = "ada", main: str = "") -> Pile:
    """Return a submission of these files, as a shape finds it."""
    made = Pile(name, [], main=main)
    for path, data in files.items():
        made.add(path, File(f"{name}/{path}", len(data), lambda most, data=data: data[:most]), name)  # type: ignore[misc]
    return made


def roll_of(tmp_path: Path, files: Mapping[str, bytes], roster: str | Roster = "", match: str = "") -> Roll:
    """Read the class of these files, and of those that lie there already, by a class list and a match file."""
    tmp_path.mkdir(exist_ok=True)
    (tmp_path / "m.csv").write_text(match, encoding="utf-8")
    people = read_roster(Path("r.csv"), roster.encode()) if isinstance(roster, str) and roster else roster or None
    folder = write_folder(tmp_path / "class", files)
    return read_roll(folder, people, read_match(tmp_path / "m.csv") if match else None)


def by_id(roll: Roll) -> dict[str, Member]:
    return {member.student.id: member for member in roll.members}


def doubt_of(member: Member) -> Doubt:
    """Return why it is not clear, which it is not."""
    assert member.doubt
    return member.doubt


def lone(tmp_path: Path, files: Mapping[str, bytes], kind: str = "zip") -> Member:
    """Return the student ada of a class with one more, who is fine."""
    everything = {f"ada/{name}": data for name, data in files.items()} | {"bob.py": b"print(0)"}
    rows = by_id(read_roll(packed(tmp_path / "class", everything, kind)))
    assert rows["bob"].main == "bob.py"
    return rows["ada"]


@contextlib.contextmanager
def bounded(most: int) -> Iterator[None]:
    """Do what takes less memory than this."""
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < most
