"""Has programs judged as their authors and instructors do: by `judge run`, `judge submit` and `judge grade`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.make import files
from tests.natural.generate import Program

ROOT: Final = Path(__file__).parents[2]
WAYS: Final = ("run", "grade", "run again", "grade again")


class Said(NamedTuple):
    """What the judge says of a program on a case."""

    verdict: str
    code: str = ""
    message: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.verdict, self.code, self.message)))


Outcomes = dict[str, dict[str, Said]]  # by way and case


def judged(
    programs: Sequence[Program], package: Path, room: Path, tier: str = "auto", ways: Sequence[str] = WAYS
) -> dict[str, Outcomes]:
    """Return what is said of each program, by way and case. A program is a student's folder; a way is the name of a
    command, with a word that tells it from another run of it. `room` is an empty folder."""
    where = {one.name: _laid(one, room / "class") for one in programs}
    said: dict[str, Outcomes] = {one.name: {} for one in programs}
    for way in ways:
        if way.startswith("submit"):
            found = {name: _said(way, {name: path}, package, room, tier)[name] for name, path in where.items()}
        else:
            found = _said(way, where, package, room, tier)
        for name, outcomes in found.items():
            said[name][way] = outcomes
    return said


def _laid(program: Program, place: Path) -> Path:
    """Write a program; return what its author would name: the folder, or its one file."""
    folder = files(place / program.name, program.files)
    return folder if program.is_folder else folder / program.main


def _said(way: str, where: dict[str, Path], package: Path, room: Path, tier: str) -> dict[str, dict[str, Said]]:
    report = room / f"{way.replace(' ', '-')}.json"
    again = ["--again"] if "again" in way else []
    trusted = ["--trust-submissions"] if tier == "plain" else []
    what = {
        "run": ["run", *map(str, where.values())],
        "submit": ["submit", *map(str, where.values()), *again],
        "grade": ["grade", str(room / "class"), "--out", str(room / "graded"), *again, *trusted],
    }[way.split(maxsplit=1)[0]]
    command = [sys.executable, "-m", "judge", *what, "--problem", str(package), "--json", str(report)]
    done = subprocess.run(
        [*command, "--share-core", "-j", str(len(os.sched_getaffinity(0))), "--sandbox", tier],
        check=False,
        cwd=room,
        env={**os.environ, "PYTHONPATH": str(ROOT), "JUDGE_CACHE": str(room / "cache")},
        capture_output=True,
        text=True,
    )
    assert report.exists(), done.stdout + done.stderr
    found = {_name(way, row, room): _of(row) for row in json.loads(report.read_text())["submissions"]}
    report.unlink()
    lost = {name: {"": Said("", "", "it is not judged")} for name in where if name not in found}
    return found | lost


def _name(way: str, row: dict[str, str], room: Path) -> str:
    """Return whose it is: what `judge run` and `judge submit` were told lies in the student's folder."""
    if way.startswith("grade"):
        return row["name"]
    return Path(row["path"]).relative_to(room / "class").parts[0]


def _of(row: dict[str, object]) -> dict[str, Said]:
    prepare: dict[str, str] = row["prepare"]  # type: ignore[assignment]
    runs: list[dict[str, str]] = row["runs"]  # type: ignore[assignment]
    if not runs:
        return {"": Said(prepare["verdict"], prepare["code"], prepare["message"])}
    return {run["case"]: Said(run["verdict"], run["code"], run["message"]) for run in runs}
