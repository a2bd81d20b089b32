"""Read a case as a program is given it on stdin, strictly: what our cases are, and nothing else."""

from __future__ import annotations

from typing import NamedTuple

MAX_N, MAX_DIGITS = 20_000, 18  # as the judge has them
CELLS = bytes.maketrans(b"012", b"\0\1\2")


class Form(NamedTuple):
    """How a case is written: the lines above its rows, and what they may say."""

    head: tuple[str, ...]  # of "algorithm", "n" and "pieces"
    rows: bool  # whether the rows follow
    trees: bool  # else there are none, and as many pieces as rows
    algorithms: tuple[str, ...]


class Case(NamedTuple):
    """A case; a row holds 0 for a free cell and 2 for a tree."""

    algorithm: str
    n: int
    pieces: int
    rows: list[bytes]


class CaseError(Exception):
    """What is read is no case."""


def read_case(text: bytes, form: Form) -> Case:
    """Return the case in a text; CaseError where one character is not as it must be."""
    lines = text.split(b"\n")
    if lines.pop() != b"":
        raise CaseError("the last line has no newline")
    if len(lines) < len(form.head):
        raise CaseError(f"line {len(lines) + 1} is missing: {form.head[len(lines)]}")
    said = dict(zip(form.head, lines))  # noqa: B905 - a Python 3.9 has no strict zip
    algorithm = said.get("algorithm", form.algorithms[0].encode()).decode("ascii", "replace")
    if algorithm not in form.algorithms:
        raise CaseError(f"line 1 is {algorithm!r}, not one of {', '.join(form.algorithms)}")
    n = number(said["n"], "n", MAX_N)
    pieces = number(said.get("pieces", said["n"]), "the number of pieces", 10**MAX_DIGITS - 1)
    rows = read_rows(lines[len(form.head) :], n) if form.rows else no_rows(lines[len(form.head) :], n)
    if not form.trees and (pieces != n or any(map(any, rows))):
        raise CaseError(f"there must be {n} pieces and no tree")
    return Case(algorithm, n, pieces, rows)


def number(line: bytes, what: str, largest: int) -> int:
    """Return the number on a line: digits alone, without a zero before them."""
    if line.isdigit() and line[:1] != b"0" and len(line) <= MAX_DIGITS and int(line) <= largest:
        return int(line)
    raise CaseError(f"{what} is {line[:40]!r}, not a number from 1 to {largest}")


def read_rows(lines: list[bytes], n: int) -> list[bytes]:
    """Return the n rows of the board."""
    if len(lines) != n:
        raise CaseError(f"there are {len(lines)} rows, but n is {n}")
    for row, line in enumerate(lines, 1):
        if len(line) != n or line.translate(None, b"02"):
            raise CaseError(f"row {row} must be {n} digits, each 0 or 2")
    return [line.translate(CELLS) for line in lines]


def no_rows(lines: list[bytes], n: int) -> list[bytes]:
    """Return the rows of an empty board, which the case leaves out."""
    if lines:
        raise CaseError(f"{len(lines)} lines follow, where none may")
    return [bytes(n)] * n
