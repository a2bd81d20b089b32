"""Read a case as the row of its puzzle says: numbers, rows of cells, rows of numbers, lines that add to the board.

One reader for the judge, whose page notes what it forgives (CRLF, blanks at the ends of lines and around numbers, blank
lines at the end), and for exported validators, which are made of this text and forgive nothing. Anything else is
refused with E402 to E408, or E476: its line, its column and how to correct it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from judge.problems.formats.page import FOREIGN, Page, name_character
from judge.text import counted, quote

WORD = re.compile(rb"[^ \t]+")
LONE = re.compile(rb"[1-9][0-9]{0,17}")
WHOLE = re.compile(rb"0|-?[1-9][0-9]{0,17}")
INKED = bytes(32 if byte in b" \t" else 120 for byte in range(256))  # what is no blank is an x
STATES = {"free": 0, "piece": 1, "tree": 2, "closed": 3}
LAYERS = ("cells", "regions", "weights")


class CaseForm(NamedTuple):
    """What a row says of its cases. A product is a number and the names of fields."""

    lines: tuple[Any, ...]  # words of a line, or what a line adds, how a cell is written and how many lines
    signs: tuple[tuple[str, int], ...]  # how cells are drawn, and what is on them
    ranges: tuple[tuple[str, int, int], ...]  # of each field the least and the largest number
    bounds: tuple[tuple[str, Any, Any], ...]  # those that hang on other fields, as products
    pieces: Any
    exact: tuple[tuple[str, Any], ...]  # shares that must add up to the pieces
    algorithms: tuple[str, ...]  # that a case may name; the first one where it names none
    coded: bool = False  # each line has a code of its own
    lone: tuple[tuple[str, str, str, int], ...] = ()  # then fields that are a line: its code, their title and the most

    def read(self, text: bytes) -> Case:
        """Return the case in a text, in which nothing is forgiven; CaseError where it is none."""
        page = Page(text)
        case = read_case(self, page)
        for code, (line, _) in page.forgiven.items():
            raise CaseError(f"line {line} is not written as it must be: {code}")
        self.check(case.values, case.pieces, case.layer)
        return case

    def check(self, values: dict[str, int], pieces: int, layer: list[list[int]] | None) -> None:
        """Refuse numbers out of bounds that hang on others, and shares that don't add up."""
        if pieces < 1:
            line = self.line_of(next(iter(self.pieces[1]), "n"))
            raise CaseError("the case asks for no piece", line, 0, "ask for one at least")
        for name, low, high in self.bounds:
            least, most = of(low, values), of(high, values)
            if name in values and not least <= values[name] <= most:
                message = f"{name} is {values[name]}, but on {values['n']} rows it must be from {least} to {most}"
                cure = f"write a number from {least} to {most}" if least < most else f"write {least}"
                raise CaseError(message, self.line_of(name), 0, cure)
        regions = len({region for row in layer or [] for region in row})
        for part, each in self.exact:
            count = {"row": values["n"], "column": values["m"], "region": regions}[part]
            wanted = pieces // max(1, of(each, values))
            if count * of(each, values) != pieces:
                message = f"the board has {counted(count, part)}, but it must have {wanted}"
                cure = f"use each number from 1 to {wanted}" if part == "region" else f"correct the number of {part}s"
                raise CaseError(message, self.line_of("regions" if part == "region" else "n"), 0, cure)

    def line_of(self, name: str) -> int:
        """Return the line of a case on which a field stands, as far as fields stand on lines of their own."""
        return next((at for at, line in enumerate(self.lines, 1) if isinstance(line, str) and name in line.split()), 1)

    def most_regions(self, values: dict[str, int]) -> int:
        """Return the largest number that a region may have."""
        largest = [of(high, values) for name, _, high in self.bounds if name == "regions"]
        return largest[0] if largest else values["n"] * values["m"]


