"""Read answers as homework programs print them: `answers = "shapes"` in problem.toml, where answer.py reads nothing.

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
from collections.abc import Iterator, Sequence
from itertools import chain, groupby, product, zip_longest
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec
import numpy as np

from judge.errors import Place
from judge.model import Answer, Finding, ReadWarning
from judge.problems.formats.answer import LISTED_N
from judge.problems.formats.page import UTF8_BOM, Cells, Shape
from judge.problems.formats.refused import but_it_is
from judge.text import counted, quote

if TYPE_CHECKING:
    from judge.model import Instance, Programs

Order = Literal["row and column", "column and row"]
_Lines = Sequence[tuple[int, bytes]]
_Pair = tuple[int, int]
_Near = tuple[float, str, str, int, str]  # 1.0: as many as wanted; a code, what is told, the line, and the repair

_ORDERS: tuple[Order, Order] = ("row and column", "column and row")
_TREE = 2
_SMALLEST_N = 4  # below, there is no arrangement of queens but for n = 1
_MOST_FOUND = 4096  # arrangements of one form: the lists judged have 724
_WIDEST_LABELS = 14  # signs of the labels beside a row, together
_LONGEST_SENTENCE, _LONGEST_HEADING, _LONGEST_COUNT, _LONGEST_LINE = 200, 80, 40, 1 << 16  # bytes
_LEAST_NEAR = 0.2  # of what is wanted: with less of it, or five times as much, it is something else

# --- signs and words, in capitals ----------------------------------------------------------------------------------
_PIECE, _EITHER, _FREE, _TREES = b"Q1LS\x11", b"*#X", b".0_-\x12", b"2T"  # \x11 is True, \x12 is False
_DARK = "\u25a0\u25aa\u25fc\u2588\u2b1b"
_SIGNS = dict.fromkeys(range(0x2500, 0x2580), "+") | str.maketrans(
    "\u2655\u265b\U0001f451\u00b7\u25a1\u25ab\u25cb\u2b1c\u25cf\u2605\u2502\u2551\u2500\u2550" + _DARK + "\u00a0",
    "QQQ.....**||--##### ",
    "\ufe0f",
)
_WORDS = {0x11: "True", 0x12: "False"}
_CHEQUERED = _SIGNS | dict.fromkeys(map(ord, _DARK), ".")
_PLAINER = bytes.maketrans(b",;|'\"\t\v\f?>={}()", b"        :::[][]")  # what separates: blank, colon, bracket
_BARE = bytes.maketrans(b"[]:#\v", b"     ")
_HEAD = rb"(?m)^(?:[^\n\[\]():=]{0,80}[:=])?[\[\](),; \t]*+"
_LAST = rb"|^[ \t]++\d{1,7}\.0{0,18}[\])][\[\](),; \t]*+$"  # of a row that goes over several lines
_OPEN, _CLOSE = rb"[\[(][ \t]{0,3}", rb"[ \t]{0,3}[\])]"
_REWRITTEN = (  # what, and of that each what as what
    (rb"\x1b\[[0-9;]{0,20}M", rb".+", b""),
    (rb"(?m)^(?:[^\n|]*+\|){3}[^\n]*", rb"(?<=\|)[ \t]+(?=\|)", b"."),
    (rb"\bNP\.(?:U?INT|FLOAT|BOOL)[\d_]{0,2}\([A-Z\d.+-]{1,24}\)", rb"NP\.\w+\(|\)", b""),
    (rb"\bNP\.(?:TRUE|FALSE)_", rb"NP\.|_", b""),
    (rb"\b(?:(?:NP\.|NUMPY\.)?(?:ARRAY|MATRIX)|FROZENSET|SET|TUPLE|LIST|DEQUE)(?=\()", rb".+", b""),
    (rb",[ \n]{0,80}DTYPE=[\w.'<|]{1,20}", rb"[^\n]", b""),
    (_HEAD + rb"(?:\d{1,7}\.0{0,18}(?:[\[\](),; \t]++|$)){2,}+$" + _LAST, rb"\.0*", b""),
    (_HEAD + rb"(?:(?:TRUE|FALSE)(?:[\[\](),; \t]++|$))++$", rb"TRUE", b"\x11"),
    (_HEAD + rb"(?:(?:\x11|FALSE)(?:[\[\](),; \t]++|$))++$", rb"FALSE", b"\x12"),
    (rb"(?m)^[ \t]*+(?:%b[^\s\[\]()]?%b[ \t]*+){2,}+$" % (_OPEN, _CLOSE), _OPEN + _CLOSE, b"[.]"),
    (rb"(?m)^[ \t]*+(?:%b[^\s\[\]()]%b[ \t]*+){2,}+$" % (_OPEN, _CLOSE), rb"[\[\]()]", b" "),
)
_LIST = re.compile(rb"\[[\d\x11\x12 \n]*+\]")
_PIECES = re.compile(rb"(?:^|[\[\]:])([^\[\]:]+)")
_PAIR = re.compile(rb"\[[ \v]*(\d{1,7})[ \v]+(\d{1,7})[ \v]*\]|\b(\d{1,7}) *: *(\d{1,7})\b")
_NUMBERED = re.compile(rb"\b(?:QUEEN|SPY|PIECE|SOLUTION|ARRANGEMENT|ANSWER|Q|S)[ #]{0,2}\d{1,7}\b")
_LABELS = frozenset(
    b"A AND ANSWER ARRANGEMENT AT C CELL COL COLUMN COLUMNS COORDINATES ENTER GOES HOW IN IS MANY N NUMBER OF ON PIECE "
    b"PLACE PLACED POS POSITION POSITIONS PUT Q QUEEN QUEENS R RESULT ROW ROWS S SIZE SOLUTION SPIES SPY SQUARE STANDS "
    b"THE TO X Y".split()
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
_TOTAL = re.compile(rb"\b(?:TOTAL|SOLUTIONS?|COUNT|ARRANGEMENTS?|PLACEMENTS?|WAYS)\b")
_UNITS = frozenset(b"MS S SEC SECS SECOND SECONDS US NS MIN :".split())
_ELIDED = re.compile(rb"\d[ \v]+\.\.\.[ \v]+\d|\][ \v]+\.\.\.[ \v]+\[|^ *\.\.\.$")  # as numpy leaves out cells
_FOREIGN = re.compile(  # FEN, a line of a SAT model, a row of a matrix of R, chess squares
    rb"(?:FEN *: *)?(?:[A-Z\d]{1,9}/){2,}[A-Z\d]{1,9}(?: |$)|V [-\d ]+$| *\[\d{1,5} \] +[^ \n]"
    rb"|(?:[^:\n]{0,80}:)?[ \[]*(?:[A-Z]\d{1,2}[ \]]*(?: |$)){3,}$"
)


class Target(msgspec.Struct, frozen=True, eq=False):
    """Holds what is known of a case before its answer is read."""

    shape: Shape
    grid: Cells  # of the case: 0 free, 1 given, 2 tree, 3 must stay empty
    pieces: int  # how many are wanted; 0: as many as there may be
    order: Order | None = None  # of the two numbers of a pair, where the package says it
    base: int | None = None  # from which they count, where the package says it
    mirrored: bool = False  # the case is its own mirror image at the diagonal, so that row and column may be exchanged


def target_of(board: Instance, programs: Programs, *, scored: bool) -> Target:
    """Return what is known of a case, and what its package says of pairs, such as row column from 0. Of a `scored`
    puzzle any number of pieces is an answer."""
    layers = [layer for layer in (board.grid, board.layer) if layer is not None]
    mirrored = all(layer.shape[0] == layer.shape[1] and np.array_equal(layer, layer.T) for layer in layers)
    said = (programs.pairs or "").split()
    order, base = (_ORDERS[said[0] == "column"], int(said[-1])) if said else (None, None)
    return Target(board.shape, board.grid, 0 if scored else board.pieces, order, base, mirrored)


class _Found(NamedTuple):
    """One arrangement in the text, as columns where it is a permutation and else as a board; or the count of them."""

    form: str  # completes "read as"
    line: int
    columns: tuple[int, ...] = ()
    boards: tuple[Cells, ...] = ()  # several: nobody knows which one is meant
    lines: tuple[int, ...] = ()  # of the rows of a board; of an arrangement on one line, this line
    number: int | None = None  # 0: that there is none; -1: a board of which nobody knows which sign is a piece
    stray: bool = False  # it is no permutation, and is taken where there is nothing else, so that its fault is told


class _Row(NamedTuple):
    line: int
    cells: bytes
    label: bytes = b""


def read_board(data: bytes, target: Target, file: str, *, trees: bool) -> Answer | Finding | None:
    """Return what an output that answer.py refused says all the same about a case. Never raises.

    An Answer has a `board`, int8 and as large as the case's, or `fail`, and the one warning W112, which names the form.
    A Finding is E123 or E134: two readings fit and differ. None: no form fits.
    """
    lines, single = _lines(data, target), _is_single(target, trees)
    found = [*_refusals(lines, target), *_boards(lines, target, single, trees), *_pairs(lines, target, single)]
    found += _columns(lines, target.shape[0], every=False) if single else ()
    groups = _groups([one for one in found if not one.stray] or found[:1])
    refused = _refused([group[:1] for group in groups], data, file)
    if refused or not groups or groups[0][0].number == -1:
        return refused
    first, *later = groups[0]
    others = [other for other in later if not _alike([first], [other])]
    more = ", one of several that differ, of which each has to be right" if others else ""
    shown = [_shown(one, target.shape, more) for one in (first, *others)]
    return msgspec.structs.replace(shown[0], others=tuple(shown[1:]))


def read_list(data: bytes, target: Target, file: str, *, counts: Sequence[int]) -> Answer | Finding | None:
    """Return all arrangements in an output, as `read_board` does one: `columns` (k, n), k >= 1, or `count`.

    `counts` says how many there are for each n of which a list is asked for. For n <= 10 a `count` has no columns.
    """
    n = target.shape[0]
    lines = _lines(data, target, counts[n] if n < len(counts) else 0)
    found = list(_refusals(lines, target))
    if n <= LISTED_N:
        found += [*_boards(lines, target, True, False), *_columns(lines, n, every=True), *_pairs(lines, target, True)]
    found = [one for one in found if not one.stray]
    groups = _groups(found + (_total(lines, n) if all(one.number == 0 for one in found) else []))
    refused = _refused(groups, data, file)
    if refused or not groups or (groups[0][0].number and n <= LISTED_N):  # no number alone, and no unclear board
        return refused
    group, first = groups[0], groups[0][0]
    size = (0 if first.number is not None else len(group), n)
    columns = np.array([found.columns for found in group], np.int64).reshape(size) if n <= LISTED_N else None
    more = f", {len(group)} of them" if len(group) > 1 and first.number is None else ""
    of_each = tuple(one.line for one in group if len(one.lines) == 1)
    first_line = (*of_each, first.line if n > LISTED_N else 0)[0]
    return Answer(False, None, columns, first.number, first_line, of_each, _warned(first, more))


# --- what is decided -----------------------------------------------------------------------------------------------
def _groups(found: Sequence[_Found]) -> list[list[_Found]]:
    """Return what was found by its form, in the order of the lines, and what is uncertain behind the rest."""
    groups: dict[str, list[_Found]] = {}
    for one in found:
        groups.setdefault(one.form, []).append(one)
    return sorted(
        (group[:_MOST_FOUND] for group in groups.values()), key=lambda group: (len(group[0].boards) > 1, group[0].line)
    )


def _alike(group: Sequence[_Found], other: Sequence[_Found]) -> bool:
    """Return whether two forms show the same arrangements in the same order, but for one turn or reflection of all."""
    if group[0].number is not None or other[0].number is not None:
        return group[0].number == other[0].number
    if group[0].boards and other[0].boards:
        return any(np.array_equal(one, two) for one, two in product(group[0].boards, other[0].boards))
    first, image = (np.array([found.columns for found in of], np.int64) for of in (group, other))
    turned = [way for side in (image, np.argsort(image)) for way in (side, side[:, ::-1])]
    return any(np.array_equal(first, way) or np.array_equal(first, image.shape[1] - 1 - way) for way in turned)


def _refused(groups: Sequence[Sequence[_Found]], data: bytes, file: str) -> Finding | None:
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
        message = f"the {(one.boards[0] == 1).sum()} pairs can be read as {one.form.removeprefix('pairs of ')}"
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


def _warned(found: _Found, more: str) -> tuple[ReadWarning]:
    return (ReadWarning("W112", f"read as {found.form}{more}", found.line),)


def _shown(found: _Found, shape: Shape, more: str) -> Answer:
    """Return one arrangement as an answer; without lines, where lines of the text are no rows."""
    if found.number == 0:
        return Answer(fail=True, warnings=_warned(found, more))
    board = found.boards[0] if found.boards else np.zeros(shape, np.int8)
    if not found.boards:
        board[np.arange(shape[0]), found.columns] = 1
    lines = found.lines if len(found.lines) == shape[0] else ()
    return Answer(board=board, first_line=(*lines, 0)[0], lines=lines, warnings=_warned(found, more))


# --- what stands around it -----------------------------------------------------------------------------------------
def _is_single(target: Target, trees: bool) -> bool:
    """Return whether numbers may show the board: one piece a row and a column."""
    return not trees and target.shape[0] == target.shape[1]


def _lines(data: bytes, target: Target, listed: int = 0) -> list[tuple[int, bytes]]:
    """Return the lines with their numbers, in capitals, with blanks, brackets and colons between words.

    A list of numbers over several lines is one line, and a run of blank lines; what is drawn between rows is left out.
    Of a text that is much longer than any answer only the beginning and the end are looked at.
    """
    text = data.removeprefix(UTF8_BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    text = _ends(text, (1 << 18) + (max(target.shape) + 4) ** 2 * max(32, 8 * listed))  # a cell may be drawn, coloured
    if not text.isascii():
        signs = text.decode("utf-8", "surrogateescape")
        chequered = any(queen in signs for queen in "\u2655\u265b\U0001f451")  # else a dark square may be the piece
        text = signs.translate(_CHEQUERED if chequered else _SIGNS).encode("utf-8", "surrogateescape")
    text = text.upper().translate(bytes.maketrans(b"\x11\x12", b"~~"))
    for whole, part, instead in _REWRITTEN:
        text = _rewritten(text, whole, part, instead)
    text = _LIST.sub(lambda match: match[0].replace(b"\n", b"\v"), text.translate(_PLAINER))
    found: list[tuple[int, bytes]] = []
    number = 1
    for raw in text.split(b"\n"):
        drawn = raw.translate(None, b" ")
        border = drawn and not drawn.translate(None, b"+-_:") and len(drawn) != target.shape[1]
        if not border and (drawn or (found and found[-1][1])):
            found.append((number, raw if drawn else b""))
        number += 1 + raw.count(b"\v")
    return found


def _rewritten(text: bytes, whole: bytes, part: bytes, instead: bytes) -> bytes:
    return re.sub(whole, lambda found: re.sub(part, instead, found[0]), text)


def _ends(text: bytes, limit: int) -> bytes:
    """Return the text, or its first and last lines: an answer is before a trace or behind it. Blank lines in the place
    of the others keep the numbers."""
    if len(text) <= limit:
        return text
    head, tail = text[: text.rfind(b"\n", 0, limit // 2) + 1], text[-(limit // 2) :].partition(b"\n")[2]
    return head + b"~" + b"\n" * (text.count(b"\n") - head.count(b"\n") - tail.count(b"\n")) + tail


def _pieces(raw: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield what stands between brackets and colons, and the end of what stands before it."""
    for match in _PIECES.finditer(raw):
        at = match.start(1)
        yield match[1], raw[max(at - _LONGEST_HEADING, 0) : at]


