"""Compares: a program bare, and as the judge says in each way."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.natural.bare import is_right_bare
from tests.natural.generate import Program
from tests.natural.judged import Outcomes, Said, judged
from tests.natural.packages import cases_of, write_package
from tests.natural.part import PUZZLES


class Row(NamedTuple):
    """A program: on which cases it is right bare, and what the judge says of it by way and case."""

    program: Program
    bare: dict[str, bool]
    said: Outcomes

    @property
    def different(self) -> list[str]:
        """Return a line for each way and case that is AC and wrong bare, or right and not AC."""
        lines = []
        for way, found in self.said.items():
            for case, right in self.bare.items():
                said = found.get(case) or found.get("") or Said("", "", "not judged")
                if (said.verdict == "AC") != right:
                    lines.append(f"  {way}, {case}: {'right' if right else 'wrong'} bare, judged {said}")
        return lines


def compare(programs: Sequence[Program], room: Path, tier: str = "auto") -> list[Row]:
    """Return a row for each program; `room` is an empty folder."""
    with ThreadPoolExecutor(2) as pool:
        bare = dict(pool.map(lambda one: (one.name, is_right_bare(one, cases_of(one.puzzle), room / "bare")), programs))
    said: dict[str, Outcomes] = {}
    for puzzle in PUZZLES:
        some = [one for one in programs if one.puzzle == puzzle]
        package = write_package(puzzle, room / "packages")
        said |= judged(some, package, room / puzzle, tier) if some else {}
    return [Row(one, bare[one.name], said[one.name]) for one in programs]


def told(row: Row) -> str:
    """Return what differs, and the text of the program."""
    files = [f"--- {path}\n{data.decode(errors='replace')}" for path, data in row.program.files.items()]
    return "\n".join([str(row.program), *row.different, *files])
