"""Read a case that holds n and the pieces of a row, then n rows of n numbers, the region of each cell."""

from __future__ import annotations

from typing import NamedTuple

from judge.problems.icpc.validators.case import Case, CaseError, lines_of, numbers_of


class RegionsForm(NamedTuple):
    """How large a board may be."""

    largest: int

    def read(self, text: bytes) -> Case:
        """Return the case in a text, with the regions as its layer; CaseError where it is none."""
        lines = lines_of(text, 1)
        n, each = numbers_of(lines[0], ("n", 1, self.largest), ("the pieces of a row", 1, self.largest))
        if len(lines) != n + 1:
            raise CaseError(f"there are {len(lines) - 1} rows, but n is {n}")
        regions = [numbers_of(line, *[("a region", 1, n)] * n) for line in lines[1:]]
        if len({region for row in regions for region in row}) != n:
            raise CaseError(f"there must be {n} regions, each number from 1 to {n} once or more")
        return Case("ANY", n, n * each, [bytes(n)] * n, regions)
