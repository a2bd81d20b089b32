"""Read a case that holds n and the number of given pieces, then row and column of each, from 1."""

from __future__ import annotations

from typing import NamedTuple

from judge.problems.icpc.validators.case import Case, CaseError, lines_of, numbers_of


class GivenForm(NamedTuple):
    """How large a board may be. As many pieces as rows are to be placed."""

    largest: int

    def read(self, text: bytes) -> Case:
        """Return the case in a text; CaseError where it is none."""
        lines = lines_of(text, 1)
        n, given = numbers_of(lines[0], ("n", 1, self.largest), ("the number of given pieces", 0, self.largest))
        if len(lines) != given + 1:
            raise CaseError(f"{len(lines) - 1} lines follow, but {given} pieces are given")
        rows = [bytearray(n) for _ in range(n)]
        for line in lines[1:]:
            row, column = numbers_of(line, ("a row", 1, n), ("a column", 1, n))
            if rows[row - 1][column - 1]:
                raise CaseError(f"row {row}, column {column} is given twice")
            rows[row - 1][column - 1] = 1
        return Case("ANY", n, n, [bytes(row) for row in rows])