def _number(word: bytes) -> int:
    """Return a number as a column is printed; -1: nobody prints a column as 03."""
    return int(word) if re.fullmatch(rb"0|[1-9]\d{0,6}", word) else -1


def _numbers(words: Sequence[bytes]) -> list[int]:
    """Return the numbers if all words are some, of no more than seven digits: longer ones are rows of a board."""
    return list(map(_number, words)) if all(word.isdigit() and len(word) < 8 for word in words) else []


def _base(values: Sequence[int], n: int) -> int | None:
    """Return from where a permutation of n counts, 0 or 1; None: it is no permutation."""
    least = min(values, default=2)
    return least if len(values) == n and least in (0, 1) and sorted(values) == list(range(least, least + n)) else None


# --- boards --------------------------------------------------------------------------------------------------------
def _boards(lines: _Lines, target: Target, single: bool, trees: bool) -> Iterator[_Found]:
    """Yield the boards in runs of rows with no other text between. Blank lines part them, or stand between rows."""
    n = target.shape[0]
    legal = b"QL" if target.shape == (1, 1) else _PIECE + _EITHER + _FREE + (_TREES if trees else b"")
    for run in _runs_of_rows(lines, target.shape, legal):
        parts = [list(part) for held, part in groupby(run, lambda row: bool(row.cells)) if held]
        if sum(map(len, parts)) % n == 0 and any(len(part) % n for part in parts):
            parts = [list(chain.from_iterable(parts))]
        for part in parts:
            for at in range(0, len(part) if len(part) % n == 0 else 0, n):
                yield from _board(part[at : at + n], target.shape, single)


