"""A class on the disk, what is read of it, and its gradebook: the furniture of this folder's tests."""

from __future__ import annotations

import contextlib
import os
import tomllib
import tracemalloc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from judge.classroom import Gradebook, Match, Roster, read_roll, submissions_of
from judge.model import Conditions, Deadline, Graded, Mark, Problem, Record, Roll, Run, Verdict
from judge.store import Store
from tests.classes import RIGHT, write_zip
from tests.judging.make import problem_of
from tests.make import HOST, judgement
from tests.make import files as write_folder

BERLIN = replace(problem_of(1), deadline=Deadline(datetime(2030, 1, 1, tzinfo=ZoneInfo("Europe/Berlin"))))
SOURCE = RIGHT.format("mine").encode()
CALM, NOISY = (Run.Measurement(Verdict.AC, 1.0, 1.0, 1, lost_s=lost_s) for lost_s in (0.0, 0.9))
_NUMBERS = count()


def written_rows(file: str, table: str = "") -> Any:
    """Return a table of a TOML file beside this one, or all of them."""
    found = tomllib.loads(Path(__file__).with_name(file).read_text(encoding="utf-8"))
    rows = found[table] if table else found
    assert rows
    return rows


def packed(path: Path, files: Mapping[str, bytes], kind: str) -> Path:
    """Write files as a zip or as a folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return write_zip(path.with_suffix(".zip"), files) if kind == "zip" else write_folder(path, files)


def roll_of(  # noqa: PLR0917 - each is left out by most
    tmp_path: Path,
    files: Mapping[str, bytes],
    roster: str | Roster = "",
    match: str = "",
    problem: Problem | None = None,
    kind: str = "folder",
) -> Roll:
    """Read the class of these files, and of those that lie there already, by a class list and a match file."""
    tmp_path.mkdir(parents=True, exist_ok=True)
    (tmp_path / "m.csv").write_text(match, encoding="utf-8")
    people = Roster.read(Path("r.csv"), roster.encode()) if isinstance(roster, str) and roster else roster or None
    path = packed(tmp_path / "class", files, kind)
    roll = read_roll(path, people, Match.read(tmp_path / "m.csv") if match else None, problem)
    waiting = (*(one.doubt for one in roll.members), *(one.doubt for one in roll.unmatched))
    doubts = [*roll.strays, *(doubt for doubt in waiting if doubt)]
    assert all(isinstance(text, str) for doubt in doubts for text in (doubt.where, doubt.what, doubt.help))
    return roll


def written(names: Iterable[str], texts: Iterable[tuple[str, str]] = ()) -> dict[str, bytes]:
    """Return files of which each says its name, and files with these texts."""
    files = {name: b"" if name.endswith("/") else f"print({name!r})".encode() for name in names}
    return files | {name: text.encode() for name, text in texts}


def read(folder: Path, files: Mapping[str, bytes] | Iterable[str], roster: str = "") -> Roll:
    """Read a zip of a homework in Berlin; a file of which only the name is given says that."""
    return roll_of(folder, files if isinstance(files, Mapping) else written(files), roster, problem=BERLIN, kind="zip")


def moment(one: Roll.Member) -> str:
    """Return when they handed in, in UTC."""
    return "" if one.handed_in_s is None else f"{datetime.fromtimestamp(one.handed_in_s, UTC):%Y-%m-%d %H:%M:%S}"


def by_id(roll: Roll) -> dict[str, Roll.Member]:
    return {member.student.id: member for member in roll.members}


def lone(tmp_path: Path, files: Mapping[str, bytes], kind: str = "zip") -> Roll.Member:
    """Return the student ada of a class with one more, who is fine."""
    everything = {f"ada/{name}": data for name, data in files.items()} | {"bob.py": b"print(0)"}
    rows = by_id(read_roll(packed(tmp_path / "class", everything, kind)))
    assert rows["bob"].main == "bob.py"
    return rows["ada"]


def failing(monkeypatch: pytest.MonkeyPatch, name: str, error: Exception) -> None:
    """Let whoever opens a file that ends so fail."""
    real = os.open

    def broken(path: str | Path, *more: int) -> int:
        if str(path).endswith(name):
            raise error
        return real(path, *more)

    monkeypatch.setattr("os.open", broken)


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


# --- what counts ------------------------------------------------------------------------------------------------------
@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="classes-")


def book(
    roll: Roll,
    problem: Problem,
    records: Sequence[Record] = (),
    marks: Iterable[Mark] = (),
    later: Iterable[Mark] = (),
    *,
    left: Mapping[str, int] = {},
) -> Gradebook:
    """Return what counts of these records with what was decided by hand, here and in a class that is there `later`, and
    of the late days that are `left`."""
    with Store(Path(_folder().name, "store.db")) as store:
        if marks or later:
            problem = replace(problem, name=f"pkg{next(_NUMBERS)}")  # of which nothing else was decided
            store.marks.add(problem.name, roll.place, marks)
            store.marks.add(problem.name, "/later", later)
        return Gradebook.read(store, roll, problem, records, left)


def graded(roll: Roll, problem: Problem, records: Sequence[Record] = ()) -> list[Graded]:
    return book(roll, problem, records).rows


def judged(
    one: Roll.Member,
    *verdicts: Verdict,
    sample: Run.Measurement = CALM,
    problem: Problem | None = None,
    cpu_s: float = 1.0,
) -> Record:
    """What the member's submission came to on cases in turn; the first was measured as `sample`."""
    problem = problem or problem_of(len(verdicts))
    [(owner, paper)] = submissions_of(Roll("plain", (one,)), replace(problem, attempt="newest"))
    first, *others = judgement(problem, [(verdict, cpu_s) for verdict in verdicts], wall=0).runs
    made = [replace(first, samples=(sample,)), *(replace(run, samples=(CALM,)) for run in others)]
    judged = replace(judgement(problem, made), submission=paper)
    return Record(1, owner, judged, Conditions.of(problem, HOST), 7.0, 1)
