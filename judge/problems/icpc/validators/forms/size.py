"""Read a case that holds n and the number of pieces alone."""

from __future__ import annotations

from typing import NamedTuple

from judge.problems.icpc.validators.case import Case, CaseError, lines_of, numbers_of


class SizeForm(NamedTuple):
    """How large a board may be, and how many pieces a row holds at most."""

    least: int
    largest: int
    a_row: int

    def read(self, text: bytes) -> Case:
        """Return the case in a text; CaseError where it is none."""
        lines = lines_of(text, 1)
        top = self.a_row * self.largest
        n, pieces = numbers_of(lines[0], ("n", self.least, self.largest), ("the number of pieces", 1, top))
        if len(lines) > 1:
            raise CaseError(f"{len(lines) - 1} lines follow, where none may")
        if pieces > self.a_row * n:
            raise CaseError(f"there are {pieces} pieces, but at most {self.a_row * n} fit")
        return Case("ANY", n, pieces, [bytes(n)] * n)