def _runs_of_rows(lines: _Lines, shape: Shape, legal: bytes) -> Iterator[list[_Row]]:
    """Yield runs of rows in signs of one sort, and of blank lines as rows without cells."""
    run: list[_Row] = []
    signs: set[int] = set()
    for line, raw in lines:
        run += [] if raw else [_Row(line, b"")]
        for piece, before in _pieces(raw):
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


def _board(rows: Sequence[_Row], shape: Shape, single: bool) -> Iterator[_Found]:
    text = b"".join(row.cells for row in rows)
    signs = sorted(set(text))
    piece = _piece(signs, rows)
    form = " and ".join(map(chr, sorted(signs, key=lambda sign: (sign != piece, sign)))).translate(_WORDS)
    if not _counts([row.label for row in rows], text) or (piece is None and len(signs) < 2):
        return
    if piece is None:
        yield _Found(f"a board of {form}", rows[0].line, number=-1)
        return
    cells = np.frombuffer(text, np.uint8).reshape(shape)
    board = np.where(np.isin(cells, list(_TREES)), np.int8(_TREE), (cells == piece).astype(np.int8))
    found = _Found(f"a board of {form}", rows[0].line, boards=(board,), lines=tuple(row.line for row in rows))
    if single:
        whole = (board.sum(axis=0) == 1).all() and (board.sum(axis=1) == 1).all()
        columns = tuple(board.argmax(axis=1).tolist())
        found = found._replace(columns=columns, boards=()) if whole else found._replace(stray=True)
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
def _columns(lines: _Lines, n: int, every: bool) -> Iterator[_Found]:
    """Yield arrangements in numbers: on one line, with blanks between or side by side, or one number a line."""
    seen: set[str] = set()
    for line, raw in lines:
        for piece, before in _pieces(raw):
            for form, values in _on_a_line(piece.split(), n, before):
                base = _base(values, n)
                told = f"{form}, counted from {base}"
                listed = before.endswith(b"[") and (told in seen or (n == 1 and raw.strip() in (b"[0]", b"[1]")))
                if base is not None and (listed or values != sorted(values)):
                    seen.add(told)
                    yield _Found(told, line, tuple(value - base for value in values), lines=(line,))
    for alone, run in groupby(lines, lambda of: of[1].strip().isdigit()):
        yield from _below_each_other(list(run), n, every) if alone and n > 1 else ()


