"""What the tests of this folder share: files of many seeds, compared in chunks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import pytest

from tests.bare.compare import Runners, as_meant, compare, queens, submission, told
from tests.bare.generate import Generated

CHUNK: Final = 10
BOTH_SIZES: Final = 5  # of so many files one is run on both sizes, the others on the smaller one
PROBLEM: Final = queens()


def chunks(first: int, end: int, step: int = 1, size: int = CHUNK) -> list[range]:
    """Return the seeds from `first` up to `end`, so many in a test."""
    seeds = range(first, end, step)
    return [seeds[at : at + size] for at in range(0, len(seeds), size)]


def label(seeds: Sequence[int]) -> str:
    """Return how a chunk is called."""
    return f"{seeds[0]}-{seeds[-1]}"


def hold(runners: Runners, files: Iterable[Generated]) -> None:
    """Compare files; fail with a table and the text of each that differs, or that is not what it was made to be."""
    wrong: list[str] = []
    for file in files:
        cases = PROBLEM.cases if file.seed % BOTH_SIZES == 0 else PROBLEM.cases[:1]
        rows = compare(runners, submission(file.source.encode()), PROBLEM, cases)
        head = f"seed {file.seed}: {', '.join(file.made_of)}"
        if any(row.different for row in rows):
            wrong.append("\n".join([head, *told(rows), "", file.source]))
        elif not as_meant(file, PROBLEM, rows):
            wrong.append("\n".join([f"{head}: the file itself is not as it is meant", *told(rows), "", file.source]))
    if wrong:
        pytest.fail(f"{len(wrong)} files differ\n\n" + "\n\n".join(wrong), pytrace=False)