class Case:
    """A case; a cell is 0 where it is free, 1 where a piece is given, 2 for a tree, 3 for a closed one. `layer` says
    more of each cell: its weight, or its region. `values` are the numbers of the case by their names."""

    def __init__(
        self, algorithm: str, pieces: int, cells: bytes, layer: list[list[int]] | None, values: dict[str, int]
    ) -> None:
        self.algorithm, self.n, self.columns, self.pieces = algorithm, values["n"], values["m"], pieces
        self.cells, self.layer, self.values = cells, layer, values

    @cached_property
    def rows(self) -> list[bytes]:
        """Return the cells row by row."""
        return [self.cells[at : at + self.columns] for at in range(0, len(self.cells), self.columns)]


class CaseError(Exception):
    """What is read is no case: a code, what is wrong, the line and the column, and the cure."""

    def __init__(self, message: str, line: int = 0, column: int = 0, cure: str = "", code: str = "E476") -> None:
        super().__init__(message)
        self.code, self.message, self.line, self.column, self.cure = code, message, line, column, cure


def check_input(text: bytes, form: CaseForm) -> tuple[int, str]:
    """Read a case as the validator of the inputs of an exported package; return its exit status, and what is wrong."""
    try:
        form.read(text)
    except CaseError as error:
        return 43, f"{error}\n"
    return 42, ""


def of(product: Any, values: dict[str, int]) -> int:
    """Return a number times fields."""
    found: int = product[0]
    for name in product[1]:
        found *= values[name]
    return found


def read_case(form: CaseForm, page: Page) -> Case:
    """Return the case on a page: of the judge, or a strict one. CaseError where it is none."""
    values: dict[str, int] = {}
    drawn: dict[str, Any] = {}
    algorithm = form.algorithms[0]
    for line in form.lines:
        if not isinstance(line, str):
            take_places(page, line, values, drawn)
        elif line in LAYERS:
            drawn[line] = take_layer(form, page, line, values)
        elif line == "algorithm":
            algorithm = take_word(page, "the algorithm", form.algorithms, "E402")
        else:
            take_fields(form, page, line.split(), values)
    close_case(form, page)
    for name, low, high in form.bounds:
        if low == high:  # it is so, whether the case says it or not
            values.setdefault(name, of(low, values))
    cells = drawn.get("cells") or bytes(values["n"] * values["m"])
    layer = drawn.get("regions") or drawn.get("weights")
    return Case(algorithm, of(form.pieces, values), bytes(cells), layer, values)


def take_word(page: Page, what: str, known: Sequence[str], code: str) -> str:
    """Return the word that alone is the next line, one of those that are known, in capitals."""
    number, line = page.line, page.take_stripped()
    word: str = line.decode("ascii", "replace")
    if word in known:
        return word
    meant, words = word.strip().upper(), either(known)
    found = f"is {quote(line)}" if line else "is blank"
    message = f"line {number} {found}, but it must name {what}: {words}"
    cure = f"write {meant if meant in known else words} alone on line {number}, in capitals, before n"
    raise CaseError(message, number, 1, cure, code)


def take_fields(form: CaseForm, page: Page, names: list[str], values: dict[str, int]) -> None:
    """Take the numbers of a line."""
    ranges = {name: (name, least, most) for name, least, most in form.ranges}
    lone = {name: (code, (title, ranges[name][1], most)) for name, code, title, most in form.lone}
    if len(names) == 1 and names[0] in lone:
        code, wanted = lone[names[0]]
        values[names[0]] = take_lone(page, wanted, code)
    else:
        found = take_numbers(page, [ranges[name] for name in names])
        values.update(zip(names, found))  # noqa: B905 - a Python 3.9 has no strict zip
    if "n" in values and not any("m" in line.split() for line in form.lines if isinstance(line, str)):
        values["m"] = values["n"]