def _on_a_line(words: list[bytes], n: int, before: bytes) -> Iterator[tuple[str, list[int]]]:
    """Yield runs of n numbers, and the digits of numbers of n digits in a list, or of one behind nothing but labels."""
    for digits, run in groupby(words, bytes.isdigit):
        numbers = list(run)
        if digits and len(numbers) == n:
            yield "column numbers on one line", _numbers(numbers)
    listed = before.endswith(b"[") or (len(words) == 1 and (not before or _HEADING.search(before)))
    arranged = [[digit - ord("0") for digit in word] for word in words if listed and _SMALLEST_N <= n <= LISTED_N]
    if all(_base(values, n) is not None and values != sorted(values) for values in arranged):
        yield from (("column numbers side by side", values) for values in arranged)


def _below_each_other(run: _Lines, n: int, every: bool) -> Iterator[_Found]:
    """Yield arrangements with one number a line, below n, or, of all, below their number; all of them or none."""
    if len(run) % n == 1 and (every or run[0][1].strip() == b"%d" % n):
        run = run[1:]
    blocks = [_numbers([raw.strip() for _, raw in run[at : at + n]]) for at in range(0, len(run), n)]
    if all(_base(values, n) is not None and values != sorted(values) for values in blocks):
        for at, values in enumerate(blocks):
            form = f"one column number a line, counted from {min(values)}"
            yield _Found(form, run[at * n][0], tuple(value - min(values) for value in values))


