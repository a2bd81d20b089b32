"""Read a case that holds n and m, then n rows of m cells, each free or an obstacle."""

from __future__ import annotations

from typing import NamedTuple

from judge.problems.icpc.validators.case import Case, lines_of, numbers_of, read_rows


class CellsForm(NamedTuple):
    """How large a board may be."""

    largest: int

    def read(self, text: bytes) -> Case:
        """Return the case in a text; CaseError where it is none."""
        lines = lines_of(text, 1)
        n, columns = numbers_of(lines[0], ("n", 1, self.largest), ("m", 1, self.largest))
        return Case("ANY", n, 1, read_rows(lines[1:], n, columns))
