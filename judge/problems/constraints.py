"""The rules of every puzzle: one family of constraints, in plain Python without imports.

A constraint is the name of its family and words, such as ("leap", steps, False). Its `sentence` says what it asks. To
programs it says that twice: its `quotas` are sets of cells, and how many pieces each may hold: an arrangement keeps the
rule exactly where it keeps all of them, and every search and every proof reads nothing else. Its `conflict` names the
first pieces that break it.

The judge reads this file (`rules.py`), with a fast form of two rules for large boards (`kernels.py`). The validators of
an exported package are made of its text, and run on Python 3.9 alone.

`FAMILIES` is the whole list. The first five share the words of a row, which say together what they are made of. One
more says its own: `WORD` is the key in [puzzle], `VALUE` the type of what it holds, of which the constraint is made,
and `HELP` what `judge help package` says of it. Its ValueError says what is wrong with a value. The first solution of a
row with such a word takes the sets of cells from this text.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from typing import Any

Cell = tuple[int, int]  # row and column, from 0

PIECE, TREE, CLOSED = 1, 2, 3  # a tree ends a view; a closed cell holds no piece, and ends none

# The four ways back to cells that were read before, in the order in which a conflict is named: those of a queen.
BACKWARDS = (
    (0, -1),  # along the row, to the left
    (-1, 0),  # up the column
    (-1, -1),  # up the diagonal, to the left
    (-1, 1),  # up the anti-diagonal, to the right
)
STRAIGHT, SLANTING = BACKWARDS[:2], BACKWARDS[2:]  # those of a rook, and of a bishop
# The leaps back to cells that were read before, in the order in which a conflict is named.
KNIGHT = ((-1, -2), (-1, 2), (-2, -1), (-2, 1))
KING = BACKWARDS  # one step of each


class Board:
    """A board as the rules see it: its size, its pieces in reading order, and its trees.

    `regions` holds the number of each cell's region, `values` the numbers of the case by their names.
    """

    def __init__(
        self,
        shape: tuple[int, int],
        pieces: Sequence[Cell] = (),
        trees: Iterable[Cell] = (),
        regions: Sequence[Sequence[int]] = (),
        values: dict[str, int] | None = None,
    ) -> None:
        self.n, self.m = shape
        self.pieces, self.trees = pieces, frozenset(trees)
        self.regions, self.values = regions, values or {}

    def cells(self) -> Iterator[Cell]:
        """Yield all cells in reading order."""
        return ((row, column) for row in range(self.n) for column in range(self.m))

    def number(self, product: tuple[int, Sequence[str]]) -> int:
        """Return a number times fields of the case."""
        found = product[0]
        for name in product[1]:
            found *= self.values[name]
        return found


class Quota:
    """Holds cells, and how much their pieces weigh together at least and at most. Without weights each weighs 1."""

    def __init__(self, cells: tuple[Cell, ...], least: int, most: int, weights: tuple[int, ...] = ()) -> None:
        self.cells, self.least, self.most, self.weights = cells, least, most, weights


class Rides:
    """No two pieces see each other along the steps of a ride. A tree ends a view; on a torus it goes on at the opposite
    edge, and ends at the cell itself."""

    def __init__(self, steps: Sequence[Cell], torus: bool = False) -> None:
        self.steps, self.torus = steps, torus

    def sentence(self, many: str, conflict: str, trees: str) -> str:
        """Say what is asked."""
        lines = {
            frozenset(BACKWARDS): "in one row, in one column or on one diagonal",
            frozenset(STRAIGHT): "in one row or in one column",
            frozenset(SLANTING): "on one diagonal",
        }
        where = lines.get(frozenset(self.steps)) or f"on lines of the steps {steps_of(self.steps)} (rows, columns)"
        return f"Two {many} {where} {conflict}{trees}."

    def broken(self, many: str, conflict: str, _board: Board) -> str:
        """Say what is wrong."""
        return f"two {many} {conflict}"

    def quotas(self, board: Board) -> Iterator[Quota]:
        """Yield the cells between two trees or edges, step by step: all see each other, so one piece at most."""
        if self.torus:
            return self._rounds(board)
        return lines_of_cells([cell for cell in board.cells() if cell not in board.trees], self.steps, 1)

    def _rounds(self, board: Board) -> Iterator[Quota]:
        """Yield the lines of a torus: each comes back to where it began; trees cut it."""
        for down, right in self.steps:
            seen = set[Cell]()
            for head in board.cells():
                line, cell = list[Cell](), head
                while cell not in seen:
                    seen.add(cell)
                    line.append(cell)
                    cell = (cell[0] - down) % board.n, (cell[1] - right) % board.m
                trees = [at for at, cell in enumerate(line) if cell in board.trees]
                line = line[trees[0] :] + line[: trees[0]] if trees else line
                part = list[Cell]()
                for cell in line:
                    if cell not in board.trees:
                        part.append(cell)
                        continue
                    yield from at_most(part, 1)
                    part = []
                yield from at_most(part, 1)

    def conflict(self, board: Board) -> tuple[str, list[Cell]] | None:
        """Return the first piece in reading order that sees another one along a step, behind the nearest that it sees
        along the first such step."""
        pieces = set(board.pieces)
        if self.torus:
            pairs = ((self._seen(board, pieces, cell, step), cell) for cell in board.pieces for step in self.steps)
            return next((("", [seen, cell]) for seen, cell in pairs if seen), None)
        last: dict[tuple[Cell, int, int], Cell] = {}  # what was read last on each line: a piece, or a tree
        for cell in sorted([*board.pieces, *board.trees]) if board.trees else board.pieces:
            row, column = cell
            for step in self.steps:
                down, right = step
                times = row // -down if down else column // -right  # so often it leads back, past the edge perhaps
                line = step, row + times * down, column + times * right
                seen = last.get(line)
                if seen is not None and seen in pieces and cell in pieces:
                    return "", [seen, cell]
                last[line] = cell
        return None

    def _seen(self, board: Board, pieces: Collection[Cell], cell: Cell, step: Cell) -> Cell | None:
        """Return the piece seen from a cell of a torus along a step."""
        there = (cell[0] + step[0]) % board.n, (cell[1] + step[1]) % board.m
        while there != cell and there not in board.trees:
            if there in pieces:
                return there
            there = (there[0] + step[0]) % board.n, (there[1] + step[1]) % board.m
        return None


class Leaps:
    """No piece is a leap from another. Nothing blocks a leap; on a torus it may cross the edges."""

    def __init__(self, steps: Sequence[Cell], torus: bool = False) -> None:
        self.steps, self.torus = steps, torus

    def sentence(self, many: str, conflict: str, _trees: str) -> str:
        """Say what is asked."""
        return f"Two {many} that are {steps_of(self.steps)} cells apart (rows, columns) {conflict}."

    def broken(self, many: str, conflict: str, _board: Board) -> str:
        """Say what is wrong."""
        return f"two {many} {conflict}"

    def _there(self, board: Board, cell: Cell, step: Cell) -> Cell:
        """Return where a leap leads to, perhaps past an edge."""
        row, column = cell[0] + step[0], cell[1] + step[1]
        return (row % board.n, column % board.m) if self.torus else (row, column)

    def quotas(self, board: Board) -> Iterator[Quota]:
        """Yield each two cells that are one leap apart, or each block of 2 x 2 cells where kings touch: one piece at
        most. Cells that touch share a block."""
        if not self.torus and set(self.steps) == set(KING):
            size = min(2, board.n), min(2, board.m)
            for cells in windows_of(board, size):
                yield from at_most(cells, 1)
            return
        known = set[tuple[Cell, ...]]()
        for cell in board.cells():
            for step in self.steps:
                there = self._there(board, cell, step)
                pair = tuple(sorted((there, cell)))
                if there[0] >= 0 and 0 <= there[1] < board.m and there != cell and pair not in known:
                    known.add(pair)
                    yield Quota(pair, 0, 1)

    def conflict(self, board: Board) -> tuple[str, list[Cell]] | None:
        """Return the first piece in reading order from which a leap leads to another one, behind that one."""
        pieces = set(board.pieces)
        for cell in board.pieces:
            for step in self.steps:
                there = self._there(board, cell, step)
                if there in pieces and there != cell:
                    return "", [there, cell]
        return None


class Lines:
    """At most so many pieces stand on any straight line of any slope, whatever else stands on it."""

    def __init__(self, most: int) -> None:
        self.most = most

    def sentence(self, many: str, _conflict: str, _trees: str) -> str:
        """Say what is asked."""
        return f"At most {self.most} {many} stand on one straight line, whatever its slope."

    def broken(self, many: str, _conflict: str, _board: Board) -> str:
        """Say what is wrong."""
        return f"{self.most + 1} {many} stand on one straight line"

    def quotas(self, board: Board) -> Iterator[Quota]:
        """Yield each straight line that could hold more pieces."""
        slopes: dict[object, Cell] = {}  # the first step of each slope is in lowest terms
        for down in range((board.n + 1) // 2):
            for right in range(-(board.m // 2), board.m // 2 + 1):
                if down or right > 0:
                    slopes.setdefault(right / down if down else None, (-down, -right))
        return lines_of_cells(list(board.cells()), slopes.values(), self.most)

    def conflict(self, board: Board) -> tuple[str, list[Cell]] | None:
        """Return the lexicographically first pieces, one more than may, on one line; k^2 steps for k pieces.

        Quotients of numbers below 2^26 are equal where the slopes are (`kernels.py`).
        """
        for at, (row, column) in enumerate(board.pieces):
            lines: dict[object, list[Cell]] = {}  # the pieces behind it, by their slope
            for r, c in board.pieces[at + 1 :]:
                lines.setdefault((c - column) / (r - row) if r > row else None, []).append((r, c))
            for line in lines.values():
                if len(line) >= self.most:
                    return "", [(row, column), *line[: self.most]]
        return None


class Shares:
    """Each row, column, diagonal or region holds so many pieces at least and at most: numbers times fields. A diagonal
    of a torus, which is a square, goes on at the opposite edge."""

    def __init__(
        self,
        part: str,
        least: tuple[int, Sequence[str]],
        most: tuple[int, Sequence[str]] | None,
        torus: bool = False,
    ) -> None:
        self.part, self.least, self.most, self.torus = part, least, most, torus

    def sentence(self, many: str, _conflict: str, _trees: str) -> str:
        """Say what is asked."""
        return f"Each {self.part} holds {amount(self.least, self.most, many)}."

    def broken(self, many: str, _conflict: str, board: Board) -> str:
        """Say what is wrong."""
        least, most = self.bounds(board)
        return f"a {self.part} must hold {least} to {'any number of' if self.most is None else most} {many}"

    def bounds(self, board: Board) -> tuple[int, int]:
        """Return how many pieces a part holds, at least and at most."""
        return board.number(self.least), board.n * board.m if self.most is None else board.number(self.most)

    def _ways(self, board: Board, cells: Collection[Cell]) -> Iterator[tuple[Iterable[int], list[int]]]:
        """Yield the numbers of the parts, the lowest first, and those in which these cells lie; diagonals falling, then
        rising."""
        if self.part == "row":
            yield range(board.n), [row for row, _ in cells]
        elif self.part == "column":
            yield range(board.m), [column for _, column in cells]
        elif self.part == "diagonal" and self.torus:
            yield range(board.n), [(row - column) % board.n for row, column in cells]
            yield range(board.n), [(row + column) % board.n for row, column in cells]
        elif self.part == "diagonal":
            yield range(1 - board.m, board.n), [row - column for row, column in cells]
            yield range(board.n + board.m - 1), [row + column for row, column in cells]
        else:
            regions = board.regions
            yield sorted(set().union(*regions)), [regions[row][column] for row, column in cells]

    def quotas(self, board: Board) -> Iterator[Quota]:
        """Yield the cells of each part."""
        least, most = self.bounds(board)
        cells = list(board.cells())
        for numbers, there in self._ways(board, cells):
            parts: dict[int, list[Cell]] = {number: [] for number in numbers}
            for cell, number in zip(cells, there):  # noqa: B905 - a Python 3.9 has no strict zip
                parts[number].append(cell)
            for part in parts.values():
                yield Quota(tuple(part), least, most)

    def conflict(self, board: Board) -> tuple[str, list[Cell]] | None:
        """Return the lowest part that holds too few or too many, and its pieces."""
        least, most = self.bounds(board)
        for way, (numbers, there) in enumerate(self._ways(board, board.pieces)):
            counts = dict.fromkeys(numbers, 0)
            for number in there:
                counts[number] += 1
            for number, count in counts.items():
                if not least <= count <= most:
                    held = [cell for cell, at in zip(board.pieces, there) if at == number]  # noqa: B905 - as above
                    return self._name(board, way, number), held
        return None

    def _name(self, board: Board, way: int, number: int) -> str:
        """Name a part, by its first cell where no number does."""
        if self.part in ("row", "column"):
            return f"{self.part} {number + 1}"
        if self.part == "region":
            row = next(row for row, regions in enumerate(board.regions) if number in regions)
            column = board.regions[row].index(number)
        elif way == 0:
            row, column = max(0, number), max(0, -number)
        else:
            row, column = max(0, number - board.m + 1), min(number, board.m - 1)
        return f"the {self.part} of row {row + 1}, column {column + 1}"


class Windows:
    """Each window of neighbouring cells, so many rows by columns, holds so many pieces at least and at most."""

    def __init__(self, size: tuple[int, int], least: int, most: int | None) -> None:
        self.size, self.least = size, least
        self.most = size[0] * size[1] if most is None else most
        self.asked = (least, ()), None if most is None else (most, ())

    def sentence(self, many: str, _conflict: str, _trees: str) -> str:
        """Say what is asked."""
        return f"Each window of {self.size[0]} x {self.size[1]} cells holds {amount(*self.asked, many)}."

    def broken(self, many: str, _conflict: str, _board: Board) -> str:
        """Say what is wrong."""
        return f"a window must hold {self.least} to {self.most} {many}"

    def bounds(self, _board: Board) -> tuple[int, int]:
        """Return how many pieces a window holds, at least and at most."""
        return self.least, self.most

    def quotas(self, board: Board) -> Iterator[Quota]:
        """Yield the cells of each window."""
        for cells in windows_of(board, self.size):
            yield Quota(tuple(cells), self.least, self.most)

    def conflict(self, board: Board) -> tuple[str, list[Cell]] | None:
        """Return the first window that holds too few or too many, and its pieces.

        A row of cells is one whole number, with 32 bits for each cell: so all windows of some rows are added up, and
        held against their bounds, at once.
        """
        (high, wide), heads = self.size, board.m - self.size[1] + 1
        if heads < 1:
            return None
        rows = [bytearray(4 * board.m) for _ in range(board.n)]
        for row, column in board.pieces:
            rows[row][4 * column] = 1
        lines, band = [int.from_bytes(cells, "little") for cells in rows], 0
        each = int.from_bytes(b"\1\0\0\0" * heads, "little")
        sign, cells = each << 31, high * wide + 1
        least, most = each * min(self.least, cells), each * min(self.most, cells)
        for row, line in enumerate(lines, 1 - high):
            band += line - (lines[row - 1] if row > 0 else 0)
            if row >= 0:
                held = self._across(band) & (each << 32) - each
                wrong = sign & ~((sign + held - least) & (sign + most - held))
                if wrong:
                    column = (wrong & -wrong).bit_length() // 32 - 1
                    name = f"the window of {high} x {wide} cells from row {row + 1}, column {column + 1} on"
                    return name, [(r, c) for r, c in board.pieces if 0 <= r - row < high and 0 <= c - column < wide]
        return None

    def _across(self, band: int) -> int:
        """Return what each cell and those behind it hold together, as far as a window goes."""
        held, wide = band, 1
        for bit in bin(self.size[1])[3:]:
            held += held >> 32 * wide
            wide *= 2
            if bit == "1":
                held = band + (held >> 32)
                wide += 1
        return held


FAMILIES: dict[str, Any] = {"share": Shares, "window": Windows, "ride": Rides, "leap": Leaps, "line": Lines}


def lines_of_cells(cells: Sequence[Cell], steps: Iterable[Cell], most: int) -> Iterator[Quota]:
    """Yield the lines of these cells against each step: at most so many pieces."""
    there = set(cells)
    for down, right in steps:
        for head in cells:
            if (head[0] + down, head[1] + right) not in there:
                line, cell = list[Cell](), head
                while cell in there:
                    line.append(cell)
                    cell = cell[0] - down, cell[1] - right
                yield from at_most(line, most)


def at_most(cells: Sequence[Cell], most: int) -> Iterator[Quota]:
    """Yield the quota, where the cells could hold more."""
    if len(cells) > most:
        yield Quota(tuple(cells), 0, most)


def windows_of(board: Board, size: tuple[int, int]) -> Iterator[list[Cell]]:
    """Yield the cells of each window of so many rows and columns."""
    for row in range(board.n - size[0] + 1):
        for column in range(board.m - size[1] + 1):
            yield [(row + down, column + right) for down in range(size[0]) for right in range(size[1])]


def steps_of(steps: Sequence[Cell]) -> str:
    """Name steps without their directions: `(1, 2) or (2, 1)`."""
    *others, last = dict.fromkeys(f"({abs(down)}, {abs(right)})" for down, right in steps)
    return f"{', '.join(others)} or {last}" if others else last


def amount(least: tuple[int, Sequence[str]], most: tuple[int, Sequence[str]] | None, many: str) -> str:
    """Say how many pieces: products of a number and fields."""
    few = " ".join([str(least[0])] * (least[0] != 1 or not least[1]) + [*least[1]])
    if most is None:
        return f"at least `{few}` {many}"
    lot = " ".join([str(most[0])] * (most[0] != 1 or not most[1]) + [*most[1]])
    if few == lot:
        return f"exactly `{lot}` {many}"
    return f"at most `{lot}` {many}" if least[0] == 0 and not least[1] else f"`{few}` to `{lot}` {many}"
