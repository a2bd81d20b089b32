"""Read a case as a program is given it on stdin, strictly: what the row of its puzzle says, and nothing else."""

from __future__ import annotations

from typing import Any, NamedTuple

MAX_DIGITS = 18  # as the judge has it


class CaseForm(NamedTuple):
    """What a row says of its cases. A product is a number and the names of fields."""

    lines: tuple[Any, ...]  # words of a line, or what a line adds, how a cell is written and how many lines
    signs: tuple[tuple[str, int], ...]  # how cells are drawn, and what is on them
    ranges: tuple[tuple[str, int, int], ...]  # of each field the least and the largest number
    bounds: tuple[tuple[str, Any, Any], ...]  # those that hang on other fields, as products
    pieces: Any
    exact: tuple[tuple[str, Any], ...]  # shares that must add up to the pieces
    algorithms: tuple[str, ...]  # that a case may name; the first one where it names none

    def read(self, text: bytes) -> Case:
        """Return the case in a text; CaseError where it is none."""
        lines = lines_of(text, 1)
        values: dict[str, int] = {}
        drawn: dict[str, Any] = {"algorithm": self.algorithms[0]}
        for line in self.lines:
            lines = take_line(self, line, lines, values, drawn)
        if lines:
            raise CaseError(f"{len(lines)} lines follow, where none may")
        for name, low, high in self.bounds:
            if low == high:  # it is so, whether the case says it or not
                values.setdefault(name, of(low, values))
        n, columns = values["n"], values["m"]
        rows = drawn.get("cells") or [bytes(n and columns) for _ in range(n)]
        layer = drawn.get("regions") or drawn.get("weights")
        case = Case(drawn["algorithm"], n, of(self.pieces, values), [bytes(row) for row in rows], layer, values)
        check_case(self, case, values)
        return case


class Case(NamedTuple):
    """A case; a row holds 0 for a free cell, 1 for a piece that is given, 2 for a tree, 3 for a closed cell. `layer`
    says more of each cell: its weight, or its region."""

    algorithm: str
    n: int
    pieces: int
    rows: list[bytes]
    layer: list[list[int]] | None
    values: dict[str, int]  # the numbers of the case by their names

    @property
    def columns(self) -> int:
        """Return how many columns the board has."""
        return len(self.rows[0])


class CaseError(Exception):
    """What is read is no case."""


def of(product: Any, values: dict[str, int]) -> int:
    """Return a number times fields."""
    found: int = product[0]
    for name in product[1]:
        found *= values[name]
    return found


def take_line(
    form: CaseForm, line: Any, lines: list[bytes], values: dict[str, int], drawn: dict[str, Any]
) -> list[bytes]:
    """Read what one word of the form says from the first of these lines on; return those that are left."""
    if not isinstance(line, str):
        return take_places(line, lines, values, drawn)
    if not lines:
        raise CaseError(f"the case ends before {line}")
    if line in ("cells", "regions", "weights"):
        return take_layer(form, line, lines, values, drawn)
    if line == "algorithm":
        drawn["algorithm"] = lines[0].decode("ascii", "replace")
        if drawn["algorithm"] not in form.algorithms:
            raise CaseError(f"line 1 is {drawn['algorithm'][:40]!r}, not one of {', '.join(form.algorithms)}")
        return lines[1:]
    names = line.split()
    ranges = {name: (name, least, most) for name, least, most in form.ranges}
    for name, value in zip(names, numbers_of(lines[0], *[ranges[name] for name in names])):  # noqa: B905
        values[name] = value
    if "n" in values:
        values.setdefault("m", values["n"])
    return lines[1:]


