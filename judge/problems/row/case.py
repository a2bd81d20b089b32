"""The form of a row's cases: how an input.txt is read and written, what `solve` is given of it, and which ones fit."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, get_args

import numpy as np

from judge.errors import JudgeError
from judge.model import Instance, ReadWarning
from judge.problems.formats.case import CaseFormat
from judge.problems.formats.case_lines import (
    CellCodes,
    Number,
    close_case,
    open_case,
    refuse_more_rows,
    take_cells,
    take_lone,
    take_numbers,
    take_table,
    take_word,
)
from judge.problems.formats.page import drawn_lines
from judge.problems.puzzles.call import Call, Parameter, Signature
from judge.problems.row.words import LAYERS, MOST, MOST_NUMBER, STATES, Counts, Product, Row, added, product
from judge.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from judge.model import Value
    from judge.problems.formats.page import Page
    from judge.problems.puzzles.call import Base
    from judge.problems.puzzles.findings import Misfit

Layer = np.ndarray[Any, np.dtype[np.int64]]
_DRAWN: Final[dict[str, Base]] = {"grid": "int8", "regions": "int64", "weights": "int64"}  # that `solve` is given
_RESULTS: Final[dict[str, Base]] = {"number": "int", "word": "bool"}
# Of cases that name an algorithm, where each line has a code of its own, beside E402 of that line.
_CODES: Final = CellCodes(missing="E406", length="E405", sign="E407", after="E408")
_N: Final = "E403", "n (the size of the board)"
_TOTAL: Final = "E404", "p (the number of pieces)"


def case_format(row: Row) -> CaseFormat:
    """Return how the cases of a row are written."""
    return CaseFormat(partial(_read, row), partial(written, row, row.case), row.names_algorithm)


def values_of(row: Row, board: Instance) -> dict[str, int]:
    """Return the numbers of a case by the names of their fields, n and m among them."""
    values = {"n": board.n, "m": board.columns}
    values |= {row.total: board.pieces} if row.total else {}
    for table in row.tables:
        counted = product(table["lines"])
        lines = int(_times(table, board).sum())
        values |= {name: lines // max(1, counted.factor) for name in counted.names}
    values |= {name: product(row.bounds[name][0]).of(values) for name in row.exact if name not in values}
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


def _read(row: Row, data: bytes, file: str) -> tuple[Instance, tuple[ReadWarning, ...]]:
    page = open_case(data, file, f"write {said(row)}")
    codes = _CODES if row.names_algorithm else CellCodes()
    values: dict[str, int] = {}
    algorithm: Instance.Algorithm = "ANY"
    drawn: dict[str, Any] = {}
    for line in row.case:
        if isinstance(line, dict):
            _take_places(page, line, values, drawn)
        elif line in LAYERS:
            drawn[line] = _take_layer(row, page, line, values, codes)
        elif line == "algorithm":
            algorithm = take_word(page, "the algorithm", get_args(Instance.Algorithm), "E402")
        else:
            values.update(_take_fields(row, page, line.split()))
            if "m" not in row.fields and "n" in values:
                values["m"] = values["n"]
    close_case(page, codes)
    shape, pieces = (values["n"], values["m"]), values[row.total] if row.total else row.asked.of(values)
    cells = drawn.get("cells", np.zeros(shape, np.int8))
    layers = [drawn[name] for name in ("regions", "weights") if name in drawn]
    return Instance(algorithm, shape[0], pieces, cells, layers[0] if layers else None), page.notices()


def _take_fields(row: Row, page: Page, names: list[str]) -> dict[str, int]:
    """Take the numbers of a line."""
    wanted = [Number(name, *range_of(row, name)) for name in names]
    if row.names_algorithm and names in (["n"], [row.total]):
        code, name = _N if names == ["n"] else _TOTAL
        most = MOST_NUMBER if names[0] in row.exact else wanted[0].most  # what it must be is said by `misfit`
        return {names[0]: take_lone(page, Number(name, wanted[0].least, most), code)}
    return dict(zip(names, take_numbers(page, *wanted), strict=True))


def _take_layer(row: Row, page: Page, name: str, values: dict[str, int], codes: CellCodes) -> Any:
    """Take a drawn layer; the first line of one says how large a board is where no field does."""
    if "n" not in values:
        first = page.text[page.at :].partition(b"\n")[0].strip()
        size = len(first) if name == "cells" else len(first.split())
        values["n"] = values["m"] = min(max(size, 1), range_of(row, "n")[1])
    shape = values["n"], values["m"]
    if name == "cells":
        cells = take_cells(page, shape, {sign: STATES[state] for state, sign in row.alphabet.items()}, codes)
        if row.names_algorithm:
            refuse_more_rows(page, values["n"], row.alphabet.values(), codes, _line_of(row, "n"))
        return cells
    weights = name == "weights"
    each = Number("a weight", 0, 10**9) if weights else Number("a region", 1, _region_most(row, shape))
    return take_table(page, shape, each)


def _region_most(row: Row, shape: tuple[int, int]) -> int:
    _, most = row.bounds.get("regions", (1, "n m"))
    return product(most).of({"n": shape[0], "m": shape[1]})


def _take_places(page: Page, table: dict[str, Counts], values: dict[str, int], drawn: dict[str, Any]) -> None:
    """Take lines that add to the board one by one."""
    what = added(table)
    shape, count = (values["n"], values["m"]), product(table["lines"]).of(values)
    cells = drawn.setdefault("cells", np.zeros(shape, np.int8))
    weights = drawn.setdefault("weights", np.zeros(shape, np.int64)) if what == "weight" else None
    for _ in range(count):
        if table[what] == "x,y":
            column, line = take_numbers(page, Number("x", 0, shape[1] - 1), Number("y", 0, shape[0] - 1), between=b",")
            at = line, column
        else:
            line, column = take_numbers(page, Number("a row", 1, shape[0]), Number("a column", 1, shape[1]))
            at = line - 1, column - 1
        if weights is not None:
            weights[at] += 1
        elif cells[at]:
            message = f"row {at[0] + 1}, column {at[1] + 1} is named twice"
            raise JudgeError("E476", message, page.place(page.line - 1), help="name each cell once")
        else:
            cells[at] = STATES[what]


def written(row: Row, wanted: Sequence[str | dict[str, Counts]], board: Instance) -> bytes:
    """Return these lines of a case."""
    values, found = {**values_of(row, board), "algorithm": board.algorithm}, list[bytes]()
    signs = {STATES[state]: sign for state, sign in row.alphabet.items()}
    for line in wanted:
        if line == "cells":
            found.append(drawn_lines(board.grid, signs))
            continue
        if isinstance(line, dict):
            lines = _places(line, board)
        elif line in LAYERS:
            lines = (" ".join(map(str, numbers)) for numbers in _layer_of(board).tolist())
        else:
            lines = iter([" ".join(str(values[name]) for name in line.split())])
        found.append("".join(f"{one}\n" for one in lines).encode())
    return b"".join(found)


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


def said(row: Row) -> str:
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


def misfit(row: Row, board: Instance) -> Misfit | None:
    """Return why a case is none of the row's: cells that it has no sign for, bounds that hang on other fields, another
    number of pieces, and shares that can't add up to it."""
    if not row.case:  # a problem without a board
        return None
    if "m" not in row.fields and board.n != board.columns:
        return f"the board is {board.n} x {board.columns}, but it must be square", "write as many columns as rows", 1
    known = np.array([state in (STATES[name] for name in row.states) for state in range(len(STATES))])
    if not (fits := known[board.grid]).all():
        at, cell = np.argwhere(~fits)[0] + 1
        held = {1: "a piece", 2: "a tree", 3: "a closed cell"}[int(board.grid[at - 1, cell - 1])]
        message = f"row {at}, column {cell} holds {held}, but {row.many} are placed on a board without"
        repair = f"write {row.cells['free']} for a free cell" if row.cells else "leave the cell out"
        return message, repair, _line_of(row, "cells") + int(at) - 1
    values = values_of(row, board)
    if board.pieces < 1:
        line = _line_of(row, next(iter(row.asked.names), "n"))
        return f"the case asks for no {row.one}", "ask for one at least", line
    if row.pieces != "" and board.pieces != (asked := row.asked.of(values)):
        line = _line_of(row, next(iter(row.exact), "n"))
        so = f"the board is {board.n} x {board.columns}, so there must be"
        message = f"{so} {asked} {row.one if asked == 1 else row.many}, not {board.pieces}"
        return message, f"write {asked} on line {line}", line
    if "regions" in row.layers and _layer_of(board).max() > _region_most(row, board.shape):
        return "a region has a number that is too large", "correct it", _line_of(row, "regions")
    for name, (low, high) in row.bounds.items():
        if name not in values:
            continue
        least, most = product(low).of(values), product(high).of(values)
        if not least <= values[name] <= most:
            message = f"{name} is {values[name]}, but on {board.n} rows it must be from {least} to {most}"
            repair = f"write a number from {least} to {most}" if least < most else f"write {least}"
            return message, repair, _line_of(row, name)
    return _share_misfit(row, board, values)