def _pairs(lines: _Lines, target: Target, single: bool) -> Iterator[_Found]:
    """Yield the arrangements of runs of pairs, one for each piece; on a board with trees in all ways to read them."""
    n = target.shape[0]
    for run in _runs_of_pairs(lines, target, single) if not single or n >= _SMALLEST_N else ():
        spots = [(line, pair) for line, _, pairs in run for pair in pairs]
        named, *later = [_order_of(raw) for _, raw, _ in run]
        if single:
            chunks = [spots[at : at + n] for at in range(0, len(spots) if len(spots) % n == 0 else 0, n)]
            found = [_crossed(chunk, named or target.order) for chunk in chunks]
            yield from filter(None, found if all(found) else ())
        elif set(later) <= {named} and (len(spots) > 1 or named or b"[" in run[0][1]):  # else two numbers, of anything
            yield from _placed(spots, target, named or target.order)


def _runs_of_pairs(lines: _Lines, target: Target, single: bool) -> Iterator[list[tuple[int, bytes, list[_Pair]]]]:
    """Yield runs of lines that hold nothing but pairs; blank lines do not part them."""
    held = ((line, raw, _pairs_in(raw, target, single)) for line, raw in lines if raw)
    return (list(run) for some, run in groupby(held, lambda of: bool(of[2])) if some)


