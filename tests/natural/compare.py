"""Compares: a program bare, and as the judge says in each way, on a small package of its puzzle: an arrangement that is
soon found, and a board without any."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from tests.make import package
from tests.natural.bare import is_right_bare
from tests.natural.generate import PUZZLES, Program
from tests.natural.judged import Outcomes, Said, judged

CASES: Final = {
    "lizards": {
        "four": (4, 4, ["0000"] * 4),
        "trees": (5, 6, ["00200", "00000", "02020", "00000", "00200"]),
        "none": (2, 2, ["00", "00"]),
    },
    "queens": {"six": (6, 6, ["000000"] * 6), "one": (1, 1, ["0"]), "none": (3, 3, ["000"] * 3)},
    "spies": {"five": (5, 5, ["00000"] * 5), "four": (4, 4, ["0000"] * 4), "none": (2, 2, ["00"] * 2)},
    "all-queens": {"six": (6, 6, ["000000"] * 6), "one": (1, 1, ["0"]), "none": (2, 2, ["00"] * 2)},
}
FAIL: Final = "FAIL\nproof: all arrangements were tried\n"


def cases_of(puzzle: str) -> dict[str, bytes]:
    """Return the texts of a package's cases, by their names."""
    return {
        name: "\n".join(["DFS", str(n), str(pieces), *rows, ""]).encode()
        for name, (n, pieces, rows) in CASES[puzzle].items()
    }


def write_package(puzzle: str, folder: Path, cases: Collection[str] = ()) -> Path:
    """Write a puzzle's package, or these cases of it, below a folder; return its folder."""
    texts = {
        f"sample/{name}": (text.decode(), FAIL if name == "none" and puzzle != "all-queens" else "")
        for name, text in cases_of(puzzle).items()
        if not cases or name in cases
    }
    return package(folder, puzzle, texts, puzzle, time_limit=10.0, memory=512, output=4, compilation_time=60)


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
        written = write_package(puzzle, room / "packages")
        said |= judged(some, written, room / puzzle, tier) if some else {}
    return [Row(one, bare[one.name], said[one.name]) for one in programs]


def told(row: Row) -> str:
    """Return what differs, and the text of the program."""
    files = [f"--- {path}\n{data.decode(errors='replace')}" for path, data in row.program.files.items()]
    return "\n".join([str(row.program), *row.different, *files])
