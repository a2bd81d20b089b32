"""Find arrangements in the plain lines of a homework program's output: boards, columns, pairs, and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, groupby, product, zip_longest
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from judge.problems.formats.answer_text import LISTED_N
from judge.problems.formats.cells import Cells
from judge.problems.formats.loose_lines import Lines, pieces_of
from judge.problems.formats.page import Shape

Order = Literal["row and column", "column and row"]
_Pair = tuple[int, int]

ORDERS: tuple[Order, Order] = ("row and column", "column and row")
SMALLEST_N = 4  # below, there is no arrangement of queens but for n = 1
_TREE = 2
_WIDEST_LABELS = 14  # signs of the labels beside a row, together
_LONGEST_SENTENCE, _LONGEST_COUNT = 200, 40  # bytes

# --- signs and words, in capitals ----------------------------------------------------------------------------------
_PIECE, _FREE, _TREES = b"Q1LS\x11", b".0_-\x12", b"2T"  # \x11 is True, \x12 is False
_USUAL = b"*#X"  # which may stand for either
_EITHER = _USUAL + b"ABCDEFGHIJKMNOPRUVWYZ!$%&+/<@\\^`~"
SIGNS = _PIECE + _USUAL + _FREE + _TREES  # of what is near to a board; words are not
WORDS = {0x11: "True", 0x12: "False"}
_BARE = bytes.maketrans(b"[]:#\v", b"     ")
_PAIR = re.compile(rb"\[[ \v]*(\d{1,7})[ \v]+(\d{1,7})[ \v]*\]|\b(\d{1,7}) *: *(\d{1,7})\b")
_NUMBERED = re.compile(
    rb"\b(?:QUEEN|SPY|LIZARD|ROOK|BISHOP|KNIGHT|PIECE|SOLUTION|ARRANGEMENT|ANSWER|[QSL])[ #]{0,2}\d{1,7}\b"
)
_LABELS = frozenset(
    b"A AND ANSWER ARRANGEMENT AT BISHOP BISHOPS C CELL COL COLUMN COLUMNS COORDINATES ENTER GOES HOW IN IS KNIGHT "
    b"KNIGHTS L LIZARD LIZARDS MANY N NUMBER OF ON PIECE PLACE PLACED POS POSITION POSITIONS PUT Q QUEEN QUEENS R "
    b"RESULT ROOK ROOKS ROW ROWS S SIZE SOLUTION SPIES SPY SQUARE STANDS THE TO X Y".split()
)
_MATRIX = re.compile(rb"\[(?:\d+[ ,]|[ ,]\d+)\]")  # the label of a row or column of R, no list of one
_NO = re.compile(  # a sentence of its own: "no solution in this column" is a step of a search
    rb"(?:[^\n]*: )?((?:THERE (?:IS|ARE) )?NO (?:POSSIBLE |VALID )?%(thing)s(?: EXISTS?| FOUND)?"
    rb"|(?:THE |A )?%(thing)s (?:DO|DOES)%(not)s EXIST|(?:COULD|CAN)%(not)s (?:FIND A %(thing)s|BE SOLVED)"
    rb"|(?:IT IS )?(?:IMPOSSIBLE|NOT POSSIBLE)|FAIL)"
    rb"(?: FOR (?:(?:A )?(?:TABLE|BOARD) (?:OF |WITH )?(?:SIZE )?)?(?:N )?:? ?(\d{1,7})(?: QUEENS)?)?[.! ]*"
    % {b"thing": rb"(?:SOLUTION|ARRANGEMENT|PLACEMENT)S?", b"not": rb"(?: ?NOT|N? T)"}
)
_HEADING = re.compile(rb"\b(?:SOLUTION|ANSWER|RESULT|ENTER)\b[^:]*:$")  # of digits that are no count
_PROMPTED = re.compile(rb"(?=[^\[\]:A-Z]*+[A-Z])[^\[\]:]*+: *+(\d{1,7}) *+")
_TOTAL = re.compile(rb"\b(?:TOTAL|SOLUTIONS?|COUNT|ARRANGEMENTS?|PLACEMENTS?|WAYS)\b")
_UNITS = frozenset(b"MS S SEC SECS SECOND SECONDS US NS MIN :".split())


class Target(msgspec.Struct, frozen=True, eq=False):
    """Holds what is known of a case before its answer is read."""

    shape: Shape
    grid: Cells  # of the case: 0 free, 1 given, 2 tree, 3 must stay empty
    pieces: int  # how many are wanted; 0: as many as there may be
    written: str  # what is asked for, in a row's words: board, board or columns; list, number or word
    trees: bool  # a board may show them
    single: bool  # one piece a row and a column, so that numbers may show the board
    order: Order | None = None  # of the two numbers of a pair, where the package says it
    base: int | None = None  # from which they count, where the package says it
    mirrored: bool = False  # the case is its own mirror image at the diagonal, so that row and column may be exchanged
    turned: bool = False  # the case is empty, so that each image of an arrangement is as good


class Found(NamedTuple):
    """One arrangement in the text, as columns where it is a permutation and else as a board; or the count of them."""

    form: str  # completes "read as"
    line: int
    columns: tuple[int, ...] = ()
    boards: tuple[Cells, ...] = ()  # several: nobody knows which one is meant
    lines: tuple[int, ...] = ()  # of the rows of a board; of an arrangement on one line, this line
    number: int | None = None  # 0: that there is none; -1: a board of which nobody knows which sign is a piece
    stray: bool = False  # a step of a search: no permutation, or too few or many pieces. Taken where it is alone


class _Row(NamedTuple):
    line: int
    cells: bytes
    label: bytes = b""

    @property
    def is_line(self) -> bool:
        """Say whether it may be drawn between two boards."""
        return self.uniform and self.cells[:1] in _FREE

    @property
    def uniform(self) -> bool:
        return len(set(self.cells)) < 2


def number_of(word: bytes) -> int:
    """Return a number as a column is printed; -1: nobody prints a column as 03."""
    return int(word) if re.fullmatch(rb"0|[1-9]\d{0,6}", word) else -1


def numbers_of(words: Sequence[bytes]) -> list[int]:
    """Return the numbers if all words are some, of no more than seven digits: longer ones are rows of a board."""
    return list(map(number_of, words)) if all(word.isdigit() and len(word) < 8 for word in words) else []


def base_of(values: Sequence[int], n: int) -> int | None:
    """Return from where a permutation of n counts, 0 or 1; None: it is no permutation."""
    least = min(values, default=2)
    return least if len(values) == n and least in (0, 1) and sorted(values) == list(range(least, least + n)) else None


def _is_on(values: Sequence[int], base: int, n: int) -> bool:
    return len(values) == n and len({*values}) > 1 and all(base <= value < base + n for value in values)


# --- boards --------------------------------------------------------------------------------------------------------
def boards_in(lines: Lines, target: Target) -> Iterator[Found]:
    """Yield the boards in runs of rows with no other text between. Blank lines part them, or stand between rows."""
    n = target.shape[0]
    legal = b"QL" if target.shape == (1, 1) else _PIECE + _EITHER + _FREE + (_TREES if target.trees else b"")
    for run in _runs_of_rows(lines, target.shape, legal):
        mixed = set(b"".join(row.cells for row in run if not row.uniform))
        drawn = set(_EITHER + b"-") - mixed if mixed and sum(bool(row.cells) for row in run) != n else set[int]()
        held = [row._replace(cells=b"") if drawn.issuperset(row.cells) else row for row in run]  # no ++++
        parts = [list(part) for holds, part in groupby(held, lambda row: bool(row.cells)) if holds]
        if target.single and n > 1:  # where each row has a piece, and ---- stands between two boards
            parts = [part if len(part) % n == 0 else [row for row in part if not row.is_line] for part in parts]
        if sum(map(len, parts)) % n == 0 and any(len(part) % n for part in parts):
            parts = [list(chain.from_iterable(parts))]
        for part in parts:
            for at in range(0, len(part) if len(part) % n == 0 else 0, n):
                yield from _board(part[at : at + n], target)


def _runs_of_rows(lines: Lines, shape: Shape, legal: bytes) -> Iterator[list[_Row]]:
    """Yield runs of rows in signs of one sort, and of blank lines as rows without cells."""
    run: list[_Row] = []
    signs: set[int] = set()
    for line, raw in lines:
        run += [] if raw else [_Row(line, b"")]
        for piece, before in pieces_of(raw):
            rows = _rows_in(piece, shape, legal, whole=before.endswith(b"["))
            new = set().union(*(cells for _, cells in rows))
            both = signs | new
            several = bool(rows) and len(both) > 2 + (b"T" in legal or any(sign in both for sign in _EITHER))
            if run and (several or not (rows or piece.isspace())):
                yield run
                run, both = [], new
            signs = both
            run += [_Row(line, cells, label) for label, cells in rows]
    yield run


def _rows_in(piece: bytes, shape: Shape, legal: bytes, *, whole: bool) -> list[tuple[bytes, bytes]]:
    """Return the label and the cells of a row, or, if the piece may be the `whole` board, of each."""
    n, cells = shape[1], piece.translate(None, b" \v")
    if len(cells) == n or (whole and len(cells) == shape[0] * n):
        fits = not cells.translate(None, legal)
        return [(b"", cells[at : at + n]) for at in range(0, len(cells), n)] if fits else []
    words = piece.split() if n < len(cells) <= n + _WIDEST_LABELS else [b""]
    for label, inner in ((words[0], words[1:]), (words[0], words[1:-1]), (words[-1], words[:-1])):
        cells, labels = b"".join(inner), {words[0], words[-1]} if len(inner) == len(words) - 2 else {label}
        if len(cells) == n and not cells.translate(None, legal) and labels == {label} and _is_label(label):
            return [(label, cells)]
    return []


def _is_label(word: bytes) -> bool:
    return word.isdigit() or (len(word) == 1 and word.isalpha())


def _board(rows: Sequence[_Row], target: Target) -> Iterator[Found]:
    text = b"".join(row.cells for row in rows)
    signs = sorted(set(text))
    piece = _piece(signs, rows)
    form = " and ".join(map(chr, sorted(signs, key=lambda sign: (sign != piece, sign)))).translate(WORDS)
    empty = piece is None and len(signs) - 1 <= sum(sign in _TREES for sign in signs)  # such as the case itself
    if empty or not _counts([row.label for row in rows], text):
        return
    if piece is None:
        yield Found(f"a board of {form}", rows[0].line, number=-1)
        return
    cells = np.frombuffer(text, np.uint8).reshape(target.shape)
    board = np.where(np.isin(cells, list(_TREES)), np.int8(_TREE), (cells == piece).astype(np.int8))
    found = Found(f"a board of {form}", rows[0].line, boards=(board,), lines=tuple(row.line for row in rows))
    if target.single:
        whole = (board.sum(axis=0) == 1).all() and (board.sum(axis=1) == 1).all()
        columns = tuple(board.argmax(axis=1).tolist())
        found = found._replace(columns=columns, boards=()) if whole else found._replace(stray=True)
    elif target.pieces:
        found = found._replace(stray=int((board == 1).sum()) != target.pieces)
    yield found


def _piece(signs: Sequence[int], rows: Sequence[_Row]) -> int | None:
    """Return the sign of a board that is a piece, if that is beyond doubt."""
    if len(signs) == 1:
        return signs[0] if len(rows) == 1 and signs[0] in _PIECE else None
    trees, free = (sum(sign in of for sign in signs) for of in (_TREES, _FREE))
    sure = [sign for sign in signs if sign in _PIECE]
    maybe = sure or [sign for sign in signs if sign in _EITHER]
    if len(maybe) == 2 and not sure:
        maybe = [sign for sign in maybe if all(row.cells.count(sign) == 1 for row in rows)]
    return maybe[0] if len(maybe) == 1 and trees < 2 and free < 2 and len(signs) - trees < 3 else None


def _counts(labels: Sequence[bytes], text: bytes) -> bool:
    """Return whether what stands beside rows of digits counts up or down, and so is no cell itself."""
    if not any(labels) or not re.search(rb"\d", text):
        return True
    values = [int(label) if label.isdigit() else ord(label) if len(label) == 1 else -9 for label in labels]
    return len(values) > 3 and values in [list(range(values[0], values[0] + k * len(values), k)) for k in (1, -1)]


# --- numbers -------------------------------------------------------------------------------------------------------
def columns_in(lines: Lines, n: int, every: bool) -> Iterator[Found]:
    """Yield arrangements in numbers: on one line, with blanks between or side by side, or one number a line."""
    seen: set[str] = set()
    for line, raw in lines:
        for piece, before in pieces_of(raw):
            for form, values in _on_a_line(piece.split(), n, before):
                base = base_of(values, n)
                told = f"{form}, counted from {base}"
                listed = before.endswith(b"[") and (told in seen or (n == 1 and raw.strip() in (b"[0]", b"[1]")))
                if base is not None and (listed or values != sorted(values)):
                    seen.add(told)
                    yield Found(told, line, tuple(value - base for value in values), lines=(line,))
                if base is None and not every and before.endswith(b"[") and max(values, default=0) > 2:  # no cells
                    told = next((of for of in sorted(seen) if _is_on(values, int(of[-1]), n) and form in of), "")
                    if told:
                        columns = tuple(value - int(told[-1]) for value in values)
                        yield Found(told, line, columns, lines=(line,))
    head: list[tuple[int, bytes]] = []  # the first number, where a prompt stands before it
    for alone, part in groupby(lines, lambda of: of[1].strip().isdigit()):
        run = list(part)
        if alone and n > 1:
            yield from _below_each_other([*head, *run] if len(run) % n == n - 1 else run, n, every)
        asked = _PROMPTED.fullmatch(run[-1][1])
        head = [(run[-1][0], asked[1])] if asked else []


def _on_a_line(words: list[bytes], n: int, before: bytes) -> Iterator[tuple[str, list[int]]]:
    """Yield runs of n numbers, and the digits of numbers of n digits in a list, or of one behind nothing but labels."""
    for digits, run in groupby(words, bytes.isdigit):
        numbers = list(run)
        if digits and len(numbers) == n:
            yield "column numbers on one line", numbers_of(numbers)
    listed = before.endswith(b"[") or (len(words) == 1 and (not before or _HEADING.search(before)))
    arranged = [[digit - ord("0") for digit in word] for word in words if listed and SMALLEST_N <= n <= LISTED_N]
    if all(base_of(values, n) is not None and values != sorted(values) for values in arranged):
        yield from (("column numbers side by side", values) for values in arranged)


def _below_each_other(run: Lines, n: int, every: bool) -> Iterator[Found]:
    """Yield arrangements with one number a line, below n, or, of all, below their number; all of them or none."""
    if len(run) % n == 1 and (every or run[0][1].strip() == b"%d" % n):
        run = run[1:]
    blocks = [numbers_of([raw.strip() for _, raw in run[at : at + n]]) for at in range(0, len(run), n)]
    if all(base_of(values, n) is not None and values != sorted(values) for values in blocks):
        for at, values in enumerate(blocks):
            form = f"one column number a line, counted from {min(values)}"
            yield Found(form, run[at * n][0], tuple(value - min(values) for value in values))


def pairs_in(lines: Lines, target: Target) -> Iterator[Found]:
    """Yield the arrangements of runs of pairs, one for each piece; on a board with trees in all ways to read them."""
    n = target.shape[0]
    for run in runs_of_pairs(lines, target) if not target.single or n >= SMALLEST_N else ():
        spots = [(line, pair) for line, _, pairs in run for pair in pairs]
        named, *later = [_order_of(raw) for _, raw, _ in run]
        if target.single:
            chunks = [spots[at : at + n] for at in range(0, len(spots) if len(spots) % n == 0 else 0, n)]
            found = [_crossed(chunk, named or target.order) for chunk in chunks]
            yield from filter(None, found if all(found) else ())
        elif set(later) <= {named} and (len(spots) > 1 or named or b"[" in run[0][1]):  # else two numbers, of anything
            yield from _placed(spots, target, named or target.order)


def runs_of_pairs(lines: Lines, target: Target) -> Iterator[list[tuple[int, bytes, list[_Pair]]]]:
    """Yield runs of lines that hold nothing but pairs; blank lines do not part them."""
    held = ((line, raw, _pairs_on(raw, target)) for line, raw in lines if raw)
    return (list(run) for some, run in groupby(held, lambda of: bool(of[2])) if some)


def _pairs_on(raw: bytes, target: Target) -> list[_Pair]:
    """Return the pairs of a line that holds nothing else but words such as row and the number of a piece; else none."""
    if _MATRIX.search(raw):
        return []
    found = [(number_of(one or three), number_of(two or four)) for one, two, three, four in _PAIR.findall(raw)]
    rest = _PAIR.sub(b" ", raw).replace(b"-:", b" ")
    for text in (_NUMBERED.sub(b" ", rest), rest):  # in `queen 1: column 3` the number of the piece is its row
        bare = re.sub(rb"[A-Z]+", lambda word: b" " if word[0] in _LABELS else word[0], text)
        words = bare.translate(_BARE).split()
        if found:
            return [] if words else found
        values = numbers_of(words)
        if len(values) == 2 or _is_flat(values, raw, target):
            return list(zip(values[::2], values[1::2], strict=True))
    return []


def _is_flat(values: list[int], raw: bytes, target: Target) -> bool:
    """Return whether numbers are a row and a column for each piece, but neither cells nor rows before columns."""
    n = target.shape[0]
    if target.single:
        return len(values) == 2 * n and None in (base_of(values[:n], n), base_of(values[n:], n))
    return len(values) == 2 * target.pieces and len(values) not in target.shape and not re.search(rb"[A-Z]", raw)


def _order_of(raw: bytes) -> Order | None:
    """Return which number of a pair is the row, where words of the line say it."""
    row, column = re.search(rb"\bROWS?\b", raw), re.search(rb"\bCOL(?:UMN)?S?\b", raw)
    return ORDERS[row.start() > column.start()] if row and column else None


def _crossed(spots: Sequence[tuple[int, _Pair]], order: Order | None) -> Found | None:
    """Return pairs as an arrangement with one piece a row and a column; without an order the first is the row."""
    n, pairs = len(spots), sorted(pair[::-1] if order == ORDERS[1] else pair for _, pair in spots)
    (first, _), (other, columns) = ((base_of(values, n), values) for values in zip(*pairs, strict=True))
    if first is None or other is None or list(columns) == sorted(columns):
        return None
    bases = f"{first}" if first == other else f"{first} and from {other}"
    form = f"pairs of {order or ORDERS[0]}, counted from {bases}"
    return Found(form, spots[0][0], tuple(column - other for column in columns))


def _placed(spots: Sequence[tuple[int, _Pair]], target: Target, order: Order | None) -> Iterator[Found]:
    """Yield the pairs as a board with the trees of the case; as several where several ways are on the board."""
    orders = (order,) if order else ORDERS[:1] if target.mirrored else ORDERS
    pairs = np.array([pair for _, pair in spots], np.int64)
    ways: dict[bytes, tuple[str, Cells]] = {}
    for base, named in product((0, 1) if target.base is None else (target.base,), orders):
        rows, columns = (pairs - base).T if named == ORDERS[0] else (pairs - base).T[::-1]
        if min(rows.min(), columns.min()) >= 0 and rows.max() < target.shape[0] and columns.max() < target.shape[1]:
            board = np.where(target.grid == _TREE, np.int8(_TREE), np.int8(0))
            board[rows, columns] = 1
            ways.setdefault(board.tobytes(), (f"{named}, counted from {base}", board))
    if ways and len({pair for _, pair in spots}) == len(spots) == (target.pieces or len(spots)):
        # Of as many pieces as there may be, no number tells which of several runs is the answer.
        place = "" if target.pieces else f", which begin on line {spots[0][0]}"
        form = ", or as ".join(name for name, _ in ways.values())
        yield Found(f"pairs of {form}{place}", spots[0][0], boards=tuple(board for _, board in ways.values()))


# --- sentences -----------------------------------------------------------------------------------------------------
def refusals_in(lines: Lines, target: Target) -> Iterator[Found]:
    """Yield the lines that say that there is no arrangement."""
    for line, raw in lines:
        words = raw.partition(b"[")[0].replace(b":", b" : ").split()
        said = _NO.fullmatch(b" ".join(words)) if len(raw) < _LONGEST_SENTENCE else None
        if said and int(said[2] or target.shape[0]) == target.shape[0]:
            yield Found(f"FAIL, in the words '{said[1].decode().lower()}'", line, number=0)


def total_in(lines: Lines, n: int) -> list[Found]:
    """Return the one number above n that stands alone on a line that speaks of a total."""
    said: dict[int, int] = {}
    for line, raw in lines:
        words = raw.replace(b":", b" : ").split() if _TOTAL.search(raw) else []
        for word, after in zip_longest(words, words[1:]):
            number = word.rstrip(b".!")
            if number.isdigit() and len(number) <= _LONGEST_COUNT and after not in _UNITS:
                said.setdefault(int(number), line)
    above = [value for value in said if value > n] or [value for value in said if value == 0]
    form = "the number of arrangements, {}, beside a word such as total"
    return [Found(form.format(value), said[value], number=value) for value in above if len(above) == 1]