def take_lone(page: Page, wanted: tuple[str, int, int], code: str) -> int:
    """Return the number, from 1 up, that alone is the next line: nothing may stand around it."""
    number, missing = page.line, page.at >= len(page.text)
    line = b"" if missing else page.take_stripped()
    name, least, most = wanted
    if LONE.fullmatch(line) and least <= int(line) <= most:
        return int(line)
    found = "is missing" if missing else f"is {quote(line)}" if line else "is blank"
    message = f"line {number} {found}, but it must hold {name}, {bounds_of(wanted)}"
    cure = "write it alone on the line, in digits: no sign, no point, no blanks, no leading zero"
    raise CaseError(message, number, 1, cure, code)


def take_numbers(page: Page, wanted: Sequence[tuple[str, int, int]], between: bytes = b" ") -> list[int]:
    """Return the numbers of the next line, with blanks between them, or with another sign and blanks around it.

    Each is called something in an error, and has a least and a largest value.
    """
    names = ", ".join(name for name, _, _ in wanted)
    line = take(page, names)
    number = page.line - 1
    if between != b" ":
        if line.count(between) != len(wanted) - 1:
            sign = between.decode()
            message = f"line {number} is {quote(line)}, but it must hold {names.replace(', ', sign)}"
            raise CaseError(message, number, 1, f"write {counted(len(wanted), 'number')} with {sign} between them")
        line = line.replace(between, b" ")
    words, found, spare = words_of(line, len(wanted))
    if found != len(wanted):
        message = f"line {number} holds {counted(found, 'word')}, but it must hold {names}"
        raise CaseError(message, number, spare, f"write {counted(len(wanted), 'number')} on the line")
    return numbers_of(page, line, words, wanted)


def take_layer(form: CaseForm, page: Page, name: str, values: dict[str, int]) -> Any:
    """Take a drawn layer; the first line of one says how large a board is where no field does."""
    if "n" not in values:
        first = page.text[page.at :].partition(b"\n")[0].strip()
        size = len(first) if name == "cells" else len(first.split())
        most = next((most for field, _, most in form.ranges if field == "n"), 1000)
        values["n"] = values["m"] = min(max(size, 1), most)
    if name == "cells":
        return take_cells(form, page, values["n"], values["m"])
    each = ("a weight", 0, 10**9) if name == "weights" else ("a region", 1, form.most_regions(values))
    return take_table(page, values["n"], values["m"], each)


def take_table(page: Page, rows: int, columns: int, each: tuple[str, int, int]) -> list[list[int]]:
    """Return rows of numbers with blanks between them."""
    found = []
    for row in range(1, rows + 1):
        line = take(page, f"row {row} of {rows}")
        words, count, spare = words_of(line, columns)
        if count != columns:
            message = f"row {row} has {counted(count, 'number')}, but it must have {columns}"
            cure = "write the numbers of a row on one line, with blanks between them"
            raise CaseError(message, page.line - 1, spare, cure)
        found.append(numbers_of(page, line, words, [each] * columns))
    return found


def take_cells(form: CaseForm, page: Page, rows: int, columns: int) -> bytes:
    """Return rows of cells: what `signs` says of each cell's character."""
    signs = dict(form.signs)
    legal = "".join(signs).encode("ascii")
    table = bytes(signs.get(chr(byte), FOREIGN) for byte in range(256))
    missing, length, foreign_sign = ("E406", "E405", "E407") if form.coded else ("E476",) * 3
    whole, found = page.take_cells(rows, columns, table), list[bytes]()
    for row in range(1, 1 if whole else rows + 1):
        line = take(page, f"row {row} of the board", missing)
        number, foreign = page.line - 1, line.translate(None, legal)
        if foreign:
            at = line.index(foreign[:1])
            message = f"row {row} holds {name_character(line, at)} in column {at + 1}, but a cell is {either(signs)}"
            cure = "correct the cell; nothing stands between two cells"
            if foreign.startswith(b"1"):
                cure = "leave the cell free: placing the pieces is up to the solution"
            raise CaseError(message, number, at + 1, cure, foreign_sign)
        if len(line) != columns:
            message = f"row {row} has {counted(len(line), 'cell')}, but the board has {counted(columns, 'column')}"
            cure = f"make the row {counted(columns, 'cell')} long, or correct the size of the board"
            raise CaseError(message, number, min(len(line), columns) + 1, cure, length)
        found.append(line.translate(table))
    after = page.rest_line() if form.coded else 0
    if after and not page.rest_text().translate(None, legal):  # as there may be more rows than n says
        message = f"more than {counted(rows, 'row')} follow line {page.line - 1 - rows}, but n is {rows}"
        cure = f"delete the rows from here on, or correct n on line {form.line_of('n')}"
        raise CaseError(message, after, 1, cure, missing)
    return whole or b"".join(found)


