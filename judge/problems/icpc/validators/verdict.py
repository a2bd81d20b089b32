"""Say what is wrong with an answer to a case, in the order in which the judge looks at it."""

from __future__ import annotations

from typing import Any, NamedTuple

from judge.problems.icpc.validators.case import Case
from judge.problems.icpc.validators.said import LISTED_N, Said
from judge.problems.rules.plain import (
    PIECE,
    TREE,
    every_queens,
    plain_attack,
    plain_attack_in_columns,
    plain_collinear_by_slope,
)


class Terms(NamedTuple):
    """What a puzzle asks for."""

    reader: str  # "board", "board-or-columns" or "list"
    every: bool  # every arrangement of queens, or their number; else one
    rules: tuple[str, ...]  # of "attack" and "line"
    strict: bool
    piece: str
    pieces: str
    attack: str  # what two of them do


class Fault(NamedTuple):
    """What is wrong: a sentence, and the place, which teams are not shown."""

    what: str
    where: str = ""


class WrongKeyError(Exception):
    """The answer file is wrong, not the submission."""


class Table(list[Any]):
    """A list where the rules expect an array of numpy."""

    def tolist(self) -> list[Any]:
        """Return the list itself."""
        return self


def table(rows: list[Any]) -> Any:
    """Return a list as the rules take it."""
    return Table(rows)


def fault_of(case: Case, said: Said, truth: Said, terms: Terms) -> Fault | None:
    """Return why an answer is not right, or None: accepted. WrongKeyError where `truth`, the answer file, is wrong."""
    if terms.every:
        return fault_of_all(case.n, said, truth, terms)
    if said.fail:
        return fail_fault(case, truth, terms)
    fault = one_fault(case, said, terms)
    if fault is None and truth.fail:
        raise WrongKeyError("the answer file says FAIL, but this arrangement is valid")
    return fault


def fail_fault(case: Case, truth: Said, terms: Terms) -> Fault | None:
    """Judge FAIL by the answer file, which holds an arrangement or says FAIL too."""
    if truth.fail:
        return None
    if wrong := one_fault(case, truth, terms):
        raise WrongKeyError(f"the arrangement in the answer file is not valid: {wrong.what}")
    return Fault(f"the answer is FAIL, but {counted(case.pieces, terms)} can be placed")


def one_fault(case: Case, said: Said, terms: Terms) -> Fault | None:
    """Judge one arrangement: trees, the number of pieces, then the rules."""
    if said.board is None:
        return rule_fault(None, (said.columns or [[]])[0], terms)
    for number, (row, given) in enumerate(zip(said.board, case.rows), 1):  # noqa: B905 - as in case.py
        wrong = [column for column in range(case.n) if (row[column] == TREE) != (given[column] == TREE)]
        if wrong:
            there = "a tree stands where the case has none" if row[wrong[0]] == TREE else "a tree is missing"
            return Fault(there, f"row {number}, column {wrong[0] + 1}")
    placed = sum(row.count(PIECE) for row in said.board)
    if placed != case.pieces:
        return Fault(f"the board holds {counted(placed, terms)}, but {case.pieces} must be placed")
    return rule_fault(said.board, None, terms)


def rule_fault(board: list[bytes] | None, columns: list[int] | None, terms: Terms) -> Fault | None:
    """Judge a board, or the columns of one piece a row, by the rules in their order."""
    for rule in terms.rules:
        if rule == "attack":
            pair = plain_attack(table(board)) if board is not None else plain_attack_in_columns(table(columns or []))
            if pair:
                return Fault(f"two {terms.pieces} {terms.attack}", cells(pair))
        elif rule == "line":
            at = columns if board is None else [row.index(PIECE) for row in board]
            rows = plain_collinear_by_slope(table(at or []))
            if rows and at:
                return Fault(f"three {terms.pieces} stand on one straight line", cells((k, at[k]) for k in rows))
    return None


def fault_of_all(n: int, said: Said, truth: Said, terms: Terms) -> Fault | None:
    """Judge the number of arrangements and, for a small n, the list of them: each once."""
    known = [*every_queens(n)] if n <= LISTED_N else []
    number = len(known) if n <= LISTED_N else truth.number
    if number is None:
        raise WrongKeyError("the answer file does not hold the number of arrangements")
    if said.number != number:
        return Fault(f"the answer says {said.number} arrangements, but there are {number}")
    seen: dict[tuple[int, ...], int] = {}
    for which, columns in enumerate(said.columns or [], 1):
        fault = rule_fault(None, columns, terms)
        if fault:
            return Fault(fault.what, f"arrangement {which}: {fault.where}")
        first = seen.setdefault(tuple(columns), which)
        if first != which:
            return Fault("an arrangement is listed twice", f"arrangements {first} and {which}")
    if n <= LISTED_N and len(seen) < number:
        return Fault(f"the list holds {len(seen)} of the {number} arrangements")
    return None


def counted(number: int, terms: Terms) -> str:
    """Return a number of pieces in words."""
    return f"{number} {terms.piece if number == 1 else terms.pieces}"


def cells(found: Any) -> str:
    """Name cells as people count them, from 1."""
    return " and ".join(f"row {row + 1}, column {column + 1}" for row, column in found)
