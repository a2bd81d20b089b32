"""The rules of all puzzles, written a second time from their statements: plainly, for small boards, and with nothing of
the judge's own.

A board is rows of ints: 0 free, 1 a piece, 2 a tree, 3 a cell that stays empty. Cells are (row, column) from 0; those
of a verdict count from 1, as a message does. What a puzzle asks for is said in the words of a table [puzzle].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import takewhile
from math import gcd
from typing import Any, NamedTuple

Cell = tuple[int, int]
Rows = tuple[tuple[int, ...], ...]
Words = dict[str, Any]
Verdict = tuple[str, tuple[Cell, ...]]  # a code, "" for what is right, and the cells that it names

FREE, PIECE, TREE, CLOSED = range(4)
QUEEN = [(0, -1), (-1, 0), (-1, -1), (-1, 1)]
RIDERS: dict[Any, list[Cell]] = {"queen": QUEEN, "rook": QUEEN[:2], "bishop": QUEEN[2:]}
LEAPERS: dict[Any, list[Cell]] = {"king": QUEEN, "knight": [(-1, -2), (-1, 2), (-2, -1), (-2, 1)]}
QUEENS = (1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724)  # how many ways there are to place n queens: A000170 of oeis.org

_HOMEWORK: Words = {"case": "algorithm n pieces rows", "apart": "queen", "goal": "arrangement"}
_OPEN: Words = {"case": "n m rows", "goal": "most"}
_ASKED: Words = {"case": "n m pieces rows", "goal": "arrangement", "closed": True}
_DIGITS = {"0": FREE, "1": PIECE, "2": TREE}
_GIVEN: Words = {"case": "n given", "apart": "queen"}
_MOVES = {f"{name}s": name for name in ("bishop", "knight", "rook")} | {"superqueens": ["queen", "knight"]}
PUZZLES: dict[str, Words] = {
    "lizards": _HOMEWORK,
    "queens": _HOMEWORK | {"known": lambda n: n not in (2, 3)},
    "spies": _HOMEWORK | {"in_line": 2, "columns": True, "known": lambda n: False if n in (2, 3, 5, 6, 7) else None},
    "all-queens": _HOMEWORK | {"goal": "all"},
    "most-queens": _OPEN | {"apart": "queen"},
    "completion": _GIVEN | {"columns": True, "goal": "arrangement"},
    "scooters": {"case": "n officers scooters", "apart": "queen", "goal": "heaviest"},
    "star-battle": {"case": "n stars regions", "apart": "king", "goal": "arrangement"}
    | dict.fromkeys(("row", "column", "region"), "stars"),
    "no-three-in-line": {"case": "n pieces", "in_line": 2, "goal": "arrangement"}
    | {"known": lambda n: True if 2 <= n <= 60 else None},
    **{f"most-{name}": _OPEN | {"apart": apart, "closed": True} for name, apart in _MOVES.items()},
    **{f"place-{name}": _ASKED | {"apart": apart} for name, apart in sorted((_MOVES | {"queens": "queen"}).items())},
    "count-queens": {"case": "rows", "apart": "queen", "goal": "count", "signs": {".": FREE, "*": CLOSED}},
    "list-queens": _GIVEN | {"goal": "all"},
    "verify-queens": {"case": "rows", "apart": "queen", "goal": "verify", "signs": {".": FREE, "*": PIECE}},
}


class Board(NamedTuple):
    """A case: its cells, how many pieces it asks for, and its regions or weights."""

    rows: Rows
    pieces: int
    layer: Rows = ()

    @property
    def n(self) -> int:
        return len(self.rows)

    @property
    def m(self) -> int:
        return len(self.rows[0])

    @property
    def cells(self) -> list[Cell]:
        return [(r, c) for r in range(self.n) for c in range(self.m)]


def read(said: Words, text: bytes) -> Board:
    """Read an input.txt of a puzzle, which must be one."""
    form, lines = str(said["case"]), text.decode().splitlines()
    if form.endswith("rows"):
        names, below = form.split()[:-1], 3 if form.startswith("algorithm") else int(form != "rows")
        known = dict(zip(names, " ".join(lines[:below]).split(), strict=True))
        rows = tuple(tuple(signs_of(said)[sign] for sign in line) for line in lines[below:])
        return Board(rows, int(known.get("pieces", len(rows))))
    n, asked = int(text.split()[0]), int(text.split()[1])
    if form == "n given":
        given = [line.split() for line in lines[1:]]
        return Board(grid(n, n, {(int(row) - 1, int(column) - 1): PIECE for row, column in given}), n)
    if form == "n stars regions":
        return Board(grid(n, n), n * asked, tuple(tuple(map(int, line.split())) for line in lines[1:]))
    if form == "n pieces":
        return Board(grid(n, n), asked)
    weights = tuple(tuple(lines[3:].count(f"{column},{row}") for column in range(n)) for row in range(n))
    return Board(grid(n, n), asked, weights)


def signs_of(said: Words) -> dict[str, int]:
    """Return what each sign of a board means."""
    signs: dict[str, int] = said.get("signs", {})
    return _DIGITS | ({"3": CLOSED} if said.get("closed") else {}) | signs


def grid(n: int, m: int, cells: dict[Cell, int] | None = None) -> Rows:
    """Return a board that is free but for these cells."""
    return tuple(tuple((cells or {}).get((r, c), FREE) for c in range(m)) for r in range(n))


def pieces_of(rows: Sequence[Sequence[int]]) -> list[Cell]:
    """Return the cells with a piece, in reading order."""
    return [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == PIECE]


# --- rules ------------------------------------------------------------------------------------------------------------
def conflict(said: Words, board: Board, rows: Sequence[Sequence[int]]) -> Verdict | None:
    """Return the first conflict of a full board, as code and cells from 0, or None.

    Parts that hold too few or too many come first, then windows, pieces along a line, pieces a leap apart, and lines.
    """
    placed = pieces_of(rows)
    for cells, least, most in (*_parts(said, board), *_windows(said, board)):
        held = [cell for cell in cells if cell in placed]
        if not least <= len(held) <= most:
            return "E129", tuple(held)
    rides, leaps = _moves(said)
    for steps, far in ((rides, True), (leaps, False)):
        for cell in placed:
            for step in steps:
                if (other := _seen(rows, cell, step, far, said.get("torus", False))) is not None:
                    touching = not far and set(steps) == set(QUEEN) and not said.get("torus")
                    return "E128" if touching else "E106", (other, cell)
    return _in_line(placed, said.get("in_line", 0))


def _moves(said: Words) -> tuple[list[Cell], list[Cell]]:
    """Return the rides and the leaps that may not lead to another piece, back to what was read before."""
    apart = said.get("apart", [])
    rides, leaps = list[Cell](), list[Cell]()
    for one in apart if isinstance(apart, list | tuple) else [apart]:
        if isinstance(one, dict):
            ((kind, step),) = one.items()
            turned = {(a * i, b * j) for a, b in (step, step[::-1]) for i in (1, -1) for j in (1, -1)}
            back = sorted((cell for cell in turned if cell < (0, 0)), key=lambda cell: (-cell[0], cell[1]))
            (rides if kind == "ride" else leaps).extend(back)
        else:
            rides += RIDERS.get(one, [])
            leaps += LEAPERS.get(one, [])
    return rides, leaps


def _seen(rows: Sequence[Sequence[int]], cell: Cell, step: Cell, far: bool, torus: bool) -> Cell | None:
    """Return the piece that is a leap away, or the first along a line, which a tree ends."""
    n, m = len(rows), len(rows[0])
    row, column = cell
    while True:
        row, column = row + step[0], column + step[1]
        if torus:
            row, column = row % n, column % m
        if not (0 <= row < n and 0 <= column < m) or (row, column) == cell:
            return None
        if rows[row][column] == PIECE:
            return row, column
        if not far or rows[row][column] == TREE:
            return None


def _in_line(placed: list[Cell], most: int) -> Verdict | None:
    for at, (row, column) in enumerate(placed) if most else ():
        lines: dict[Cell, list[Cell]] = {}
        for r, c in placed[at + 1 :]:
            step = gcd(r - row, c - column)
            lines.setdefault(((r - row) // step, (c - column) // step), []).append((r, c))
        full = [line[:most] for line in lines.values() if len(line) >= most]
        if full:
            return "E107", ((row, column), *min(full))
    return None


def _parts(said: Words, board: Board) -> Iterator[tuple[list[Cell], int, int]]:
    known: dict[Any, int] = {"n": board.n, "m": board.m, "k": board.pieces, "stars": board.pieces // board.n}

    def on_torus(diagonal: int) -> int:
        return diagonal % board.n if said.get("torus") else diagonal

    ways: dict[str, list[Callable[[int, int], int]]] = {
        "row": [lambda r, _: r],
        "column": [lambda _, c: c],
        "diagonal": [lambda r, c: on_torus(r - c), lambda r, c: on_torus(r + c)],
    }
    ways["region"] = [lambda r, c: board.layer[r][c]]
    for part, numbers in ways.items():
        share = said.get(part)
        bounds: Words = share if isinstance(share, dict) else {"least": share, "most": share}
        least: Any = bounds.get("least", 0)
        most: Any = bounds.get("most", len(board.cells))
        for number in numbers if share is not None else ():
            held: dict[int, list[Cell]] = {}
            for cell in board.cells:
                held.setdefault(number(*cell), []).append(cell)
            yield from ((held[at], known.get(least, least), known.get(most, most)) for at in sorted(held))


def _windows(said: Words, board: Board) -> Iterator[tuple[list[Cell], int, int]]:
    if window := said.get("window"):
        high, wide = window["size"]
        for r in range(board.n - high + 1):
            for c in range(board.m - wide + 1):
                cells = [(r + i, c + j) for i in range(high) for j in range(wide)]
                yield cells, window.get("least", 0), window.get("most", high * wide)


# --- what there is ----------------------------------------------------------------------------------------------------
def every(said: Words, board: Board, pieces: int) -> Iterator[Rows]:
    """Yield each board with so many pieces, the given ones among them, that keeps the rules."""
    rows = [list(row) for row in board.rows]
    free = [(r, c) for r, c in board.cells if rows[r][c] == FREE]
    growing: Words = {word: said[word] for word in ("apart", "torus", "in_line") if word in said}  # once broken, always

    def extend(at: int, left: int) -> Iterator[Rows]:
        if left == 0 and conflict(said, board, rows) is None:
            yield tuple(map(tuple, rows))
        for number in range(at, len(free) - left + 1) if left > 0 else ():
            r, c = free[number]
            rows[r][c] = PIECE
            if conflict(growing, board, rows) is None:
                yield from extend(number + 1, left - 1)
            rows[r][c] = FREE

    yield from extend(0, pieces - len(pieces_of(rows)))


def most_of(said: Words, board: Board) -> int | None:
    """Return the weight of the best arrangement, or how many pieces fit at most; None where there is none."""
    if said["goal"] == "most":
        counts = takewhile(lambda k: next(every(said, board, k), None), range(len(board.cells) + 1))
        return max(counts, default=None)
    weights = ((sum(board.layer[r][c] for r, c in pieces_of(rows))) for rows in every(said, board, board.pieces))
    return max(weights, default=None)


@cache
def every_queens(n: int, rows: Rows = ()) -> tuple[tuple[int, ...], ...]:
    """Return all arrangements of n queens as columns from 0, in order: on free cells, the given queens among them."""
    free = [[c for c in range(n) if not rows or rows[r][c] == (PIECE if PIECE in rows[r] else FREE)] for r in range(n)]
    if any(row.count(PIECE) > 1 for row in rows):
        return ()
    found: list[tuple[int, ...]] = [()]
    for r in range(n):
        found = [
            (*columns, c)
            for columns in found
            for c in free[r]
            if all(c != other and abs(c - other) != r - above for above, other in enumerate(columns))
        ]
    return tuple(found)


def every_columns(said: Words, board: Board) -> tuple[tuple[int, ...], ...]:
    """Return all arrangements of a puzzle with one piece in each row, as columns from 0, in order."""
    if said["apart"] == "queen":
        return every_queens(board.n, board.rows)
    return tuple(sorted(tuple(row.index(PIECE) for row in rows) for rows in every(said, board, board.pieces)))


def of_columns(board: Board, columns: Sequence[int]) -> Rows:
    """Return the board with one piece in each row; what the case gives is among them or missing."""
    bare = [[FREE if cell == PIECE else cell for cell in row] for row in board.rows]
    for row, column in enumerate(columns):
        bare[row][column] = PIECE
    return tuple(map(tuple, bare))


def images(rows: Sequence[Sequence[Any]]) -> list[tuple[tuple[Any, ...], ...]]:
    """Return a board and all that it can be turned and mirrored into, the board itself first."""
    turned, found = tuple(map(tuple, rows)), []
    for _ in range(4):
        found += [turned, tuple(row[::-1] for row in turned)]
        turned = tuple(zip(*turned[::-1], strict=True))
    return found


# --- answers ----------------------------------------------------------------------------------------------------------
class RefusedError(Exception):
    """Carries the code of a text that is no answer."""


class Said(NamedTuple):
    """What an output.txt says: FAIL, a number, a board, or columns from 0 of one arrangement or of several."""

    fail: bool = False
    number: int | None = None
    rows: Rows = ()
    columns: tuple[tuple[int, ...], ...] | None = None


def say(said: Words, board: Board, text: bytes) -> Said:
    """Read an output.txt of a puzzle, blanks and line ends as they come. RefusedError for what is none."""
    plain = text.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    lines = [line.strip(" \t") for line in plain.split("\n") if line.strip(" \t")]
    if not lines:
        raise RefusedError("E101")
    first, goal = lines[0].upper(), said["goal"]
    if goal == "verify":
        words = [word.upper() for word in said.get("answer", ("valid", "invalid"))]
        if first in words:
            return Said(number=1 - words.index(first))
        raise RefusedError("E102")
    if first == "FAIL":
        return Said(number=0, columns=()) if goal == "all" else Said(fail=True)
    if goal in ("all", "count", "heaviest"):
        if not _is_number(first, 40):
            raise RefusedError("E102")
        count = int(first)
        listed = lines[1 : 1 + min(count, QUEENS[10] + 1)] if goal == "all" and board.n <= 10 else None
        return Said(number=count, columns=None if listed is None else tuple(_columns(board, line) for line in listed))
    if first == "OK":
        return Said(rows=_board(said, board, lines[1 : 1 + board.n]))
    if said.get("columns") and first[0] in "0123456789":
        return _alone(board, lines)
    raise RefusedError("E102")


def _alone(board: Board, lines: list[str]) -> Said:
    """Read one arrangement as columns, perhaps below n."""
    first, n = lines[0], str(board.n)
    if (len(first) == board.m and set(first) <= set("012") and first != n) and (board.n, board.m) != (1, 1):
        raise RefusedError("E102")  # the first row of a board
    if _is_number(first, 99) and (board.n > 1 or (lines[1:] and lines[1][0] in "0123456789")):
        if first.lstrip("0") != n or not lines[1:]:
            raise RefusedError("E114")
        lines = lines[1:]
    return Said(columns=(_columns(board, lines[0]),))


def _columns(board: Board, line: str) -> tuple[int, ...]:
    if set(line) - set("0123456789 \t"):
        raise RefusedError("E111")
    words = line.split()
    if len(words) != board.n:
        raise RefusedError("E114")
    if not all(len(word) <= 18 and 1 <= int(word) <= board.m for word in words):
        raise RefusedError("E115")
    return tuple(int(word) - 1 for word in words)


def _board(said: Words, board: Board, lines: list[str]) -> Rows:
    if not lines or lines[0].upper() in ("OK", "FAIL"):
        raise RefusedError("E103")
    rows = []
    for line in lines:
        digits = line.replace(" ", "").replace("\t", "")
        if set(digits) - set(signs_of(said)):
            raise RefusedError("E111")
        if len(digits) != board.m:
            raise RefusedError("E105")
        rows.append(tuple(signs_of(said)[digit] for digit in digits))
    if len(rows) < board.n:
        raise RefusedError("E104")
    return tuple(rows)


def _is_number(word: str, most: int) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= most


def verdict(said: Words, case: bytes, key: bytes | None, answer: bytes) -> Verdict:
    """Return what is wrong with an answer, where `key` is the answer.txt."""
    board = read(said, case)
    known = None if key is None else say(said, board, key)
    try:
        told = say(said, board, answer)
    except RefusedError as refused:
        return str(refused), ()
    code, cells = _judged(said, board, known, told)
    return code, tuple((row + 1, column + 1) for row, column in cells)


def _judged(words: Words, board: Board, known: Said | None, said: Said) -> Verdict:
    match words["goal"]:
        case "all" | "count":
            return _listed(words, board, said)
        case "verify":
            fault = ("E108", ()) if len(pieces_of(board.rows)) != board.pieces else conflict(words, board, board.rows)
            return ("", ()) if (fault is None) == bool(said.number) else ("E132", fault[1] if fault else ())
        case "heaviest":
            if known is None:
                return "E302", ()
            if said.fail or known.fail:
                return ("" if said.fail and known.fail else "E113" if said.fail else "E130"), ()
            return ("" if said.number == known.number else "E130"), ()
        case "most":
            return _most(words, board, known, said)
    if said.fail:
        return _failed(words, board, known)
    fault = arrangement_fault(words, board, said)
    return fault or ("E301" if known and known.fail else "", ())


def _listed(words: Words, board: Board, said: Said) -> Verdict:
    right = every_columns(words, board)
    if said.fail:
        return ("E113" if right else ""), ()
    if said.number != len(right) or words["goal"] == "count":
        return ("" if said.number == len(right) else "E116"), ()
    for number, columns in enumerate(said.columns or ()):
        if fault := arrangement_fault(words, board, Said(columns=(columns,))):
            return fault
        if columns in (said.columns or ())[:number]:
            return "E117", ()
    return ("" if len(said.columns or ()) == len(right) else "E118"), ()


def _most(words: Words, board: Board, known: Said | None, said: Said) -> Verdict:
    most = None if known is None else len(pieces_of(known.rows))
    if said.fail:
        return "E113", ()
    if fault := arrangement_fault(words, board, said, some=most != 0):
        return fault
    return ("E302" if most is None else "E301" if len(pieces_of(said.rows)) > most else ""), ()


def _failed(words: Words, board: Board, known: Said | None) -> Verdict:
    """Judge FAIL by the key, and without one by a theorem."""
    if known is None:
        there = words.get("known", lambda _: None)(board.n)
        return {True: "E113", False: "", None: "E302"}[there], ()
    if known.fail:
        return "", ()
    return ("E305" if arrangement_fault(words, board, known) else "E113"), ()


def arrangement_fault(words: Words, board: Board, said: Said, *, some: bool | None = None) -> Verdict | None:
    """Return what is wrong with one arrangement: cells, trees, closed cells, given pieces, how many, rules.

    With `some` any number of pieces will do, but for none where it is true.
    """
    rows = said.rows or of_columns(board, (said.columns or ((),))[0])
    at = [(cell, board.rows[cell[0]][cell[1]], rows[cell[0]][cell[1]]) for cell in board.cells]
    faults = {
        "E121": [cell for cell, was, now in at if now == CLOSED != was],
        "E109": [cell for cell, was, now in at if (was == TREE) != (now == TREE) and was != CLOSED],
        "E126": [cell for cell, was, now in at if was == CLOSED and now not in (CLOSED, FREE)],
        "E127": [cell for cell, was, now in at if was == PIECE != now],
    }
    for code, cells in faults.items():
        if cells:
            row, column = cells[0]
            return "E110" if code == "E109" and rows[row][column] == TREE else code, (cells[0],)
    count = len(pieces_of(rows))
    if said.rows and ((some is None and count != board.pieces) or (some and not count)):
        return "E108", ()
    return conflict(words, board, rows)


# --- answers without a key --------------------------------------------------------------------------------------------
def is_right(puzzle: str, case: bytes, answer: bytes) -> bool:
    """Say whether an answer is right, whatever a package knows: FAIL is where there is no arrangement."""
    said = PUZZLES[puzzle]
    board = read(said, case)
    try:
        told = say(said, board, answer)
    except RefusedError:
        return False
    return not exists(puzzle, board) if told.fail else _judged(said, board, None, told)[0] == ""


def exists(puzzle: str, board: Board) -> bool:
    """Say whether there is an arrangement of lizards, queens or spies."""
    if puzzle == "lizards":
        return fit(board.rows, board.pieces)
    boards = (of_columns(board, columns) for columns in every_queens(board.n))
    return any(conflict(PUZZLES[puzzle], board, rows) is None for rows in boards)


def fit(rows: Sequence[Sequence[int]], pieces: int) -> bool:
    """Say whether so many queens fit between the trees. The cells that see each other are bits of numbers."""
    number = {
        cell: at for at, cell in enumerate((r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == 0)
    }
    near = []
    for cell in number:
        seen = {cell}
        for down, right in [*QUEEN, *((-down, -right) for down, right in QUEEN)]:
            r, c = cell
            while (r := r + down, c := c + right) in number:
                seen.add((r, c))
        near.append(sum(1 << number[other] for other in seen))
    return _place(near, (1 << len(near)) - 1, pieces)


def _place(near: Sequence[int], cells: int, pieces: int) -> bool:
    """Say whether so many pieces fit on these cells. Some best arrangement has a piece on any given cell or on one that
    it sees; the cell that sees the fewest is asked."""
    if pieces <= 0 or _groups(near, cells) < pieces:
        return pieces <= 0
    least = min(_bits(cells), key=lambda at: (near[at] & cells).bit_count())
    for at in _bits(near[least] & cells):
        if _place(near, cells & ~near[at], pieces - 1):
            return True
        cells &= ~(1 << at)
    return False


def _groups(near: Sequence[int], cells: int) -> int:
    """Return how many groups, in each of which all see each other, hold all of the cells: no more pieces fit."""
    count = 0
    while cells:
        group, count = cells, count + 1
        while group:
            at = group.bit_length() - 1
            cells, group = cells & ~(1 << at), group & near[at] & ~(1 << at)
    return count


def _bits(number: int) -> list[int]:
    return [at for at in range(number.bit_length()) if number >> at & 1]
