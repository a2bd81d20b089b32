"""The form of a row's cases: how an input.txt is read and written, what `solve` is given of it, and which ones fit."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from judge.errors import JudgeError
from judge.model import Algorithm, Instance, ReadWarning
from judge.problems.formats.case_format import CaseFormat
from judge.problems.formats.case_lines import (
    Number,
    close_case,
    open_case,
    take_cells,
    take_numbers,
    take_table,
    take_word,
)
from judge.problems.puzzles.call import Call, Getter, call, grid, layer
from judge.problems.row.words import LAYERS, MOST, STATES, Counts, Product, Row, added, product

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from judge.problems.formats.page import Page
    from judge.problems.puzzles.findings import Misfit, Words

Layer = np.ndarray[Any, np.dtype[np.int64]]


def case_format(row: Row) -> CaseFormat:
    """Return how the cases of a row are written."""
    return CaseFormat(partial(_read, row), partial(_write, row), names_algorithm="algorithm" in row.fields)


def values_of(row: Row, board: Instance) -> dict[str, int]:
    """Return the numbers of a case by the names of their fields, n and m among them."""
    values = {"n": board.n, "m": board.columns}
    for table in row.tables:
        counted = product(table["lines"])
        lines = _lines_of(table, board)
        for name in counted.names:
            if name not in values:
                values[name] = lines // max(1, counted.factor)
    values |= {name: product(row.range[name]).of(values) for name in row.exact if name not in values}  # type: ignore[arg-type]
    for name in row.asked.names:
        if name not in values:
            known = Product(row.asked.factor, tuple(one for one in row.asked.names if one != name))
            values[name] = board.pieces // max(1, known.of(values))
    return values


def range_of(row: Row, name: str) -> tuple[int, int]:
    """Return the least and the largest number that a field can hold, whatever the others are."""
    least, most = (0 if name in row.counting else 1), MOST
    if name in row.range:
        bounds = row.range[name]
        low, high = bounds if isinstance(bounds, tuple) else (bounds, bounds)
        least = low if isinstance(low, int) else least
        most = high if isinstance(high, int) else _largest(row, product(high))
    elif name in row.asked.names and name not in ("n", "m"):
        most = MOST * MOST
    return least, most


def _largest(row: Row, bound: Product) -> int:
    return bound.of({name: range_of(row, name)[1] for name in bound.names})


def _read(row: Row, data: bytes, file: str) -> tuple[Instance, tuple[ReadWarning, ...]]:
    page = open_case(data, file, f"write {said(row)}")
    values: dict[str, int] = {}
    algorithm: Algorithm = "ANY"
    drawn: dict[str, Any] = {}
    for line in row.case:
        if isinstance(line, dict):
            _take_places(page, line, values, drawn)
        elif line in LAYERS:
            drawn[line] = _take_layer(row, page, line, values)
        elif line == "algorithm":
            algorithm = take_word(page, "the algorithm", get_args(Algorithm))
        else:
            names = line.split()
            wanted = [Number(name, *range_of(row, name)) for name in names]
            values.update(zip(names, take_numbers(page, *wanted), strict=True))
            if "m" not in row.fields and "n" in values:
                values["m"] = values["n"]
    close_case(page)
    shape = values["n"], values["m"]
    cells = drawn.get("cells", np.zeros(shape, np.int8))
    layers = [drawn[name] for name in ("regions", "weights") if name in drawn]
    return Instance(algorithm, shape[0], row.asked.of(values), cells, layers[0] if layers else None), page.notices()


def _take_layer(row: Row, page: Page, name: str, values: dict[str, int]) -> Any:
    """Take a drawn layer; the first line of one says how large a board is where no field does."""
    if "n" not in values:
        first = page.text[page.at :].partition(b"\n")[0].strip()
        size = len(first) if name == "cells" else len(first.split())
        values["n"] = values["m"] = min(max(size, 1), range_of(row, "n")[1])
    shape = values["n"], values["m"]
    if name == "cells":
        signs = "".join(row.cells.values())
        states = np.array([STATES[state] for state in row.cells], np.int8)
        return states[take_cells(page, shape, signs)]
    return take_table(page, shape, _number_of(row, name, shape))


def _number_of(row: Row, name: str, shape: tuple[int, int]) -> Number:
    if name == "weights":
        return Number("a weight", 0, 10**9)
    return Number("a region", 1, _region_most(row, shape))


def _region_most(row: Row, shape: tuple[int, int]) -> int:
    bounds = row.range.get("regions")
    if bounds is None:
        return shape[0] * shape[1]
    most = bounds[1] if isinstance(bounds, tuple) else bounds
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


def _write(row: Row, board: Instance) -> bytes:
    values, lines = values_of(row, board), list[str]()
    signs = {STATES[state]: sign for state, sign in row.cells.items()}
    free = signs.get(0, "")  # also where a later line says what is on the cell
    for line in row.case:
        if isinstance(line, dict):
            lines += _places(line, board)
        elif line == "cells":
            lines += ["".join(signs.get(cell, free) for cell in cells) for cells in board.grid.tolist()]
        elif line in LAYERS:
            lines += [" ".join(map(str, numbers)) for numbers in _layer_of(board).tolist()]
        else:
            lines.append(
                " ".join(board.algorithm if name == "algorithm" else str(values[name]) for name in line.split())
            )
    return ("\n".join(lines) + "\n").encode()


def _layer_of(board: Instance) -> Layer:
    return np.zeros(board.shape, np.int64) if board.layer is None else board.layer


def _lines_of(table: dict[str, Counts], board: Instance) -> int:
    what = added(table)
    return int(_layer_of(board).sum()) if what == "weight" else int(np.count_nonzero(board.grid == STATES[what]))


def _places(table: dict[str, Counts], board: Instance) -> list[str]:
    what = added(table)
    times = _layer_of(board) if what == "weight" else (board.grid == STATES[what]).astype(np.int64)
    write: Callable[[int, int], str] = (
        (lambda r, c: f"{c},{r}") if table[what] == "x,y" else (lambda r, c: f"{r + 1} {c + 1}")
    )
    cells = [(r, c) for r, c in np.argwhere(times).tolist() for _ in range(int(times[r, c]))]
    return [write(r, c) for r, c in cells]


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


def misfit_of(row: Row) -> Callable[[Instance, Words], Misfit | None]:
    """Return what says why a case is none of the row's: bounds that hang on other fields, and shares that can't add
    up to the number of pieces, and cells that a case has no sign for."""
    known = [STATES[state] for state in row.states]

    def misfit(board: Instance, words: Words) -> Misfit | None:
        if not np.isin(board.grid, known).all():
            return f"the board has cells that are none of {', '.join(row.states)}", "correct them", 1
        values = values_of(row, board)
        if board.pieces < 1:
            return f"the case asks for no {words.one}", "ask for one at least", _line_of(row, row.asked.names[0])
        if "regions" in row.layers and _layer_of(board).max() > _region_most(row, board.shape):
            return "a region has a number that is too large", "correct it", _line_of(row, "regions")
        for name, bounds in row.range.items():
            low, high = bounds if isinstance(bounds, tuple) else (bounds, bounds)
            if name in values and not product(low).of(values) <= values[name] <= product(high).of(values):
                allowed = f"{product(low)} to {product(high)}" if low != high else str(product(low))
                return f"{name} is {values[name]}, but must be {allowed}", "correct it", _line_of(row, name)
        return _share_misfit(row, board, values, words)

    return misfit


def _share_misfit(row: Row, board: Instance, values: Mapping[str, int], words: Words) -> Misfit | None:
    if row.pieces == "":
        return None
    parts = {"row": board.n, "column": board.columns, "region": len(np.unique(_layer_of(board)))}
    for part, count in parts.items():
        share = row.share(part)
        if share is not None and share.least == share.most and product(share.least).of(values) * count != board.pieces:
            each = product(share.least).of(values)
            message = f"{count} {part}s of {each} {words.many} each are not {board.pieces} {words.many}"
            return message, f"correct the number of {part}s", _line_of(row, "regions" if part == "region" else "n")
    return None


def _line_of(row: Row, name: str) -> int:
    """Return the line of a case on which a field stands, as far as fields stand on lines of their own."""
    found = [at for at, line in enumerate(row.case, 1) if isinstance(line, str) and name in line.split()]
    return found[0] if found else 1


def call_of(row: Row) -> Call:
    """Return how `solve` is called: the fields of a case in order but those that count lines, then what it draws."""
    names = [name for name in row.fields if name not in row.counting]
    names = names if "n" in names else ["n", *names]
    parameters: list[tuple[str, Getter]] = []
    for name in names:
        if name == "algorithm":
            parameters.append(("algorithm: str", lambda board: board.algorithm))
        else:
            parameters.append((f"{name}: int", partial(_value, row, name)))
    shape = "n, m" if "m" in names else "n, n"
    if "cells" in row.layers or any("weight" not in table for table in row.tables):
        parameters.append((f"grid: int8[{shape}]", grid))
    for name in ("regions", "weights"):
        if name in row.layers or (name == "weights" and any("weight" in table for table in row.tables)):
            parameters.append((f"{name}: int64[{shape}]", layer))
    kinds = {"number": "int", "word": "bool", "list": "int8[k, n]"}
    return call(*parameters, result=kinds.get(row.written, f"int8[{shape}]"))


def _value(row: Row, name: str, board: Instance) -> int:
    return values_of(row, board)[name]