def take_layer(
    form: CaseForm, name: str, lines: list[bytes], values: dict[str, int], drawn: dict[str, Any]
) -> list[bytes]:
    """Read n rows of cells, or of numbers."""
    if "n" not in values:
        values["n"] = values["m"] = len(lines[0]) if name == "cells" else len(lines[0].split(b" "))
        ranges = {name: (least, most) for name, least, most in form.ranges}
        numbers_of(b"%d" % values["n"], ("n", *ranges.get("n", (1, 1000))))
    n, columns = values["n"], values["m"]
    if len(lines) < n:
        raise CaseError(f"there are {len(lines)} rows of {name}, but n is {n}")
    if name == "cells":
        signs = {sign.encode(): state for sign, state in form.signs}
        for row, line in enumerate(lines[:n], 1):
            if len(line) != columns or any(line[at : at + 1] not in signs for at in range(columns)):
                raise CaseError(
                    f"row {row} must be {columns} cells, each {' or '.join(sign for sign, _ in form.signs)}"
                )
        drawn[name] = [bytearray(signs[line[at : at + 1]] for at in range(columns)) for line in lines[:n]]
    else:
        largest = [of(high, values) for one, _, high in form.bounds if one == name]
        most = largest[0] if largest else n * columns if name == "regions" else 10**9
        each = (name, 1 if name == "regions" else 0, most)
        drawn[name] = [numbers_of(line, *[each] * columns) for line in lines[:n]]
    return lines[n:]


def take_places(line: Any, lines: list[bytes], values: dict[str, int], drawn: dict[str, Any]) -> list[bytes]:
    """Read lines that add to the board one by one."""
    what, written, product = line
    n, columns, count = values["n"], values["m"], of(product, values)
    if len(lines) < count:
        raise CaseError(f"{len(lines)} lines follow, but there must be {count}")
    cells = drawn.setdefault("cells", [bytearray(columns) for _ in range(n)])
    weights = drawn.setdefault("weights", [[0] * columns for _ in range(n)]) if what == "weight" else None
    for text in lines[:count]:
        if written == "x,y":
            column, row = numbers_of(text, ("x", 0, columns - 1), ("y", 0, n - 1), between=b",")
        else:
            row, column = (one - 1 for one in numbers_of(text, ("a row", 1, n), ("a column", 1, columns)))
        if weights is not None:
            weights[row][column] += 1
        elif cells[row][column]:
            raise CaseError(f"row {row + 1}, column {column + 1} is named twice")
        else:
            cells[row][column] = {"piece": 1, "tree": 2, "closed": 3}[what]
    return lines[count:]


def check_case(form: CaseForm, case: Case, values: dict[str, int]) -> None:
    """Refuse numbers out of bounds that hang on others, and shares that don't add up."""
    for name, low, high in form.bounds:
        if name in values and not of(low, values) <= values[name] <= of(high, values):
            raise CaseError(f"{name} is {values[name]}, but must be from {of(low, values)} to {of(high, values)}")
    if case.pieces < 1:
        raise CaseError("the case asks for no piece")
    regions = len({region for row in case.layer or [] for region in row})
    for part, each in form.exact:
        count = {"row": case.n, "column": case.columns, "region": regions}[part]
        if count * of(each, values) != case.pieces:
            raise CaseError(f"{count} {part}s of {of(each, values)} are not {case.pieces} pieces")


def lines_of(text: bytes, least: int) -> list[bytes]:
    """Return the lines of a text, at least so many; each ends with a newline."""
    lines = text.split(b"\n")
    if lines.pop() != b"":
        raise CaseError("the last line has no newline")
    if len(lines) < least:
        raise CaseError(f"line {len(lines) + 1} is missing")
    return lines


def numbers_of(line: bytes, *wanted: tuple[str, int, int], between: bytes = b" ") -> list[int]:
    """Return the numbers on a line, each from its least to its largest: digits, without a zero before them."""
    words = line.split(between)
    if len(words) != len(wanted):
        raise CaseError(f"{line[:40]!r} must hold {', '.join(what for what, _, _ in wanted[:3])}")
    found = []
    for word, (what, least, largest) in zip(words, wanted):  # noqa: B905 - a Python 3.9 has no strict zip
        plain = word.isdigit() and (word[:1] != b"0" or word == b"0") and len(word) <= MAX_DIGITS
        if not plain or not least <= int(word) <= largest:
            raise CaseError(f"{what} is {word[:40]!r}, not a number from {least} to {largest}")
        found.append(int(word))
    return found
