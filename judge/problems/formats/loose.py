"""Read answers as homework programs print them: `answers = "shapes"` in problem.toml, where answer_text.py reads none.

Decoration is taken off first: prompts, times, colours, brackets, quotes, commas, bars, drawn boxes, capitals. Then each
form is looked for in what is left:

    form                such as                                        what is taken
    board               . Q . .   0,1,0,0   [[0. 1.]   |Q| |  [ ][Q]   n rows in one pair of signs, trees as 2 or T
      with its numbers  1 .Q.. 1                                       they count up or down beside the rows
    columns on a line   2 4 1 3   [1, 3, 0, 2]   2413                  a permutation from 0 or 1, not in order
      below each other  4, 2, 4, 1, 3, one a line                      perhaps below n, or of all below their number
    pairs               (0, 1)   0: 1   1 2   row 1, column 2          a row and a column for each piece
      on a line         1 2 2 4 3 1 4 3                                twice as many numbers as pieces
    a sentence          No solution   Total: 92                        FAIL, or the number of arrangements

1 2 3 ... is the rim of a printed board and the likeliest debug line, and so an answer only behind another one. If two
forms say different things, neither is taken. On an empty board an arrangement is valid turned or mirrored when it is
valid, so a reading that differs only by that is the same. With trees it must be known which number of a pair is the
row: the words of the text say it, or the package, or one way alone is on the board. Nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, product
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from judge.errors import Place
from judge.model import Answer, Finding, ReadWarning
from judge.problems.formats.answer_text import LISTED_N
from judge.problems.formats.loose_forms import (
    ORDERS,
    SIGNS,
    SMALLEST_N,
    WORDS,
    Found,
    Target,
    base_of,
    boards_in,
    columns_in,
    numbers_of,
    pairs_in,
    refusals_in,
    runs_of_pairs,
    total_in,
)
from judge.problems.formats.loose_lines import Lines, lines_of, pieces_of
from judge.problems.formats.page import Shape
from judge.problems.formats.refusals import but_it_is
from judge.problems.row.answers import QUEENS
from judge.text import counted, quote

if TYPE_CHECKING:
    from judge.model import Instance, Programs
    from judge.problems.row.words import Row

_Near = tuple[float, str, str, int, str]  # 1.0: as many as wanted; a code, what is told, the line, and the repair
_OF_ONE_SHAPE = ("number", "word")
_MOST_FOUND = 4096  # arrangements of one form: the lists judged have 724
_LONGEST_LINE = 1 << 16  # bytes
_LEAST_NEAR = 0.2  # of what is wanted: with less of it, or five times as much, it is something else
_ELIDED = re.compile(rb"\d[ \v]+\.\.\.[ \v]+\d|\][ \v]+\.\.\.[ \v]+\[|^ *\.\.\.$")  # as numpy leaves out cells
_FOREIGN = re.compile(  # FEN, a line of a SAT model, a row of a matrix of R, chess squares
    rb"(?:FEN *: *)?(?:[A-Z\d]{1,9}/){2,}[A-Z\d]{1,9}(?: |$)|V [-\d ]+$| *\[\d{1,5} \] +[^ \n]"
    rb"|(?:[^:\n]{0,80}:)?[ \[]*(?:[A-Z]\d{1,2}[ \]]*(?: |$)){3,}$"
)


def target_of(board: Instance, programs: Programs, row: Row, *, scored: bool) -> Target:
    """Return what is known of a case, and what its package says of pairs, such as row column from 0. Of a `scored`
    puzzle any number of pieces is an answer."""
    listed = row.written == "list"
    trees = "tree" in row.states and not listed
    square, layers = board.n == board.columns, [layer for layer in (board.grid, board.layer) if layer is not None]
    single = listed or (square and not trees and board.n == board.pieces and _crosses(row))
    mirrored = square and row.symmetric and all(np.array_equal(layer, layer.T) for layer in layers)
    said = (programs.pairs or "").split()
    order, base = (ORDERS[said[0] == "column"], int(said[-1])) if said else (None, None)
    pieces = 0 if scored else board.pieces
    turned = not any(layer.any() for layer in layers)
    return Target(board.shape, board.grid, pieces, row.written, trees, single, order, base, mirrored, turned)


def _crosses(row: Row) -> bool:
    """Say whether n pieces stand one in each row and one in each column."""
    rides, exact = dict(row.steps).get("ride", ()), dict(row.exact_shares)
    return all(step in rides or part in exact for part, step in (("row", (0, -1)), ("column", (-1, 0))))


def read_shape(data: bytes, target: Target, file: str) -> Answer | Finding | None:
    """Return what an output that answer_text.py refused says all the same about a case. Never raises.

    An Answer has a `board`, int8 and as large as the case's, or `fail`; where all arrangements are asked for it has
    `columns` (k, n), k >= 1, or `count`, which for n <= 10 has no columns. Its one warning W112 names the form.
    A Finding is E123 or E134: two readings fit and differ. None: no form fits.
    """
    if target.written in _OF_ONE_SHAPE:
        return None
    return _read_list(data, target, file) if target.written == "list" else _read_board(data, target, file)


def _read_board(data: bytes, target: Target, file: str) -> Answer | Finding | None:
    lines = lines_of(data, target.shape)
    found = [*refusals_in(lines, target), *boards_in(lines, target), *pairs_in(lines, target)]
    if target.single and target.shape != (2, 2):  # of which each row is a list of columns, too
        found += columns_in(lines, target.shape[0], every=False)
    certain = [one for one in found if not one.stray]
    begun = {one.form: one.line for one in reversed(certain)}
    groups = _groups([one for one in found if not one.stray or _follows(one, begun, target)] or found[:1])
    refused = _refused([group[:1] for group in groups], data, file)
    if refused or not groups or groups[0][0].number == -1:
        return refused
    first, *later = groups[0]
    others = [other for other in later if not _alike([first], [other], turned=target.turned)]
    more = ", one of several that differ, of which each has to be right" if others else ""
    shown = [_shown(one, target.shape, more, file) for one in (first, *others)]
    return msgspec.structs.replace(shown[0], others=tuple(shown[1:]))


def _follows(one: Found, begun: Mapping[str, int], target: Target) -> bool:
    """Say whether a board that is no permutation has all its pieces, and stands behind one that is."""
    return int((one.boards[0] == 1).sum()) == target.pieces and one.line > begun.get(one.form, one.line)


def _read_list(data: bytes, target: Target, file: str) -> Answer | Finding | None:
    n = target.shape[0]
    lines = lines_of(data, target.shape, QUEENS[n] if n <= LISTED_N else 0)
    found = list(refusals_in(lines, target))
    if n <= LISTED_N:
        found += [*boards_in(lines, target), *columns_in(lines, n, every=True), *pairs_in(lines, target)]
    found = [one for one in found if not one.stray]
    groups = _groups(found + (total_in(lines, n) if all(one.number == 0 for one in found) else []))
    refused = _refused(groups, data, file)
    if refused or not groups or (groups[0][0].number and n <= LISTED_N):  # no number alone, and no unclear board
        return refused
    group, first = groups[0], groups[0][0]
    size = (0 if first.number is not None else len(group), n)
    columns = np.array([found.columns for found in group], np.int64).reshape(size) if n <= LISTED_N else None
    more = f", {len(group)} of them" if len(group) > 1 and first.number is None else ""
    of_each = tuple(one.line for one in group if len(one.lines) == 1)
    first_line = (*of_each, first.line if n > LISTED_N else 0)[0]
    return Answer(False, None, columns, first.number, first_line, of_each, _warned(first, more), file=file)


# --- what is decided -----------------------------------------------------------------------------------------------
def _groups(found: Sequence[Found]) -> list[list[Found]]:
    """Return what was found by its form, in the order of the lines, and what is uncertain behind the rest."""
    groups: dict[str, list[Found]] = {}
    for one in found:
        groups.setdefault(one.form, []).append(one)
    return sorted(
        (group[:_MOST_FOUND] for group in groups.values()), key=lambda group: (len(group[0].boards) > 1, group[0].line)
    )


def _alike(group: Sequence[Found], other: Sequence[Found], *, turned: bool = True) -> bool:
    """Return whether two forms show the same arrangements in the same order, perhaps but for one turn or reflection of
    all."""
    if group[0].number is not None or other[0].number is not None:
        return group[0].number == other[0].number
    if group[0].boards and other[0].boards:
        return any(np.array_equal(one, two) for one, two in product(group[0].boards, other[0].boards))
    first, image = (np.array([found.columns for found in of], np.int64) for of in (group, other))
    ways = [way for side in (image, np.argsort(image)) for way in (side, side[:, ::-1])] if turned else []
    images = [image, *(one for way in ways for one in (way, image.shape[1] - 1 - way))]
    return any(np.array_equal(first, one) for one in images)


def _refused(groups: Sequence[Sequence[Found]], data: bytes, file: str) -> Finding | None:
    """Return E123 if two forms disagree, and E134 if the one that is there can be read in several ways."""
    other = next((group[0] for group in groups if not _alike(groups[0], group)), None)
    if other:
        one = groups[0][0]
        ways = f"as {one.form} (line {one.line}), and otherwise as {other.form} (line {other.line})"
        repair = "print the answer in one form only, and send everything else to stderr"
        place = str(Place(file, one.line))
        return Finding("E123", f"the answer can be read in two ways: {ways}", where=place, help=repair)
    if groups and len(groups[0][0].boards) > 1:
        one = groups[0][0]
        pairs = counted(int((one.boards[0] == 1).sum()), "pair")
        message = f"the {pairs} can be read as {one.form.removeprefix('pairs of ')}"
        repair = (
            "print the board itself; or whoever makes the package says in problem.toml what pairs mean, such as "
            'pairs = "row column from 0"'
        )
        return _told((1.0, "E134", message, one.line, repair), data, file)
    return None


def _told(near: _Near, data: bytes, file: str) -> Finding:
    _, code, message, line, repair = near
    raw = (data.splitlines()[line - 1 : line] or [b""])[0].strip()
    return Finding(code, message, where=str(Place(file, line)), note=f"line {line} is {quote(raw)}", help=repair)


def _warned(found: Found, more: str) -> tuple[ReadWarning]:
    return (ReadWarning("W112", f"read as {found.form}{more}", found.line),)


def _shown(found: Found, shape: Shape, more: str, file: str) -> Answer:
    """Return one arrangement as an answer; without lines, where lines of the text are no rows."""
    if found.number == 0:
        return Answer(fail=True, warnings=_warned(found, more))
    board = found.boards[0] if found.boards else np.zeros(shape, np.int8)
    if not found.boards:
        board[np.arange(shape[0]), found.columns] = 1
    lines = found.lines if len(found.lines) == shape[0] else ()
    return Answer(board=board, first_line=(*lines, 0)[0], lines=lines, warnings=_warned(found, more), file=file)


# --- what is near --------------------------------------------------------------------------------------------------
def nearest(data: bytes, target: Target, file: str) -> Finding | None:
    """Return E133, how far a text is off the nearest form; E135, a part is left out; None: it is near to no form, or
    shows no board."""
    if target.written in ("list", *_OF_ONE_SHAPE):
        return None
    lines = [(line, raw) for line, raw in lines_of(data, target.shape) if len(raw) <= _LONGEST_LINE]
    near = [*_not_read(lines), *_of_another_size(lines, target)]
    best = max(near, key=lambda one: one[0], default=None)
    return _told(best, data, file) if best and best[0] >= _LEAST_NEAR else None


def _not_read(lines: Lines) -> Iterator[_Near]:
    """Look for numpy's dots in the place of cells, and for forms of other programs."""
    several = sum(b"[" in raw for _, raw in lines) > 1
    for line, raw in lines:
        if several and _ELIDED.search(raw):
            repair = "print every cell: in numpy call np.set_printoptions(threshold=sys.maxsize), or print row by row"
            yield 2.0, "E135", "the answer is not whole: ... stands for the rest of it", line, repair
        if _FOREIGN.match(raw):
            message = "chess notation (FEN), models of SAT solvers, matrices of R and chess squares are not read"
            yield 1.5, "E133", message, line, "print the board itself, row by row, with one sign for each cell"


