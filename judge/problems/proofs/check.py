"""Check a certificate against its board: plain Python, no solver, nothing shared with what makes certificates.

The work is bounded by the board and the file: a cell is looked at once for each direction, however long the file is.
"""

from __future__ import annotations

from itertools import combinations

from judge.model import Instance
from judge.problems.proofs.certificate import MOST_N, STEPS, Certificate, Clique, Direction, Family, Segment

_TREE = 2
_MOST = 10**15  # of a weight and of the denominator
_LARGEST = 5  # cells of a set that is no segment: a centre and four around it
_Rows = list[list[int]]


class _RefusedError(Exception):
    """Why a certificate proves nothing."""


def certificate_refused(certificate: Certificate, board: Instance) -> str:
    """Return why the certificate does not prove that the pieces of the board do not fit; "" where it does."""
    if board.n > MOST_N:
        return f"boards above {MOST_N:,} x {MOST_N:,} are not checked"
    try:
        _Check(certificate, board).run()
    except _RefusedError as why:
        return str(why)
    return ""


class _Check:
    """The weights on each cell, and their sum over all sets."""

    def __init__(self, certificate: Certificate, board: Instance) -> None:
        self.certificate, self.board, self.n = certificate, board, board.n
        self.free = [[cell != _TREE for cell in row] for row in board.grid.tolist()]
        self.paid: _Rows = [[0] * board.n for _ in range(board.n)]
        self.total = 0
        self.ids: dict[Direction, _Rows] = {}

    def run(self) -> None:
        """Add up everything; _RefusedError for the first thing that is wrong."""
        certificate, board = self.certificate, self.board
        if (certificate.n, certificate.pieces) != (board.n, board.pieces):
            said = f"{certificate.pieces} pieces on {certificate.n} x {certificate.n}"
            raise _RefusedError(f"it is about {said}, not {board.pieces} on {board.n} x {board.n}")
        _sound("the denominator", certificate.one)
        for family, weight in certificate.every.items():
            self._every(family, weight)
        for direction, segments in certificate.segments.items():
            self._segments(direction, segments)
        for clique in certificate.cliques:
            self._clique(clique)
        self._covered()
        if self.total >= board.pieces * certificate.one:
            allowed = self.total // certificate.one
            raise _RefusedError(f"its weights allow {allowed} pieces, and the case asks for {board.pieces}")

    def _every(self, family: Family, weight: int) -> None:
        _sound("a weight", weight)
        if family == "cell":
            self.total += weight * sum(map(sum, self.free))
        else:
            self.total += weight * (max(map(max, self._numbered(family))) + 1)
        for row, free in zip(self.paid, self.free, strict=True):
            for column in range(self.n):
                row[column] += weight * free[column]

    def _segments(self, direction: Direction, segments: tuple[Segment, ...]) -> None:
        """Add segments of one direction. They may not overlap: else a short file could cost much time."""
        down, right = STEPS[direction]
        seen = [bytearray(self.n) for _ in range(self.n)]
        for row, column, length, weight in segments:
            _sound("a weight", weight)
            if length < 1:
                raise _RefusedError(f"a segment has the length {length}")
            self._on_board(row, column)
            self._on_board(row + down * (length - 1), column + right * (length - 1))
            r, c = row - 1, column - 1
            for _ in range(length):
                if not self.free[r][c]:
                    raise _RefusedError(f"a tree stands in a {direction} segment, at row {r + 1}, column {c + 1}")
                if seen[r][c]:
                    raise _RefusedError(f"two {direction} segments share row {r + 1}, column {c + 1}")
                seen[r][c] = 1
                self.paid[r][c] += weight
                r, c = r + down, c + right
            self.total += weight

    def _clique(self, clique: Clique) -> None:
        weight, cells = clique
        _sound("a weight", weight)
        if not 1 <= len(cells) <= _LARGEST or len(set(cells)) < len(cells):
            raise _RefusedError(f"a set must hold 1 to {_LARGEST} cells, each once: {cells[: _LARGEST + 1]}")
        for row, column in cells:
            self._on_board(row, column)
            if not self.free[row - 1][column - 1]:
                raise _RefusedError(f"a tree stands in a set of cells, at row {row}, column {column}")
            self.paid[row - 1][column - 1] += weight
        for one, other in combinations(cells, 2):
            if not self._sees(one, other):
                raise _RefusedError(f"the cells {one} and {other} are in one set, but do not see each other")
        self.total += weight

    def _sees(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Say whether two free cells lie in one segment of some direction."""
        (r, c), (r2, c2) = ((row - 1, column - 1) for row, column in (one, other))
        return any((ids := self._numbered(direction))[r][c] == ids[r2][c2] for direction in STEPS)

    def _numbered(self, direction: Direction) -> _Rows:
        """Return the number of each cell's segment, from 0; -1 for a tree."""
        if direction not in self.ids:
            down, right = STEPS[direction]
            ids, count = [[-1] * self.n for _ in range(self.n)], 0
            for r in range(self.n):
                for c in range(self.n):
                    if self.free[r][c]:
                        before = r - down, c - right
                        inside = before[0] >= 0 and 0 <= before[1] < self.n
                        ids[r][c] = ids[before[0]][before[1]] if inside else -1
                        if ids[r][c] < 0:
                            ids[r][c], count = count, count + 1
            self.ids[direction] = ids
        return self.ids[direction]

    def _covered(self) -> None:
        for r, (paid, free) in enumerate(zip(self.paid, self.free, strict=True), 1):
            for c, (sum_of, is_free) in enumerate(zip(paid, free, strict=True), 1):
                if is_free and sum_of < self.certificate.one:
                    raise _RefusedError(f"the weights on row {r}, column {c} add up to less than 1")

    def _on_board(self, row: int, column: int) -> None:
        if not (1 <= row <= self.n and 1 <= column <= self.n):
            raise _RefusedError(f"row {row}, column {column} is not on the board")


def _sound(what: str, number: int) -> None:
    if not 1 <= number <= _MOST:
        raise _RefusedError(f"{what} is {number}, but must be from 1 to {_MOST:,}")
