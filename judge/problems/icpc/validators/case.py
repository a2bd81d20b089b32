"""Read a case as a program is given it on stdin, strictly: what our cases are, and nothing else."""

from __future__ import annotations

from typing import NamedTuple, Protocol

MAX_N, MAX_DIGITS = 20_000, 18  # as the judge has them
CELLS = bytes.maketrans(b"012", b"\0\1\2")


class Form(NamedTuple):
    """How a case is written: the lines above its rows, and what they may say."""

    head: tuple[str, ...]  # of "algorithm", "n" and "pieces"
    rows: bool  # whether the rows follow
    trees: bool  # else there are none, and as many pieces as rows
    algorithms: tuple[str, ...]

    def read(self, text: bytes) -> Case:
        """Return the case in a text; CaseError where it is none."""
        return read_case(text, self)


class Case(NamedTuple):
    """A case; a row holds 0 for a free cell, 1 for a piece that is given, 2 for a tree. `layer` says more of each
    cell: its points, or its region."""

    algorithm: str
    n: int
    pieces: int
    rows: list[bytes]
    layer: list[list[int]] | None = None
    values: dict[str, int] | None = None  # the numbers of the case by their names, where rules ask for them

    @property
    def columns(self) -> int:
        """Return how many columns the board has."""
        return len(self.rows[0])


class CaseForm(Protocol):
    """How the cases of a package are written."""

    def read(self, text: bytes) -> Case:
        """Return the case in a text; CaseError where it is none."""
        ...


class CaseError(Exception):
    """What is read is no case."""


def read_case(text: bytes, form: Form) -> Case:
    """Return the case in a text; CaseError where one character is not as it must be."""
    lines = lines_of(text, 0)
    if len(lines) < len(form.head):
        raise CaseError(f"line {len(lines) + 1} is missing: {form.head[len(lines)]}")
    said = dict(zip(form.head, lines))  # noqa: B905 - a Python 3.9 has no strict zip
    algorithm = said.get("algorithm", form.algorithms[0].encode()).decode("ascii", "replace")
    if algorithm not in form.algorithms:
        raise CaseError(f"line 1 is {algorithm!r}, not one of {', '.join(form.algorithms)}")
    n = number(said["n"], "n", MAX_N)
    pieces = number(said.get("pieces", said["n"]), "the number of pieces", 10**MAX_DIGITS - 1)
    rows = read_rows(lines[len(form.head) :], n, n) if form.rows else no_rows(lines[len(form.head) :], n)
    if not form.trees and (pieces != n or any(map(any, rows))):
        raise CaseError(f"there must be {n} pieces and no tree")
    return Case(algorithm, n, pieces, rows)


def number(line: bytes, what: str, largest: int) -> int:
    """Return the number on a line: digits alone, without a zero before them."""
    if line.isdigit() and line[:1] != b"0" and len(line) <= MAX_DIGITS and int(line) <= largest:
        return int(line)
    raise CaseError(f"{what} is {line[:40]!r}, not a number from 1 to {largest}")


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


def read_rows(lines: list[bytes], n: int, columns: int) -> list[bytes]:
    """Return the n rows of the board."""
    if len(lines) != n:
        raise CaseError(f"there are {len(lines)} rows, but n is {n}")
    for row, line in enumerate(lines, 1):
        if len(line) != columns or line.translate(None, b"02"):
            raise CaseError(f"row {row} must be {columns} digits, each 0 or 2")
    return [line.translate(CELLS) for line in lines]


def no_rows(lines: list[bytes], n: int) -> list[bytes]:
    """Return the rows of an empty board, which the case leaves out."""
    if lines:
        raise CaseError(f"{len(lines)} lines follow, where none may")
    return [bytes(n)] * n