def _of_another_size(lines: Lines, target: Target) -> Iterator[_Near]:
    """Look for tables, numbers and pairs, and say how many there are, or what is wrong with as many as wanted."""
    rows, columns = target.shape
    size = but_it_is(target.shape, "rows").partition(":")[0]
    repair = f"print {counted(rows, 'row')} of {counted(columns, 'cell')}, with one sign for pieces and one for others"
    for line, count, width, signs in _tables(lines):
        unclear = f"it is not certain which of {signs} is a piece"
        fault = size if (count, width) != target.shape else unclear
        near = _share(count, rows) * _share(width, columns)
        yield near, "E133", f"a {count} x {width} table, but {fault}", line, repair
    wrong = "one stands twice, or is not on the board"
    repair = f"print {counted(rows, 'column number')} on one line, each once, counted from 0 or from 1"
    for line, piece in [(line, piece) for line, raw in lines if target.single for piece, _ in pieces_of(raw)]:
        values = numbers_of(piece.split())
        count = len(values)
        if count > 2 and (max(values) > 2 or rows < SMALLEST_N) and base_of(values, rows) is None:  # no cells
            fault = size if count != rows else wrong
            yield 0.9 * _share(count, rows), "E133", f"{count} numbers on line {line}, but {fault}", line, repair
    wanted = rows if target.single else target.pieces
    repair = "print a pair, (row, column), for each piece, and nothing else"
    for run in runs_of_pairs(lines, target):
        count = sum(len(pairs) for _, _, pairs in run)
        fault = size if target.single else f"{counted(wanted, 'piece')} {'is' if wanted == 1 else 'are'} wanted"
        if count == wanted:
            fault = "two are in one row or column, or " if target.single else ""
            fault += "one is not on the board" if target.single else wrong
            fault += "" if target.base is None else f", which counts from {target.base}"
        if count > 1 and wanted:
            yield _share(count, wanted), "E133", f"{count} pairs, but {fault}", run[0][0], repair


def _share(seen: int, wanted: int) -> float:
    return min(seen, wanted) / max(seen, wanted)


def _tables(lines: Lines) -> Iterator[tuple[int, int, int, str]]:
    """Yield the first line, the rows, the width and the signs of runs of rows of one width."""
    pieces = ((line, piece.translate(None, b" \v")) for line, raw in lines for piece, _ in pieces_of(raw))
    rows = ((line, b"" if cells.translate(None, SIGNS) else cells) for line, cells in pieces if cells)
    for width, run in groupby(rows, lambda row: len(row[1])):
        table = list(run)
        signs = set(b"".join(cells for _, cells in table))
        if min(width, len(table), len(signs)) > 1:
            yield table[0][0], len(table), width, ", ".join(map(chr, sorted(signs))).translate(WORDS)
