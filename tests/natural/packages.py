"""A small package for each puzzle: an arrangement that is soon found, and a board without any."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Final

from tests.make import files

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
_MANIFEST: Final = """\
title = "{puzzle}"
puzzle = "{puzzle}"
algorithms = ["{algorithm}"]

[limits]
time_limit = 10.0
memory = 512
output = 4
compilation_time = 60

[groups.sample]
points = 10
"""


def cases_of(puzzle: str) -> dict[str, bytes]:
    """Return the texts of a package's cases, by their names."""
    head = _algorithm(puzzle)
    return {
        name: "\n".join([head, str(n), str(pieces), *rows, ""]).encode()
        for name, (n, pieces, rows) in CASES[puzzle].items()
    }


def write_package(puzzle: str, folder: Path, cases: Collection[str] = ()) -> Path:
    """Write a puzzle's package, or these cases of it, below a folder; return its folder."""
    texts: dict[str, str | bytes] = {}
    for name, text in cases_of(puzzle).items():
        if not cases or name in cases:
            texts[f"sample/{name}/input.txt"] = text
    if "sample/none/input.txt" in texts and puzzle != "all-queens":
        texts["sample/none/answer.txt"] = "FAIL\nproof: all arrangements were tried\n"
    texts["problem.toml"] = _MANIFEST.format(puzzle=puzzle, algorithm=_algorithm(puzzle))
    return files(folder / puzzle, texts)


def _algorithm(puzzle: str) -> str:
    return "DFS" if puzzle == "lizards" else "ANY"
