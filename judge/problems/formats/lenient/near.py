"""Say which shape a text is nearest to that nothing could be read of, and how far off it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from judge.errors import Place
from judge.model import Finding
from judge.problems.formats.lenient.boards import CELLS
from judge.problems.formats.lenient.pairs import pairs_in
from judge.problems.formats.lenient.target import Target, target_of
from judge.problems.formats.lenient.text import line_of, lines, longest, pieces, plainer
from judge.problems.formats.page import plural, quote
from judge.problems.formats.size import Size, but_it_is

_LEAST = 0.2  # of what is wanted: with less of it, or five times as much, it is something else
_MOST = 1 << 20  # things of one kind that are counted
_LONGEST_LINE = 1 << 16  # bytes
_FEN = re.compile(rb"(?=[A-Z\d/]*\d)(?=[\d/]*[A-Z])[A-Z\d/]++")
_NOT_READ = re.compile(  # a line of a SAT model, a row of a matrix or a wrapped vector of R, chess squares
    rb"V [-\d ]+\n| *\[\d{1,5} \] +[^ \n]| *\[(?:[2-9]|\d{2,6})\](?: +\d+)+ *\n"
    rb"|(?:[^:\n]{0,80}:)?[ \[]*(?:[A-Z]\d{1,2}[ \]]*[ \]\n]){3,}$"
)
_BLANKS = bytes.maketrans(b"[]:|\v", b"     ")
_MORE = re.compile(rb"(?:\d[ \v]+\.\.\.[ \v]+\d|\][ \v]+\.\.\.[ \v]+\[|^[ ]*\.\.\.$)")


class _Near(msgspec.Struct, frozen=True):
    message: str
    line: int
    help: str
    nearness: float  # 1: as many as wanted
    code: str = "E133"


Lines = Sequence[tuple[int, bytes]]


def nearest(data: bytes, said: Size | Target, file: str, *, trees: bool) -> Finding | None:
    """Return E133, or E135 where the program left out a part; None: it is near to no shape. `trees` as where it is
    read. Linear in the text, and of a long one only the two ends are looked at."""
    target = target_of(said)
    text = plainer(data, longest(max(target.shape)))
    every = [(line, raw) for line, raw in lines(text) if len(raw) <= _LONGEST_LINE]
    single = not trees and target.shape[0] == target.shape[1]  # one piece a row and a column
    looks: list[Callable[[Lines, Target, bool], Iterable[_Near]]] = [
        _elided,
        _not_read,
        _pairs,
        _tables,
        _numbers,
    ]
    found = [near for look in looks for near in look(every, target, single) if near.nearness >= _LEAST]
    if not found:
        return None
    near = max(found, key=lambda near: near.nearness)
    note = f"line {near.line} is {quote(line_of(data, near.line))}"
    return Finding(near.code, near.message, where=str(Place(file, near.line)), note=note, help=near.help)


def _elided(every: Lines, _: Target, __: bool) -> Iterator[_Near]:
    """Look for numpy's dots in the place of cells."""
    several = sum(b"[" in raw for _, raw in every) > 1
    for line, raw in every:
        dots = _MORE.search(raw.rstrip(b"\n"))
        if dots and several:
            message = "the answer is not whole: ... stands for the rest of it"
            repair = "print every cell: in numpy call np.set_printoptions(threshold=sys.maxsize), or print row by row"
            yield _Near(message, line, repair, 2.0, "E135")
            return


def _not_read(every: Lines, target: Target, _: bool) -> Iterator[_Near]:
    """Look for the forms of chess programs, SAT solvers and R, which stand for a board and are not read."""
    between = target.shape[0] - 1
    for line, raw in every:
        words = raw.translate(_BLANKS).split() if raw.count(b"/") >= between > 1 else []
        if _NOT_READ.match(raw) or any(word.count(b"/") == between and _FEN.fullmatch(word) for word in words):
            message = "chess notation (FEN), models of SAT solvers, matrices of R and chess squares are not read"
            yield _Near(message, line, "print the board itself, row by row, with one sign for each cell", 1.5)
            return


def _pairs(every: Lines, target: Target, single: bool) -> Iterator[_Near]:
    wanted = target.shape[0] if single else target.pieces
    for line, run in _runs(every, pairs_in):
        count = len(run)
        if count < 2 or (single and count % wanted == 0 and count > wanted):
            continue
        aim = (
            but_it_is(target.shape, "rows")
            if single
            else f"{plural(wanted, 'piece')} {'is' if wanted == 1 else 'are'} wanted"
        )
        repair = "print a pair, (row, column), for each piece, and nothing else"
        if wanted and count != wanted:
            yield _Near(f"{plural(count, 'pair')}, but {aim}", line, repair, _share(count, wanted))
        elif fault := _wrong_pairs(run, target, single):
            yield _Near(f"{plural(count, 'pair')}, but {fault}", line, repair, 1.0)