def take_places(page: Page, line: Any, values: dict[str, int], drawn: dict[str, Any]) -> None:
    """Take lines that add to the board one by one."""
    what, how, product = line
    n, columns = values["n"], values["m"]
    cells = drawn["cells"] = bytearray(drawn.get("cells") or bytes(n * columns))
    weights = drawn.setdefault("weights", [[0] * columns for _ in range(n)]) if what == "weight" else None
    for _ in range(of(product, values)):
        if how == "x,y":
            column, row = take_numbers(page, [("x", 0, columns - 1), ("y", 0, n - 1)], between=b",")
        else:
            row, column = (one - 1 for one in take_numbers(page, [("a row", 1, n), ("a column", 1, columns)]))
        if weights is not None:
            weights[row][column] += 1
        elif cells[row * columns + column]:
            message = f"row {row + 1}, column {column + 1} is named twice"
            raise CaseError(message, page.line - 1, 0, "name each cell once")
        else:
            cells[row * columns + column] = STATES[what]


def close_case(form: CaseForm, page: Page) -> None:
    """Refuse what follows the last row but blank lines, which are noted."""
    line = page.rest_line()
    if line:
        message = f"after the last row there is {quote(page.rest_text())}, but nothing may follow it"
        raise CaseError(message, line, 1, "delete everything below the last row", "E408" if form.coded else "E476")
    if page.at < len(page.text):
        page.forgive("W106", page.line)


def take(page: Page, what: str, code: str = "E476") -> bytes:
    """Take the next line, which must be there."""
    number = page.line
    line: bytes = page.take_stripped() if page.at < len(page.text) else b""
    if not line and not page.rest_line():  # no line, or a blank one at the end: it has no column either
        raise CaseError(f"the case ends before line {number}, which must hold {what}", number, 0, "add it", code)
    return line


def words_of(line: bytes, most: int) -> tuple[list[re.Match[bytes]], int, int]:
    """Return at most so many words of a line, how many it has, and the column of the first one too many, or its end."""
    words = list(islice(WORD.finditer(line), most + 1))
    if len(words) <= most:
        return words, len(words), len(line) + 1
    begins = b" " + line.translate(INKED)  # a line of many megabytes is never kept as words
    return words[:most], begins.count(b" x"), words[most].start() + 1


def numbers_of(
    page: Page, line: bytes, words: list[re.Match[bytes]], wanted: Sequence[tuple[str, int, int]]
) -> list[int]:
    """Return the words of a line as numbers, each from its least to its largest."""
    found = []
    for word, (name, least, most) in zip(words, wanted):  # noqa: B905 - a Python 3.9 has no strict zip
        value = int(word[0]) if WHOLE.fullmatch(word[0]) else None
        if value is None or not least <= value <= most:
            message = f"{quote(word[0])} stands where {name} must be, {bounds_of((name, least, most))}"
            zero = value is None and word[0].lstrip(b"-")[:1] == b"0"
            cure = "write the number without a 0 before it" if zero else "correct the number"
            raise CaseError(message, page.line - 1, word.start() + 1, cure)
        found.append(value)
    page.forgive_numbers(line, [word[0] for word in words])
    return found


def bounds_of(wanted: tuple[str, int, int]) -> str:
    """Say what a number must be."""
    return f"a whole number from {wanted[1]:,} to {wanted[2]:,}"


def either(words: Iterable[str]) -> str:
    """Return `a, b or c`."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
