"""The form of a row's cases: how an input.txt is read and written, what `solve` is given of it, and which ones fit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, cast, get_args

import msgspec
import numpy as np

from judge.errors import JudgeError, Place
from judge.model import Instance, ReadWarning
from judge.problems.formats.case_text import CaseError, CaseForm, read_case
from judge.problems.formats.cells import JudgePage, drawn_lines
from judge.problems.formats.page import UTF8_BOM, UTF16_BOMS
from judge.problems.row.words import LAYERS, MOST, MOST_NUMBER, STATES, Counts, Product, Row, added, plain, product

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from judge.model import Value

Layer = np.ndarray[Any, np.dtype[np.int64]]
Base = Literal["int", "str", "bool", "int8", "int64"]
_DRAWN: Final[dict[str, Base]] = {"grid": "int8", "regions": "int64", "weights": "int64"}  # that `solve` is given
_RESULTS: Final[dict[str, Base]] = {"number": "int", "word": "bool"}
_SAVE_PLAIN: Final = "save the file as plain text: ASCII, or UTF-8 without a byte order mark"


class CaseFormat(msgspec.Struct, frozen=True):
    """Read a case from bytes, with what was forgiven, write it, and say whether a board is one."""

    row: Row
    form: CaseForm  # all of it, in signs that are read

    def read(self, data: bytes, file: str) -> tuple[Instance, tuple[ReadWarning, ...]]:
        """Return the case in a text, of a file of this name. It may be any bytes: JudgeError with line and column for
        what is no case, E401 to E409, or E476 by `case_text`."""
        row, page = self.row, _open(data, file, f"write {_said(self.row)}")
        try:
            case = read_case(self.form, page)
        except CaseError as fault:
            raise JudgeError(
                fault.code, fault.message, Place(file, fault.line, fault.column), help=fault.cure
            ) from None
        shape = case.n, case.columns
        cells = np.frombuffer(bytearray(case.cells), np.int8).reshape(shape)
        layer = None if case.layer is None else np.array(case.layer, np.int64).reshape(shape)
        algorithm = cast("Instance.Algorithm", case.algorithm if row.names_algorithm else "ANY")
        pieces = case.values[row.total] if row.total else case.pieces
        return Instance(algorithm, case.n, pieces, cells, layer), page.notices()

    def write(self, board: Instance, lines: Sequence[str | dict[str, Counts]] = ()) -> bytes:
        """Return the canonical bytes, which `read` takes back without a notice; or these lines of a case alone."""
        values = {**values_of(self.row, board), "algorithm": board.algorithm}
        return b"".join(self._written(line, board, values) for line in lines or self.row.case)

    def _written(self, line: str | dict[str, Counts], board: Instance, values: Mapping[str, object]) -> bytes:
        if line == "cells":
            return drawn_lines(board.grid, {STATES[state]: sign for state, sign in self.row.alphabet.items()})
        if isinstance(line, dict):
            lines = _places(line, board)
        elif line in LAYERS:
            lines = (" ".join(map(str, numbers)) for numbers in _layer_of(board).tolist())
        else:
            lines = iter([" ".join(str(values[name]) for name in line.split())])
        return "".join(f"{one}\n" for one in lines).encode()

    def misfit(self, board: Instance) -> CaseError | None:
        """Return why a board is none of the row's: cells that it has no sign for, bounds that hang on other fields,
        another number of pieces, and shares that can't add up to it."""
        row, form = self.row, self.form
        if not row.case:  # a problem without a board
            return None
        if "m" not in row.fields and board.n != board.columns:
            message = f"the board is {board.n} x {board.columns}, but it must be square"
            return CaseError(message, 1, cure="write as many columns as rows")
        known = np.array([state in (STATES[name] for name in row.states) for state in range(len(STATES))])
        if not (fits := known[board.grid]).all():
            at, cell = np.argwhere(~fits)[0] + 1
            held = {1: "a piece", 2: "a tree", 3: "a closed cell"}[int(board.grid[at - 1, cell - 1])]
            message = f"row {at}, column {cell} holds {held}, but {row.many} are placed on a board without"
            repair = f"write {row.cells['free']} for a free cell" if row.cells else "leave the cell out"
            return CaseError(message, form.line_of("cells") + int(at) - 1, cure=repair)
        values = values_of(row, board)
        if board.pieces > 0 and row.pieces != "" and board.pieces != (asked := row.asked.of(values)):
            line = form.line_of(next(iter(row.exact), "n"))
            so = f"the board is {board.n} x {board.columns}, so there must be"
            message = f"{so} {asked} {row.one if asked == 1 else row.many}, not {board.pieces}"
            return CaseError(message, line, cure=f"write {asked} on line {line}")
        if row.parted and _layer_of(board).max() > form.most_regions(values):
            return CaseError("a region has a number that is too large", form.line_of("regions"), cure="correct it")
        try:
            form.check(values, board.pieces, _layer_of(board).tolist() if row.parted else None)
        except CaseError as fault:
            return fault
        return None