def _wrong_pairs(run: list[tuple[bytes, bytes]], target: Target, single: bool) -> str:
    """Return what keeps as many pairs as wanted from being places on the board."""
    twice = next((pair for pair, times in Counter(run).items() if times > 1), None)
    if twice:
        return f"({int(twice[0])}, {int(twice[1])}) stands there twice"
    numbers = [int(number) for pair in run for number in pair]
    last = max(target.shape) - (target.base == 0)
    outside = next((number for number in numbers if number > last or number < (target.base or 0)), None)
    if outside is not None:
        counted = "" if target.base is None else f", as the package counts from {target.base}"
        return f"{outside} is not on the board{counted}"
    if single:
        for name, places in (("row", [row for row, _ in run]), ("column", [column for _, column in run])):
            again = next((int(place) for place, times in Counter(places).items() if times > 1), None)
            if again is not None:
                return f"two of them are in {name} {again}"
    return ""


def _numbers(every: Lines, target: Target, single: bool) -> Iterator[_Near]:
    n = target.shape[0]
    found = pieces(least=5)
    for line, piece in ((line, match[1]) for line, raw in every if single for match in found.finditer(raw)):
        words = piece.split()
        if len(words) < 3 or not all(word.isdigit() and len(word) < 8 for word in words):
            continue
        values = [int(word) for word in words]
        if max(values) <= 2 and n > 3:  # cells of a board
            continue
        repair = f"print {plural(n, 'column number')} on one line, each once, counted from 0 or from 1"
        if len(values) != n:
            message = f"{plural(len(values), 'number')} on line {line}, but {but_it_is(target.shape, 'rows')}"
            yield _Near(message, line, repair, 0.9 * _share(len(values), n))
        elif len(set(values)) < n:
            twice = Counter(values).most_common(1)[0][0]
            yield _Near(f"the column {twice} stands twice on line {line}", line, repair, 0.9)
        elif max(values) - min(values) >= n or max(values) > n:
            message = (
                f"the column {max(values)} on line {line} is not on the board: {but_it_is(target.shape, 'columns')}"
            )
            yield _Near(message, line, repair, 0.9)


def _tables(every: Lines, target: Target, _: bool) -> Iterator[_Near]:
    rows, columns = target.shape
    for line, count, width, signs in _rectangles(every):
        if count < 2 or width < 2 or len(signs) < 2 or (count, width) == (1, columns):
            continue
        size = f"a {count} x {width} table"
        repair = (
            f"print {plural(rows, 'row')} of {plural(columns, 'cell')}, with one sign for pieces and one for others"
        )
        if (count, width) != (rows, columns):
            aim = f"n is {rows}" if rows == columns else f"the board is {rows} x {columns}"
            yield _Near(f"{size}, but {aim}", line, repair, _share(count, rows) * _share(width, columns))
        else:
            named = ", ".join(chr(sign) if chr(sign).isprintable() else "True or False" for sign in sorted(signs))
            message = f"{size} of {named}, but it is not certain which sign is a piece"
            yield _Near(message, line, repair, 1.0)


def _rectangles(every: Lines) -> Iterator[tuple[int, int, int, set[int]]]:
    """Yield the first line, the rows, the width and the signs of each run of rows of one width."""
    found, first, count, width = pieces(), 0, 0, 0
    signs: set[int] = set()
    for line, raw in every:
        for match in () if raw.isspace() else found.finditer(raw.rstrip(b"\n")):
            cells = match[1].translate(None, b" \v")
            if not cells:
                continue
            fits = not cells.translate(None, CELLS)
            if not fits or len(cells) != width:
                yield first, count, width, signs
                first, count, width, signs = line, 0, len(cells), set()
            if fits:
                count += 1
                signs |= set(cells)
    yield first, count, width, signs


def _runs(
    every: Lines, look: Callable[[bytes], list[tuple[bytes, bytes]]]
) -> Iterator[tuple[int, list[tuple[bytes, bytes]]]]:
    """Yield the first line and the pairs of each run of lines with nothing but pairs."""
    first, run = 0, list[tuple[bytes, bytes]]()
    for line, raw in every:
        if raw.isspace():
            continue
        found = look(raw)
        if not found and run:
            yield first, run
            run = []
        first = first if run else line
        if len(run) < _MOST:
            run += found
    if run:
        yield first, run


def _share(seen: int, wanted: int) -> float:
    return min(seen, wanted) / max(seen, wanted, 1)