def _pairs_in(raw: bytes, target: Target, single: bool) -> list[_Pair]:
    """Return the pairs of a line that holds nothing else but words such as row and the number of a piece; else none."""
    if _MATRIX.search(raw):
        return []
    found = [(_number(one or three), _number(two or four)) for one, two, three, four in _PAIR.findall(raw)]
    rest = _PAIR.sub(b" ", raw).replace(b"-:", b" ")
    for text in (_NUMBERED.sub(b" ", rest), rest):  # in `queen 1: column 3` the number of the piece is its row
        bare = re.sub(rb"[A-Z]+", lambda word: b" " if word[0] in _LABELS else word[0], text)
        words = bare.translate(_BARE).split()
        if found:
            return [] if words else found
        values = _numbers(words)
        if len(values) == 2 or _is_flat(values, raw, target, single):
            return list(zip(values[::2], values[1::2], strict=True))
    return []


def _is_flat(values: list[int], raw: bytes, target: Target, single: bool) -> bool:
    """Return whether numbers are a row and a column for each piece, but neither cells nor rows before columns."""
    n = target.shape[0]
    if single:
        return len(values) == 2 * n and None in (_base(values[:n], n), _base(values[n:], n))
    return len(values) == 2 * target.pieces and len(values) not in target.shape and not re.search(rb"[A-Z]", raw)


def _order_of(raw: bytes) -> Order | None:
    """Return which number of a pair is the row, where words of the line say it."""
    row, column = re.search(rb"\bROWS?\b", raw), re.search(rb"\bCOL(?:UMN)?S?\b", raw)
    return _ORDERS[row.start() > column.start()] if row and column else None


def _crossed(spots: Sequence[tuple[int, _Pair]], order: Order | None) -> _Found | None:
    """Return pairs as an arrangement with one piece a row and a column; without an order the first is the row."""
    n, pairs = len(spots), sorted(pair[::-1] if order == _ORDERS[1] else pair for _, pair in spots)
    (first, _), (other, columns) = ((_base(values, n), values) for values in zip(*pairs, strict=True))
    if first is None or other is None or list(columns) == sorted(columns):
        return None
    bases = f"{first}" if first == other else f"{first} and from {other}"
    form = f"pairs of {order or _ORDERS[0]}, counted from {bases}"
    return _Found(form, spots[0][0], tuple(column - other for column in columns))


def _placed(spots: Sequence[tuple[int, _Pair]], target: Target, order: Order | None) -> Iterator[_Found]:
    """Yield the pairs as a board with the trees of the case; as several where several ways are on the board."""
    orders = (order,) if order else _ORDERS[:1] if target.mirrored else _ORDERS
    pairs = np.array([pair for _, pair in spots], np.int64)
    ways: dict[bytes, tuple[str, Cells]] = {}
    for base, named in product((0, 1) if target.base is None else (target.base,), orders):
        rows, columns = (pairs - base).T if named == _ORDERS[0] else (pairs - base).T[::-1]
        if min(rows.min(), columns.min()) >= 0 and rows.max() < target.shape[0] and columns.max() < target.shape[1]:
            board = np.where(target.grid == _TREE, np.int8(_TREE), np.int8(0))
            board[rows, columns] = 1
            ways.setdefault(board.tobytes(), (f"{named}, counted from {base}", board))
    if ways and len({pair for _, pair in spots}) == len(spots) == (target.pieces or len(spots)):
        # Of as many pieces as there may be, no number tells which of several runs is the answer.
        place = "" if target.pieces else f", which begin on line {spots[0][0]}"
        form = ", or as ".join(name for name, _ in ways.values())
        yield _Found(f"pairs of {form}{place}", spots[0][0], boards=tuple(board for _, board in ways.values()))