class Parameter(msgspec.Struct, frozen=True):
    """A parameter of `solve`: a number, a text, or a table of int8 or int64 of two axes."""

    name: str
    base: Base


class Call(msgspec.Struct, frozen=True):
    """Says how `solve` is called: its parameters, the type that it returns, of the cells where that is a table, and
    what it is given for a case: a value for each parameter.

    A number and None come to the goal as Answer(count=...) and Answer(fail=True), whatever the result is called.
    """

    parameters: tuple[Parameter, ...]
    result: Base
    values: Callable[[Instance], tuple[Value, ...]]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the parameters."""
        return tuple(parameter.name for parameter in self.parameters)


def case_format(row: Row) -> CaseFormat:
    """Return how the cases of a row are written."""
    whole = msgspec.structs.replace(row, stdin=())
    signs = tuple((sign, STATES[state]) for state, sign in row.alphabet.items())
    return CaseFormat(row, form_of(whole, get_args(Instance.Algorithm))._replace(signs=signs))


def values_of(row: Row, board: Instance) -> dict[str, int]:
    """Return the numbers of a case by the names of their fields, n and m among them."""
    values = {"n": board.n, "m": board.columns}
    values |= {row.total: board.pieces} if row.total else {}
    for table in row.tables:
        count = product(table["lines"])
        lines = int(_times(table, board).sum())
        values |= {name: lines // max(1, count.factor) for name in count.names}
    values |= row.fixed(values)
    for name in row.asked.names:
        if name not in values:
            known = Product(row.asked.factor, tuple(one for one in row.asked.names if one != name))
            values[name] = board.pieces // max(1, known.of(values))
    return values


def range_of(row: Row, name: str) -> tuple[int, int]:
    """Return the least and the largest number that a field can hold, whatever the others are."""
    least, most = (0 if name in row.counting else 1), MOST
    if name in row.bounds:
        low, high = row.bounds[name]
        least = low if isinstance(low, int) else least
        most = product(high).of({other: range_of(row, other)[1] for other in product(high).names})
    elif name in row.asked.names and name not in ("n", "m"):
        most = MOST * MOST
    return least, most


def free_fields(row: Row) -> tuple[str, ...]:
    """Return the numbers of a case that its author chooses, beside rows and columns."""
    others = [name for name in row.fields if name not in ("algorithm", "n", "m", *row.exact)]
    return tuple(name for name in others if name not in row.counting)


def most_of(row: Row, name: str, known: dict[str, int]) -> int:
    """Return the most of a field, where that hangs on the board; else 0."""
    _, most = row.bounds.get(name, (0, 0))
    return product(most).of(known) if isinstance(most, str) and name not in row.exact else 0


def form_of(row: Row, algorithms: tuple[str, ...]) -> CaseForm:
    """Return how a program is given a case, as plain values, which an exported validator takes along."""
    lone = [("n", "E403", "n (the size of the board)"), (row.total, "E404", "p (the number of pieces)")]
    fields = [name for name in row.fields if name != "algorithm"]
    return CaseForm(
        lines=tuple(line if isinstance(line, str) else _table(line) for line in row.stdin or row.case),
        signs=tuple((sign, STATES[state]) for state, sign in row.cells.items()),
        ranges=tuple((name, *range_of(row, name)) for name in dict.fromkeys(("n", *fields))),
        bounds=tuple((name, plain(low), plain(high)) for name, (low, high) in row.bounds.items()),
        pieces=plain(row.pieces or 1),
        exact=tuple((part, plain(least)) for part, least in row.exact_shares),
        algorithms=algorithms,
        coded=row.names_algorithm,
        lone=tuple(  # what an exact one must be is said by `misfit`
            (name, code, title, MOST_NUMBER if name in row.exact else range_of(row, name)[1])
            for name, code, title in lone
            if row.names_algorithm and name in fields
        ),
    )


def _table(table: dict[str, Counts]) -> tuple[str, str, tuple[int, tuple[str, ...]]]:
    what = added(table)
    return what, str(table[what]), plain(table["lines"])


def _open(data: bytes, file: str, shape: str) -> JudgePage:
    """Return the text of a case, to be read from its first line on. Raises JudgeError E401 for an empty one, E409 for
    what is no text; `shape` tells who has an empty file what to write."""
    place = Place(file, 1, 1)
    if data.startswith(UTF16_BOMS):
        raise JudgeError("E409", "the case is UTF-16 text", place, help=_SAVE_PLAIN)
    if data.startswith(UTF8_BOM):
        note = "most programs would take it for a part of line 1"
        raise JudgeError("E409", "the case begins with a byte order mark", place, note, _SAVE_PLAIN)
    if not data or data.isspace():
        raise JudgeError("E401", "the case is empty", Place(file), help=shape)
    nul = data.find(b"\0")
    if nul >= 0:
        before = data[:nul].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        place = Place(file, before.count(b"\n") + 1, len(before) - before.rfind(b"\n"))
        raise JudgeError("E409", "the case holds a NUL byte, so it is no text", place, help=_SAVE_PLAIN)
    return JudgePage(data, file)


def _layer_of(board: Instance) -> Layer:
    return np.zeros(board.shape, np.int64) if board.layer is None else board.layer


def _times(table: dict[str, Counts], board: Instance) -> Layer:
    """Return how many lines of a table name each cell."""
    what = added(table)
    return _layer_of(board) if what == "weight" else (board.grid == STATES[what]).astype(np.int64)


def _places(table: dict[str, Counts], board: Instance) -> Iterator[str]:
    times, from_0 = _times(table, board), table[added(table)] == "x,y"
    for r, c in np.argwhere(times).tolist():
        yield from [f"{c},{r}" if from_0 else f"{r + 1} {c + 1}"] * int(times[r, c])


def _said(row: Row) -> str:
    """Return what a case holds, as a message tells it."""
    parts = []
    for line in row.case:
        if isinstance(line, dict):
            what = added(line)
            parts.append(f"{product(line['lines'])} lines '{line[what]}', a {what} each")
        elif line in LAYERS:
            parts.append(f"n rows of {line}" + (f" ({', '.join(signs(row))})" if line == "cells" else ""))
        else:
            parts.append(f"a line '{line}'")
    return ", then ".join(parts)


def signs(row: Row) -> list[str]:
    """Return what each sign of a case is."""
    words = {"free": "a free cell", "piece": f"a {row.one} that is given", "tree": "a tree", "closed": "a closed cell"}
    return [f"{sign} for {words[state]}" for state, sign in row.cells.items()]


def call_of(row: Row) -> Call:
    """Return how `solve` is called: the fields of a case but those that only count lines, then what it draws."""
    names = [name for name in row.fields if name not in row.silent]
    names = names if "n" in names else ["n", *names]
    given = [Parameter(name, "str" if name == "algorithm" else "int") for name in names]
    given += [Parameter(row.names.get(name, name), _DRAWN[name]) for name in row.drawn]  # type: ignore[call-overload]
    return Call(tuple(given), _RESULTS.get(row.written, "int8"), partial(_values, row, tuple(names)))


def _values(row: Row, names: Sequence[str], board: Instance) -> tuple[Value, ...]:
    known: dict[str, Value] = {**values_of(row, board), "algorithm": board.algorithm}
    drawn = (board.grid if name == "grid" else _layer_of(board) for name in row.drawn)
    return (*(known[name] for name in names), *drawn)