def _share_misfit(row: Row, board: Instance, values: Mapping[str, int]) -> Misfit | None:
    """Return why exact shares of rows, columns or regions can't add up to the pieces."""
    for part, least in row.exact_shares:
        each = product(least).of(values)
        wanted = board.pieces // max(1, each)
        count = {"row": board.n, "column": board.columns}.get(part) or len(np.unique(_layer_of(board)))
        if count * each != board.pieces:
            message = f"the board has {counted(count, part)}, but {row.many} are for {wanted}"
            repair = f"use each number from 1 to {wanted}" if part == "region" else f"correct the number of {part}s"
            return message, repair, _line_of(row, "regions" if part == "region" else "n")
    return None


def _line_of(row: Row, name: str) -> int:
    """Return the line of a case on which a field stands, as far as fields stand on lines of their own."""
    found = [at for at, line in enumerate(row.case, 1) if isinstance(line, str) and name in line.split()]
    return found[0] if found else 1


def call_of(row: Row) -> Call:
    """Return how `solve` is called: the fields of a case but those that only count lines, then what it draws."""
    names = [name for name in row.fields if name not in row.silent]
    names = names if "n" in names else ["n", *names]
    given = [Parameter(name, "str" if name == "algorithm" else "int") for name in names]
    given += [Parameter(row.names.get(name, name), _DRAWN[name]) for name in row.drawn]  # type: ignore[call-overload]
    result = _RESULTS.get(row.written, "int8")
    return Call(Signature(tuple(given), result), partial(_values, row, tuple(names)))


def _values(row: Row, names: Sequence[str], board: Instance) -> tuple[Value, ...]:
    known: dict[str, Value] = {**values_of(row, board), "algorithm": board.algorithm}
    drawn = (board.grid if name == "grid" else _layer_of(board) for name in row.drawn)
    return (*(known[name] for name in names), *drawn)