# --- sentences -----------------------------------------------------------------------------------------------------
def _refusals(lines: _Lines, target: Target) -> Iterator[_Found]:
    """Yield the lines that say that there is no arrangement."""
    for line, raw in lines:
        words = raw.partition(b"[")[0].replace(b":", b" : ").split()
        said = _NO.fullmatch(b" ".join(words)) if len(raw) < _LONGEST_SENTENCE else None
        if said and int(said[2] or target.shape[0]) == target.shape[0]:
            yield _Found(f"FAIL, in the words '{said[1].decode().lower()}'", line, number=0)


def _total(lines: _Lines, n: int) -> list[_Found]:
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
    return [_Found(form.format(value), said[value], number=value) for value in above if len(above) == 1]


# --- what is near --------------------------------------------------------------------------------------------------
def nearest(data: bytes, target: Target, file: str, *, trees: bool) -> Finding | None:
    """Return E133, how far a text is off the nearest form; E135, a part is left out; None: it is near to no form."""
    lines = [(line, raw) for line, raw in _lines(data, target) if len(raw) <= _LONGEST_LINE]
    near = [*_not_read(lines), *_of_another_size(lines, target, _is_single(target, trees))]
    best = max(near, key=lambda one: one[0], default=None)
    return _told(best, data, file) if best and best[0] >= _LEAST_NEAR else None


def _not_read(lines: _Lines) -> Iterator[_Near]:
    """Look for numpy's dots in the place of cells, and for forms of other programs."""
    several = sum(b"[" in raw for _, raw in lines) > 1
    for line, raw in lines:
        if several and _ELIDED.search(raw):
            repair = "print every cell: in numpy call np.set_printoptions(threshold=sys.maxsize), or print row by row"
            yield 2.0, "E135", "the answer is not whole: ... stands for the rest of it", line, repair
        if _FOREIGN.match(raw):
            message = "chess notation (FEN), models of SAT solvers, matrices of R and chess squares are not read"
            yield 1.5, "E133", message, line, "print the board itself, row by row, with one sign for each cell"


def _of_another_size(lines: _Lines, target: Target, single: bool) -> Iterator[_Near]:
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
    for line, piece in [(line, piece) for line, raw in lines if single for piece, _ in _pieces(raw)]:
        values = _numbers(piece.split())
        count = len(values)
        if count > 2 and (max(values) > 2 or rows < _SMALLEST_N) and _base(values, rows) is None:  # no cells
            fault = size if count != rows else wrong
            yield 0.9 * _share(count, rows), "E133", f"{count} numbers on line {line}, but {fault}", line, repair
    wanted, repair = rows if single else target.pieces, "print a pair, (row, column), for each piece, and nothing else"
    for run in _runs_of_pairs(lines, target, single):
        count = sum(len(pairs) for _, _, pairs in run)
        fault = size if single else f"{counted(wanted, 'piece')} {'is' if wanted == 1 else 'are'} wanted"
        if count == wanted:
            fault = "two are in one row or column, or " if single else ""
            fault += "one is not on the board" if single else wrong
            fault += "" if target.base is None else f", which counts from {target.base}"
        if count > 1 and wanted:
            yield _share(count, wanted), "E133", f"{count} pairs, but {fault}", run[0][0], repair


def _share(seen: int, wanted: int) -> float:
    return min(seen, wanted) / max(seen, wanted)


def _tables(lines: _Lines) -> Iterator[tuple[int, int, int, str]]:
    """Yield the first line, the rows, the width and the signs of runs of rows of one width."""
    legal = _PIECE + _EITHER + _FREE + _TREES
    pieces = ((line, piece.translate(None, b" \v")) for line, raw in lines for piece, _ in _pieces(raw))
    rows = ((line, b"" if cells.translate(None, legal) else cells) for line, cells in pieces if cells)
    for width, run in groupby(rows, lambda row: len(row[1])):
        table = list(run)
        signs = set(b"".join(cells for _, cells in table))
        if min(width, len(table), len(signs)) > 1:
            yield table[0][0], len(table), width, ", ".join(map(chr, sorted(signs))).translate(_WORDS)
