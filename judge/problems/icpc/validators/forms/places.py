"""Read a case that holds n, the pieces p and the number of scooters, then the places of each: x,y from 0."""

from __future__ import annotations

from typing import NamedTuple

from judge.problems.icpc.validators.case import Case, CaseError, lines_of, numbers_of


class PlacesForm(NamedTuple):
    """How large a board may be, how many scooters there may be, and how many places each has."""

    largest: int
    scooters: int
    times: int

    def read(self, text: bytes) -> Case:
        """Return the case in a text, with the points of each cell as its layer; CaseError where it is none."""
        lines = lines_of(text, 3)
        (n,) = numbers_of(lines[0], ("n", 1, self.largest))
        (pieces,) = numbers_of(lines[1], ("the number of pieces", 1, n))
        (scooters,) = numbers_of(lines[2], ("the number of scooters", 0, self.scooters))
        if len(lines) != 3 + self.times * scooters:
            raise CaseError(f"{len(lines) - 3} places follow, but {scooters} scooters have {self.times} each")
        points = [[0] * n for _ in range(n)]
        for line in lines[3:]:
            x, y = numbers_of(line, ("x", 0, n - 1), ("y", 0, n - 1), between=b",")
            points[y][x] += 1
        return Case("ANY", n, pieces, [bytes(n)] * n, points)
